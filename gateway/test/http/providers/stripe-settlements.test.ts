// Payouts of Stripe through the whole gateway (contract 17): its event, the balance transactions behind it, and what
// the record, the lines and the bank say of them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { book, createPayout, movePayout, reconcilePayout } from '../../providers/stripe/stand-in/payouts.ts';
import type { Thing } from '../../providers/stripe/stand-in/records.ts';
import type { StripeStandIn } from '../../providers/stripe/stand-in/stand-in.ts';
import { eventually } from '../../stage/harness.ts';
import { enterCard, openProviderStage, type Shop } from './stage.ts';

const stage = await openProviderStage();
const CARD = '4242424242424242';

async function pay(shop: Shop, standIn: StripeStandIn): Promise<{ id: string; charge: Thing }> {
  const { result } = await shop.card({});
  const back = await enterCard(result.redirectUrl, CARD);
  await shop.browse(back!);
  await shop.becomes(result.transactionId, { status: 'COMPLETED' });
  return {
    id: result.transactionId,
    charge: standIn.books.find(standIn.of(result.transactionId)!.latest_charge),
  };
}

async function sendLatest(standIn: StripeStandIn, type: string): Promise<void> {
  const event = standIn.books.events.findLast((one) => one.type === type)!;
  assert.equal(await standIn.sender.send(event), 200);
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely and assert what they find
const listOf = async (shop: Shop): Promise<any[]> =>
  (await shop.operator('GET', 'settlements?provider=stripe')).body;

test('a payout is read when its list is complete, and each payment says what it cost', async (t) => {
  const shop = await stage.shop(t);
  const { standIn } = await shop.stripe();
  const { books } = standIn;
  const [first, second] = [await pay(shop, standIn), await pay(shop, standIn)];
  const transactions = [
    book(books, 'charge', first.charge.id),
    book(books, 'charge', second.charge.id),
    book(books, 'fee', null, { amount: -200, currency: first.charge.currency }),
  ];
  const payout = createPayout(books, transactions, { statement_descriptor: 'HARBOUR COFFEE' });
  movePayout(books, payout.id, 'paid');
  await sendLatest(standIn, 'payout.paid');
  const early = await eventually(async () => (await listOf(shop))[0]);
  assert.deepEqual(
    [early.reference, early.lines, early.state],
    [payout.id, 0, 'open'],
    'the list is not complete',
  );
  reconcilePayout(books, payout.id);
  await sendLatest(standIn, 'payout.reconciliation_completed');
  const settlement = await eventually(async () => {
    const [one] = await listOf(shop);
    return one.lines === 3 && one;
  });
  const net = transactions.reduce((sum, one) => sum + one.net, 0) / 100;
  assert.deepEqual([settlement.net, settlement.state], [net, 'open']);
  const { charges, refunds, disputes, fees, other } = settlement;
  assert.equal(Math.round((charges + refunds + disputes + fees + other) * 100), Math.round(net * 100));
  const lines = (await shop.operator('GET', `settlements/${settlement.settlementId}/lines`)).body;
  assert.ok(
    lines.every(({ state }: { state: string }) => state === 'matched'),
    JSON.stringify(lines),
  );
  const record = await shop.record(first.id);
  assert.deepEqual(
    [record.settlement.settlementId, record.settlement.fee],
    [settlement.settlementId, transactions[0]!.fee / 100],
  );
  await sendLatest(standIn, 'payout.reconciliation_completed');
  assert.equal((await listOf(shop)).length, 1);
});

test('a payout that failed is a conflict, and one made by hand has no lines', async (t) => {
  const shop = await stage.shop(t);
  const { standIn } = await shop.stripe();
  const { books } = standIn;
  const { charge } = await pay(shop, standIn);
  const failed = createPayout(books, [book(books, 'charge', charge.id)]);
  movePayout(books, failed.id, 'failed', { failure_code: 'account_closed' });
  await sendLatest(standIn, 'payout.failed');
  const manual = createPayout(books, [], { automatic: false, amount: 5_000 });
  movePayout(books, manual.id, 'paid');
  await sendLatest(standIn, 'payout.paid');
  const found = await eventually(async () => {
    const all = await listOf(shop);
    return all.length === 2 && all;
  });
  const states = found.map(({ reference, state, lines }) => [reference, state, lines]);
  assert.deepEqual(
    states.sort(),
    [
      [failed.id, 'conflict', 0],
      [manual.id, 'open', 0],
    ].sort(),
  );
});

test('a charge that Stripe settles with another amount, and a charge of nobody, wait for a person', async (t) => {
  const shop = await stage.shop(t);
  const { standIn } = await shop.stripe();
  const { books } = standIn;
  const { id, charge } = await pay(shop, standIn);
  const other = book(books, 'charge', null, {
    amount: 1_000,
    currency: charge.currency,
    source: 'ch_of_nobody',
  });
  const wrong = book(books, 'charge', charge.id, { amount: charge.amount - 1 });
  const payout = createPayout(books, [wrong, other]);
  reconcilePayout(books, payout.id);
  await sendLatest(standIn, 'payout.reconciliation_completed');
  const settlement = await eventually(async () => {
    const [one] = await listOf(shop);
    return one?.lines === 2 && one;
  });
  const path = `settlements/${settlement.settlementId}/lines`;
  const lines = (await shop.operator('GET', path)).body;
  const [conflict, unmatched] = ['conflict', 'unmatched'].map((state) =>
    lines.find((line: { state: string }) => line.state === state),
  );
  assert.match(conflict.reason, /and we know of/);
  assert.equal(conflict.transactionId, id);
  const assigned = await shop.operator('POST', `${path}/${conflict.lineId}/assign`, {
    transactionId: id,
    reason: 'the shop gave a cent',
  });
  assert.deepEqual([assigned.status, assigned.body.state], [200, 'matched'], assigned.text);
  const dismissed = await shop.operator('POST', `${path}/${unmatched.lineId}/dismiss`, {
    reason: 'another system',
  });
  assert.deepEqual([dismissed.status, dismissed.body.state], [200, 'matched'], dismissed.text);
  const again = await shop.operator('POST', `${path}/${unmatched.lineId}/dismiss`, { reason: 'again' });
  assert.equal(again.status, 409);
});
