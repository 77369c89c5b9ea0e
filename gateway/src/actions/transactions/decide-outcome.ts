// A person decides the outcome of a transaction if its provider never answered and is not asked any more (contract 4).
// We first ask the provider once more: its answer counts, and a decision that contradicts it is refused
// (docs/decisions/0048). "Not paid" for a pay-in is the merchant's cancellation, so money that arrives later still
// counts. Never touches a transaction that the resolver still asks about.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { CODE } from '../../domain/errors/error-codes.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { isUndecided } from '../../domain/records/transaction-actions.ts';
import type { Outcome } from '../../domain/transactions/outcome.ts';
import { isAuthorized, isCapturedLater, type Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { applyOutcome } from '../submission/apply-outcome.ts';
import { inquire } from './resolve-transaction.ts';

export const DECIDED_OUTCOMES = ['COMPLETED', 'DECLINED'] as const;
export type DecidedOutcome = (typeof DECIDED_OUTCOMES)[number];

/** Answers the transaction as it is afterwards. Throws Refusal 409 if there is nothing to decide. */
export async function decideOutcome(
  context: Context,
  by: AuditActor,
  transaction: Transaction,
  { outcome, reason }: { outcome: DecidedOutcome; reason: string },
): Promise<Transaction> {
  if (!isUndecided(transaction)) throw nothingToDecide(transaction);
  if (outcome === 'COMPLETED' && isAuthorized(transaction))
    throw refusal(transaction, 'the pay-in is authorised; it completes only by its captures');
  const word = definite(await inquire(context, transaction));
  if (word) {
    const after = await applyOutcome(context, transaction, word, {
      actor: 'resolver',
      stillFits: isUndecided,
    });
    if (isDecided(after, outcome)) return after;
    const state = isAuthorized(after) ? 'authorised' : after.status;
    throw refusal(transaction, `the provider answered just now: it is ${state}`);
  }
  const decision = { by, action: 'outcome.decided', reason } as const;
  const decided = outcomeOf(transaction, outcome, reason);
  const actor = by.kind === 'operator' ? 'operator' : 'merchant';
  const cause = { actor, decision, stillFits: isUndecided } as const;
  const after = await applyOutcome(context, transaction, decided, cause);
  if (!isDecided(after, outcome)) throw nothingToDecide(after);
  return after;
}

/**
 * A pay-in that is captured later was authorised, and completes by its captures alone. If a part was captured, its end
 * keeps that part.
 */
function isDecided(after: Transaction, outcome: DecidedOutcome): boolean {
  if (outcome === 'COMPLETED' && isCapturedLater(after)) return isAuthorized(after);
  const isPartKept = after.status === 'COMPLETED' && after.authorized !== null;
  return after.status === outcome || isPartKept;
}

/** null if the provider still does not know. */
function definite(answer: Outcome | { kind: 'unheard' }): Outcome | null {
  switch (answer.kind) {
    case 'completed':
    case 'authorized':
    case 'declined':
    case 'failed':
      return answer;
    case 'unheard':
      return { kind: 'failed', errorCode: CODE.providerFailed };
    default:
      return null;
  }
}

function outcomeOf(transaction: Transaction, outcome: DecidedOutcome, reason: string): Outcome {
  const { type } = transaction;
  const said = `decided: ${reason}`;
  if (outcome === 'COMPLETED' && isCapturedLater(transaction)) return { kind: 'authorized' };
  if (outcome === 'COMPLETED') return { kind: 'completed', reason: said };
  if (type === 'PAYIN') return { kind: 'cancelled', reason: said };
  return { kind: 'failed', errorCode: CODE.providerFailed, reason: said };
}

function nothingToDecide(transaction: Transaction): Refusal {
  const { status, errorCode, dueAt } = transaction;
  const asked = errorCode === CODE.outcomeUnknown && dueAt !== null;
  return refusal(
    transaction,
    asked
      ? 'the gateway is still asking the provider; a person can decide when it has stopped'
      : `the transaction is ${status}; only an unknown outcome can be decided`,
  );
}

function refusal({ id }: Transaction, fault: string): Refusal {
  return new Refusal(409, `transactionId: ${fault}`, { transactionId: id });
}
