// The sample shop: a month of payments that went through the sandbox at their own times, as real as any others. Its
// books close, its days can be closed afterwards, and it contains cases that a person has to look at.
import assert from 'node:assert/strict';
import test from 'node:test';
import { closeDays } from '../../../src/actions/ledger/settlement-days.ts';
import { verifyLedger } from '../../../src/actions/ledger/verify-ledger.ts';
import { lapseAuthorization } from '../../../src/actions/transactions/lapse-authorization.ts';
import { fillSample } from '../../../src/demo/fill-sample.ts';
import { sampleMonth } from '../../../src/demo/sample-month.ts';
import { hmacBase64 } from '../../../src/domain/keys/signature.ts';
import { isAuthorized } from '../../../src/domain/transactions/transaction.ts';
import { CHECKS } from '../../../src/domain/webhooks/receiver-check.ts';
import { brandsToClose, closedDays } from '../../../src/storage/ledger/settlement-day-store.ts';
import { onlyInProof } from '../../stage/how-much.ts';
import { PRODUCTION } from '../../stage/production.ts';
import { bareApp } from '../bare-app.ts';
import { openPortalStage, sharedPortalStage } from './portal-stage.ts';

const DAY_MS = 86_400_000;
const BY = {
  kind: 'user',
  id: '01a20000-0000-7000-8000-000000000000',
  name: 'Olivia',
  requestId: null,
  ip: null,
} as const;

test('the month is the same for the same seed, in order, and never in the future', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const month = sampleMonth('a', now);
  assert.deepEqual(sampleMonth('a', now), month);
  assert.ok(month.length > 500 && month.length < 900, String(month.length));
  assert.deepEqual(
    month.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    month,
  );
  assert.ok(month.every(({ at }) => at < now && now.getTime() - at.getTime() <= 30 * DAY_MS));
  const captures = month.flatMap((one) => (one.kind === 'payin' && one.capture ? [one.capture] : []));
  const inPart = captures.filter(({ amountMinor }) => amountMinor !== null);
  assert.ok(
    captures.length > inPart.length && inPart.length > 0,
    'some orders ship later, some of these in part',
  );
  assert.ok(
    month.some((one) => one.kind === 'payout' && one.decision === null),
    'somebody has to approve something',
  );
});

test('an authorisation that the workers end before its capture stays lapsed, and the fill goes on', async (t) => {
  const stage = await openPortalStage(t, { workers: false });
  const { context } = stage.gateway;
  const model = context.brands.byId(stage.brand.brandId)!;
  // A month of so few payments has almost always one, but not always.
  let ended = 0;
  /** Ends each authorisation of last week directly after it was read, as a worker may. */
  const find = async (merchantId: string, id: string) => {
    const read = await context.transactions.find(merchantId, id);
    if (read && isAuthorized(read) && read.authorized!.captureBefore <= context.now()) {
      await lapseAuthorization(context, read);
      ended += 1;
    }
    return read;
  };
  const transactions = Object.create(context.transactions, { find: { value: find } });
  const withClock: typeof context.withClock = (clock) => ({ ...context.withClock!(clock), transactions });
  let last = { done: 0, of: 1 };
  for await (const progress of fillSample({ ...context, withClock }, BY, model, 4)) last = progress;
  assert.equal(last.done, last.of);
  const [lapsed] = await stage.sql`
    select count(*)::int as payments from transactions where authorized is not null and error_code = '3002'`;
  assert.equal(lapsed!.payments, ended);
});

test('a month is filled through the sandbox, with past times, a correct ledger, and open tasks', async (t) => {
  const stage = await openPortalStage(t, { workers: false });
  const { context } = stage.gateway;
  const model = context.brands.byId(stage.brand.brandId)!;
  let last = { brandId: '', brandName: '', done: 0, of: 0 };
  const begun = context.now();
  const config = { ...context.config, port: 3000, publicUrl: 'http://localhost:3000' };
  for await (const progress of fillSample({ ...context, config }, BY, model, 4)) {
    assert.ok(progress.done >= last.done);
    last = progress;
  }
  assert.equal(last.done, last.of);
  const { brandId } = last;
  assert.equal(
    context.brands.byId(brandId)!.notificationUrl,
    `http://localhost:3000/sandbox/receiver/${brandId}`,
  );
  const [counts] = await stage.sql`
    select count(*)::int as payments,
      count(*) filter (where type = 'PAYIN' and status = 'COMPLETED')::int as paid,
      count(*) filter (where status = 'DECLINED')::int as declined,
      count(*) filter (where type = 'PAYOUT' and status = 'PENDING')::int as waiting,
      count(*) filter (where updated_at < created_at or updated_at > now())::int as impossible,
      count(*) filter (where completed_at - created_at > interval '1 day' and type = 'PAYIN' and authorized is null)::int
        as late,
      count(*) filter (where status = 'COMPLETED' and amount_captured_minor < amount_minor and type = 'PAYIN')::int as partly,
      count(*) filter (where authorized is not null and status = 'COMPLETED' and amount_minor % 4 = 0)::int as parts,
      count(*) filter (where status = 'PROCESSING' and error_code = '9001' and due_at is null)::int as undecided,
      count(distinct created_at::date)::int as days
    from transactions where brand_id = ${brandId}`;
  const { payments, paid, declined, waiting, impossible, late, undecided, days, partly, parts } = counts!;
  assert.equal(payments, last.of, 'each payment is a transaction');
  assert.ok(paid > payments * 0.5, `${paid} of ${payments} are paid`);
  assert.ok(declined > 0);
  assert.ok(waiting > 0, 'payouts wait for approval');
  assert.equal(undecided, 1, 'an outcome that somebody has to decide');
  assert.deepEqual([impossible, late], [0, 0], 'nothing ends before it begins, and pay-ins end soon');
  assert.equal(partly, parts, 'orders that ship without everything are captured in part');
  assert.ok(days >= 28, `${days} days`);
  const [open] = await stage.sql`
    select count(*)::int as processing from transactions
    where brand_id = ${brandId} and type = 'PAYIN' and status = 'PROCESSING' and authorized is null
      and created_at < ${new Date(begun.getTime() - DAY_MS)}`;
  assert.equal(open!.processing, 0, 'nothing of former days is left lying');
  assert.deepEqual((await verifyLedger(stage.sql)).faults, []);
  const [payouts] = await stage.sql`
    select count(distinct s.paid_at)::int as weeks, count(distinct s.currency)::int as currencies,
      max(s.paid_at) < ${new Date(begun.getTime() - DAY_MS)} as ends,
      bool_and(s.state = 'open' and s.reason is null) as right,
      (select count(*)::int from settlement_lines l where l.brand_id = ${brandId} and l.state <> 'matched') as others,
      (select count(*)::int from settlement_lines l join settlements s on s.merchant_id = l.merchant_id
          and s.id = l.settlement_id where l.brand_id = ${brandId} and l.occurred_at > s.paid_at) as later,
      (select count(*)::int from settlement_lines l where l.brand_id = ${brandId} and l.kind = 'refund') as refunds
    from settlements s where s.brand_id = ${brandId}`;
  const { weeks, currencies, ends, right, others, later, refunds } = payouts!;
  assert.deepEqual(
    [weeks, ends, right, others, later],
    [4, true, true, 0, 0],
    'a payout each week, but the last days',
  );
  assert.ok(currencies > 1 && refunds > 0, `${currencies} currencies, ${refunds} refunds`);
  const [unsettled] = await stage.sql`
    select count(*)::int as payments from transactions t
    where t.brand_id = ${brandId} and t.type = 'PAYIN' and t.status = 'COMPLETED' and not exists (
      select 1 from settlement_lines l where l.merchant_id = t.merchant_id and l.transaction_id = t.id)`;
  assert.ok(
    unsettled!.payments > 0 && unsettled!.payments < paid / 2,
    `${unsettled!.payments} wait for a payout`,
  );
  const shop = { merchantId: model.merchantId, brandId, timeZone: model.timeZone };
  const reports = await closedDays(stage.sql, shop, null, 40);
  assert.ok(reports.length >= 28, `${reports.length} days are closed as soon as the shop is filled`);
  const closable = async (now: Date) =>
    (await brandsToClose(stage.sql, now)).some((one) => one.brandId === brandId);
  assert.equal(await closable(begun), false, 'the workers close no day while the shop is being filled');
  assert.equal(await closable(new Date(begun.getTime() + DAY_MS)), true);
  assert.equal(
    await closeDays(stage.sql, shop, new Date(begun.getTime() + DAY_MS)),
    1,
    'the day of the filling',
  );
  assert.deepEqual((await verifyLedger(stage.sql)).faults, [], 'closed days are what the transfers say');
});

test('the call reports its progress line by line, and a merchant has one sample shop', {
  skip: onlyInProof,
}, async (t) => {
  const stage = await sharedPortalStage(t, { workers: false });
  const developer = await stage.as('developer');
  // Several lines of JSON are no single JSON, so this fetches directly.
  const answer = await fetch(`${stage.url}/portal/api/brands/${stage.brand.brandId}/sample`, {
    method: 'POST',
    headers: { cookie: await stage.cookieOf('developer'), 'content-type': 'application/json' },
    body: '{}',
  });
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type')!, /^application\/x-ndjson/);
  const text = await answer.text();
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(lines[0].done, 0);
  assert.equal(lines.at(-1).done, lines[0].of);
  const session = await developer('GET', '/session');
  assert.ok(
    session.body.brands.some(
      ({ id, name }: { id: string; name: string }) => id === lines[0].brandId && name === 'Sample shop',
    ),
  );
  assert.equal((await developer('POST', '/brands/:brand/sample', {})).status, 409);
  const support = await stage.as('support');
  assert.equal((await support('POST', '/brands/:brand/sample', {})).status, 403);
});

test('the month includes the last hours', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const today = sampleMonth('a', now).filter(({ at }) => at >= new Date('2026-11-22T00:00:00Z'));
  assert.ok(today.length > 0);
});

test("the sandbox's receiver accepts only webhooks that the brand has signed", async (t) => {
  const stage = await sharedPortalStage(t, { workers: false });
  const { brandId } = stage.brand;
  const developer = await stage.as('developer');
  const notificationUrl = `${stage.url}/sandbox/receiver/${brandId}`;
  const changed = await developer('PATCH', '/brands/:brand/settings/integration', {
    changes: { notificationUrl },
    seen: { notificationUrl: null },
  });
  assert.equal(changed.status, 200, changed.text);
  const { body } = await developer('POST', '/brands/:brand/webhooks/check', {});
  assert.deepEqual(
    body.findings.map(({ check, grade }: { check: string; grade: string }) => [check, grade]).sort(),
    CHECKS.map((check) => [check, 'pass']).sort(),
  );
  const { brandId: other } = await stage.createBrand();
  const event = '{"eventType":"payin.completed","amount":25.5}';
  const headers = { 'x-signature': hmacBase64(stage.brand.signingSecret, event) };
  const to = (id: string) => stage.call('POST', `/sandbox/receiver/${id}`, { headers, body: event });
  assert.equal((await to(brandId)).status, 200);
  assert.equal((await to(other)).status, 401, 'signed by another brand');
});

test('production has none of the sample calls', async () => {
  const app = await bareApp({ env: PRODUCTION });
  for (const url of [`/portal/api/brands/${BY.id}/sample`, `/sandbox/receiver/${BY.id}`]) {
    const { statusCode } = await app.inject({ method: 'POST', url, payload: {} });
    assert.equal(statusCode, 404, url);
  }
  await app.close();
});
