// Captures on the page of a transaction: their steps in the timeline, and their rows in the list. The status log has
// entries about captures too; the steps replace them, so that nothing is told twice. Pure.
import type { AuditRow } from '../../../domain/audit/audit.ts';
import type { Capture } from '../../../domain/captures/capture.ts';
import { errorReason } from '../../../domain/errors/error-codes.ts';
import { formatMinor, toWire } from '../../../domain/money/money.ts';
import { capturableMinor, isAuthorized, type Transaction } from '../../../domain/transactions/transaction.ts';
import type { TimelineEntry } from '../../../domain/transactions/transition.ts';
import type { ShownActor, Step, TransactionPage } from './page-schemas.ts';
import { actorOf, textOf } from './shown-actor.ts';

export function captureSteps(capture: Capture, audit: readonly AuditRow[]): Step[] {
  const { amountMinor, currency, status, isFinal, createdAt, updatedAt, completedAt, errorCode } = capture;
  const amount = `${formatMinor(amountMinor, currency)} ${currency}`;
  const step = (at: Date, what: string, rest: Pick<Step, 'status' | 'actor' | 'reason'>): Step => ({
    at: at.toISOString(),
    kind: 'capture',
    what: `Capture of ${amount} ${what}`,
    ...rest,
  });
  const decided = decisionOn(capture, audit);
  const actor = enderOf(capture, audit);
  const isOwn = capture.origin === 'merchant';
  const made = step(createdAt, `created${isFinal ? ', the last one' : ''}`, {
    status: 'PENDING',
    actor: makerOf(capture, audit),
    reason: null,
  });
  const completed = (at: Date) =>
    step(at, isOwn ? 'completed' : 'made at the provider', { status: 'COMPLETED', actor, reason: null });
  const failed = (what: string) =>
    step(updatedAt, what, {
      status: 'FAILED',
      actor,
      reason: decided ? textOf(decided.after, 'reason') : errorCode && errorReason(errorCode),
    });
  const steps = isOwn ? [made] : [];
  if (completedAt !== null) steps.push(completed(completedAt));
  if (status === 'FAILED') steps.push(failed(completedAt === null ? 'failed' : 'failed after all'));
  return steps;
}

/** The person who made it; the API if no person did; the provider if it was made there. */
export function makerOf({ id, origin, provider }: Capture, audit: readonly AuditRow[]): ShownActor {
  const made = audit.find(
    ({ action, after }) => action === 'capture.made' && textOf(after, 'captureId') === id,
  );
  if (made) return actorOf(made);
  return origin === 'provider' ? { kind: 'provider', name: provider } : { kind: 'merchant', name: null };
}

/** The person who decided how it ended; the provider if no person did. */
function enderOf(capture: Capture, audit: readonly AuditRow[]): ShownActor {
  const decided = decisionOn(capture, audit);
  return decided ? actorOf(decided) : { kind: 'provider', name: capture.provider };
}

const decisionOn = ({ id }: Capture, audit: readonly AuditRow[]): AuditRow | undefined =>
  audit.find(({ action, after }) => action === 'capture.decided' && textOf(after, 'captureId') === id);

/** The capture whose completion or failure an entry of the status log tells. */
export const captureTold = ({ at }: TimelineEntry, captures: readonly Capture[]): Capture | undefined =>
  captures.find(({ completedAt, updatedAt, status }) => {
    const times = [completedAt, status === 'FAILED' ? updatedAt : null];
    return times.some((time) => time?.getTime() === at.getTime());
  });

export function toPageCapture(
  capture: Capture,
  audit: readonly AuditRow[],
): TransactionPage['captures'][number] {
  const { errorCode, currency, completedAt } = capture;
  return {
    id: capture.id,
    amount: toWire(capture.amountMinor, currency),
    status: capture.status,
    undecided: capture.status === 'PENDING' && capture.dueAt === null,
    final: capture.isFinal,
    origin: capture.origin,
    captureReference: capture.captureReference,
    providerReference: capture.providerReference,
    errorCode,
    errorReason: errorCode && errorReason(errorCode),
    madeBy: makerOf(capture, audit),
    endedBy: capture.status === 'PENDING' ? null : enderOf(capture, audit),
    createdAt: capture.createdAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
  };
}

/** null: it is charged at once, or not authorised yet. */
export function authorizationOf(transaction: Transaction): TransactionPage['authorization'] {
  const { authorized, currency } = transaction;
  if (authorized === null) return null;
  const { amountMinor, capturedMinor, pendingMinor } = authorized;
  return {
    amount: toWire(amountMinor, currency),
    captured: toWire(capturedMinor, currency),
    pending: toWire(pendingMinor, currency),
    capturable: toWire(capturableMinor(transaction), currency),
    released: isAuthorized(transaction) ? 0 : toWire(amountMinor - capturedMinor - pendingMinor, currency),
    several: authorized.takesSeveral,
    captureBefore: authorized.captureBefore.toISOString(),
    open: isAuthorized(transaction),
  };
}
