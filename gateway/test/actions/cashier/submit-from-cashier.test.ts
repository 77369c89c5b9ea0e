// Attempts in the cashier (contract 4): real database and sandbox, and the test's own clock. The tests of the routes
// cover what HTTP adds.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Outcome } from '@tollgate/provider-kit';
import { abandonPayment, leaveAttempt, mayLeave } from '../../../src/actions/cashier/leave-attempt.ts';
import { openSession } from '../../../src/actions/cashier/open-session.ts';
import { submitFromCashier } from '../../../src/actions/cashier/submit-from-cashier.ts';
import { createTransaction } from '../../../src/actions/transactions/create-transaction.ts';
import { Refusal } from '../../../src/domain/errors/refusal.ts';
import { findOption, optionsOf } from '../../../src/domain/options/payment-option.ts';
import { MOST_ATTEMPTS } from '../../../src/domain/transactions/attempt.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { routeTo } from '../../../src/providers/registry.ts';
import { sweepDueTransactions } from '../../../src/worker/due-transactions.ts';
import { aProvider } from '../../providers/a-provider.ts';
import { type Actions, CARD_OPTION_ID, openActions, sharedActions } from '../open-actions.ts';

const PAGE = 'http://gateway.example/cashier/page';
const HOUR = 3_600_000;
const optionOf = (method: string) => optionsOf('PAYIN').find((one) => one.method === method)!;

async function session(actions: Actions, fields: Partial<Parameters<typeof openSession>[1]> = {}) {
  const { card, paymentData, idempotency, optionId, ...request } = actions.request('4242424242424242');
  const opened = await openSession(actions.context, {
    ...request,
    origin: 'session',
    type: 'PAYIN',
    ...fields,
  });
  return opened.session;
}

const card = (cardNumber: string) => ({
  cardNumber,
  expiryMonth: '12',
  expiryYear: '2035',
  cardCvv: '123',
  cardHolder: 'Ada Lovelace',
});

function submit(
  actions: Pick<Actions, 'context'>,
  transaction: Transaction,
  fields: Partial<Parameters<typeof submitFromCashier>[2]> = {},
) {
  const submission = {
    attempt: transaction.attempts,
    optionId: CARD_OPTION_ID,
    country: null,
    paymentData: card('4242424242424242'),
    customer: null,
    browserIp: '203.0.113.7',
    browser: null,
    ...fields,
  };
  return submitFromCashier(actions.context, transaction, submission, PAGE);
}

const record = async ({ context }: Actions, { merchantId, id }: Transaction) =>
  (await context.transactions.record(merchantId, id))!;

test('a submitted card pay-in of a session completes with two events and one transfer', async (t) => {
  const actions = await openActions(t);
  const { taken, transaction } = await submit(actions, await session(actions));
  assert.ok(taken);
  assert.deepEqual([transaction.status, transaction.attempts], ['COMPLETED', 1]);
  const stored = await actions.read(transaction);
  assert.equal(stored.card?.last4, '4242');
  assert.equal(stored.panSealed, null);
  const events = await actions.events(transaction);
  assert.deepEqual(
    events.map(({ eventType, sequence }) => [eventType, sequence]),
    [
      ['payin.processing', 1],
      ['payin.completed', 2],
    ],
  );
  const transfers = await actions.context.sql`select amount_minor from transfers`;
  assert.deepEqual(
    transfers.map((row) => row.amount_minor),
    [2500n],
  );
});

test('a declined attempt leaves the session open and is in the timeline, and a later attempt may complete it', async (t) => {
  const actions = await sharedActions(t);
  const opened = await session(actions);
  const { transaction: declined } = await submit(actions, opened, {
    paymentData: card('4000000000009995'),
  });
  assert.deepEqual(
    [declined.status, declined.errorCode, declined.attempts, declined.provider],
    ['PROCESSING', '2001', 1, null],
  );
  assert.deepEqual(declined.expiresAt, opened.cashierExpiresAt);
  assert.equal(declined.panSealed, null);

  const { transaction: paid } = await submit(actions, declined);
  assert.equal(paid.status, 'COMPLETED');
  assert.equal(paid.errorCode, null);
  const { timeline } = await record(actions, paid);
  assert.deepEqual(
    timeline.map(({ from, to, actor, reason }) => [from, to, actor, reason]),
    [
      ['INIT', 'PROCESSING', 'shopper', 'submitted on the payment page'],
      ['PROCESSING', 'PROCESSING', 'shopper', '2001 Insufficient funds'],
      ['PROCESSING', 'COMPLETED', 'shopper', null],
    ],
  );
  // The declined attempt changed no status, so it has no event.
  assert.deepEqual(
    (await actions.events(paid)).map(({ eventType, sequence }) => [eventType, sequence]),
    [
      ['payin.processing', 1],
      ['payin.completed', 2],
    ],
  );
});

test('the fifth decline ends the session with the code of that attempt', async (t) => {
  const actions = await sharedActions(t);
  let current = await session(actions);
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    assert.equal(current.attempts, attempt - 1);
    const number = attempt === MOST_ATTEMPTS ? '4000000000009987' : '4000000000000002';
    current = (await submit(actions, current, { paymentData: card(number) })).transaction;
  }
  assert.deepEqual([current.status, current.errorCode, current.attempts], ['DECLINED', '2006', 5]);
  assert.equal((await submit(actions, current)).taken, false);
  const { timeline } = await record(actions, current);
  assert.equal(timeline.length, 6);
});

test('only one of several simultaneous submissions counts, in one process or two', async (t) => {
  const actions = await openActions(t);
  const beside = await openActions(t, actions);
  const opened = await session(actions);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => submit(i % 2 === 0 ? actions : beside, opened)),
  );
  assert.equal(answers.filter(({ taken }) => taken).length, 1);
  assert.equal((await actions.read(opened)).attempts, 1);
  assert.equal((await actions.context.sql`select id from transfers`).length, 1);
});

test('a submission from a page that does not know the last attempt is refused', async (t) => {
  const actions = await sharedActions(t);
  const opened = await session(actions);
  const { transaction } = await submit(actions, opened, { paymentData: card('4000000000000002') });
  const stale = await submit(actions, transaction, { attempt: 0 });
  assert.equal(stale.taken, false);
  assert.equal((await actions.read(opened)).attempts, 1);
});

test('an attempt with an unknown outcome blocks further attempts, leaving and giving up', async (t) => {
  const actions = await openActions(t);
  const { transaction } = await submit(actions, await session(actions), {
    paymentData: card('4000000000000341'),
  });
  assert.deepEqual([transaction.status, transaction.errorCode], ['PROCESSING', '9001']);
  assert.equal((await submit(actions, transaction, { attempt: 1 })).taken, false);
  assert.equal((await leaveAttempt(actions.context, transaction)).version, transaction.version);
  assert.equal((await abandonPayment(actions.context, transaction)).version, transaction.version);
  actions.advance(11_000);
  await sweepDueTransactions(actions.context);
  assert.equal((await actions.read(transaction)).status, 'COMPLETED');
});

test('if a process dies before the provider is asked, nothing is paid, and the resolver records it', async (t) => {
  const actions = await openActions(t);
  const frozen = Promise.withResolvers<Outcome>();
  const dying = aProvider({
    id: 'sandbox',
    deadlineMs: 15_000,
    payIn: () => frozen.promise,
    inquire: async () => ({ kind: 'unheard' }),
  });
  const routes = routeTo([dying]);
  const context = { ...actions.context, providersFor: routes.forOption, provider: routes.byId };
  const opened = await session(actions);
  const dead = submit({ context }, opened);
  for (let i = 0; i < 200 && (await actions.read(opened)).attempts === 0; i++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const begun = await actions.read(opened);
  assert.deepEqual([begun.status, begun.resultType, begun.provider], ['PROCESSING', null, 'sandbox']);
  assert.equal((await submit(actions, begun, { attempt: 1 })).taken, false, 'nothing else begins meanwhile');
  actions.advance(20_000);
  await sweepDueTransactions(context);
  const after = await actions.read(opened);
  assert.deepEqual([after.status, after.errorCode], ['ERROR', '9002']);
  frozen.resolve({ kind: 'unknown' });
  assert.equal((await dead).transaction.status, 'ERROR');
});

test('after a shopper leaves a bank and pays by another method, a result of the first visit changes nothing', async (t) => {
  const actions = await sharedActions(t);
  const opened = await session(actions);
  const bank = optionOf('open-banking').suboptions[0]!.id;
  const { transaction: atBank } = await submit(actions, opened, { optionId: bank, paymentData: {} });
  assert.equal(atBank.resultType, 'redirect');
  assert.match(String(atBank.result?.redirectUrl), /\/sandbox\/bank\/.+\?back=/);
  assert.ok(!String(atBank.result?.redirectUrl).includes(PAGE), 'the way back travels sealed');
  assert.ok(mayLeave(atBank, actions.context.now()));

  const left = await leaveAttempt(actions.context, atBank);
  assert.deepEqual([left.status, left.errorCode, left.provider], ['PROCESSING', '3001', null]);
  const { transaction: paid } = await submit(actions, left);
  assert.deepEqual([paid.status, paid.attempts], ['COMPLETED', 2]);
  assert.equal((await record(actions, paid)).timeline.filter((one) => one.from === one.to).length, 1);
});

test('giving up ends the session with the last decline, or as cancelled if nothing was declined', async (t) => {
  const actions = await sharedActions(t);
  const untouched = await abandonPayment(actions.context, await session(actions));
  assert.deepEqual([untouched.status, untouched.errorCode], ['DECLINED', '3001']);
  const { transaction } = await submit(actions, await session(actions), {
    paymentData: card('4000000000009995'),
  });
  const tried = await abandonPayment(actions.context, transaction);
  assert.deepEqual([tried.status, tried.errorCode], ['DECLINED', '2001']);
  assert.equal((await abandonPayment(actions.context, tried)).version, tried.version, 'once is enough');
});

test('expiry ends the session with the last decline, or as expired if nothing was declined', async (t) => {
  const actions = await openActions(t);
  const untouched = await session(actions);
  const { transaction: tried } = await submit(actions, await session(actions), {
    paymentData: card('4000000000009995'),
  });
  actions.advance(HOUR + 1_000);
  assert.equal((await submit(actions, untouched)).taken, false, 'the link has expired');
  await sweepDueTransactions(actions.context);
  assert.equal((await actions.read(untouched)).errorCode, '3002');
  const after = await actions.read(tried);
  assert.deepEqual([after.status, after.errorCode], ['DECLINED', '2001']);
});

test('a decline after the link has ended is final', async (t) => {
  const actions = await sharedActions(t);
  const opened = await session(actions, { amountMinor: 1002n });
  const bank = optionOf('open-banking').suboptions[0]!.id;
  actions.advance(HOUR - 60_000);
  const { transaction } = await submit(actions, opened, { optionId: bank, paymentData: {} });
  assert.equal(transaction.status, 'PROCESSING');
  actions.advance(120_000);
  assert.ok(!mayLeave(transaction, actions.context.now()));
  const after = await abandonPayment(actions.context, transaction);
  assert.deepEqual([after.status, after.errorCode], ['DECLINED', '3001']);
});

test('a wrong submission is refused with every fault listed, and no attempt begins', async (t) => {
  const actions = await sharedActions(t);
  const opened = await session(actions);
  const cases: [Parameters<typeof submit>[2], RegExp][] = [
    [{ paymentData: card('4242424242424241') }, /paymentData\.cardNumber/],
    [{ paymentData: {} }, /paymentData\.cardNumber[\s\S]*paymentData\.cardCvv/],
    [{ optionId: optionOf('sepa-direct-debit').id, paymentData: {} }, /paymentData\.iban/],
    [{ optionId: optionOf('sepa-direct-debit').id, paymentData: { iban: 'DE00' } }, /paymentData\.iban/],
    [{ optionId: optionOf('pix').id }, /optionId/],
    [{ optionId: optionsOf('PAYOUT')[0]!.id }, /optionId/],
    [{ optionId: '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15' }, /optionId/],
    [{ country: 'ZZ' }, /country/],
    [{ paymentData: { token: 'x'.repeat(20), cardCvv: '123' } }, /paymentData\.token/],
  ];
  for (const [fields, says] of cases) {
    await assert.rejects(submit(actions, opened, fields), (error) => {
      assert.ok(error instanceof Refusal, String(error));
      assert.equal(error.httpStatus, 400);
      assert.match([error.messages].flat().join('\n'), says);
      return true;
    });
  }
  assert.equal((await actions.read(opened)).version, opened.version);
});

test('a hosted payout gets its recipient and waits for approval', async (t) => {
  const actions = await sharedActions(t);
  const opened = await session(actions, { type: 'PAYOUT' });
  const sepa = optionsOf('PAYOUT').find((one) => one.method === 'sepa-transfer')!;
  const paymentData = { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' };
  const { taken, transaction } = await submit(actions, opened, { optionId: sepa.id, paymentData });
  assert.ok(taken);
  assert.deepEqual([transaction.status, transaction.optionId], ['PENDING', sepa.id]);
  const stored = await actions.read(transaction);
  assert.ok(stored.paymentDataSealed);
  assert.equal((await submit(actions, stored, { attempt: 1, optionId: sepa.id, paymentData })).taken, false);
});

test('a v3 payout asks for its missing fields and offers no other method', async (t) => {
  const actions = await sharedActions(t);
  const request = { ...actions.request(''), type: 'PAYOUT', card: null } as const;
  const sepa = optionsOf('PAYOUT').find((one) => one.method === 'sepa-transfer')!;
  const wallet = optionsOf('PAYOUT').find((one) => one.method === 'wallet')!;
  const { result } = await createTransaction(actions.context, {
    ...request,
    optionId: sepa.id,
    paymentData: { accountHolder: 'Ada Lovelace' },
  });
  const payout = await actions.read({ merchantId: actions.brand.merchantId, id: result.transactionId });
  await assert.rejects(
    submit(actions, payout, { optionId: wallet.id, paymentData: { walletId: 'ada' } }),
    /optionId/,
  );
  const { transaction } = await submit(actions, payout, {
    optionId: sepa.id,
    paymentData: { iban: 'DE89370400440532013000' },
  });
  assert.equal(transaction.status, 'PENDING');
});

test("the shopper's input is stored: country, suboption and document", async (t) => {
  const actions = await sharedActions(t);
  const opened = await session(actions, { country: null, currency: 'BRL' });
  const { transaction } = await submit(actions, opened, {
    optionId: optionOf('pix').id,
    country: 'BR',
    paymentData: {},
    customer: { document: { type: 'CPF', number: '52998224725' } },
  });
  assert.equal(transaction.resultType, 'qrcode');
  const stored = await actions.read(transaction);
  assert.equal(stored.country, 'BR');
  assert.equal(stored.details.customer?.document?.number, '52998224725');
  assert.equal(findOption(stored.optionId!)?.option.method, 'pix');
});
