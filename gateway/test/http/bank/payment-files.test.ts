// Files of payouts (contract 15): each payout in one file, the same
// bytes each time, and what a withdrawal releases.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { targetDayAt, targetDayFrom } from '../../../src/domain/bank/target-days.ts';
import { assertValid, WITHOUT_SCHEMAS } from './schema.ts';
import { HOLDER, IBAN, type Json, OTHER_IBAN, openBank, openProviderStage } from './stage.ts';

const stage = await openProviderStage();
const compact = (id: string) => id.replaceAll('-', '');
const endToEndIds = (xml: string) =>
  [...xml.matchAll(/<EndToEndId>(\w+)<\/EndToEndId>/g)].map(([, id]) => id!);

test('a payment file contains every waiting payout once and is valid pain.001', async (t) => {
  const { shop, payOut } = await openBank(t, stage);
  assert.equal((await shop.operator('POST', 'bank-files', {})).status, 409);
  const ids = [
    await payOut(10.01, { accountHolder: 'Łukasz Żółć & Söhne' }),
    await payOut(2500, { accountHolder: '王芳', merchantReference: `Ref #1 <ü> ${shop.brand.brandId}` }),
  ];
  const made = await shop.operator('POST', 'bank-files', {});
  assert.equal(made.status, 201, made.text);
  const { fileId, createdAt, sha256, ...rest } = made.body;
  assert.match(fileId, /^[A-Za-z0-9/\-?:().,'+ ]{1,35}$/);
  assert.deepEqual(rest, {
    payouts: 2,
    total: 2510.01,
    currency: 'EUR',
    withdrawnAt: null,
    instant: false,
    skipNameCheck: false,
    nameChecks: { match: 0, closeMatch: 0, noMatch: 0, notPossible: 0, toDecide: 0 },
    executionDate: targetDayFrom(targetDayAt(new Date(createdAt))),
  });
  const content = await shop.operator('GET', `bank-files/${fileId}/content`);
  assert.equal(content.status, 200);
  assert.equal(createHash('sha256').update(content.text).digest('hex'), sha256);
  assert.equal((await shop.operator('GET', `bank-files/${fileId}/content`)).text, content.text);
  assert.deepEqual(endToEndIds(content.text), ids.map(compact));
  for (const part of [
    `<MsgId>${fileId}</MsgId>`,
    '<NbOfTxs>2</NbOfTxs><CtrlSum>2510.01</CtrlSum>',
    '<ChrgBr>SLEV</ChrgBr>',
    `<Dbtr><Nm>${HOLDER}</Nm></Dbtr>`,
    '<Nm>Lukasz Zolc + Sohne</Nm>',
    '<Nm>WangFang</Nm>',
    '<Ustrd>Ref 1 u ',
  ])
    assert.ok(content.text.includes(part), part);
  assert.deepEqual((await shop.operator('GET', `bank-files/${fileId}`)).body, made.body);
  assert.deepEqual((await shop.operator('GET', 'bank-files')).body, [made.body]);
  assert.equal((await shop.operator('POST', 'bank-files', {})).status, 409);
  assert.equal((await shop.operator('GET', `bank-files/${compact(shop.brand.brandId)}`)).status, 404);
  if (!WITHOUT_SCHEMAS) await assertValid(content.text, 'pain.001.001.09');
});

test('two payment files made at the same time never contain the same payout', async (t) => {
  const { shop, payOut } = await openBank(t, stage);
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) ids.push(await payOut(1 + i));
  const answers = await Promise.all(Array.from({ length: 6 }, () => shop.operator('POST', 'bank-files', {})));
  const made = answers.filter(({ status }) => status === 201);
  assert.ok(answers.every(({ status }) => status === 201 || status === 409));
  const filed: string[] = [];
  for (const { body } of made)
    filed.push(...endToEndIds((await shop.operator('GET', `bank-files/${body.fileId}/content`)).text));
  assert.deepEqual(filed.sort(), ids.map(compact).sort());
});

test('withdrawing a file releases its payouts once, and the file cannot be downloaded any more', async (t) => {
  const { shop, payOut } = await openBank(t, stage);
  const id = await payOut(7);
  const { fileId } = (await shop.operator('POST', 'bank-files', {})).body;
  const withdraw = () => shop.operator('POST', `bank-files/${fileId}/withdraw`, { reason: 'wrong day' });
  const withdrawn = await withdraw();
  assert.equal(withdrawn.status, 200, withdrawn.text);
  assert.ok(withdrawn.body.withdrawnAt);
  assert.equal((await withdraw()).status, 409);
  assert.equal((await shop.operator('GET', `bank-files/${fileId}/content`)).status, 409);
  const again = (await shop.operator('POST', 'bank-files', {})).body;
  assert.deepEqual(endToEndIds((await shop.operator('GET', `bank-files/${again.fileId}/content`)).text), [
    compact(id),
  ]);
  const { body: rows } = await stage.gateway.operator(
    'GET',
    `/operator/audit?merchantId=${shop.brand.merchantId}&limit=100`,
  );
  assert.deepEqual(
    rows.flatMap(({ action }: Json) => (action.startsWith('bank-file') ? [action] : [])),
    ['bank-file.made', 'bank-file.withdrawn', 'bank-file.made', 'bank-file.downloaded'],
  );
});

test('an execution date in the past is refused, and a bank holiday moves to the next banking day', async (t) => {
  const { shop, payOut } = await openBank(t, stage);
  await payOut(7);
  for (const executionDate of ['2020-01-02', '2026-02-30', 'soon'])
    assert.equal((await shop.operator('POST', 'bank-files', { executionDate })).status, 400, executionDate);
  const made = await shop.operator('POST', 'bank-files', { executionDate: '2037-12-25' });
  assert.equal(made.body.executionDate, '2037-12-28', made.text);
});

test('a payout that was approved for a former account is paid from that account', async (t) => {
  const { shop, payOut } = await openBank(t, stage);
  const first = await payOut(1);
  await shop.put('bank', { credentials: { iban: OTHER_IBAN, holder: HOLDER } });
  const second = await payOut(2);
  const { fileId } = (await shop.operator('POST', 'bank-files', {})).body;
  const { text } = await shop.operator('GET', `bank-files/${fileId}/content`);
  const batches = text.split('<PmtInf>').slice(1);
  assert.equal(batches.length, 2);
  for (const [iban, id] of [
    [IBAN, first],
    [OTHER_IBAN, second],
  ] as const)
    assert.ok(batches.some((batch) => batch.includes(`<IBAN>${iban}</IBAN>`) && batch.includes(compact(id))));
  if (!WITHOUT_SCHEMAS) await assertValid(text, 'pain.001.001.09');
});
