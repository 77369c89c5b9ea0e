// Where every outcome ends, whoever brings it: the API, a provider's callback, the resolver, expiry, the cashier,
// the portal. Status, timeline, ledger transfer, webhook and idempotent answer commit together.
// Answers the transaction as it stands afterwards, also when somebody else was faster.
import { randomUUIDv7 } from 'node:crypto';
import type { Outcome } from '../domain/outcome.ts';
import { findOption } from '../domain/payment-option.ts';
import { toEnvelope } from '../domain/result.ts';
import type { Actor, Transaction } from '../domain/transaction.ts';
import { type Change, transition } from '../domain/transition.ts';
import { statusEvent, type WebhookEvent } from '../domain/webhook-event.ts';
import type { Applied, ApplyJob } from '../storage/apply-changes.ts';
import type { Approved } from '../storage/approve-payouts.ts';
import type { Context } from './context.ts';

/** Each lost race means that the transaction moved; it has only so many moves. */
const MOST_RACES = 8;

export async function applyOutcome(
  context: Context,
  transaction: Transaction,
  outcome: Outcome,
  actor: Actor,
  /** Asked again after each lost race: does the outcome still fit what the transaction has become? */
  stillFits: (current: Transaction) => boolean = () => true,
): Promise<Transaction> {
  let current = transaction;
  for (let race = 0; race < MOST_RACES; race++) {
    const applied = await applyOnce(context, current, outcome, actor);
    if (applied) return applied;
    const moved = await reload(context, transaction);
    const admitted = transition(moved, outcome, actor, context.now()) !== null;
    // An answer to one attempt says nothing about the next one.
    const isFormer = moved.attempts !== transaction.attempts;
    if (isFormer && outcome.kind === 'completed') {
      const { id: transactionId, brandId, attempts: attempt } = transaction;
      context.log.error({ transactionId, brandId, attempt }, 'an attempt that had been left was paid');
    }
    if (!admitted || isFormer || !stillFits(moved)) return moved;
    current = moved;
  }
  throw new Error(`transaction ${transaction.id} moved ${MOST_RACES} times while one outcome was applied`);
}

/** One try: null where the transaction does not admit the outcome, or somebody else has changed it meanwhile. */
export async function applyOnce(
  context: Context,
  transaction: Transaction,
  outcome: Outcome,
  actor: Actor,
): Promise<Transaction | null> {
  const change = transition(transaction, outcome, actor, context.now());
  if (!change) return null;
  // On its way from one provider to the next it is still INIT, and that is no answer.
  const { status, idempotencyKey, answer } = change.after;
  if (status !== 'INIT' && idempotencyKey !== null && answer === null) {
    change.after.answer = JSON.stringify(toEnvelope(change.after));
  }
  return (await commit(context, change, context.transactions.apply)) === 'applied' ? change.after : null;
}

/**
 * The approval of a payout: one try, whose commit sets its money aside as well. 'short' where the balance does not carry
 * it, 'lost' where it does not admit an approval, or somebody else has changed it meanwhile; then nothing was written.
 */
export async function approveOnce(
  context: Context,
  transaction: Transaction,
  actor: Actor,
): Promise<Transaction | 'short' | 'lost'> {
  const change = transition(transaction, { kind: 'approved' }, actor, context.now());
  if (!change) return 'lost';
  const answer = await commit(context, change, context.transactions.approve);
  return answer === 'approved' ? change.after : answer;
}

export async function reload(context: Context, { merchantId, id }: Transaction): Promise<Transaction> {
  const current = await context.transactions.find(merchantId, id);
  if (!current) throw new Error(`transaction ${id} has vanished`);
  return current;
}

async function commit<Answer extends Applied | Approved>(
  context: Context,
  change: Change,
  write: (job: ApplyJob) => Promise<Answer>,
): Promise<Answer> {
  const event = change.entry ? eventOf(context, change.after) : null;
  const taken = event !== null && context.outbox.take(event);
  try {
    const answer = await write({ change, event, taken });
    if (answer === 'applied' || answer === 'approved') {
      if (event) context.outbox.commit(event, taken);
      if (event) count(context, change.after);
    } else if (event && taken) context.outbox.abandon(event);
    return answer;
  } catch (error) {
    if (event && taken) context.outbox.abandon(event);
    throw error;
  }
}

function count(context: Context, { type, status, optionId }: Transaction): void {
  const option = optionId === null ? undefined : findOption(optionId)?.option;
  context.countTransaction(type, status, option?.type ?? null);
}

function eventOf(context: Context, after: Transaction): WebhookEvent {
  const brand = context.brands.byId(after.brandId);
  const secret = brand?.signingSecrets[0];
  if (!brand || !secret) throw new Error(`brand ${after.brandId} has no signing secret`);
  return statusEvent(after, randomUUIDv7(), after.details.notificationUrl ?? brand.notificationUrl, secret);
}
