// An attempt in the cashier that times out while its link is valid (docs/decisions/0030). It ends, and the shopper may
// make another attempt once this one certainly cannot be paid any more. Real database; the test controls the clock and
// the provider.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { Outcome } from '@tollgate/provider-kit';
import { leaveAttempt } from '../../src/actions/cashier/leave-attempt.ts';
import { openSession } from '../../src/actions/cashier/open-session.ts';
import { submitFromCashier } from '../../src/actions/cashier/submit-from-cashier.ts';
import type { Context } from '../../src/actions/context.ts';
import { CANCEL_RETRIES_MS } from '../../src/actions/transactions/expire-transaction.ts';
import { forceOutcome } from '../../src/actions/transactions/force-outcome.ts';
import { resumeTransaction } from '../../src/actions/transactions/resume-transaction.ts';
import { optionsOf } from '../../src/domain/options/payment-option.ts';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';
import { routeTo } from '../../src/providers/registry.ts';
import { attemptsOf } from '../../src/storage/transactions/transaction-story.ts';
import { sweepDueTransactions } from '../../src/worker/due-transactions.ts';
import { aProvider, everywhere } from '../providers/a-provider.ts';
import { eventually } from '../stage/harness.ts';
import { openActions, START } from './open-actions.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const WALLET = optionsOf('PAYIN').find(({ type }) => type === 'WALLET')!.suboptions[0]!.id;

/** A wallet page that is open for 15 minutes, and a link that lives for 30 days. */
async function atTheWallet(t: TestContext, { cancel = true, silentPayIn = false } = {}) {
  const actions = await openActions(t);
  const says = {
    inquired: { kind: 'waiting' } as Outcome | { kind: 'unheard' },
    cancelled: { kind: 'declined', errorCode: '3001' } as Outcome,
  };
  const asked = { cancel: 0 };
  const provider = aProvider({
    id: 'sandbox',
    capabilities: {
      methods: everywhere({ PAYIN: ['wallet'] }),
      refund: true,
      cancel,
      inquiry: 'supported',
    },
    payIn: async (): Promise<Outcome> =>
      silentPayIn
        ? { kind: 'unknown' }
        : {
            kind: 'redirect',
            redirectUrl: 'https://wallet.example/pay',
            expiresAt: new Date(actions.context.now().getTime() + 15 * MINUTE),
          },
    cancel: async () => {
      asked.cancel++;
      return says.cancelled;
    },
    inquire: async () => says.inquired,
  });
  const routes = routeTo([provider]);
  const context: Context = { ...actions.context, providersFor: routes.forOption, provider: routes.byId };
  const { card, paymentData, idempotency, optionId, ...fields } = actions.request('');
  const { session } = await openSession(context, {
    ...fields,
    origin: 'session',
    type: 'PAYIN',
    lifetimeMs: 30 * DAY,
  });
  const submit = async (shown: Transaction) => {
    const submission = {
      attempt: shown.attempts,
      optionId: WALLET,
      country: null,
      paymentData: {},
      customer: null,
      browser: null,
      browserIp: '203.0.113.7',
    };
    return (await submitFromCashier(context, shown, submission, 'http://gateway.example/cashier/page'))
      .transaction;
  };
  const first = await submit(session);
  const sweptAfter = async (ms: number) => {
    actions.advance(ms);
    await sweepDueTransactions(context);
    return await actions.read(first);
  };
  return { actions, context, says, asked, first, submit, sweptAfter, provider };
}

const standing = ({ status, provider, errorCode, attempts }: Transaction) => [
  status,
  provider,
  errorCode,
  attempts,
];
const OPEN_AGAIN = ['PROCESSING', null, '3002', 1];
const ENDED = ['DECLINED', 'sandbox', '3002', 1];

test('an unanswered attempt expires without ending the link, until the link expires too', async (t) => {
  const { actions, context, asked, first, submit, sweptAfter } = await atTheWallet(t);
  assert.equal(first.expiresAt?.getTime(), START.getTime() + 15 * MINUTE);
  assert.deepEqual(standing(await sweptAfter(15 * MINUTE - 1)), ['PROCESSING', 'sandbox', null, 1]);
  const between = await sweptAfter(1);
  assert.deepEqual(standing(between), OPEN_AGAIN);
  assert.equal(asked.cancel, 1);
  assert.equal(between.expiresAt?.getTime(), START.getTime() + 30 * DAY);
  const told = await attemptsOf(context.sql, between);
  assert.deepEqual(
    told.map(({ attempt, errorCode, actor }) => [attempt, errorCode, actor]),
    [[1, '3002', 'expiry']],
  );
  assert.deepEqual(
    (await actions.events(first)).map(({ eventType }) => eventType),
    ['payin.processing'],
  );

  actions.advance(20 * DAY);
  const second = await submit(between);
  assert.deepEqual([second.attempts, second.errorCode, second.resultType], [2, null, 'redirect']);
  assert.deepEqual(standing(await sweptAfter(15 * MINUTE)), ['PROCESSING', null, '3002', 2]);
  const over = await sweptAfter(10 * DAY);
  assert.deepEqual([over.status, over.errorCode, over.expiresAt], ['DECLINED', '3002', null]);
});

test('the fifth expired attempt is the last one', async (t) => {
  const { first, submit, sweptAfter } = await atTheWallet(t);
  let shown = first;
  for (let attempt = 1; attempt < 5; attempt++) {
    assert.deepEqual(standing(await sweptAfter(15 * MINUTE)), ['PROCESSING', null, '3002', attempt]);
    shown = await submit(await sweptAfter(0));
    assert.equal(shown.attempts, attempt + 1);
  }
  assert.deepEqual(standing(await sweptAfter(15 * MINUTE)), ['DECLINED', 'sandbox', '3002', 5]);
});

test('if the provider does not cancel an attempt, the transaction ends, and late money completes it', async (t) => {
  for (const [options, cancelled] of [
    [{ cancel: false }, null],
    [{}, { kind: 'waiting' }],
  ] as [{ cancel?: boolean }, Outcome | null][]) {
    const { actions, context, says, sweptAfter } = await atTheWallet(t, options);
    if (cancelled) says.cancelled = cancelled;
    const ended = await sweptAfter(15 * MINUTE);
    assert.deepEqual(standing(ended), ENDED);
    const paid = await forceOutcome(context, null, ended, { outcome: 'COMPLETED' });
    assert.deepEqual([paid.status, paid.lateSuccess], ['COMPLETED', true]);
    assert.equal((await actions.events(ended)).at(-1).lateSuccess, true);
  }
});

test('an unreachable provider is asked again to cancel an attempt, a limited number of times', async (t) => {
  const { says, asked, first, sweptAfter } = await atTheWallet(t);
  says.cancelled = { kind: 'unknown' };
  assert.equal((await sweptAfter(15 * MINUTE)).version, first.version);
  says.cancelled = { kind: 'declined', errorCode: '3001' };
  assert.deepEqual(standing(await sweptAfter(30_000)), OPEN_AGAIN);
  assert.equal(asked.cancel, 2);

  const silent = await atTheWallet(t);
  silent.says.cancelled = { kind: 'unknown' };
  await silent.sweptAfter(15 * MINUTE);
  assert.deepEqual(standing(await silent.sweptAfter(CANCEL_RETRIES_MS)), ENDED);
});

test('a payment made in the last moment is found, and no other attempt begins', async (t) => {
  const { says, submit, sweptAfter } = await atTheWallet(t);
  says.cancelled = { kind: 'completed' };
  const paid = await sweptAfter(15 * MINUTE);
  assert.deepEqual(standing(paid), ['COMPLETED', 'sandbox', null, 1]);
  assert.equal((await submit(paid)).version, paid.version);

  const slow = await atTheWallet(t);
  slow.says.cancelled = { kind: 'pending' };
  assert.deepEqual(standing(await slow.sweptAfter(15 * MINUTE)), ['PROCESSING', 'sandbox', null, 1]);
});

test('an attempt that its provider calls expired or unheard is not cancelled there', async (t) => {
  for (const inquired of [{ kind: 'expired' }, { kind: 'unheard' }] as const) {
    const { says, asked, sweptAfter } = await atTheWallet(t);
    says.inquired = inquired;
    assert.deepEqual(standing(await sweptAfter(15 * MINUTE)), OPEN_AGAIN);
    assert.equal(asked.cancel, 0);
  }
  // The same after an unknown outcome.
  const { says, first, sweptAfter } = await atTheWallet(t, { silentPayIn: true });
  assert.equal(first.errorCode, '9001');
  says.inquired = { kind: 'expired' };
  assert.deepEqual(standing(await sweptAfter(10_000)), OPEN_AGAIN);
});

test("a success after the end of its attempt completes the transaction with that attempt's provider", async (t) => {
  const { context, first, provider } = await atTheWallet(t);
  const said = Promise.withResolvers<Outcome>();
  const called = Promise.withResolvers<void>();
  const slow: Context = {
    ...context,
    provider: () => ({
      ...provider,
      resume: () => {
        called.resolve();
        return said.promise;
      },
    }),
  };
  const visit = resumeTransaction(slow, first, {});
  await called.promise;
  const left = await leaveAttempt(context, first);
  assert.equal(left.provider, null);
  said.resolve({ kind: 'completed', providerReference: 'charge-1' });
  const paid = await visit;
  assert.deepEqual(standing(paid), ['COMPLETED', 'sandbox', null, 1]);
  assert.deepEqual([paid.providerReference, paid.lateSuccess], ['charge-1', false]);
});

for (const isLate of [false, true]) {
  test(`a page that has expired at the provider, heard ${isLate ? 'late ' : ''}on the return, ends only the attempt`, async (t) => {
    const { actions, context, first } = await atTheWallet(t);
    const said = Promise.withResolvers<Outcome>();
    const provider = {
      ...context.provider('sandbox', null)!,
      resume: () => said.promise,
      ...(isLate && { deadlineMs: 20 }),
    };
    const visit = resumeTransaction({ ...context, provider: () => provider }, first, {});
    if (isLate) await visit;
    said.resolve({ kind: 'expired' });
    await visit;
    const after = await eventually(async () => {
      const now = await actions.read(first);
      return now.version > first.version && now;
    });
    assert.deepEqual(standing(after), OPEN_AGAIN);
  });
}
