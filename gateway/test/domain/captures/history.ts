// A pay-in that is captured later, with its captures, refunds and disputes, as pure rules move it. After each step it
// checks what must hold whatever happened.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Dispute, judgeDispute, openDispute } from '../../../src/domain/after-end/dispute.ts';
import { judgeReturn } from '../../../src/domain/after-end/return.ts';
import { type Capture, type CaptureChange, openCapture } from '../../../src/domain/captures/capture.ts';
import { recordCapture, settleCapture } from '../../../src/domain/captures/settle-capture.ts';
import type { Movement } from '../../../src/domain/ledger/ledger.ts';
import {
  openRefund,
  type Refund,
  type RefundChange,
  settleRefund,
} from '../../../src/domain/refunds/refund.ts';
import type { Outcome } from '../../../src/domain/transactions/outcome.ts';
import {
  capturedMinor,
  isFinal,
  mayMove,
  type Transaction,
} from '../../../src/domain/transactions/transaction.ts';
import { type TimelineEntry, transition } from '../../../src/domain/transactions/transition.ts';
import { statusEvent } from '../../../src/domain/webhooks/webhook-event.ts';
import { aBrand, aTransaction } from '../../stage/builders.ts';
import type { ChargeWord, Step } from './capture-steps.ts';

const AMOUNT = 20n;
const DAY_MS = 86_400_000;
const BRAND = aBrand();

export interface History {
  readonly transaction: Transaction;
  readonly events: readonly string[];
  take(step: Step): void;
}

export function openHistory(): History {
  let now = new Date('2026-03-01T12:00:00.000Z');
  let transaction = begun();
  const captures = new Map<string, Capture>();
  const refunds = new Map<string, Refund>();
  const disputes: Dispute[] = [];
  const movements: Movement[] = [];
  const entries: TimelineEntry[] = [];
  const events: string[] = [];

  function move(
    after: Transaction,
    added: { movements: Movement[]; events: string[]; entry?: TimelineEntry | null },
  ) {
    checkMove(transaction, after, added.events.length);
    if (added.entry) {
      assert.equal(added.entry.sequence, after.sequence, 'the entry has the number of the last event');
      entries.push(added.entry);
    }
    movements.push(...added.movements);
    events.push(...added.events);
    transaction = after;
  }

  function charge(outcome: Outcome): void {
    const change = transition(transaction, outcome, 'provider', now);
    if (!change) return;
    const { eventType } = JSON.parse(statusEvent(change, randomUUID(), BRAND).body);
    move(change.after, { ...change, events: change.entry ? [eventType] : [] });
  }

  function captured(change: CaptureChange | null): void {
    if (!change) return;
    captures.set(change.capture.id, change.capture);
    if (change.before !== change.after) move(change.after, change);
  }

  function refunded(change: RefundChange | null): void {
    if (!change) return;
    refunds.set(change.refund.id, change.refund);
    const name = `refund.${change.refund.status.toLowerCase()}`;
    if (change.before !== change.after) move(change.after, { movements: change.movements, events: [name] });
  }

  function capture({ reference, ...wanted }: Extract<Step, { does: 'capture' }>): void {
    const first = [...captures.values()].find(
      (one) => reference !== null && one.captureReference === reference,
    );
    const request = { ...wanted, id: randomUUID(), captureReference: reference };
    const judged = openCapture(request, { transaction, first: first ?? null }, now);
    if (judged.kind === 'opened') assert.equal(first, undefined, 'one reference is one capture');
    if (judged.kind === 'opened') captured(judged.change);
  }

  function refund(amountMinor: bigint | null): void {
    const request = { id: randomUUID(), amountMinor, refundReference: null, reason: null };
    const ground = { transaction, disputes, availableMinor: 1_000n, first: null, supported: true };
    const judged = openRefund(request, ground, now);
    if (judged.kind !== 'opened') return;
    refunded(judged.change);
    assert.ok(
      transaction.amountRefundedMinor <= capturedMinor(transaction),
      'no more is refunded than captured',
    );
  }

  function dispute(status: 'OPEN' | 'WON' | 'LOST'): void {
    const former = openDispute(disputes, status);
    const judged = judgeDispute(transaction, former, { id: randomUUID(), status, disputes }, now);
    if (judged.kind !== 'moved') return;
    const { change } = judged;
    if (former) disputes[disputes.indexOf(former)] = change.dispute;
    else disputes.push(change.dispute);
    move(change.after, { movements: change.movements, events: [change.eventType] });
  }

  function comeBack(): void {
    const judged = judgeReturn(transaction, null, now, disputes);
    if (judged.kind !== 'returned') return;
    move(judged.change.after, { movements: judged.change.movements, events: [judged.change.eventType] });
  }

  function make(step: Step): void {
    switch (step.does) {
      case 'charge':
        charge(outcomeOf(step.says, step.takesSeveral, now));
        return;
      case 'capture':
        capture(step);
        return;
      case 'answer': {
        const { says, how } = step;
        const before = some(captures, step.which);
        if (!before) return;
        const outcome = says === 'failed' ? ({ kind: says, errorCode: '5105' } as const) : { kind: says };
        const answer = {
          outcome,
          actor: 'provider' as const,
          ...(how === 'first' ? { isFirst: true as const } : {}),
          ...(how === 'inquiry' ? { isInquiry: true as const } : {}),
          ...(how === 'news' ? { afterEnd: true as const } : {}),
        };
        captured(settleCapture(transaction, before, answer, now));
        return;
      }
      case 'capture there': {
        const { amountMinor, isFinal: isLast } = step;
        const id = randomUUID();
        const made = {
          id,
          amountMinor,
          isFinal: isLast,
          providerReference: id,
          payment: null,
          actor: 'provider',
        } as const;
        captured(recordCapture(transaction, made, now));
        return;
      }
      case 'void':
        charge({ kind: 'cancelled' });
        return;
      case 'lapse':
        charge({ kind: 'expired' });
        return;
      case 'return':
        comeBack();
        return;
      case 'refund':
        refund(step.amountMinor);
        return;
      case 'answer refund': {
        const before = some(refunds, step.which);
        if (!before) return;
        const outcome =
          step.says === 'failed' ? ({ kind: 'failed', errorCode: '5005' } as const) : { kind: step.says };
        const answer = { outcome, inquired: false, ...(step.afterEnd ? { afterEnd: true as const } : {}) };
        refunded(settleRefund(transaction, before, answer, now));
        return;
      }
      case 'dispute':
        dispute(step.says);
        return;
      case 'wait':
        now = new Date(now.getTime() + step.days * DAY_MS);
    }
  }

  return {
    get transaction() {
      return transaction;
    },
    events,
    take(step) {
      make(step);
      const made = [...captures.values()];
      checkSums(transaction, made);
      checkLedger(transaction, movements);
      checkEnd(transaction, made, { entries, events });
    },
  };
}

/** The newest is 0. */
const some = <One>(all: ReadonlyMap<string, One>, which: number): One | undefined =>
  [...all.values()].at(-1 - (which % Math.max(1, all.size)));

function begun(): Transaction {
  const before = aTransaction({ amountMinor: AMOUNT, origin: 'v3' });
  return { ...before, details: { ...before.details, captureMode: 'manual' } };
}

function outcomeOf(says: ChargeWord, takesSeveral: boolean, now: Date): Outcome {
  switch (says) {
    case 'authorized':
      return { kind: says, takesSeveral };
    case 'declined':
      return { kind: says, errorCode: '2005' };
    case 'failed':
      return { kind: says, errorCode: '9002' };
    case 'redirect':
      return { kind: says, redirectUrl: 'https://bank.example', expiresAt: new Date(now.getTime() + DAY_MS) };
    case 'completed':
      return { kind: says, notified: true };
    default:
      return { kind: says };
  }
}

function checkMove(before: Transaction, after: Transaction, events: number): void {
  assert.equal(after.version, before.version + 1, 'each change has its version');
  assert.equal(after.sequence, before.sequence + events, 'each event has its number');
  if (before.status === after.status) return;
  const isLate = before.status !== 'COMPLETED' && after.status === 'COMPLETED' && after.lateSuccess;
  assert.ok(
    mayMove(before.status, after.status) || isLate,
    `it moved from ${before.status} to ${after.status}`,
  );
}

const sum = (all: readonly { amountMinor: bigint }[]): bigint =>
  all.reduce((total, { amountMinor }) => total + amountMinor, 0n);

function checkSums({ authorized, amountMinor }: Transaction, captures: readonly Capture[]): void {
  const of = (status: Capture['status']) => captures.filter((one) => one.status === status);
  if (authorized === null) {
    assert.deepEqual(captures, [], 'only an authorised pay-in has captures');
    return;
  }
  assert.ok(authorized.amountMinor <= amountMinor);
  assert.equal(authorized.capturedMinor, sum(of('COMPLETED')), 'captured is the sum of completed captures');
  assert.equal(authorized.pendingMinor, sum(of('PENDING')), 'pending is the sum of pending captures');
  const takenMinor = authorized.capturedMinor + authorized.pendingMinor;
  assert.ok(takenMinor <= authorized.amountMinor, 'no more is captured than was authorised');
}

/** The same as `ledger:verify` says. */
function checkLedger({ returned, authorized }: Transaction, movements: readonly Movement[]): void {
  const of = (kind: string) => sum(movements.filter((one) => one.kind === kind));
  const capturedMinor = authorized?.capturedMinor ?? 0n;
  assert.equal(of('CAPTURED') - of('CAPTURE_SENT_BACK'), capturedMinor, 'the ledger has what was captured');
  assert.equal(of('PAYIN_SENT_BACK'), returned ? capturedMinor : 0n, 'what came back is what was captured');
  const bare = movements.filter(({ from, to, kind }) => from === 'provider' && to === 'available' && !kind);
  assert.deepEqual(bare, [], 'money comes in by captures alone');
}

function checkEnd(
  { status, authorized, returned, lateSuccess, sequence }: Transaction,
  captures: readonly Capture[],
  { entries, events }: { entries: readonly TimelineEntry[]; events: readonly string[] },
): void {
  const times = (name: string) => events.filter((one) => one === name).length;
  assert.equal(events.length, sequence);
  assert.equal(times('payin.completed'), status === 'COMPLETED' ? 1 : 0, 'one payin.completed');
  assert.ok(times('payin.returned') <= 1, 'one payin.returned');
  assert.equal(times('payin.returned') === 1, returned !== null);
  const ends = entries.filter((one) => isFinal(one.to) && one.from !== one.to).map((one) => one.to);
  assert.ok(ends.length <= (lateSuccess ? 2 : 1), `it ended as ${ends.join(', ')}`);
  if (authorized === null) return;
  const taken = captures.filter((one) => one.status !== 'FAILED');
  const hasFinal = taken.some((one) => one.isFinal && one.status === 'COMPLETED');
  if (hasFinal || authorized.capturedMinor === authorized.amountMinor)
    assert.equal(status, 'COMPLETED', 'nothing is left to capture, so it has ended');
  if (status === 'PROCESSING')
    assert.equal(
      authorized.isFinal,
      taken.some((one) => one.isFinal),
      'a final capture that has not failed',
    );
  if (status === 'DECLINED' || status === 'ERROR') assert.deepEqual(taken, [], 'nothing was captured of it');
  if (status === 'COMPLETED' && taken.length === 0) assert.ok(returned, 'its captures have all failed');
}
