// News about an earlier attempt in the cashier decides nothing about a later one. Real database, and the test's own
// clock.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Outcome } from '@tollgate/provider-kit';
import { abandonPayment, leaveAttempt } from '../../src/actions/cashier/leave-attempt.ts';
import { openSession } from '../../src/actions/cashier/open-session.ts';
import { submitFromCashier } from '../../src/actions/cashier/submit-from-cashier.ts';
import { confirmPayment } from '../../src/actions/confirmations/confirm-payment.ts';
import type { Context } from '../../src/actions/context.ts';
import { optionsOf } from '../../src/domain/options/payment-option.ts';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';
import { VISIT_DECISIONS } from '../../src/domain/transactions/visit-decision.ts';
import { routeTo } from '../../src/providers/registry.ts';
import { sweepDueTransactions } from '../../src/worker/due-transactions.ts';
import { aProvider, everywhere } from '../providers/a-provider.ts';
import { decideAtBank } from '../stage/decide-at-bank.ts';
import { type Actions, CARD_OPTION_ID, openActions } from './open-actions.ts';

const PAGE = 'http://gateway.example/cashier/page';
const UPI_TRANSFER = optionsOf('PAYIN')
  .flatMap((option) => option.suboptions)
  .find((suboption) => suboption.method === 'upi-transfer')!.id;

async function session({ request, context }: Actions, place: { currency: string; country: string }) {
  const { card, paymentData, idempotency, optionId, ...fields } = request('4242424242424242', place);
  return (await openSession(context, { ...fields, origin: 'session', type: 'PAYIN' })).session;
}

async function submit(context: Context, shown: Transaction, optionId: string, cardNumber?: string) {
  const card = {
    cardNumber,
    expiryMonth: '12',
    expiryYear: '2035',
    cardCvv: '123',
    cardHolder: 'Ada Lovelace',
  };
  const paymentData = cardNumber ? card : {};
  const submission = {
    attempt: shown.attempts,
    optionId,
    country: null,
    paymentData,
    customer: null,
    browser: null,
    browserIp: '203.0.113.7',
  };
  return (await submitFromCashier(context, shown, submission, PAGE)).transaction;
}

test('a challenge that its shopper left is abandoned, and a decision on its page changes nothing', async (t) => {
  const actions = await openActions(t);
  const { context } = actions;
  const opened = await session(actions, { currency: 'EUR', country: 'DE' });
  const challenged = await submit(context, opened, CARD_OPTION_ID, '4000000000003220');
  assert.equal(challenged.threeDs?.status, 'PENDING');

  const left = await leaveAttempt(context, challenged);
  assert.deepEqual(left.threeDs, { flow: 'CHALLENGE', status: 'ABANDONED' });
  for (const decision of VISIT_DECISIONS)
    assert.equal((await decideAtBank(context, left, decision)).version, left.version);
  // The bank read the attempt before the shopper left it, and answers afterwards.
  for (const decision of ['decline', 'cancel'] as const)
    assert.equal((await decideAtBank(context, challenged, decision)).version, left.version);
  const again = await submit(context, left, CARD_OPTION_ID, '4000000000003220');
  assert.deepEqual([again.attempts, again.threeDs?.status], [2, 'PENDING']);
  for (const decision of VISIT_DECISIONS)
    assert.equal((await decideAtBank(context, challenged, decision)).version, again.version);
});

/**
 * A provider that asks for a transfer and never hears of a payment. Confirmations fail until the test lets them reach
 * it.
 */
function newTransferProvider() {
  const heard: string[] = [];
  const reached = { confirmations: false };
  const says: { inquired: Outcome } = { inquired: { kind: 'waiting' } };
  const provider = aProvider({
    id: 'sandbox',
    capabilities: {
      methods: everywhere({ PAYIN: ['upi-transfer'] }),
      refund: false,
      cancel: true,
      inquiry: 'supported',
    },
    payIn: async () => ({
      kind: 'instructions',
      resultType: 'receipt',
      statusCode: 83,
      fields: {},
      expiresAt: new Date(Date.parse('2026-03-01T18:00:00Z')),
      askAgainAt: new Date(Date.parse('2026-03-01T12:05:00Z')),
    }),
    cancel: async () => ({ kind: 'declined', errorCode: '3001' }),
    inquire: async () => says.inquired,
    async confirm(transaction, { additionalEssentialKey }) {
      if (!reached.confirmations) throw new Error('not there');
      heard.push(`${transaction.attempts}: ${additionalEssentialKey}`);
      return { kind: 'pending' };
    },
  });
  return { provider, heard, reached, says };
}

async function openTransferAttempt(t: Parameters<typeof openActions>[0]) {
  const actions = await openActions(t);
  const transfers = newTransferProvider();
  const routes = routeTo([transfers.provider]);
  const context = { ...actions.context, providersFor: routes.forOption, provider: routes.byId };
  const opened = await session(actions, { currency: 'INR', country: 'IN' });
  const first = await submit(context, opened, UPI_TRANSFER);
  assert.equal(first.resultType, 'receipt');
  const confirm = (of: Context, utr: string) =>
    confirmPayment(of, {
      brand: actions.brand,
      sessionId: opened.sessionId,
      essentialKey: null,
      additionalEssentialKey: utr,
      document: null,
    });
  return { actions, context, transfers, first, confirm };
}

test('the proof of a former attempt is never sent for a later attempt', async (t) => {
  const { actions, context, transfers, first, confirm } = await openTransferAttempt(t);
  actions.advance(1_000);
  await confirm(context, '111111111111');
  transfers.reached.confirmations = true;
  transfers.says.inquired = { kind: 'declined', errorCode: '3005' };
  actions.advance(20_000);
  await sweepDueTransactions(context);
  const declined = await actions.read(first);
  assert.deepEqual([declined.provider, declined.errorCode], [null, '3005']);
  transfers.says.inquired = { kind: 'waiting' };
  await submit(context, declined, UPI_TRANSFER);
  actions.advance(600_000);
  await sweepDueTransactions(context);
  assert.deepEqual(transfers.heard, []);

  transfers.reached.confirmations = false;
  await confirm(context, '222222222222');
  transfers.reached.confirmations = true;
  actions.advance(60_000);
  await sweepDueTransactions(context);
  assert.deepEqual(transfers.heard, ['2: 222222222222']);
});

test('an attempt with a proof cannot be left or given up, even before the provider has the proof', async (t) => {
  const { actions, context, transfers, first, confirm } = await openTransferAttempt(t);
  actions.advance(1_000);
  const handedIn = await confirm(context, '111111111111');
  assert.equal(handedIn.resultType, 'receipt');
  for (const stop of [leaveAttempt, abandonPayment]) {
    assert.equal((await stop(context, handedIn)).version, handedIn.version, stop.name);
  }
  transfers.reached.confirmations = true;
  actions.advance(20_000);
  await sweepDueTransactions(context);
  const after = await actions.read(first);
  assert.deepEqual([after.attempts, after.resultType, transfers.heard], [1, 'success', ['1: 111111111111']]);
});

test('a proof that arrives while its attempt is being left is refused, and not used for the next attempt', async (t) => {
  const { actions, context, transfers, first, confirm } = await openTransferAttempt(t);
  transfers.reached.confirmations = true;
  actions.advance(1_000);
  // After the gateway has read the attempt and before it stores the proof, the shopper continues in another tab.
  const slow: Context = {
    ...context,
    transactions: {
      ...context.transactions,
      async findBySession(...session) {
        const found = await context.transactions.findBySession(...session);
        const left = await leaveAttempt(context, await actions.read(first));
        actions.advance(1_000);
        await submit(context, left, UPI_TRANSFER);
        return found;
      },
    },
  };
  await assert.rejects(confirm(slow, '111111111111'), /needs no confirmation/);
  assert.equal((await actions.read(first)).attempts, 2);
  actions.advance(600_000);
  await sweepDueTransactions(context);
  assert.deepEqual(transfers.heard, []);
});

test('a late answer of the bank about an abandoned attempt does not affect the next attempt', async (t) => {
  const actions = await openActions(t);
  const bank = optionsOf('PAYIN').find((option) => option.method === 'open-banking')!.suboptions[0]!.id;
  const asked = Promise.withResolvers<void>();
  const said = Promise.withResolvers<Outcome>();
  const sandbox = actions.context.provider('sandbox', null)!;
  const slow = {
    ...sandbox,
    resume: () => {
      asked.resolve();
      return said.promise;
    },
  };
  const context = { ...actions.context, provider: () => slow };
  const opened = await session(actions, { currency: 'EUR', country: 'DE' });
  const first = await submit(actions.context, opened, bank);
  assert.equal(first.resultType, 'redirect');

  const visit = decideAtBank(context, first, 'decline');
  await asked.promise;
  const left = await leaveAttempt(actions.context, first);
  const second = await submit(actions.context, left, bank);
  assert.deepEqual([second.attempts, second.resultType], [2, 'redirect']);
  said.resolve({ kind: 'declined', errorCode: '3006' });
  assert.equal((await visit).version, second.version);
  assert.equal((await actions.read(first)).version, second.version);
});
