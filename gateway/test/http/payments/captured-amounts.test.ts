// What counts as paid once a pay-in is captured in part (contract 16): totals, lists, customers, refunds, and what
// remains when its customer is erased. Also the list of what is authorised.
import assert from 'node:assert/strict';
import test from 'node:test';
import { verifyLedger } from '../../../src/actions/ledger/verify-ledger.ts';
import { listHeld } from '../../../src/storage/captures/capture-reads.ts';
import { countInbox } from '../../../src/storage/inbox/read-inbox.ts';
import { listRefunds } from '../../../src/storage/ledger/refund-list.ts';
import { sumsOfCustomers } from '../../../src/storage/listing/customer-list.ts';
import { listTransactions } from '../../../src/storage/listing/list-transactions.ts';
import { readTotals } from '../../../src/storage/listing/read-totals.ts';
import { aCardPayin, eventually, sharedTestGateway } from '../../stage/harness.ts';

const DAY_MS = 86_400_000;

test('only the captured amount of a pay-in counts as paid', async (t) => {
  const gate = await sharedTestGateway()();
  const { context } = gate.gateway;
  const { apiKey, brandId, merchantId } = await gate.createBrand();
  const { sql } = context;
  const of = { merchantId, brandId };
  const call = async (path: string, body: object) => {
    const answer = await gate.call('POST', path, { apiKey, body });
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const authorize = async (amount: number): Promise<string> => {
    const body = aCardPayin({ amount, captureMode: 'manual', userId: 'ada' });
    return (await call('/v3/payment', body)).result.transactionId;
  };
  const partly = await authorize(30);
  await call('/capture-payment', { transactionId: partly, amount: 12 });
  const open = await authorize(40);
  await call('/capture-payment', { transactionId: open, amount: 7, final: false });
  const period = {
    ...of,
    from: new Date(context.now().getTime() - DAY_MS),
    to: new Date(context.now().getTime() + DAY_MS),
  };
  const completed = async () => {
    const totals = await readTotals(sql, period);
    const own = totals.filter(({ status }) => status === 'COMPLETED');
    return own.map(({ count, amountMinor, refundedMinor }) => [count, amountMinor, refundedMinor]);
  };
  const folded = () =>
    eventually(
      async () =>
        (await sql`select 1 from transaction_changes where merchant_id = ${merchantId}`).length === 0,
    );

  await t.test('totals of completed pay-ins add what was captured, before and after the fold', async () => {
    assert.deepEqual(await completed(), [[1, 1200n, 0n]]);
    await folded();
    assert.deepEqual(await completed(), [[1, 1200n, 0n]]);
    assert.deepEqual((await verifyLedger(sql)).faults, []);
  });

  await t.test('a filter by amount finds the amount of the payment', async () => {
    const filter = { currencies: ['EUR'], amountFromMinor: 3000n, amountToMinor: 3000n };
    const page = await listTransactions(sql, { ...of, filter, before: null, limit: 5 });
    assert.deepEqual(page.ids, [partly]);
  });

  await t.test(
    'authorised pay-ins are listed, the first to end first, and counted before they lapse',
    async () => {
      const later = await authorize(50);
      const page = (before: string | null, limit: number) =>
        listHeld(sql, { ...of, filter: {}, before, limit, lapsesBefore: null });
      assert.deepEqual((await page(null, 1)).ids, [open]);
      assert.deepEqual((await page(open, 5)).ids, [later]);
      const lapsing = async (days: number) => {
        const now = new Date(context.now().getTime() + days * DAY_MS);
        return (await countInbox(sql, of, { now, kinds: ['authorization'] })).get('authorization');
      };
      assert.deepEqual([await lapsing(0), await lapsing(7)], [undefined, 2]);
      await call('/cancel-payment', { transactionId: later });
      assert.equal(await lapsing(7), 1, 'a void takes it off the list');
    },
  );

  await t.test('a refund of all that was captured is a refund in full', async () => {
    const { merchantReference, country } = (await gate.call('GET', `/payments/${partly}`, { apiKey })).body;
    await call('/refund/by-reference', { merchantReference, country });
    await folded();
    const filter = { refunded: ['all'] as const };
    const page = await listTransactions(sql, { ...of, filter, before: null, limit: 5 });
    assert.deepEqual(page.ids, [partly]);
    assert.deepEqual(await completed(), [[1, 1200n, 1200n]]);
    const all = { statuses: null, reasons: null, currency: null, createdFrom: null, createdTo: null };
    const [refund] = await listRefunds(sql, { ...of, ...all, before: null, limit: 5 });
    assert.deepEqual([refund!.amountMinor, refund!.paidMinor], [1200n, 1200n]);
    const sums = (await sumsOfCustomers(sql, of, ['ada'])).get('ada')!;
    assert.deepEqual(sums.paid, [{ currency: 'EUR', amountMinor: 0n }]);
  });

  await t.test('after an erasure the record still says what was authorised and captured', async () => {
    await call('/cancel-payment', { transactionId: open });
    const erased = await gate.operator('POST', `/operator/brands/${brandId}/customers/erase`, {
      userId: 'ada',
    });
    assert.equal(erased.status, 200, erased.text);
    const record = (await gate.call('GET', `/payments/${open}`, { apiKey })).body;
    const { captureMode, amountAuthorized, amountCaptured, captures, status } = record;
    assert.deepEqual(
      [captureMode, amountAuthorized, amountCaptured, captures.length, status],
      ['manual', 40, 7, 1, 'COMPLETED'],
    );
    assert.notEqual(record.userId, 'ada');
    await folded();
    assert.deepEqual((await verifyLedger(sql)).faults, []);
  });
});
