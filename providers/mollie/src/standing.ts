// The meaning of Mollie's answers: a payment or a refusal as an outcome (contract 13, "Answers"). An answer that cannot
// be read is unknown; it must never become a failure.
import {
  type AboutCharge,
  CODE,
  NOTHING_DONE,
  NOTHING_DONE_STATUSES,
  type Outcome,
} from '@tollgate/provider-kit';
import type { UnknownValue } from './account.ts';
import { fromMollieAmount } from './amounts.ts';
import { type CallFailure, failureOf } from './client.ts';
import { failureCode } from './failures.ts';
import { dateIn, linkIn, type MolliePayment, referenceIn } from './objects.ts';

/** The state of a payment. */
export type Standing =
  | Exclude<Outcome, { kind: 'redirect' | 'instructions' }>
  /** The shopper has not decided yet. `page`: where to go; null: nowhere. */
  | { kind: 'open'; page: string | null; expiresAt: Date | null };

/** It is authorised first, and captured by a call of its own (contract 16). */
export const isManual = ({ captureMode }: MolliePayment): boolean => captureMode === 'manual';

/** The payer is absent. */
const isLaterCharge = ({ sequenceType }: MolliePayment): boolean => sequenceType === 'recurring';

/**
 * null: the amount or its currency is unknown here. A payment without a reference gets the empty one, which is
 * nobody's.
 */
export function aboutPayment(payment: MolliePayment): AboutCharge | null {
  const amount = fromMollieAmount(payment.amount);
  return amount && { reference: referenceIn(payment) ?? '', ...amount };
}

export function standingOf(payment: MolliePayment, unknownValue: UnknownValue): Standing {
  const of = aboutPayment(payment);
  if (!of) {
    unknownValue('payment.amount', JSON.stringify(payment.amount) ?? 'none');
    return { kind: 'unknown' };
  }
  const said = { of, providerReference: payment.id };
  switch (payment.status) {
    case 'open':
      // Nobody can pay a later charge on a page.
      if (isLaterCharge(payment)) return { kind: 'unknown' };
      return { kind: 'open', page: linkIn(payment, 'checkout'), expiresAt: dateIn(payment.expiresAt) };
    case 'pending':
      return { kind: 'pending', ...said };
    case 'authorized':
      return isManual(payment)
        ? { kind: 'authorized', ...said, ...termsOf(payment) }
        : // Mollie captures it by itself.
          { kind: 'pending', ...said };
    // A manual payment was authorised before. Its captures are asked for, and told, on their own.
    case 'paid':
      return isManual(payment)
        ? { kind: 'authorized', ...said, ...termsOf(payment) }
        : { kind: 'completed', ...said };
    case 'canceled':
      return { kind: 'declined', errorCode: hasLapsed(payment) ? CODE.expired : CODE.cancelled, ...said };
    case 'expired':
      return { kind: 'declined', errorCode: CODE.expired, ...said };
    case 'failed':
      return { kind: 'declined', errorCode: failureCode(payment.details, unknownValue), ...said };
    default:
      unknownValue('payment.status', String(payment.status));
      return { kind: 'unknown' };
  }
}

/** Nobody captured it in time, so the authorisation is over (contract 16). */
function hasLapsed({ captureBefore, canceledAt }: MolliePayment): boolean {
  const [until, end] = [dateIn(captureBefore), dateIn(canceledAt)];
  return until !== null && end !== null && end >= until;
}

function termsOf({ captureBefore }: MolliePayment): { captureBefore?: Date; takesSeveral: true } {
  const until = dateIn(captureBefore);
  return until === null ? { takesSeveral: true } : { captureBefore: until, takesSeveral: true };
}

/** A charge call without an object means this, by its status. */
export function outcomeOfRefusal(error: unknown): Outcome {
  const failure = failureOf(error);
  if (failure.kind === 'unreadable') return { kind: 'unknown' };
  if (failure.kind === 'not-connected') return { kind: 'failed', errorCode: NOTHING_DONE };
  if (NOTHING_DONE_STATUSES.includes(failure.status) && !failure.isKeyUsed)
    return { kind: 'failed', errorCode: NOTHING_DONE, answered: true };
  return isClientError(failure) ? { kind: 'unknown', answered: true } : { kind: 'unknown' };
}

/**
 * Whether a refund, a capture or another step was certainly not made. Some statuses alone say so; any other 4xx says so
 * if the answer is Mollie's own.
 */
export function isNothingDone(failure: CallFailure): boolean {
  if (failure.kind !== 'refused') return failure.kind === 'not-connected';
  if (failure.isKeyUsed) return false;
  return NOTHING_DONE_STATUSES.includes(failure.status) || (failure.isReadable && isClientError(failure));
}

const isClientError = ({ status }: { status: number }): boolean => status >= 400 && status < 500;
