// Authorised payments at the edges: answers that come at an odd moment, the rest that is released, and what a person or
// the sandbox decides (contract 16).
import assert from 'node:assert/strict';
import test from 'node:test';
import { decideCapture } from '../../../src/actions/captures/decide-capture.ts';
import { settleCapture } from '../../../src/actions/captures/settle-capture.ts';
import { verifyLedger } from '../../../src/actions/ledger/verify-ledger.ts';
import { cancelTransaction } from '../../../src/actions/transactions/cancel-transaction.ts';
import { decideOutcome } from '../../../src/actions/transactions/decide-outcome.ts';
import { forceOutcome } from '../../../src/actions/transactions/force-outcome.ts';
import { ROOT } from '../../../src/domain/audit/audit.ts';
import { isUndecidedCapture } from '../../../src/domain/captures/capture.ts';
import { Refusal } from '../../../src/domain/errors/refusal.ts';
import { INQUIRY_DELAYS_MS } from '../../../src/domain/transactions/outcome-step.ts';
import { isAuthorized, type Transaction } from '../../../src/domain/transactions/transaction.ts';
import { undecidedTransactions } from '../../../src/storage/transactions/stuck-store.ts';
import { sweepDueCaptures } from '../../../src/worker/due-captures.ts';
import { sweepDueTransactions } from '../../../src/worker/due-transactions.ts';
import { openActions } from '../open-actions.ts';
import { authorize, capture } from './authorize.ts';
import { openHolder } from './holding-provider.ts';

const WEEK_MS = 7 * 86_400_000;

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (fault: unknown) => fault,
  );
  assert.ok(error instanceof Refusal, String(error));
  return error.message;
}

test('a payment whose page has expired is authorised if the provider says so', async (t) => {
  const actions = await openActions(t);
  const holder = openHolder();
  const expiresAt = new Date(actions.context.now().getTime() + 900_000);
  holder.override = {
    payIn: async (transaction) => {
      holder.held.set(transaction.id, {
        amountMinor: transaction.amountMinor,
        captures: new Map(),
        voided: false,
        calls: { capture: 0, cancel: 0, release: 0 },
      });
      return { kind: 'redirect', redirectUrl: 'https://bank.example', expiresAt };
    },
  };
  const context = holder.serve(actions.context);
  const shown = await authorize(actions, context);
  assert.equal(shown.resultType, 'redirect');
  actions.advance(900_001);
  await sweepDueTransactions(context);
  const after = await actions.read(shown);
  assert.deepEqual([after.status, isAuthorized(after), after.errorCode], ['PROCESSING', true, null]);
});

test('an authorisation without an answer is found by the resolver, or decided by a person', async (t) => {
  const actions = await openActions(t);
  const holder = openHolder();
  holder.beforeAnswer = async () => {
    throw new Error('the answer was lost');
  };
  const context = holder.serve(actions.context);
  const lost = await authorize(actions, context);
  assert.deepEqual([lost.status, lost.errorCode], ['PROCESSING', '9001']);
  assert.match(await refusalOf(capture(context, lost, null)), /only an authorised pay-in/);
  actions.advance(10_000);
  await sweepDueTransactions(context);
  const found = await actions.read(lost);
  assert.deepEqual([isAuthorized(found), found.errorCode], [true, null]);

  holder.override = { inquire: async () => ({ kind: 'unknown' }) };
  const silent = await authorize(actions, context);
  for (let turn = 0; turn < 12; turn++) {
    actions.advance(86_400_000);
    await sweepDueTransactions(context);
  }
  const undecided = await actions.read(silent);
  assert.deepEqual([undecided.errorCode, undecided.dueAt], ['9001', null]);
  const decision = { outcome: 'COMPLETED', reason: 'the dashboard shows it' } as const;
  const decided = await decideOutcome(context, ROOT, undecided, decision);
  assert.deepEqual([decided.status, isAuthorized(decided)], ['PROCESSING', true]);
  assert.deepEqual((await actions.events(decided)).at(-1).eventType, 'payin.authorized');
});

test('the rest is released once no capture is pending, and a failed capture releases nothing', async (t) => {
  const actions = await openActions(t);
  const holder = openHolder();
  let released = 0;
  holder.override = {
    releaseRest: async () => {
      released++;
      return true;
    },
  };
  const context = holder.serve(actions.context);
  const payment = await authorize(actions, context);
  holder.beforeAnswer = async () => {
    throw new Error('the answer was lost');
  };
  const waiting = await capture(context, payment, 1_000n, { isFinal: false });
  assert.equal(waiting.status, 'PENDING');
  holder.beforeAnswer = async () => {};
  const final = await capture(context, payment, 500n);
  assert.equal(final.status, 'COMPLETED');
  await sweepDueCaptures(context);
  assert.equal(released, 0, 'the other capture is still pending');
  actions.advance(31_000);
  await sweepDueCaptures(context);
  actions.advance(31_000);
  await sweepDueCaptures(context);
  assert.equal(released, 1);
  const [first] = (await context.captures.ofTransaction(payment.merchantId, payment.id)).filter(
    ({ id }) => id === waiting.id,
  );
  assert.equal(first!.status, 'COMPLETED');

  // It failed while its provider was told to release the rest.
  const failed = { kind: 'failed', errorCode: '5105' } as const;
  await settleCapture(context, final, { outcome: failed, actor: 'provider', afterEnd: true });
  const now = context.now();
  await context.captures.noteRelease(final, { isReleased: false, now });
  actions.advance(86_400_000);
  await sweepDueCaptures(context);
  const after = await context.captures.find(payment.merchantId, payment.brandId, final.id);
  assert.deepEqual([after!.status, after!.dueAt], ['FAILED', null]);
});

test('a void of a lapsed authorisation ends the pay-in, a void of a captured one does not', async (t) => {
  const actions = await openActions(t);
  const holder = openHolder();
  const context = holder.serve(actions.context);
  holder.override = { cancel: async () => ({ kind: 'expired' }) };
  const over = await authorize(actions, context);
  const voided = await cancelTransaction(context, ROOT, over, null);
  assert.deepEqual([voided.status, voided.errorCode], ['DECLINED', '3001']);

  holder.override = { cancel: async () => ({ kind: 'completed' }) };
  const there = await authorize(actions, context);
  assert.match(await refusalOf(cancelTransaction(context, ROOT, there, null)), /captured there/);
  actions.advance(WEEK_MS);
  await sweepDueTransactions(context);
  assert.equal((await actions.read(there)).status, 'PROCESSING', 'a person has to look');

  holder.override = { cancel: async () => ({ kind: 'unknown' }) };
  const unknown = await authorize(actions, context);
  assert.match(await refusalOf(cancelTransaction(context, ROOT, unknown, null)), /did not say/);
  const made = await capture(context, unknown, null);
  assert.equal(made.status, 'COMPLETED');
});

test('a void that is never confirmed is asked for with growing pauses, and then a person decides', async (t) => {
  const actions = await openActions(t);
  const holder = openHolder();
  const context = holder.serve(actions.context);
  let asked = 0;
  holder.override = {
    cancel: async () => {
      asked++;
      return { kind: asked % 2 === 0 ? 'completed' : 'unknown' };
    },
    inquire: async () => ({ kind: 'unknown' }),
  };
  const voided = await authorize(actions, context);
  const decided = await authorize(actions, context);
  await capture(context, decided, 1_000n, { isFinal: false });
  actions.advance(WEEK_MS);
  await sweepDueTransactions(context);
  assert.equal(asked, 2);
  for (const [i, pauseMs] of INQUIRY_DELAYS_MS.slice(1).entries()) {
    actions.advance(pauseMs - 1);
    await sweepDueTransactions(context);
    assert.equal(asked, 2 * (i + 1), `after less than ${pauseMs} ms nobody asks`);
    actions.advance(1);
    await sweepDueTransactions(context);
    assert.equal(asked, 2 * (i + 2));
  }
  actions.advance(WEEK_MS);
  await sweepDueTransactions(context);
  assert.equal(asked, 2 * INQUIRY_DELAYS_MS.length, 'nobody asks any more');
  const listed = await undecidedTransactions(context.sql, voided, 10);
  assert.deepEqual(listed.map(({ id }) => id).sort(), [voided.id, decided.id].sort());
  assert.deepEqual([listed[0]!.status, listed[0]!.errorCode], ['PROCESSING', '9001']);

  const decide = async (payment: Transaction, outcome: 'COMPLETED' | 'DECLINED') =>
    await decideOutcome(context, ROOT, await actions.read(payment), { outcome, reason: 'seen there' });
  assert.match(await refusalOf(decide(decided, 'COMPLETED')), /completes only by its captures/);
  const after = await decide(decided, 'DECLINED');
  assert.deepEqual(
    [after.status, after.errorCode, after.authorized!.capturedMinor],
    ['COMPLETED', null, 1_000n],
  );
  // The merchant may ask for the void again.
  holder.override = {};
  const end = await cancelTransaction(context, ROOT, await actions.read(voided), null);
  assert.deepEqual([end.status, end.errorCode], ['DECLINED', '3001']);
});

test('nobody looks at an authorisation while a capture is pending, and a decision makes its end due at once', async (t) => {
  const actions = await openActions(t);
  const holder = openHolder();
  const silence = { kind: 'unknown' } as const;
  holder.override = { capture: async () => silence, inquireCapture: async () => silence };
  const context = holder.serve(actions.context);
  const payment = await authorize(actions, context);
  const pending = await capture(context, payment, 700n, { isFinal: false });
  const work = async () => {
    const [row] = await context.sql`select due_at from open_work where transaction_id = ${payment.id}`;
    return row!.due_at as Date | null;
  };
  assert.equal(await work(), null);
  for (let turn = 0; turn < 12; turn++) {
    actions.advance(86_400_000);
    await sweepDueCaptures(context);
    await sweepDueTransactions(context);
    assert.equal(await work(), null, 'nobody has claimed it');
  }
  const undecided = (await context.captures.find(payment.merchantId, payment.brandId, pending.id))!;
  assert.ok(isUndecidedCapture(undecided));
  assert.deepEqual(
    await undecidedTransactions(context.sql, payment, 10),
    [],
    'only the capture waits for a person',
  );
  assert.deepEqual((await verifyLedger(context.sql)).faults, []);
  await decideCapture(context, ROOT, undecided, { outcome: 'FAILED', reason: 'not in the dashboard' });
  assert.deepEqual(await work(), payment.authorized!.captureBefore);
  await sweepDueTransactions(context);
  const after = await actions.read(payment);
  assert.deepEqual([after.status, after.errorCode], ['DECLINED', '3002']);
  assert.equal(holder.held.get(payment.id)!.voided, true);
});

test('in the sandbox an authorised payment says why an outcome cannot be forced', async (t) => {
  const actions = await openActions(t);
  const { context } = actions;
  const force = (payment: Transaction, outcome: 'COMPLETED' | 'ERROR' | 'EXPIRED') =>
    forceOutcome(context, ROOT, payment, { outcome });
  const payment = await authorize(actions, context);
  assert.match(await refusalOf(force(payment, 'ERROR')), /authorised, so it cannot become ERROR/);
  await capture(context, payment, 1_005n, { isFinal: false });
  const pending = await actions.read(payment);
  assert.equal(pending.authorized!.pendingMinor, 1_005n);
  assert.match(await refusalOf(force(pending, 'EXPIRED')), /a capture of it is pending/);
  const after = await force(pending, 'COMPLETED');
  assert.deepEqual([after.status, after.authorized!.capturedMinor], ['COMPLETED', 1_495n]);

  const refused = await authorize(actions, context, '4000000000000002');
  assert.equal(refused.status, 'DECLINED');
  assert.match(await refusalOf(force(refused, 'COMPLETED')), /that is final/);
});
