// Attempts in the cashier (contract 4): a shopper of a hosted or hybrid session may try again after a decline. This
// file says what an outcome means for the transaction meanwhile; only transition.ts asks it. Pure.
import { CODE, type ErrorCode } from '../errors/error-codes.ts';
import type { Outcome } from './outcome.ts';
import { type Actor, isAtCashier, type Transaction } from './transaction.ts';

/**
 * An attempt in the cashier that was declined without ending the transaction: no status changes, and no webhook is
 * sent.
 */
export interface DeclinedAttempt {
  /** 1, 2, 3 … */
  attempt: number;
  /** The attempt ended after this entry of the transaction's timeline and before the next one. */
  sequence: number;
  at: Date;
  optionId: string | null;
  errorCode: ErrorCode;
  actor: Actor;
}

/** The most attempts in a hosted or hybrid session (contract 4). The last attempt ends the transaction. */
export const MOST_ATTEMPTS = 5;

/**
 * Whether a decline leaves the session open. In a hosted or hybrid session it does, so that the shopper may try again
 * (contract 4). A v3 pay-in is one attempt, and an outcome set by an operator or the sandbox is final.
 */
export function declinesAttempt(before: Transaction, actor: Actor, now: Date): boolean {
  const { type, origin, status, provider, attempts, cashierExpiresAt, authorized } = before;
  return (
    type === 'PAYIN' &&
    origin !== 'v3' &&
    status === 'PROCESSING' &&
    provider !== null &&
    authorized === null &&
    attempts > 0 &&
    attempts < MOST_ATTEMPTS &&
    cashierExpiresAt !== null &&
    cashierExpiresAt > now &&
    actor !== 'operator' &&
    actor !== 'sandbox'
  );
}

/** The attempt's time is over. The link may live on. */
export const ATTEMPT_EXPIRED = { kind: 'declined', errorCode: CODE.expired } as const satisfies Outcome;

/**
 * Translates a provider's answer about a charge into an answer about the transaction. In the cashier an expired charge
 * ends only the attempt, not the transaction.
 */
export function ofAttempt<Said extends { kind: string }>(
  { attempts }: Pick<Transaction, 'attempts'>,
  said: Said,
): Said | typeof ATTEMPT_EXPIRED {
  return said.kind === 'expired' && attempts > 0 ? ATTEMPT_EXPIRED : said;
}

/**
 * Between two attempts we ask no provider. An answer at that time belongs to a finished attempt. A new attempt begins
 * only when the shopper chooses.
 */
export function isAllowedBetweenAttempts(before: Transaction, { kind }: Outcome, actor: Actor): boolean {
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
    case 'authorized':
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

/**
 * The gateway's own rules, an operator and the sandbox's forced outcome decide on the transaction, not on an attempt.
 */
function isNoProvider(actor: Actor): boolean {
  return actor === 'gateway' || actor === 'operator' || actor === 'sandbox';
}
