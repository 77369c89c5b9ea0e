// Personal data that is too old for a brand goes by itself (docs/decisions/0085), and an erasure continues after a
// crash.
import assert from 'node:assert/strict';
import test from 'node:test';
import { verifyAudit } from '../../../src/actions/audit/verify-audit.ts';
import { eraseCustomer } from '../../../src/actions/erasure/erase-customer.ts';
import { eraseExpired } from '../../../src/actions/erasure/erase-expired.ts';
import { eraseNoted } from '../../../src/actions/erasure/erase-noted.ts';
import { expiredBefore } from '../../../src/actions/erasure/expired-before.ts';
import { ROOT } from '../../../src/domain/audit/audit.ts';
import { firstIdAt } from '../../../src/domain/transactions/time-ordered-id.ts';
import { openDatabase } from '../../../src/storage/database/database.ts';
import { sweepDueMandates } from '../../../src/worker/due-mandates.ts';
import { dumpAll, foundIn } from '../../stage/dump.ts';
import { aCardPayin, eventually, startTestGateway } from '../../stage/harness.ts';
import { mandateDesk } from '../../stage/mandates.ts';
import { aPerson } from './customer-everywhere.ts';

const ADA = aPerson('Ottilie', 'Quandtmann', '1234567', 'DE89370400440532013000');
const DAY_MS = 86_400_000;

async function openShop(t: Parameters<typeof startTestGateway>[0], settings: object = {}, workers = false) {
  const gate = await startTestGateway(t, { workers });
  const brand = await gate.createBrand(settings as Record<string, unknown>);
  const sql = openDatabase(gate.databaseUrl, { maxConnections: 2 });
  t.after(() => sql.end({ timeout: 1 }));
  const { context } = gate.gateway;
  return {
    gate,
    brand,
    sql,
    context,
    async pay(reference: string, fields: object = {}) {
      const body = aCardPayin({ ...ADA.fields, merchantReference: reference, ...fields }, ADA.card);
      const answer = await gate.call('POST', '/v3/payment', { apiKey: brand.apiKey, body });
      assert.equal(answer.status, 201, answer.text);
      return answer.body.result.transactionId as string;
    },
    async keptOf() {
      const rows = await sql`select merchant_reference from transactions
        where details ->> 'erasedAt' is null order by merchant_reference`;
      return rows.map((row) => row.merchant_reference);
    },
    async runOut() {
      while ((await eraseExpired(context, 2)) === 'more');
    },
    async expiredRows() {
      const rows = await gate.operator('GET', `/operator/audit?merchantId=${brand.merchantId}`);
      return rows.body
        .filter((row: { action: string }) => row.action === 'personal-data.expired')
        .map((row: { after: object }) => row.after);
    },
  };
}

test('the retention ends on the same day of an earlier month, or on its last day', () => {
  const before = (now: string, months: number) =>
    expiredBefore(new Date(now), months).toISOString().slice(0, 10);
  assert.equal(before('2026-03-15T10:00:00Z', 1), '2026-02-15');
  assert.equal(before('2026-03-31T10:00:00Z', 1), '2026-02-28');
  assert.equal(before('2026-01-31T10:00:00Z', 120), '2016-01-31');
});

test("a brand's retention reads other brands' rows once, and skips none of its own", async (t) => {
  const { gate, sql, pay, brand, runOut, keptOf } = await openShop(t, { personalDataMonths: 1 });
  const other = await gate.createBrand({}, brand.merchantId);
  const body = aCardPayin({ merchantReference: 'of-other' });
  assert.equal((await gate.call('POST', '/v3/payment', { apiKey: other.apiKey, body })).status, 201);
  const setMonths = (personalDataMonths: number) =>
    gate.operator('PATCH', `/operator/brands/${brand.brandId}`, { personalDataMonths });
  const mark = async () => {
    const rows = await sql`select after_id from retention_marks where brand_id = ${brand.brandId}`;
    assert.equal(rows.length, 1);
    return rows[0]!.after_id as string;
  };
  const unread = async () => {
    const rows =
      await sql`select 1 from openings where id > ${await mark()} and id < ${firstIdAt(gate.now())}`;
    return rows.length;
  };
  await runOut();
  assert.equal(await unread(), 1);
  gate.advance(40 * DAY_MS);
  await runOut();
  assert.equal(await unread(), 0, 'that of the other brand is not read again');
  const first = await mark();
  gate.advance(30 * 60_000);
  await runOut();
  assert.equal(await mark(), first, 'it is not worth a write');
  await pay('a');
  gate.advance(20 * DAY_MS);
  await setMonths(2);
  await runOut();
  const passed = await mark();
  assert.ok(passed >= first, 'a mark never goes back');
  gate.advance(20 * DAY_MS);
  await runOut();
  assert.deepEqual(await keptOf(), ['a', 'of-other']);
  await setMonths(1);
  await runOut();
  assert.deepEqual(await keptOf(), ['of-other'], 'what began behind the mark is found');
});

test('retention erases payments that ended long enough ago, oldest first, and each run reports how many', async (t) => {
  const shop = await openShop(t, { personalDataMonths: 1 });
  const { gate, sql } = shop;
  for (const reference of ['a', 'b', 'c']) await shop.pay(reference);
  await shop.runOut();
  assert.deepEqual(await shop.keptOf(), ['a', 'b', 'c']);
  assert.deepEqual(await shop.expiredRows(), []);
  gate.advance(40 * DAY_MS);
  await shop.pay('d');
  await shop.runOut();
  assert.deepEqual(await shop.keptOf(), ['d']);
  // The customer came again, so the card is still in use.
  assert.equal((await sql`select 1 from cards`).length, 1);
  assert.equal((await sql`select 1 from customers`).length, 1);
  assert.deepEqual(await shop.expiredRows(), [{ transactions: 3, cards: 0, months: 1 }]);
  await shop.runOut();
  assert.equal((await shop.expiredRows()).length, 1);

  gate.advance(40 * DAY_MS);
  await shop.runOut();
  assert.deepEqual(await shop.keptOf(), []);
  assert.deepEqual((await shop.expiredRows())[1], { transactions: 1, cards: 1, months: 1 });
  gate.advance(120_000);
  while ((await eraseNoted(shop.context)) === 'more') gate.advance(120_000);
  assert.deepEqual(foundIn(await dumpAll(sql, shop.context.vault), ADA.values), []);
  assert.deepEqual((await verifyAudit(sql)).faults, []);
});

test('an unfinished payment does not delay the erasure of others, and is erased when it is old enough', async (t) => {
  const shop = await openShop(t, { personalDataMonths: 1 });
  const { gate, sql } = shop;
  const open = await gate.call('POST', '/payment-session', {
    apiKey: shop.brand.apiKey,
    body: { currency: 'EUR', amount: 25, country: 'DE', merchantReference: 'open', userId: ADA.userId },
  });
  assert.equal(open.status, 201, open.text);
  await shop.pay('paid');
  gate.advance(40 * DAY_MS);
  await shop.runOut();
  assert.deepEqual(await shop.keptOf(), ['open']);
  const cancelled = await gate.call('POST', '/cancel-payment', {
    apiKey: shop.brand.apiKey,
    body: { transactionId: open.body.transactionId, merchantReference: 'open' },
  });
  assert.ok(cancelled.status < 300, cancelled.text);
  gate.advance(2 * DAY_MS);
  await eraseNoted(shop.context);
  assert.deepEqual(await shop.keptOf(), ['open'], 'it ended two days ago');
  gate.advance(40 * DAY_MS);
  await eraseNoted(shop.context);
  assert.deepEqual(await shop.keptOf(), []);
  assert.equal((await sql`select 1 from customers`).length, 0);
});

test('retention revokes the mandates of a customer who was not charged for that long, and of nobody else', async (t) => {
  const shop = await openShop(t, { personalDataMonths: 1 });
  const { gate, sql } = shop;
  const { mandateOf, charge, record } = mandateDesk(gate, shop.brand);
  const agree = (reference: string, fields: object = {}) =>
    shop.pay(reference, { mandate: { reason: 'RECURRING', description: ADA.userId }, ...fields });
  const first = await agree('first');
  const { mandateId } = await mandateOf(first);
  const other = await agree('other', { userId: 'other' });
  const otherId = (await mandateOf(other)).mandateId;
  gate.advance(20 * DAY_MS);
  for (const [id, merchantReference] of [
    [mandateId, 'second'],
    [otherId, 'second-of-other'],
  ])
    assert.equal((await charge(id!, { merchantReference })).status, 201);
  gate.advance(20 * DAY_MS);
  await shop.runOut();
  assert.deepEqual(await shop.keptOf(), ['second', 'second-of-other']);
  assert.equal((await record(first)).mandate.status, 'ACTIVE', 'it was charged within the month');
  assert.equal((await charge(otherId, { merchantReference: 'third-of-other' })).status, 201);

  gate.advance(20 * DAY_MS);
  await shop.runOut();
  assert.deepEqual(await shop.keptOf(), ['third-of-other']);
  const events = await sql`select body::json ->> 'eventType' as type from events
    where transaction_id = ${first} order by sequence`;
  assert.deepEqual(
    events.map(({ type }) => type),
    ['payin.completed', 'mandate.active', 'mandate.revoked'],
  );
  assert.equal((await record(first)).mandate.status, 'REVOKED');
  const refused = await charge(mandateId, { merchantReference: 'after' });
  assert.equal(refused.body.result.errorCode, '2014');
  assert.equal((await record(other)).mandate.status, 'ACTIVE');
  assert.equal(
    (await charge(otherId, { merchantReference: 'fourth-of-other' })).body.result.status,
    'COMPLETED',
  );

  await sweepDueMandates(shop.context);
  const [kept] = await sql`select due_at, user_id, description, card, stored_id, stored_sealed, pan_sealed
    from mandates where id = ${mandateId}`;
  const { user_id, ...rest } = kept!;
  assert.equal(user_id, `user-${first}`);
  assert.deepEqual(
    Object.values(rest),
    Object.values(rest).map(() => null),
    'the provider was told',
  );
});

test('the setting is changed, shown and removed, and without it everything is kept', async (t) => {
  const shop = await openShop(t, { personalDataMonths: 12 });
  const { gate, brand } = shop;
  const path = `/operator/brands/${brand.brandId}`;
  assert.equal((await gate.operator('GET', path)).body.personalDataMonths, 12);
  for (const personalDataMonths of [0, 121, 1.5, '12'])
    assert.equal((await gate.operator('PATCH', path, { personalDataMonths })).status, 400);
  assert.equal(
    (await gate.operator('PATCH', path, { personalDataMonths: null })).body.personalDataMonths,
    null,
  );
  await shop.pay('a');
  gate.advance(4_000 * DAY_MS);
  await shop.runOut();
  assert.deepEqual(await shop.keptOf(), ['a']);
});

test('payments that waited when the setting was removed are erased when the brand sets it again', async (t) => {
  const shop = await openShop(t, { personalDataMonths: 1 });
  const { gate, brand } = shop;
  const setMonths = (personalDataMonths: number | null) =>
    gate.operator('PATCH', `/operator/brands/${brand.brandId}`, { personalDataMonths });
  const open = await gate.call('POST', '/payment-session', {
    apiKey: brand.apiKey,
    body: { currency: 'EUR', amount: 25, country: 'DE', merchantReference: 'open', userId: ADA.userId },
  });
  assert.equal(open.status, 201, open.text);
  gate.advance(40 * DAY_MS);
  await shop.runOut();
  const cancelled = await gate.call('POST', '/cancel-payment', {
    apiKey: brand.apiKey,
    body: { transactionId: open.body.transactionId, merchantReference: 'open' },
  });
  assert.ok(cancelled.status < 300, cancelled.text);
  await setMonths(null);
  gate.advance(40 * DAY_MS);
  await eraseNoted(shop.context);
  assert.deepEqual(await shop.keptOf(), ['open'], 'it is kept without a setting');
  await setMonths(1);
  gate.advance(2 * DAY_MS);
  await shop.runOut();
  await eraseNoted(shop.context);
  assert.deepEqual(await shop.keptOf(), []);
});

test('a run reports what it had erased before the setting was removed', async (t) => {
  const shop = await openShop(t, { personalDataMonths: 1 });
  const { gate, brand } = shop;
  for (const reference of ['a', 'b', 'c']) await shop.pay(reference);
  gate.advance(40 * DAY_MS);
  assert.equal(await eraseExpired(shop.context, 2), 'more');
  assert.deepEqual(await shop.expiredRows(), [], 'the run is not over');
  await gate.operator('PATCH', `/operator/brands/${brand.brandId}`, { personalDataMonths: null });
  await shop.runOut();
  await shop.runOut();
  assert.deepEqual(await shop.keptOf(), ['c']);
  assert.deepEqual(await shop.expiredRows(), [{ transactions: 2, cards: 1, months: null }]);
});

test('if a process dies during an erasure, a worker finishes it, and the erasure may be repeated', async (t) => {
  const shop = await openShop(t);
  const { gate, sql, context } = shop;
  for (const reference of ['a', 'b', 'c']) await shop.pay(reference);
  // It dies after its first commit: the next step needs the brand.
  const dying = { ...context, brands: { ...context.brands, refresh: async () => {}, byId: () => undefined } };
  await assert.rejects(
    eraseCustomer(dying as unknown as typeof context, ROOT, shop.brand.brandId, { userId: ADA.userId }),
  );
  assert.equal((await shop.keptOf()).length, 3);
  const again = await gate.operator('POST', `/operator/brands/${shop.brand.brandId}/customers/erase`, {
    email: ADA.email,
  });
  assert.deepEqual(again.body, { transactions: 0, cards: 0 }, 'they are noted already');
  assert.deepEqual(await shop.keptOf(), [], 'and erased by whoever comes first');

  await shop.pay('d');
  await assert.rejects(
    eraseCustomer(dying as unknown as typeof context, ROOT, shop.brand.brandId, { userId: ADA.userId }),
  );
  const other = await startTestGateway(t, { databaseUrl: gate.databaseUrl, now: gate.now });
  await eventually(async () => {
    gate.advance(30_000);
    return (await sql`select 1 from erasure_work`).length === 0;
  });
  await eventually(async () => (await sql`select 1 from transaction_changes`).length === 0);
  assert.deepEqual(foundIn(await dumpAll(sql, other.gateway.context.vault), ADA.values), []);
});

test('a writer that read the transaction before its erasure cannot write it afterwards', async (t) => {
  const shop = await openShop(t);
  const id = await shop.pay('a');
  const { context, brand } = shop;
  const stale = (await context.transactions.find(brand.merchantId, id))!;
  await eraseCustomer(context, ROOT, brand.brandId, { userId: ADA.userId });
  const after = { ...stale, version: stale.version + 1, attempts: 1 };
  const change = { before: stale, after, entry: null, declinedAttempt: null, movements: [] };
  assert.equal(await context.transactions.apply({ change, event: null, taken: false }), 'lost');
  assert.deepEqual(foundIn(await dumpAll(shop.sql, context.vault), [ADA.email]), []);
});
