import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import test from 'node:test';
import type { Outcome, Provider } from '@tollgate/provider-kit';
import { createTransaction } from '../../src/actions/transactions/create-transaction.ts';
import { resolveTransaction } from '../../src/actions/transactions/resolve-transaction.ts';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';
import { nextStep, sweepDueTransactions } from '../../src/worker/due-transactions.ts';
import { type Actions, openActions } from '../actions/open-actions.ts';
import { aTransaction } from '../stage/builders.ts';
import { withInquiry } from './with-inquiry.ts';

const SECOND = 1_000;
const MINUTE = 60_000;
const DAY = 86_400_000;

/** A row whose process died between storing it and hearing from the provider. */
async function abandoned(actions: Actions, cardNumber: string, fields: Partial<Transaction> = {}) {
  const { context, brand } = actions;
  const id = randomUUIDv7();
  const now = context.now();
  const transaction = aTransaction({
    id,
    merchantId: brand.merchantId,
    brandId: brand.brandId,
    card: {
      brand: 'VISA',
      first6: cardNumber.slice(0, 6),
      last4: cardNumber.slice(-4),
      expiryMonth: '12',
      expiryYear: '2035',
    },
    createdAt: now,
    dueAt: new Date(now.getTime() + 20 * SECOND),
    ...fields,
  });
  const opened = await context.transactions.open({ transaction, profile: null });
  assert.equal(opened.kind, 'opened');
  return transaction;
}

test('the provider is asked about an unknown outcome after ten seconds, not before, and its answer applies', async (t) => {
  const actions = await openActions(t);
  const unknown = await actions.pay('4000000000000341');
  assert.deepEqual([unknown.status, unknown.errorCode], ['PROCESSING', '9001']);

  actions.advance(10 * SECOND - 1);
  await sweepDueTransactions(actions.context);
  assert.equal((await actions.read(unknown)).status, 'PROCESSING');

  actions.advance(1);
  await sweepDueTransactions(actions.context);
  const settled = await actions.read(unknown);
  assert.deepEqual([settled.status, settled.errorCode, settled.dueAt], ['COMPLETED', null, null]);
  const timeline = await actions.context.transactions.timeline(settled.merchantId, settled.id);
  assert.deepEqual(
    timeline.map(({ from, to, actor }) => [from, to, actor]),
    [
      ['INIT', 'PROCESSING', 'merchant'],
      ['PROCESSING', 'COMPLETED', 'resolver'],
    ],
  );
  assert.deepEqual(
    (await actions.events(settled)).map((event) => event.eventType),
    ['payin.processing', 'payin.completed'],
  );
});

test('after a provider that never knows was asked on the schedule of the contract, a person decides', async (t) => {
  const actions = await openActions(t);
  const unknown = await actions.pay('4000000000000341');
  let asked = 0;
  const context = withInquiry(actions.context, async () => {
    asked++;
    return { kind: 'unknown' };
  });
  const waits = [10 * SECOND, MINUTE, 5 * MINUTE, 60 * MINUTE, DAY, DAY, DAY, DAY, DAY];
  for (const [before, wait] of waits.entries()) {
    actions.advance(wait - 1);
    await sweepDueTransactions(context);
    assert.equal(asked, before, `asked too early, ${before} questions in`);
    actions.advance(1);
    await sweepDueTransactions(context);
    assert.equal(asked, before + 1);
  }
  const given = await actions.read(unknown);
  assert.deepEqual([given.status, given.errorCode, given.dueAt], ['PROCESSING', '9001', null]);
  const warning = actions.logged.find((line) => String(line.msg).includes('a human decides'));
  assert.equal(warning?.transactionId, unknown.id);

  actions.advance(30 * DAY);
  await sweepDueTransactions(context);
  assert.equal(asked, waits.length);
});

test('a provider that fails or hangs while it is asked leaves the outcome unknown', async (t) => {
  const actions = await openActions(t);
  const failing = await actions.pay('4000000000000341');
  actions.advance(10 * SECOND);
  await sweepDueTransactions(
    withInquiry(actions.context, async () => {
      throw new Error('connection reset');
    }),
  );
  const hanging = { deadlineMs: 20, inquire: () => new Promise<Outcome>(() => {}) };
  actions.advance(MINUTE);
  await sweepDueTransactions({
    ...actions.context,
    provider: (...sentTo) => ({ ...actions.context.provider(...sentTo)!, ...hanging }),
  });
  const after = await actions.read(failing);
  assert.deepEqual([after.status, after.errorCode, after.inquiries], ['PROCESSING', '9001', 2]);
});

test('an unknown outcome that the provider calls unheard becomes a technical failure', async (t) => {
  const actions = await openActions(t);
  const unknown = await actions.pay('4000000000000341');
  actions.advance(10 * SECOND);
  await sweepDueTransactions(withInquiry(actions.context, async () => ({ kind: 'unheard' })));
  const after = await actions.read(unknown);
  assert.deepEqual([after.status, after.errorCode], ['ERROR', '9002']);
});

// proves 6.4, browser
test("a slow card completes after the network's delay", async (t) => {
  const actions = await openActions(t);
  const slow = await actions.pay('4000000000000259');
  assert.deepEqual([slow.status, slow.resultType, slow.errorCode], ['PROCESSING', 'success', null]);
  actions.advance(actions.context.config.sandboxDelayMs - 1);
  await sweepDueTransactions(actions.context);
  assert.equal((await actions.read(slow)).status, 'PROCESSING');
  actions.advance(1);
  await sweepDueTransactions(actions.context);
  assert.equal((await actions.read(slow)).status, 'COMPLETED');
});

test('the provider settles a payment that a dead process left in INIT, once it is old enough', async (t) => {
  const actions = await openActions(t);
  const expected: [string, Partial<Transaction>, unknown[]][] = [
    ['4242424242424242', {}, ['COMPLETED', null]],
    ['4000000000009995', {}, ['DECLINED', '2001']],
    ['4000000000000119', {}, ['ERROR', '9002']],
    ['4000000000000341', {}, ['COMPLETED', null]],
    ['4000000000003055', {}, ['COMPLETED', null]],
    // Nobody ever saw the bank's page, so nothing can have been charged.
    ['4000000000003220', {}, ['ERROR', '9002']],
    // No provider was chosen, so nothing was sent.
    ['4242424242424242', { provider: null }, ['ERROR', '9002']],
    ['4242424242424242', { card: null }, ['ERROR', '9002']],
  ];
  const left: Transaction[] = [];
  for (const [number, fields] of expected) left.push(await abandoned(actions, number, fields));

  actions.advance(20 * SECOND - 1);
  await sweepDueTransactions(actions.context);
  for (const one of left) assert.equal((await actions.read(one)).status, 'INIT');

  actions.advance(1);
  await sweepDueTransactions(actions.context);
  for (const [i, one] of left.entries()) {
    const { status, errorCode, dueAt } = await actions.read(one);
    assert.deepEqual([status, errorCode], expected[i]![2], expected[i]![0]);
    assert.equal(dueAt, null);
  }
});

test('an unanswered challenge expires after 15 minutes', async (t) => {
  const actions = await openActions(t);
  const challenged = await actions.pay('4000000000003220');
  assert.equal(challenged.resultType, 'redirect');
  actions.advance(15 * MINUTE - 1);
  await sweepDueTransactions(actions.context);
  assert.equal((await actions.read(challenged)).status, 'PROCESSING');
  actions.advance(1);
  await sweepDueTransactions(actions.context);
  const expired = await actions.read(challenged);
  assert.deepEqual([expired.status, expired.errorCode, expired.panSealed], ['DECLINED', '3002', null]);
  const [, declined] = await actions.events(expired);
  assert.deepEqual([declined.eventType, declined.errorCode], ['payin.declined', '3002']);
});

test('a payment that was paid in the last second completes instead of expiring', async (t) => {
  const actions = await openActions(t);
  const challenged = await actions.pay('4000000000003220');
  actions.advance(15 * MINUTE);
  await sweepDueTransactions(withInquiry(actions.context, async () => ({ kind: 'completed' })));
  const after = await actions.read(challenged);
  assert.deepEqual([after.status, after.lateSuccess], ['COMPLETED', false]);
});

test('at its end the provider is asked again about a payment with an unknown outcome, which is not declined', async (t) => {
  const actions = await openActions(t);
  const challenged = await actions.pay('4000000000003220');
  actions.advance(15 * MINUTE);
  await sweepDueTransactions(withInquiry(actions.context, async () => ({ kind: 'unknown' })));
  const unknown = await actions.read(challenged);
  assert.deepEqual([unknown.status, unknown.errorCode, unknown.expiresAt], ['PROCESSING', '9001', null]);
  // Once the provider can be reached, it says that the page was never answered.
  actions.advance(10 * SECOND);
  await sweepDueTransactions(actions.context);
  await sweepDueTransactions(actions.context);
  const after = await actions.read(challenged);
  assert.deepEqual([after.status, after.errorCode], ['DECLINED', '3002']);
});

test('a payout that is not approved in time is declined with 4006', async (t) => {
  const actions = await openActions(t);
  const expiresAt = new Date(actions.context.now().getTime() + 30 * DAY);
  const payout = await abandoned(actions, '4242424242424242', {
    type: 'PAYOUT',
    status: 'PENDING',
    sequence: 1,
    dueAt: expiresAt,
    expiresAt,
  });
  actions.advance(30 * DAY);
  await sweepDueTransactions(actions.context);
  const after = await actions.read(payout);
  assert.deepEqual([after.status, after.errorCode], ['DECLINED', '4006']);
});

test('an idempotency key whose first request died answers 409 until the resolver is done, then replays', async (t) => {
  const actions = await openActions(t);
  const { context } = actions;
  const request = actions.request('4242424242424242', {
    idempotency: { key: 'key-1', fingerprint: Buffer.alloc(32, 1) },
  });
  // The process dies right before it stores the outcome: this pay-in never comes back.
  await new Promise<void>((died) => {
    const apply = () => {
      died();
      return new Promise<never>(() => {});
    };
    void createTransaction({ ...context, transactions: { ...context.transactions, apply } }, request);
  });
  const [row] = await context.sql`select id, status from transactions`;
  assert.equal(row?.status, 'INIT');

  const inFlight = { httpStatus: 409, extras: { transactionId: row!.id, retryAfterSeconds: 1 } };
  await assert.rejects(createTransaction(context, request), inFlight);
  actions.advance(19 * SECOND);
  await sweepDueTransactions(context);
  await assert.rejects(createTransaction(context, request), inFlight);

  actions.advance(SECOND);
  await sweepDueTransactions(context);
  const replay = await createTransaction(context, request);
  assert.equal(replay.replayed, true);
  assert.deepEqual(
    [replay.result.transactionId, replay.result.status, JSON.parse(replay.body).statusCode],
    [row!.id, 'COMPLETED', 200],
  );
});

test('two processes that sweep at once ask about each transaction once', async (t) => {
  const first = await openActions(t);
  const second = await openActions(t, first);
  const unknown = await Promise.all(Array.from({ length: 100 }, () => first.pay('4000000000000341')));
  first.advance(10 * SECOND);
  const asked: string[] = [];
  const inquire: Provider['inquire'] = async ({ id }) => {
    asked.push(id);
    return { kind: 'completed' };
  };
  const contexts = [withInquiry(first.context, inquire), withInquiry(second.context, inquire)];
  for (let turn = 0; turn < 4; turn++) await Promise.all(contexts.map((one) => sweepDueTransactions(one)));
  assert.deepEqual(asked.toSorted(), unknown.map((one) => one.id).toSorted());
  for (const one of unknown) assert.equal((await first.read(one)).status, 'COMPLETED');
});

test('if two processes have different answers for one transaction, only one of them counts', async (t) => {
  const first = await openActions(t);
  const second = await openActions(t, first);
  const says = (actions: Actions, outcome: Outcome) => withInquiry(actions.context, async () => outcome);
  const yes = says(first, { kind: 'completed' });
  const no = says(second, { kind: 'declined', errorCode: '2005' });
  for (let round = 0; round < 20; round++) {
    const unknown = await first.pay('4000000000000341');
    // Both processes believe that they hold the lease, as after a long pause of one of them.
    const [a, b] = await Promise.all([resolveTransaction(yes, unknown), resolveTransaction(no, unknown)]);
    const stored = await first.read(unknown);
    assert.deepEqual([a.status, b.status], [stored.status, stored.status]);
    assert.equal((await first.events(unknown)).length, 2);
    const transfers = await first.context.sql`select id from transfers where transaction_id = ${unknown.id}`;
    assert.equal(transfers.length, stored.status === 'COMPLETED' ? 1 : 0);
  }
});

test('the claims of a process that died are free after the lease', async (t) => {
  const actions = await openActions(t);
  const unknown = await actions.pay('4000000000000341');
  actions.advance(10 * SECOND);
  const claimed = await actions.context.transactions.claimDue(actions.context.now(), 10, 30 * SECOND);
  assert.deepEqual(
    claimed.map((one) => one.id),
    [unknown.id],
  );
  actions.advance(30 * SECOND - 1);
  await sweepDueTransactions(actions.context);
  assert.equal((await actions.read(unknown)).status, 'PROCESSING');
  actions.advance(1);
  await sweepDueTransactions(actions.context);
  assert.equal((await actions.read(unknown)).status, 'COMPLETED');
});

test('one transaction that cannot be settled does not delay the others', async (t) => {
  const actions = await openActions(t);
  const stuck = await actions.pay('4000000000000341');
  const fine = await actions.pay('4000000000000341');
  actions.advance(10 * SECOND);
  const { transactions } = actions.context;
  await sweepDueTransactions({
    ...actions.context,
    transactions: {
      ...transactions,
      apply: async (job) => {
        if (job.change.after.id === stuck.id) throw new Error('poisoned');
        return await transactions.apply(job);
      },
    },
  });
  assert.equal((await actions.read(fine)).status, 'COMPLETED');
  assert.equal((await actions.read(stuck)).status, 'PROCESSING');
  assert.ok(actions.logged.some((line) => line.transactionId === stuck.id));
});

test('only status, end and age decide what is due', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const table: [Partial<Transaction>, ReturnType<typeof nextStep>][] = [
    [{ status: 'INIT', createdAt: ago(20 * SECOND) }, 'resolve'],
    [{ status: 'INIT', createdAt: ago(19 * SECOND) }, 'nothing'],
    [{ status: 'INIT', createdAt: ago(2 * 60 * MINUTE), expiresAt: ago(60 * MINUTE) }, 'expire'],
    [{ status: 'INIT', createdAt: ago(MINUTE), expiresAt: ago(-MINUTE) }, 'nothing'],
    [{ status: 'PENDING', expiresAt: ago(0) }, 'expire'],
    [{ status: 'PENDING', expiresAt: null }, 'nothing'],
    [{ status: 'PROCESSING', expiresAt: ago(1) }, 'expire'],
    // The gateway asks before the end, because the provider said when to ask.
    [{ status: 'PROCESSING', expiresAt: ago(-1) }, 'resolve'],
    [{ status: 'PROCESSING', expiresAt: null, errorCode: '9001' }, 'resolve'],
    [{ status: 'COMPLETED', expiresAt: null }, 'nothing'],
  ];
  for (const [fields, step] of table) {
    assert.equal(nextStep(aTransaction(fields), now), step, JSON.stringify(fields));
  }
});
