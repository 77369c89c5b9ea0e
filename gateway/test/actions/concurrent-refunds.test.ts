// Many refunds at once, from two processes, beside payouts that need the same money (contract 10): no balance and no
// pay-in gives more than it has, each refund is debited once, and a refund that comes too late is refused.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import test from 'node:test';
import type { Context } from '../../src/actions/context.ts';
import { fundBrand } from '../../src/actions/ledger/fund-brand.ts';
import { resolveRefund } from '../../src/actions/refunds/resolve-refund.ts';
import { ROOT } from '../../src/domain/audit/audit.ts';
import { Refusal } from '../../src/domain/errors/refusal.ts';
import type { Refund } from '../../src/domain/refunds/refund.ts';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';
import { transition } from '../../src/domain/transactions/transition.ts';
import { statusEvent } from '../../src/domain/webhooks/webhook-event.ts';
import { sweepDueRefunds } from '../../src/worker/due-refunds.ts';
import { aTransaction } from '../stage/builders.ts';
import { type Actions, openActions } from './open-actions.ts';
import { moneyOf, refund, refunding, refundsOf, soundBooks } from './refund-actions.ts';

const CARD = '4242424242424242';

async function twoProcesses(t: Parameters<typeof openActions>[0]) {
  const here = await openActions(t);
  const there = await openActions(t, here);
  return { actions: here, contexts: [refunding(here.context), refunding(there.context)] as const };
}

/** The refund, or the code of its refusal. */
async function attempt(work: Promise<Refund>): Promise<Refund | string> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.extras.errorCode ?? String(error.httpStatus);
  }
}

const made = (answers: (Refund | string)[]) => answers.filter((one) => typeof one !== 'string');
const refusedWith = (answers: (Refund | string)[]) => [
  ...new Set(answers.filter((one) => typeof one === 'string')),
];

async function setBalance({ context, brand }: Actions, amountMinor: bigint): Promise<void> {
  const [available] = await moneyOf({ context, brand } as Actions);
  const reference = randomUUIDv7();
  await fundBrand(context, ROOT, brand.brandId, {
    currency: 'EUR',
    amountMinor: amountMinor - available,
    reference,
  });
}

/** Every event of every transaction, numbered 1, 2, 3 … */
async function assertGapless({ context }: Actions): Promise<void> {
  const gaps = await context.sql`
    select transaction_id from webhook_events group by transaction_id
    having min(sequence) <> 1 or max(sequence) <> count(*)`;
  assert.equal(gaps.length, 0);
}

test('a hundred simultaneous refunds of one payment never exceed its amount', async (t) => {
  const { actions, contexts } = await twoProcesses(t);
  const payment = await actions.pay(CARD);
  await fundBrand(actions.context, ROOT, actions.brand.brandId, {
    currency: 'EUR',
    amountMinor: 100_000n,
    reference: 'plenty',
  });
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => attempt(refund(contexts[i % 2]!, payment, 80n))),
  );
  assert.equal(made(answers).length, 31); // 31 × 0.80 = 24.80 of 25.00
  assert.deepEqual(refusedWith(answers), ['5001']);
  const stored = await actions.read(payment);
  assert.deepEqual([stored.amountRefundedMinor, stored.sequence], [2480n, 32]);
  assert.deepEqual(await moneyOf(actions), [100_020n, 2480n]);
  // The rest after each refund is a different amount.
  const left = made(answers).map((one) => (one as Refund).refundableAfterMinor);
  assert.equal(new Set(left).size, 31);

  const ending = refunding(actions.context, { inquireRefund: async () => ({ kind: 'completed' }) });
  actions.advance(20_000);
  await Promise.all([sweepDueRefunds(ending), sweepDueRefunds(ending)]);
  assert.deepEqual(await moneyOf(actions), [100_020n, 0n]);
  await assertGapless(actions);
  assert.deepEqual(await soundBooks(actions), []);
});

test('a hundred simultaneous refunds of a brand never exceed its balance', async (t) => {
  const { actions, contexts } = await twoProcesses(t);
  const payments = await Promise.all(Array.from({ length: 100 }, () => actions.pay(CARD)));
  await setBalance(actions, 40n * 2500n + 1n);
  const answers = await Promise.all(
    payments.map((payment, i) => attempt(refund(contexts[i % 2]!, payment, null))),
  );
  assert.equal(made(answers).length, 40);
  assert.deepEqual(refusedWith(answers), ['5006']);
  assert.deepEqual(await moneyOf(actions), [1n, 40n * 2500n]);
  await assertGapless(actions);
  assert.deepEqual(await soundBooks(actions), []);
});

/** A payout of 25.00 that is not approved yet. */
async function openPayout({ context, brand }: Actions): Promise<Transaction> {
  const { merchantId, brandId } = brand;
  const transaction = aTransaction({ merchantId, brandId, type: 'PAYOUT', createdAt: context.now() });
  await context.transactions.open({ transaction, profile: null });
  return transaction;
}

async function approve({ context, brand }: Actions, via: Context, transaction: Transaction): Promise<string> {
  const change = transition(transaction, { kind: 'approved' }, 'merchant', context.now())!;
  const event = statusEvent(change, randomUUIDv7(), { ...brand, notificationUrl: null });
  return await via.transactions.approve({ change, event, taken: false });
}

test('simultaneous refunds and payouts together never exceed the balance', async (t) => {
  const { actions, contexts } = await twoProcesses(t);
  const payments = await Promise.all(Array.from({ length: 50 }, () => actions.pay(CARD)));
  await setBalance(actions, 50n * 2500n + 2499n);
  const payouts = await Promise.all(Array.from({ length: 100 }, () => openPayout(actions)));
  // Each payment gets two refunds, and only one of them can succeed. A hundred payouts run beside them. Both come in
  // waves, so that groups of both kinds meet. One refund and one payout go first, so that each side gets money on any
  // machine.
  const first = await attempt(refund(contexts[0], payments[0]!, 2500n));
  const firstApproval = await approve(actions, contexts[1], payouts[0]!);
  const wave = (i: number) => new Promise((resolve) => setTimeout(resolve, 2 * Math.floor(i / 4)));
  const refunds = Array.from({ length: 99 }, async (_, i) => {
    await wave(i);
    return await attempt(refund(contexts[i % 2]!, payments[(i + 1) % 50]!, 2500n));
  });
  const approving = payouts.slice(1).map(async (payout, i) => {
    await wave(i);
    return await approve(actions, contexts[i % 2]!, payout);
  });
  const answers = [first, ...(await Promise.all(refunds))];
  const approvals = [firstApproval, ...(await Promise.all(approving))];
  const approved = approvals.filter((one) => one === 'approved').length;
  assert.equal(made(answers).length + approved, 50);
  assert.ok(approved > 0 && approved < 50, `both sides get some: ${approved} payouts`);
  for (const one of refusedWith(answers)) assert.match(one as string, /^500[16]$/);
  assert.deepEqual(await moneyOf(actions), [2499n, 50n * 2500n]);
  for (const payment of payments) {
    const one = await refundsOf(actions, payment);
    assert.ok(one.length <= 1);
  }
  await assertGapless(actions);
  assert.deepEqual(await soundBooks(actions), []);
});

test('one process makes refunds of a payment while another completes earlier ones, and no amount is lost', async (t) => {
  const { actions, contexts } = await twoProcesses(t);
  const payment = await actions.pay(CARD);
  let ends = 0;
  const [making, ending] = [
    contexts[0],
    refunding(contexts[1], {
      inquireRefund: async () =>
        ends++ % 2 === 0 ? { kind: 'completed' } : { kind: 'failed', errorCode: '5005' },
    }),
  ];
  for (let round = 0; round < 10; round++) {
    const before = await refundsOf(actions, payment);
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => attempt(refund(making, payment, 10n))),
      ...before
        .filter(({ status }) => status === 'PENDING')
        .map(async (one) => {
          await resolveRefund(ending, one);
          return one;
        }),
    ]);
    assert.deepEqual(refusedWith(answers), []);
  }
  const all = await refundsOf(actions, payment);
  assert.deepEqual([all.length, ends], [50, 45]);
  const kept = all.filter(({ status }) => status !== 'FAILED').length;
  assert.equal((await actions.read(payment)).amountRefundedMinor, BigInt(kept) * 10n);
  await assertGapless(actions);
  assert.deepEqual(await soundBooks(actions), []);
});

test('fifty simultaneous requests with one reference make one refund, and all get its answer', async (t) => {
  const { actions, contexts } = await twoProcesses(t);
  const payment = await actions.pay(CARD);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => attempt(refund(contexts[i % 2]!, payment, 100n, 'r-1'))),
  );
  assert.equal(new Set(answers.map((one) => (one as Refund).id)).size, 1);
  assert.deepEqual(new Set(answers.map((one) => (one as Refund).refundableAfterMinor)), new Set([2400n]));
  assert.deepEqual(await moneyOf(actions), [2400n, 100n]);
  assert.deepEqual(await soundBooks(actions), []);
});

test('simultaneous refunds with one reference for payments of different currencies make a single refund', async (t) => {
  const { actions, contexts } = await twoProcesses(t);
  const currencies = ['EUR', 'USD', 'GBP', 'INR', 'BRL', 'MXN'];
  for (let round = 0; round < 5; round++) {
    const payments: Transaction[] = await Promise.all(
      currencies.map((currency) => actions.pay(CARD, { currency, country: null })),
    );
    const answers = await Promise.all(
      payments.map((payment, i) => attempt(refund(contexts[i % 2]!, payment, 100n, `round-${round}`))),
    );
    assert.equal(made(answers).length, 1);
    assert.deepEqual(refusedWith(answers), ['422']);
  }
  assert.deepEqual(await soundBooks(actions), []);
});

test('two processes that sweep at once ask about each refund once', async (t) => {
  const { actions, contexts } = await twoProcesses(t);
  const payment = await actions.pay(CARD);
  for (let i = 0; i < 30; i++) await refund(contexts[0], payment, 10n);
  const asked: string[] = [];
  const asking = contexts.map((context) =>
    refunding(context, {
      async inquireRefund(_, { id }) {
        asked.push(id);
        return { kind: 'completed' };
      },
    }),
  );
  actions.advance(20_000);
  await Promise.all([...asking, ...asking].map((context) => sweepDueRefunds(context)));
  assert.equal(asked.length, 30);
  assert.equal(new Set(asked).size, 30);
  assert.deepEqual(await soundBooks(actions), []);
});
