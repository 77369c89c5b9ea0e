// Month-ends in the portal: finance closes the next month, every reader of reports downloads its archive, and nobody of
// another merchant sees it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyMonthEnd } from '../../../../src/actions/month-end/verify-month-end.ts';
import { fingerprintOf, keysInPem } from '../../../../src/domain/month-end/seal-key.ts';
import { sweepDueRefunds } from '../../../../src/worker/due-refunds.ts';
import { openMoneyStage } from './money-stage.ts';

const PATH = '/brands/:brand/month-ends';

test('a month is closed in the portal, and its downloaded file passes verification', async (t) => {
  const money = await openMoneyStage(t);
  const { stage } = money;
  const reader = await money.as('read-only');
  assert.deepEqual((await reader('GET', PATH)).body, { items: [], next: [], openUntil: null });
  await money.fund(100);
  await money.pay(25, { merchantReference: 'card-1' });
  await money.refund('card-1', 5);
  // A minute later the simulated network has paid the refund.
  money.setClock('2026-03-28T22:40:00Z');
  await sweepDueRefunds(stage.gateway.context);
  assert.equal((await (await money.as('finance-maker'))('GET', PATH)).body.openUntil, '2026-03');

  // Berlin is ahead of UTC: the month is over there, and a quarter of an hour has passed.
  money.setClock('2026-03-31T22:14:00Z');
  const early = await (await money.as('finance-maker'))('POST', PATH, { month: '2026-03' });
  assert.deepEqual([early.status, early.body.message], [409, 'month: 2026-03 is not over yet']);
  money.setClock('2026-03-31T22:16:00Z');
  for (const role of ['developer', 'support', 'read-only'] as const) {
    const refused = await (await money.as(role))('POST', PATH, { month: '2026-03' });
    assert.equal(refused.status, 403, role);
  }
  const maker = await money.as('finance-maker');
  assert.deepEqual((await maker('GET', PATH)).body.next, ['2026-03']);
  assert.equal((await maker('POST', PATH, { month: 'March' })).status, 400);
  const preview = await maker('GET', `${PATH}/2026-03/preview`);
  assert.deepEqual(
    preview.body.differences.map((one: Record<string, unknown>) => [one.name, one.isExplained, one.sums]),
    [
      ['funding', true, [{ currency: 'EUR', amount: '100.00' }]],
      ['no-statements', true, [{ currency: 'EUR', amount: '20.00' }]],
    ],
    preview.text,
  );
  assert.equal((await maker('GET', `${PATH}/2026-02/preview`)).status, 409);
  const made = await maker('POST', PATH, { month: '2026-03' });
  assert.equal(made.status, 200, made.text);
  assert.deepEqual(
    [made.body.month, made.body.madeBy, made.body.timeZone, made.body.movements],
    ['2026-03', 'finance-maker', 'Europe/Berlin', 4],
  );
  assert.deepEqual(
    made.body.differences.map(({ name, count }: { name: string; count: number }) => [name, count]),
    [
      ['funding', 1],
      ['no-statements', 1],
    ],
  );
  const available = made.body.accounts.find(({ account }: { account: string }) => account === 'available');
  assert.deepEqual([available.opening, available.closing], ['0.00', '120.00']);
  assert.deepEqual((await maker('POST', PATH, { month: '2026-03' })).body, made.body);
  const listed = (await maker('GET', PATH)).body;
  assert.deepEqual([listed.items, listed.next, listed.openUntil], [[made.body], [], '2026-04']);

  // The sums equal those of the settlement report.
  const month = (await maker('GET', '/brands/:brand/months/2026-03')).body;
  assert.equal(month.closedAt, made.body.madeAt);
  assert.equal(month.currencies[0].closing, 120);

  // The public keys come from here, not with the archive.
  const keyFile = await fetch(`${stage.url}/portal/api${PATH.replace(':brand', stage.brand.brandId)}/keys`, {
    headers: { cookie: await stage.cookieOf('read-only') },
  });
  assert.match(keyFile.headers.get('content-disposition')!, /month-end-keys\.pem/);
  const pem = await keyFile.text();
  const [key] = keysInPem(pem);
  const operatorPath = `/operator/merchants/${stage.brand.merchantId}/month-end-keys`;
  const listedKeys = await stage.operator('GET', operatorPath);
  assert.deepEqual(
    listedKeys.body.map(({ publicKey, fingerprint, retiredAt }: Record<string, string>) => [
      publicKey,
      fingerprint,
      retiredAt,
    ]),
    [[pem, fingerprintOf(key!), null]],
    listedKeys.text,
  );
  const rotated = await stage.operator('POST', operatorPath, {});
  assert.equal(rotated.status, 201, rotated.text);
  assert.doesNotMatch(rotated.text, /private/i);
  assert.equal((await stage.operator('GET', operatorPath)).body.length, 2);
  const nobody = '/operator/merchants/00000000-0000-7000-8000-00000000000f/month-end-keys';
  assert.equal((await stage.operator('GET', nobody)).status, 404);
  assert.equal((await stage.operator('POST', nobody, {})).status, 404);

  const cookie = await stage.cookieOf('read-only');
  const file = `${stage.url}/portal/api${PATH.replace(':brand', stage.brand.brandId)}/2026-03/file`;
  const answer = await fetch(file, { headers: { cookie } });
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/zip']);
  assert.match(answer.headers.get('content-disposition')!, /filename="month-end-.*2026-03\.zip"/);
  const { faults, manifestSha256 } = await verifyMonthEnd(new Uint8Array(await answer.arrayBuffer()));
  assert.deepEqual([faults, manifestSha256], [[], made.body.sha256]);
  assert.equal((await maker('GET', `${PATH}/2026-02/file`)).status, 404);

  const owner = await money.as('owner');
  const audit = await owner('GET', '/audit?action=month-end.made');
  assert.match(audit.text, new RegExp(made.body.sha256));

  const other = await stage.createBrand();
  assert.equal((await maker('GET', `/brands/${other.brandId}/month-ends`)).status, 404);
});
