// Every outcome ends here, whether from the API, a provider's callback, the resolver, expiry, the cashier or the
// portal. Status, timeline, ledger transfer, webhook and idempotent answer commit together. Answers the transaction as
// it stands afterwards, even if somebody else was faster.

import { type Decision, decisionEntry } from '../../domain/audit/audit.ts';
import { type MandateUse, useOf } from '../../domain/mandates/later-charge.ts';
import type { Mandate } from '../../domain/mandates/mandate.ts';
import { findOption } from '../../domain/options/payment-option.ts';
import { toEnvelope } from '../../domain/records/result.ts';
import type { RiskRule } from '../../domain/risk/risk.ts';
import {
  type AttemptCheck,
  type CountedDecline,
  countedDeclines,
} from '../../domain/transactions/counted-attempt.ts';
import type { Outcome } from '../../domain/transactions/outcome.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import {
  type Actor,
  isFinal,
  isLaterCharge,
  type Transaction,
} from '../../domain/transactions/transaction.ts';
import { type Change, transition } from '../../domain/transactions/transition.ts';
import { statusEvent, type WebhookEvent } from '../../domain/webhooks/webhook-event.ts';
import { findMandate } from '../../storage/mandates/mandate-store.ts';
import type { ApplyJob } from '../../storage/transactions/apply-changes.ts';
import type { Approved } from '../../storage/transactions/approve-payouts.ts';
import type { Context } from '../context.ts';
import { activateMandate, mandateOf } from '../mandates/mandate-of-outcome.ts';
import { endMarked } from '../mandates/revoke-mandate.ts';
import { traceOf } from '../trace-event.ts';
import { wakeWaiting } from './wake-waiting.ts';

/** Each lost race means that the transaction changed; it can change only a few times. */
const MOST_RACES = 8;

/** Who changes the transaction. */
export interface Cause {
  actor: Actor;
  /** A person's decision, for the audit log; absent: no person decided. */
  decision?: Decision | null;
}

interface GuardedCause extends Cause {
  /** Called again after each lost race: does the outcome still fit the current transaction? Absent: it fits. */
  stillFits?: (current: Transaction) => boolean;
}

export async function applyOutcome(
  context: Context,
  transaction: Transaction,
  outcome: Outcome,
  { stillFits = () => true, ...cause }: GuardedCause,
): Promise<Transaction> {
  let current = transaction;
  // If a provider says that money moved, that counts, whatever the caller expected, and refunds go to the provider that
  // has the money. A person's decision must still fit.
  const isPaid = outcome.kind === 'completed' && transaction.provider !== null && !cause.decision;
  for (let race = 0; race < MOST_RACES; race++) {
    const applied = await applyOnce(context, current, outcome, cause);
    if (applied) return applied;
    const moved = await reload(context, transaction);
    const admitted = transition(moved, outcome, cause.actor, context.now()) !== null;
    if (!admitted || isFormerCharge(transaction, moved) || !(isPaid || stillFits(moved))) {
      if (outcome.kind === 'completed' && isPaid) sayUnbooked(context, transaction, moved, outcome);
      if (outcome.kind === 'authorized' && isFinal(moved.status) && !moved.authorized)
        sayHeld(context, moved);
      return moved;
    }
    // It may have been cancelled meanwhile, or its link has expired; then the stored transaction no longer names a
    // provider.
    const { provider, providerAccount, reroutes } = transaction;
    const isPaidThere = outcome.kind === 'completed' && moved.provider === null;
    current = isPaidThere ? { ...moved, provider, providerAccount, reroutes } : moved;
  }
  throw new Error(`transaction ${transaction.id} moved ${MOST_RACES} times while one outcome was applied`);
}

/** An answer to one charge says nothing about the next one: another attempt, or the same attempt at another account. */
function isFormerCharge(asked: Transaction, moved: Transaction): boolean {
  return moved.attempts !== asked.attempts || (moved.provider !== null && moved.reroutes !== asked.reroutes);
}

/**
 * Logs a payment that is not in the books: a person must look at it. If a notification reports the payment, the
 * notification becomes a conflict instead.
 */
function sayUnbooked(
  { log }: Context,
  asked: Transaction,
  moved: Transaction,
  { notified, providerReference: paid }: Extract<Outcome, { kind: 'completed' }>,
): void {
  const known = moved.providerReference;
  const isSame = paid && known ? paid === known : !isFormerCharge(asked, moved) && moved.paidAttempt === null;
  if (notified || (moved.status === 'COMPLETED' && isSame)) return;
  const { id: transactionId, brandId, attempts: attempt } = asked;
  const message = isFormerCharge(asked, moved)
    ? 'an abandoned attempt was paid'
    : 'a provider says that it was paid, but it has ended otherwise';
  log.error({ transactionId, brandId, attempt, status: moved.status }, message);
}

/** Nobody captures what the provider holds, and nobody voids it. */
function sayHeld({ log }: Context, { id: transactionId, brandId, status }: Transaction): void {
  log.error(
    { transactionId, brandId, status },
    'a provider holds money for a payment that has ended; void it at the provider',
  );
}

/** Tries once: null if the transaction does not allow the outcome, or another writer has changed it meanwhile. */
export async function applyOnce(
  context: Context,
  transaction: Transaction,
  outcome: Outcome,
  { actor, decision = null }: Cause,
): Promise<Transaction | null> {
  const change = transition(transaction, outcome, actor, context.now());
  if (!change) return null;
  const answer = answerOf(change.after);
  const decided = auditOf(change, decision);
  const declines = declinesOf(context, change, actor);
  const mandate = mandateOf(context, change, outcome);
  const use = useOf(change, outcome, actor);
  const more = { ...decided, declines, answer, mandate, use };
  const applied = await commit(context, change, more, context.transactions.apply);
  if (applied === 'lost') return null;
  const { before, after, declinedAttempt } = change;
  const isEnd = declinedAttempt !== null || isFinal(after.status);
  if (isEnd || after.authorized !== before.authorized) await wakeWaiting(context, before, after);
  return await moveMandate(context, change.after, { mandate, use });
}

/**
 * The step of a mandate that follows from the commit: its payer agreed, its issuer will never pay again, or it was
 * withdrawn at the provider. If it cannot be made now, a worker makes it: the commit says what is to be done.
 */
async function moveMandate(
  context: Context,
  after: Transaction,
  { mandate, use }: { mandate: Mandate | null; use: MandateUse | null },
): Promise<Transaction> {
  try {
    if (use?.ends) {
      const used = await findMandate(context.sql, after, use.id);
      if (used) await endMarked(context, used);
    }
    if (!mandate?.storedId) return after;
    return (await activateMandate(context, mandate, null)) ?? after;
  } catch (error) {
    context.log.error(
      { err: error, transactionId: after.id, brandId: after.brandId },
      'a mandate could not be moved after an outcome; a worker does so',
    );
    return after;
  }
}

/**
 * The answer to replay under its idempotency key: only direct card pay-ins and later charges may have one. Between two
 * providers the payment is still INIT, which is no answer.
 */
function answerOf(after: Transaction): string | null {
  const option = after.optionId === null ? undefined : findOption(after.optionId)?.option;
  const mayHaveKey = after.origin === 'v3' && (option?.type === 'CARD' || isLaterCharge(after));
  return mayHaveKey && after.type === 'PAYIN' && after.status !== 'INIT'
    ? JSON.stringify(toEnvelope(after))
    : null;
}

/**
 * Begins an attempt in the cashier: stores it and counts it by the risk rules, in one try. If `refusedBy` is set, no
 * provider may be asked. null if another request was faster.
 */
export async function beginAttempt(
  context: Context,
  attempt: Transaction,
  check: AttemptCheck | null,
): Promise<{ begun: Transaction; refusedBy: RiskRule | null } | null> {
  const change = transition(attempt, { kind: 'submitted' }, 'shopper', context.now());
  if (!change) return null;
  const answer = await commit(context, change, { check }, context.transactions.apply);
  if (answer === 'lost') return null;
  return { begun: change.after, refusedBy: answer === 'applied' ? null : answer.refusedBy };
}

/**
 * Approves a payout: one try, whose commit also sets the money aside. 'short' if the balance is too small; 'own' if
 * another person must approve it. 'lost' if the payout does not allow an approval, or another writer has changed it
 * meanwhile. After each of these, nothing was written.
 */
export async function approveOnce(
  context: Context,
  transaction: Transaction,
  { actor, decision = null }: Cause,
): Promise<Transaction | Exclude<Approved, 'approved'>> {
  const change = transition(transaction, { kind: 'approved' }, actor, context.now());
  if (!change) return 'lost';
  const answer = await commit(context, change, auditOf(change, decision), context.transactions.approve);
  return answer === 'approved' ? change.after : answer;
}

export async function reload(context: Context, { merchantId, id }: Transaction): Promise<Transaction> {
  const current = await context.transactions.find(merchantId, id);
  if (!current) throw new Error(`transaction ${id} no longer exists`);
  return current;
}

async function commit<Answer extends Approved | 'applied' | { refusedBy: RiskRule }>(
  context: Context,
  change: Change,
  more: Pick<ApplyJob, 'answer' | 'audit' | 'check' | 'declines' | 'mandate' | 'use'>,
  write: (job: ApplyJob) => Promise<Answer>,
): Promise<Answer> {
  const event = change.entry ? traceOf(context)(eventOf(context, change)) : null;
  const taken = event !== null && context.outbox.take(event);
  try {
    const answer = await write({ change, event, taken, ...more });
    if (answer === 'lost' || answer === 'short' || answer === 'own') {
      if (event && taken) context.outbox.abandon(event);
    } else if (event) {
      context.outbox.commit(event, taken);
      count(context, change.after);
    }
    return answer;
  } catch (error) {
    if (event && taken) context.outbox.abandon(event);
    throw error;
  }
}

const auditOf = (change: Change, decision: Decision | null): Pick<ApplyJob, 'audit'> =>
  decision ? { audit: decisionEntry(change, decision) } : {};

/** The declines that the risk rules count: every declined attempt, whether it ended the transaction or not. */
function declinesOf(context: Context, change: Change, actor: Actor): CountedDecline[] {
  const { before, after, entry, declinedAttempt } = change;
  const ended = entry?.to === 'DECLINED' ? after.errorCode : null;
  const errorCode = declinedAttempt?.errorCode ?? ended;
  if (errorCode === null) return [];
  return countedDeclines(limitsOf(context, after), before, { errorCode, actor, at: after.updatedAt });
}

const limitsOf = (context: Context, { brandId }: Transaction) => context.brands.byId(brandId)?.risk ?? null;

function count(context: Context, { type, status, optionId, errorCode, brandId }: Transaction): void {
  const option = optionId === null ? undefined : findOption(optionId)?.option;
  context.countTransaction({ type, status, optionType: option?.type ?? null, errorCode, brandId });
}

function eventOf(context: Context, change: Change): WebhookEvent {
  const { brandId, updatedAt } = change.after;
  const brand = context.brands.byId(brandId);
  if (!brand) throw new Error(`brand ${brandId} does not exist`);
  return statusEvent(change, timeOrderedId(updatedAt), brand);
}
