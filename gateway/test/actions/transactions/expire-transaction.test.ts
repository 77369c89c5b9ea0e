// A transaction changes between the sweep's read and its commit. The sweep decided by the state that it read. So the
// clock must not end a transaction that has moved on, and the sweep must expect that somebody has sent an unsent
// payment since.
import assert from 'node:assert/strict';
import test from 'node:test';
import { confirmPayment } from '../../../src/actions/confirmations/confirm-payment.ts';
import type { Context } from '../../../src/actions/context.ts';
import { applyOnce } from '../../../src/actions/submission/apply-outcome.ts';
import { expireTransaction } from '../../../src/actions/transactions/expire-transaction.ts';
import { resolveTransaction } from '../../../src/actions/transactions/resolve-transaction.ts';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import type { Outcome } from '../../../src/domain/transactions/outcome.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { sweepDueTransactions } from '../../../src/worker/due-transactions.ts';
import { decideAtBank } from '../../stage/decide-at-bank.ts';
import { ASKING, askForReceipts } from '../../stage/receipt-provider.ts';
import { aPayout } from '../a-payout.ts';
import { type Actions, openActions, sharedActions } from '../open-actions.ts';

const HOUR = 3_600_000;
const WALLET = optionsOf('PAYIN').find(({ type }) => type === 'WALLET')!.suboptions[0]!.id;

/** A process that loses one race, just before its commit. */
function overtaken(context: Context, overtake: () => Promise<unknown>): Context {
  const { transactions } = context;
  let todo: typeof overtake | null = overtake;
  const apply: typeof transactions.apply = async (job) => {
    const first = todo;
    todo = null;
    await first?.();
    return await transactions.apply(job);
  };
  return { ...context, transactions: { ...transactions, apply } };
}

/** Moves the clock to one millisecond before the transaction expires. */
function almostOver({ context, advance }: Actions, { expiresAt }: Transaction): void {
  advance(expiresAt!.getTime() - 1 - context.now().getTime());
}

test('a payment that was paid in the last second does not expire', async (t) => {
  const actions = await openActions(t);
  const { context, pay, read, advance } = actions;
  const shown = await pay('', { optionId: WALLET, card: null });
  assert.deepEqual([shown.status, shown.resultType], ['PROCESSING', 'redirect']);
  almostOver(actions, shown);
  const late = overtaken(context, () => decideAtBank(context, shown, 'approve'));
  const after = await expireTransaction(late, shown);
  assert.deepEqual([after.status, after.errorCode], ['PROCESSING', null]);
  advance(HOUR);
  await sweepDueTransactions(context);
  assert.equal((await read(shown)).status, 'COMPLETED');
});

test('a payment whose proof is on its way to the provider does not expire', async (t) => {
  const actions = await sharedActions(t);
  const { context, brand, pay, read } = actions;
  const provider = askForReceipts(context);
  const { paymentOptionId: optionId, currency, country } = ASKING.upiTransfer;
  const shown = await pay('', { optionId, currency, country, card: null });
  almostOver(actions, shown);
  const confirming = Promise.withResolvers<void>();
  const swept = Promise.withResolvers<void>();
  provider.says = async () => {
    confirming.resolve();
    await swept.promise;
    return { kind: 'pending' };
  };
  const { sessionId } = shown;
  const keys = { essentialKey: null, additionalEssentialKey: '412345678901', document: null };
  let confirmed: Promise<unknown> | undefined;
  const late = overtaken(context, async () => {
    confirmed = confirmPayment(context, { brand, sessionId, ...keys });
    await confirming.promise;
  });
  await expireTransaction(late, shown);
  swept.resolve();
  await confirmed;
  const after = await read(shown);
  assert.deepEqual([after.status, after.errorCode, after.resultType], ['PROCESSING', null, 'success']);
});

test('a payout whose recipient is entered in the last second does not expire and is not recorded as unsent', async (t) => {
  const actions = await openActions(t);
  const { context } = actions;
  const soon = new Date(context.now().getTime() + HOUR);
  const needed: Outcome = { kind: 'approval-needed', expiresAt: new Date(soon.getTime() + 30 * 24 * HOUR) };
  for (const [sweep, fields] of [
    [expireTransaction, { expiresAt: soon, dueAt: soon }],
    [resolveTransaction, {}],
  ] as const) {
    const payout = await aPayout(actions, fields);
    const late = overtaken(context, () => applyOnce(context, payout, needed, { actor: 'shopper' }));
    const after: Transaction = await sweep(late, payout);
    assert.deepEqual([after.status, after.errorCode], ['PENDING', null]);
  }
});

test('an abandoned attempt still expires in the next sweep', async (t) => {
  const actions = await openActions(t);
  const { context, pay, read, advance } = actions;
  const shown = await pay('', { optionId: WALLET, card: null });
  almostOver(actions, shown);
  advance(1);
  const late = overtaken(context, () =>
    applyOnce(context, shown, { kind: 'waiting' }, { actor: 'resolver' }),
  );
  await expireTransaction(late, shown);
  await sweepDueTransactions(context);
  const after = await read(shown);
  assert.deepEqual([after.status, after.errorCode], ['DECLINED', '3002']);
});
