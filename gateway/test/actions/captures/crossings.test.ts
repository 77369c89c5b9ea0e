// Captures cross a void, the end of the authorisation and a notification, on two processes, in many interleavings: what
// was captured at the provider is what the books have, and the pay-in ends once. Commits whose acknowledgement is lost,
// and processes that die around a capture, capture once.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordCapture } from '../../../src/actions/captures/record-capture.ts';
import type { Context } from '../../../src/actions/context.ts';
import { verifyLedger } from '../../../src/actions/ledger/verify-ledger.ts';
import { cancelTransaction } from '../../../src/actions/transactions/cancel-transaction.ts';
import { lapseAuthorization } from '../../../src/actions/transactions/lapse-authorization.ts';
import { ROOT } from '../../../src/domain/audit/audit.ts';
import { Refusal } from '../../../src/domain/errors/refusal.ts';
import { timeOrderedId } from '../../../src/domain/transactions/time-ordered-id.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { sweepDueCaptures } from '../../../src/worker/due-captures.ts';
import { randomOf } from '../../simulation/random.ts';
import { isProof } from '../../stage/how-much.ts';
import { type Actions, openActions } from '../open-actions.ts';
import { authorize, capture } from './authorize.ts';
import { capturedThere, type Holder, openHolder } from './holding-provider.ts';

const INTERLEAVINGS = isProof() ? 150 : 12;
const WEEK_MS = 7 * 86_400_000;

/** A refusal is a normal answer. */
async function unlessRefused(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Refusal) || error.httpStatus >= 500) throw error;
  }
}

async function settleAll({ advance }: Actions, context: Context): Promise<void> {
  for (let turn = 0; turn < 4; turn++) {
    advance(60_000);
    await sweepDueCaptures(context);
  }
}

/** The books have what the provider captured, the events tell it once, and the ledger is sound. */
async function checkPayment(actions: Actions, { held }: Holder, payment: Transaction): Promise<Transaction> {
  const after = await actions.read(payment);
  const there = held.get(payment.id)!;
  const captures = await actions.context.captures.ofTransaction(payment.merchantId, payment.id);
  const kinds = captures.map(({ status, amountMinor }) => `${status} ${amountMinor}`).join(', ');
  const told = `${after.status}, ${kinds}; at the provider ${capturedThere(there)}, voided ${there.voided}`;
  assert.equal(after.authorized!.pendingMinor, 0n, told);
  assert.equal(after.authorized!.capturedMinor, capturedThere(there), told);
  assert.ok(capturedThere(there) <= there.amountMinor, told);
  if (after.status === 'DECLINED') assert.equal(capturedThere(there), 0n, told);
  const events = (await actions.events(payment)).map(({ sequence, eventType }) => ({ sequence, eventType }));
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, i) => i + 1),
  );
  assert.equal(events.length, after.sequence, told);
  const ends = events.filter(({ eventType }) => ['payin.completed', 'payin.declined'].includes(eventType));
  assert.equal(ends.length, after.status === 'PROCESSING' ? 0 : after.lateSuccess ? 2 : 1, told);
  return after;
}

const faultsOf = async ({ context }: Actions) => (await verifyLedger(context.sql)).faults;

test('captures, a void, the end of the authorisation and a capture at the provider cross on two processes', async (t) => {
  const first = await openActions(t);
  const second = await openActions(t, first);
  const ends = new Map<string, number>();
  for (let seed = 1; seed <= INTERLEAVINGS; seed++) {
    const random = randomOf(seed);
    const holder = openHolder();
    const contexts = [holder.serve(first.context), holder.serve(second.context)];
    const payment = await authorize(first, contexts[0]!);
    const some = () => random.pick(contexts);
    holder.beforeAnswer = async () => {
      await sleep(random.between(0, 6));
      if (random.chance(0.2)) throw new Error('the answer was lost');
    };
    const lapses = random.chance(0.4);
    if (lapses) first.advance(WEEK_MS - 1);
    const acts: (() => Promise<unknown>)[] = [
      () => capture(some(), payment, 1_000n, { isFinal: false }),
      () => capture(some(), payment, 900n, { isFinal: random.chance(0.5), captureReference: 'box' }),
      () => capture(some(), payment, 900n, { isFinal: random.chance(0.5), captureReference: 'box' }),
      () => cancelTransaction(some(), ROOT, payment, null),
      async () => lapses && lapseAuthorization(some(), await first.read(payment)),
      async () => {
        // Somebody captures at the provider, and the provider tells.
        const there = holder.held.get(payment.id)!;
        const id = timeOrderedId(first.context.now());
        if (there.voided || capturedThere(there) + 300n > there.amountMinor) return;
        there.captures.set(id, 300n);
        const made = { id, amountMinor: 300n, providerReference: id, payment: null, isFinal: false } as const;
        const { kind } = await recordCapture(some(), payment, { ...made, actor: 'provider' });
        // Pending captures have claimed the rest, so a person must look; here nothing was captured then.
        if (kind === 'refused') there.captures.delete(id);
      },
    ];
    const runs = acts.map(async (act) => {
      await sleep(random.between(0, 8));
      await unlessRefused(act());
    });
    await Promise.all(runs);
    await settleAll(first, contexts[0]!);
    await checkPayment(first, holder, payment);
    // Nothing is pending any more, so a void ends what is still open.
    await unlessRefused(cancelTransaction(contexts[1]!, ROOT, await first.read(payment), null));
    const after = await checkPayment(first, holder, payment);
    const name = `${after.status} ${after.errorCode ?? ''}${after.lateSuccess ? ' late' : ''}`.trim();
    ends.set(name, (ends.get(name) ?? 0) + 1);
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(ends)));
  assert.deepEqual(await faultsOf(first), []);
});

test('commits of a capture whose acknowledgement is lost capture once', async (t) => {
  const actions = await openActions(t);
  const holder = openHolder();
  const served = holder.serve(actions.context);
  const payment = await authorize(actions, served);
  const { captures } = served;
  // Each commit is written again, as after a lost acknowledgement.
  const twice: typeof captures = {
    ...captures,
    async write(job) {
      await captures.write(job);
      return await captures.write(job);
    },
  };
  const context = { ...served, captures: twice };
  const made = await capture(context, payment, 1_000n, { isFinal: false, captureReference: 'box' });
  assert.deepEqual([made.answeredStatus, made.answeredCapturableMinor], ['COMPLETED', 1_500n]);
  const again = await capture(context, payment, 1_000n, { isFinal: false, captureReference: 'box' });
  assert.deepEqual([again.id, again.answeredStatus], [made.id, 'COMPLETED']);
  assert.equal(holder.held.get(payment.id)!.calls.capture, 1);
  assert.equal((await checkPayment(actions, holder, payment)).authorized!.capturedMinor, 1_000n);
  assert.deepEqual(await faultsOf(actions), []);
});

for (const dies of ['before the call', 'before the answer', 'before the effect'] as const)
  test(`a process that dies ${dies} of a capture captures at most once, and another one ends it`, async (t) => {
    const actions = await openActions(t);
    const holder = openHolder();
    const served = holder.serve(actions.context);
    const payment = await authorize(actions, served);
    const never = new Promise<never>(() => {});
    const { captures } = served;
    let reached: () => void = () => {};
    const dead = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const die = async () => {
      reached();
      return await never;
    };
    let writes = 0;
    const dying: Context = {
      ...served,
      captures: {
        ...captures,
        async write(job) {
          if (dies === 'before the effect' && ++writes === 2) return await die();
          return await captures.write(job);
        },
      },
    };
    if (dies === 'before the call') holder.override = { capture: die };
    if (dies === 'before the answer') holder.beforeAnswer = die;
    void capture(dying, payment, null, { captureReference: 'box' });
    await dead;
    holder.override = {};
    holder.beforeAnswer = async () => {};
    const pending = await actions.read(payment);
    assert.deepEqual([pending.status, pending.authorized!.pendingMinor], ['PROCESSING', 2_500n]);
    await assert.rejects(
      cancelTransaction(served, ROOT, pending, null),
      /a capture of the pay-in is pending/,
    );
    await settleAll(actions, served);
    const after = await checkPayment(actions, holder, payment);
    const wasCaptured = dies !== 'before the call';
    assert.deepEqual(
      [after.status, after.authorized!.capturedMinor],
      wasCaptured ? ['COMPLETED', 2_500n] : ['PROCESSING', 0n],
    );
    // The merchant got no answer and repeats the call.
    const again = await capture(served, payment, null, { captureReference: 'box' });
    assert.equal(again.status, wasCaptured ? 'COMPLETED' : 'FAILED');
    assert.equal(holder.held.get(payment.id)!.calls.capture, wasCaptured ? 1 : 0);
    assert.deepEqual(await faultsOf(actions), []);
  });
