import assert from 'node:assert/strict';
import test from 'node:test';
import { applyOutcome } from '../../src/actions/submission/apply-outcome.ts';
import type { Outcome } from '../../src/domain/transactions/outcome.ts';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';
import { sweepDueTransactions } from '../../src/worker/due-transactions.ts';
import { type Actions, openActions } from '../actions/open-actions.ts';
import { aTransaction } from '../stage/builders.ts';
import { withInquiry } from './with-inquiry.ts';

const SECOND = 1_000;
const MINUTE = 60_000;

/** A pay-in that shows the payer something until it expires, and that the gateway should inquire about earlier. */
async function shown(actions: Actions, askAgainAfterMs?: number): Promise<Transaction> {
  const now = actions.context.now().getTime();
  const outcome: Outcome = {
    kind: 'instructions',
    resultType: 'fawry',
    statusCode: 90,
    fields: { referenceNumber: '123' },
    expiresAt: new Date(now + 30 * MINUTE),
    ...(askAgainAfterMs !== undefined && { askAgainAt: new Date(now + askAgainAfterMs) }),
  };
  const { merchantId, brandId } = actions.brand;
  const payin = aTransaction({ merchantId, brandId, createdAt: actions.context.now() });
  await actions.context.transactions.open({ transaction: payin, profile: null });
  return await applyOutcome(actions.context, payin, outcome, { actor: 'merchant' });
}

test('after showing instructions the provider is asked at its own time, before their end', async (t) => {
  const actions = await openActions(t);
  const open = await shown(actions, 10 * SECOND);
  let asked = 0;
  const context = withInquiry(actions.context, async () => {
    asked++;
    return { kind: 'completed' };
  });
  actions.advance(10 * SECOND - 1);
  await sweepDueTransactions(context);
  assert.equal(asked, 0);
  actions.advance(1);
  await sweepDueTransactions(context);
  assert.deepEqual([asked, (await actions.read(open)).status], [1, 'COMPLETED']);
});

test('while the payer has not acted the provider is asked again, until the payment expires', async (t) => {
  const actions = await openActions(t);
  const open = await shown(actions, 10 * SECOND);
  const context = withInquiry(actions.context, async () => ({
    kind: 'waiting',
    askAgainAt: new Date(actions.context.now().getTime() + 20 * MINUTE),
  }));
  const record = ({ dueAt: _, version: __, updatedAt: ___, ...rest }: Transaction) => rest;
  for (const wait of [10 * SECOND, 20 * MINUTE]) {
    actions.advance(wait);
    await sweepDueTransactions(context);
    assert.deepEqual(
      record(await actions.read(open)),
      record(open),
      'nothing but the time to ask has changed',
    );
  }
  // The next inquiry would come after the end.
  actions.advance(10 * MINUTE - 10 * SECOND - 1);
  await sweepDueTransactions(context);
  assert.equal((await actions.read(open)).status, 'PROCESSING');
  actions.advance(1);
  await sweepDueTransactions(context);
  const expired = await actions.read(open);
  assert.deepEqual([expired.status, expired.errorCode], ['DECLINED', '3002']);
  assert.deepEqual(
    (await actions.events(open)).map(({ eventType }) => eventType),
    ['payin.processing', 'payin.declined'],
  );
});
