// What a person wrote about a line of a settlement goes with the customer; what the provider said of the money stays.
import assert from 'node:assert/strict';
import test from 'node:test';
import { aLine, aPayout, openSettlementStage } from '../../worker/settlement-stage.ts';

test('the reason of an assigned line is erased with its customer, and its amounts stay', async (t) => {
  const { books, shop: open, apply, look } = await openSettlementStage(t);
  const shop = await open();
  const transactionId = await shop.pay(25, { userId: 'ada-7' });
  const line = aLine('line-0', { charge: transactionId, grossMinor: 2_400n });
  books.payouts.set('po_1', { payout: aPayout('po_1'), pages: [[line]] });
  await shop.tell('po_1');
  await apply();
  await look();
  const { settlementId, all } = await shop.settled('po_1');
  assert.equal(all[0].state, 'conflict');
  const assigned = await shop.operator('POST', `settlements/${settlementId}/lines/${all[0].lineId}/assign`, {
    transactionId,
    reason: 'Ada Lovelace phoned',
  });
  assert.equal(assigned.body.reason, 'assigned: Ada Lovelace phoned', assigned.text);
  const erased = await shop.operator('POST', 'customers/erase', { userId: 'ada-7' });
  assert.equal(erased.status, 200, erased.text);
  const after = await shop.settled('po_1');
  assert.deepEqual(after.all, [{ ...assigned.body, reason: 'assigned' }]);
});
