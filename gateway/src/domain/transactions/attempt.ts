// Attempts in the cashier (contract 4): a shopper of a hosted or hybrid session may try again after a decline. What an outcome
// means for the transaction while that is so; transition.ts asks. Pure.
import type { ErrorCode } from '../errors/error-codes.ts';
import type { Outcome } from './outcome.ts';
import { type Actor, isAtCashier, type Transaction } from './transaction.ts';

/** An attempt in the cashier that was declined and did not end the transaction: no status changed, no webhook tells of it. */
export interface DeclinedAttempt {
  /** 1, 2, 3 … */
  attempt: number;
  /** Of the transaction: it came after this entry of the timeline and before the next one. */
  sequence: number;
  at: Date;
  optionId: string | null;
  errorCode: ErrorCode;
  actor: Actor;
}

/** In one hosted or hybrid session (contract 4): the last of them ends the transaction. */
export const MOST_ATTEMPTS = 5;

/**
 * A declined attempt of a hosted or hybrid session leaves it open, so that the shopper may try again (contract 4). A v3
 * pay-in is one attempt, and what an operator or the sandbox's switch says is final.
 */
export function declinesAttempt(before: Transaction, actor: Actor, now: Date): boolean {
  const { type, origin, status, provider, attempts, cashierExpiresAt } = before;
  return (
    type === 'PAYIN' &&
    origin !== 'v3' &&
    status === 'PROCESSING' &&
    provider !== null &&
    attempts > 0 &&
    attempts < MOST_ATTEMPTS &&
    cashierExpiresAt !== null &&
    cashierExpiresAt > now &&
    actor !== 'operator' &&
    actor !== 'sandbox'
  );
}

/**
 * Between two attempts nobody is asked anything, so what a provider says then is about an attempt that is over; and an
 * attempt begins where the shopper chooses, and nowhere else.
 */
export function fitsCashier(before: Transaction, { kind }: Outcome, actor: Actor): boolean {
  const betweenAttempts = before.attempts > 0 && isAtCashier(before);
  switch (kind) {
    case 'cashier':
    case 'given-up':
      return isAtCashier(before);
    case 'submitted':
      return before.attempts > 0 && before.provider !== null;
    case 'declined':
    case 'failed':
      return !betweenAttempts || isNoProvider(actor);
    case 'unknown':
    case 'pending':
    case 'redirect':
    case 'instructions':
    case 'waiting':
    case 'rerouted':
      return !betweenAttempts || actor === 'operator' || actor === 'sandbox';
    default:
      return true;
  }
}

/** The gateway's own rules, an operator and the sandbox's switch speak of the transaction, not of an attempt. */
function isNoProvider(actor: Actor): boolean {
  return actor === 'gateway' || actor === 'operator' || actor === 'sandbox';
}
