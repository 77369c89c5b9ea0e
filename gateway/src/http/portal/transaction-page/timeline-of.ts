// The timeline of a transaction: status changes, declined attempts, captures, refunds, and acts of people, each with
// its actor. The status log knows only kinds of actors. The audit log knows their names, and its rows carry the time of
// their change.
import type { Dispute, DisputeStatus } from '../../../domain/after-end/dispute.ts';
import type { AuditAction, AuditRow } from '../../../domain/audit/audit.ts';
import type { Capture } from '../../../domain/captures/capture.ts';
import { CODE, errorReason, isErrorCode } from '../../../domain/errors/error-codes.ts';
import { formatMinor } from '../../../domain/money/money.ts';
import type { Refund } from '../../../domain/refunds/refund.ts';
import { isFinal, type Status, type Transaction } from '../../../domain/transactions/transaction.ts';
import { AUTHORIZED_REASON, type TimelineEntry } from '../../../domain/transactions/transition.ts';
import type { AttemptOfTransaction } from '../../../storage/transactions/transaction-story.ts';
import { eventWords } from '../transactions/status-words.ts';
import { captureSteps, captureTold, makerOf } from './capture-steps.ts';
import type { ShownActor, Step } from './page-schemas.ts';
import { actorOf, textOf } from './shown-actor.ts';

export interface TimelineSource {
  transaction: Transaction;
  timeline: readonly TimelineEntry[];
  attempts: readonly AttemptOfTransaction[];
  captures: readonly Capture[];
  refunds: readonly Refund[];
  disputes: readonly Dispute[];
  audit: readonly AuditRow[];
}

/** Rows of the audit log that another step of the timeline shows already. */
const TOLD_ELSEWHERE = [
  'capture.made',
  'capture.decided',
  'capture.forced',
  'capture.outcome-forced',
  'refund.made',
  'refund.decided',
  'refund.forced',
  'dispute.forced',
  'return.forced',
  'payout.created',
  'link.created',
];

export function timelineOf(story: TimelineSource): Step[] {
  const { transaction, timeline, attempts, captures, refunds, disputes, audit } = story;
  const steps: Step[] = [
    created(transaction, audit),
    ...timeline.filter(({ to }) => !isFinal(to)).flatMap((entry) => statusSteps(entry, story)),
    ...attempts.map(attemptStep),
    ...captures.flatMap((capture) => captureSteps(capture, audit)),
    ...timeline.filter(({ to }) => isFinal(to)).flatMap((entry) => statusSteps(entry, story)),
    ...refunds.flatMap((refund) => refundSteps(refund, audit)),
    ...disputes.flatMap(disputeSteps),
    ...returnSteps(transaction),
    ...audit.filter((row) => isOwnStep(row, timeline)).map(actStep),
  ];
  // Steps of the same moment stay in the order above.
  return steps.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

function created({ createdAt, origin, type }: Transaction, audit: readonly AuditRow[]): Step {
  const name = type === 'PAYIN' ? 'Pay-in' : 'Payout';
  const what = origin === 'session' ? `${name} created with a cashier link` : `${name} created`;
  const person = audit.find(({ action }) => action === 'payout.created' || action === 'link.created');
  const actor: ShownActor = person ? actorOf(person) : { kind: 'merchant', name: null };
  return { at: createdAt.toISOString(), kind: 'created', what, status: 'INIT', actor, reason: null };
}

const STATUS_WORDS: Record<Status, string> = {
  INIT: 'Opened',
  PENDING: 'Waits for approval',
  PROCESSING: 'Is being processed',
  COMPLETED: 'Completed',
  DECLINED: 'Declined',
  ERROR: 'Failed',
};

/** None for a status that did not change because of a capture: the capture has its own steps. */
function statusSteps(entry: TimelineEntry, { captures, transaction, audit }: TimelineSource): Step[] {
  const capture = captureTold(entry, captures);
  if (!capture) return [statusStep(entry, audit, transaction)];
  if (entry.from === entry.to) return [];
  const actor =
    entry.actor === 'merchant' ? makerOf(capture, audit) : ({ kind: entry.actor, name: null } as const);
  return [{ ...statusStep(entry, audit, transaction), actor, reason: null }];
}

function statusStep(
  { at, to, actor, reason }: TimelineEntry,
  audit: readonly AuditRow[],
  { authorized, currency }: Transaction,
): Step {
  if (authorized && to === 'PROCESSING' && reason === AUTHORIZED_REASON)
    return {
      at: at.toISOString(),
      kind: 'status',
      what: `Authorised: ${formatMinor(authorized.amountMinor, currency)} ${currency} is held`,
      status: to,
      actor: { kind: actor, name: null },
      reason: null,
    };
  const person = audit.find((row) => row.at === at.toISOString() && !TOLD_ELSEWHERE.includes(row.action));
  return {
    at: at.toISOString(),
    kind: 'status',
    what: STATUS_WORDS[to],
    status: to,
    actor: person ? actorOf(person) : { kind: actor, name: null },
    // The status shows the reason already.
    reason: to === 'PENDING' ? null : withoutCode(reason),
  };
}

/** The log writes an error code in front of its words. */
function withoutCode(reason: string | null): string | null {
  return reason && isErrorCode(reason.slice(0, 4)) ? reason.slice(4).trim() : reason;
}

function attemptStep({ at, attempt, errorCode, actor }: AttemptOfTransaction): Step {
  return {
    at: at.toISOString(),
    kind: 'attempt',
    what: `Attempt ${attempt} ${errorCode === CODE.expired ? 'expired' : 'declined'}`,
    status: null,
    actor: { kind: actor, name: null },
    reason: isErrorCode(errorCode) ? errorReason(errorCode) : null,
  };
}

function refundSteps(refund: Refund, audit: readonly AuditRow[]): Step[] {
  const { amountMinor, currency, createdAt, updatedAt, completedAt, status, reason, errorCode } = refund;
  const amount = `${formatMinor(amountMinor, currency)} ${currency}`;
  const { madeBy, endedBy } = refundActors(refund, audit);
  const made: Step = {
    at: createdAt.toISOString(),
    kind: 'refund',
    what: `Refund of ${amount} created${refund.origin === 'provider' ? ' at the provider' : ''}`,
    status: 'PENDING',
    actor: madeBy,
    reason,
  };
  if (endedBy === null) return [made];
  const isUndone = status === 'FAILED' && completedAt !== null;
  const completed: Step = {
    at: (completedAt ?? updatedAt).toISOString(),
    kind: 'refund',
    what: `Refund of ${amount} completed`,
    // It failed afterwards, so it must not look completed.
    status: isUndone ? null : 'COMPLETED',
    actor: { kind: 'provider', name: refund.provider },
    reason: null,
  };
  const decided = decisionOn(refund, audit);
  const end: Step = {
    at: updatedAt.toISOString(),
    kind: 'refund',
    what: `Refund of ${amount} ${status === 'COMPLETED' ? 'completed' : isUndone ? 'failed after all' : 'failed'}`,
    status,
    actor: endedBy,
    reason: decided ? textOf(decided.after, 'reason') : errorCode && errorReason(errorCode),
  };
  return isUndone ? [made, completed, end] : [made, end];
}

const DISPUTE_WORDS: Record<DisputeStatus, string> = {
  INQUIRY: 'Inquiry by the bank',
  OPEN: 'Chargeback opened',
  WON: 'Dispute won',
  LOST: 'Dispute lost',
};

const RESPONSE_WORDS = {
  evidence: { SENT: 'Evidence received', REFUSED: 'Evidence refused' },
  acceptance: { SENT: 'Acceptance received', REFUSED: 'Acceptance refused' },
} as const;

/** The last change of an open dispute may be the end of the merchant's response. */
function changeWords(updatedAt: Date, response: Dispute['response']): string {
  const isResponse = response?.updatedAt.getTime() === updatedAt.getTime();
  if (!isResponse || response.status === 'PENDING') return 'Dispute changed';
  return RESPONSE_WORDS[response.kind][response.status];
}

/** How a dispute began, and its present state. */
function disputeSteps({
  status,
  amountMinor,
  currency,
  reason,
  createdAt,
  updatedAt,
  steps,
  response,
}: Dispute): Step[] {
  const amount = `${formatMinor(amountMinor, currency)} ${currency}`;
  const step = (at: Date, to: DisputeStatus, what: string, why: string | null): Step => ({
    at: at.toISOString(),
    kind: 'dispute',
    what: `${what}: ${amount}`,
    status: to,
    actor: { kind: 'provider', name: null },
    reason: why,
  });
  const isOver = status === 'WON' || status === 'LOST';
  const first = isOver && steps > 1 ? 'OPEN' : status;
  const began = step(createdAt, first, DISPUTE_WORDS[first], reason);
  if (steps === 1) return [began];
  return [
    began,
    step(updatedAt, status, isOver ? DISPUTE_WORDS[status] : changeWords(updatedAt, response), null),
  ];
}

function returnSteps({ returned }: Transaction): Step[] {
  if (!returned) return [];
  const actor: ShownActor = { kind: 'provider', name: null };
  return [
    {
      at: returned.at,
      kind: 'return',
      what: 'Returned by bank',
      status: null,
      actor,
      reason: returned.reason,
    },
  ];
}

/** Who made the refund and who ended it; the provider if no person did. */
export function refundActors(
  refund: Refund,
  audit: readonly AuditRow[],
): { madeBy: ShownActor; endedBy: ShownActor | null } {
  const made = audit.find((row) => row.action === 'refund.made' && isOf(row, refund));
  const decided = decisionOn(refund, audit);
  const madeBy: ShownActor = made
    ? actorOf(made)
    : refund.origin === 'provider'
      ? { kind: 'provider', name: refund.provider }
      : { kind: 'merchant', name: null };
  if (refund.status === 'PENDING') return { madeBy, endedBy: null };
  return { madeBy, endedBy: decided ? actorOf(decided) : { kind: 'provider', name: refund.provider } };
}

const decisionOn = (refund: Refund, audit: readonly AuditRow[]) =>
  audit.find((row) => row.action === 'refund.decided' && isOf(row, refund));

const isOf = ({ after }: AuditRow, { id }: Refund) => textOf(after, 'refundId') === id;

/** Actions of people that changed no status. */
function isOwnStep({ at, action }: AuditRow, timeline: readonly TimelineEntry[]): boolean {
  if (TOLD_ELSEWHERE.includes(action)) return false;
  return !timeline.some((entry) => entry.at.toISOString() === at);
}

const ACTS: Readonly<Partial<Record<AuditAction, string>>> = {
  'webhook.resent': 'Webhook resent',
  'payment.confirmed': 'Confirmation handed in',
  'note.added': 'Note added',
  'note.removed': 'Note removed',
  'tags.changed': 'Tags changed',
  'dispute.evidence-given': 'Evidence against the dispute handed in',
  'dispute.accepted': 'Dispute accepted',
  'payout.approved': 'Payout approved',
  'payout.declined': 'Payout declined',
  'transaction.cancelled': 'Cancelled',
  'mandate.revoked': 'Mandate revoked',
  'outcome.decided': 'Outcome decided',
  'outcome.forced': 'Outcome decided',
};

function actStep(row: AuditRow): Step {
  const what = ACTS[row.action as AuditAction] ?? 'Changed';
  return { at: row.at, kind: 'act', what, status: null, actor: actorOf(row), reason: detailOf(row) };
}

function detailOf({ action, after }: AuditRow): string | null {
  if (action === 'webhook.resent') {
    const eventType = textOf(after, 'eventType');
    return eventType && capital(eventWords(eventType));
  }
  if (action === 'mandate.revoked') return textOf(after, 'reason');
  if (action !== 'tags.changed') return null;
  const { tags } = (after ?? {}) as { tags?: string[] };
  return tags?.join(', ') || null;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
