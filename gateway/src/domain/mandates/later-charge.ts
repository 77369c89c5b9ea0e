// When a mandate may be charged (contract 16), and what an answer about such a charge says of the mandate. Pure.
import { CODE, type ErrorCode, retryAdvice } from '../errors/error-codes.ts';
import type { Outcome } from '../transactions/outcome.ts';
import type { Actor } from '../transactions/transaction.ts';
import type { Change } from '../transactions/transition.ts';
import type { Mandate } from './mandate.ts';

export interface ChargeWanted {
  /** null: the request names none. */
  userId: string | null;
  optionId: string;
  currency: string;
  amountMinor: bigint;
}

export interface LaterCharge {
  /** null: the brand has none with this id, or it belongs to another user. */
  mandate: Mandate | null;
  /** Why it cannot be charged so; null: it can. */
  unusable: ErrorCode | null;
}

/** Whether the request may know this mandate at all: another user's does not exist for it. */
export const isOfUser = ({ userId }: Mandate, wanted: Pick<ChargeWanted, 'userId'>): boolean =>
  wanted.userId === null || wanted.userId === userId;

/** The first rule that forbids the charge; null: it may be made. */
export function refuseCharge(mandate: Mandate, wanted: ChargeWanted, now: Date): ErrorCode | null {
  const { status, failedAt, revokedAt, expiresAt, optionId, currency, maxAmountMinor } = mandate;
  const isOver = failedAt !== null || revokedAt !== null || (expiresAt !== null && expiresAt <= now);
  if (status !== 'ACTIVE' || isOver) return CODE.tokenInvalid;
  if (optionId !== wanted.optionId) return CODE.optionNotAllowed;
  if (currency !== wanted.currency) return CODE.currencyNotSupported;
  if (maxAmountMinor !== null && wanted.amountMinor > maxAmountMinor) return CODE.amountTooLarge;
  return null;
}

/** What a step of a later charge says of its mandate. */
export interface MandateUse {
  merchantId: string;
  id: string;
  at: Date;
  /** FAILED: the issuer will never pay again. REVOKED: it was withdrawn at the provider. null: it stays in force. */
  ends: 'FAILED' | 'REVOKED' | null;
}

/** null: it is no later charge, or no provider has answered. */
export function useOf({ before, after, entry }: Change, outcome: Outcome, actor: Actor): MandateUse | null {
  const { mandateId } = after.details;
  const isAnswer = after.provider !== null && after.resultType !== null && actor !== 'gateway';
  if (mandateId === undefined || !isAnswer || after.resultType === before.resultType) return null;
  const ended = entry?.to === 'DECLINED' ? after.errorCode : null;
  const failed = ended !== null && isForEver(ended) && !NO_ISSUER.includes(actor);
  const withdrawn = ended !== null && outcome.kind === 'declined' && outcome.withdrawn === true;
  return {
    merchantId: after.merchantId,
    id: mandateId,
    at: after.updatedAt,
    ends: withdrawn ? 'REVOKED' : failed ? 'FAILED' : null,
  };
}

/** The issuer's and the network's codes begin with 2. */
const isForEver = (code: ErrorCode): boolean => code.startsWith('2') && retryAdvice(code) === 'DO_NOT_RETRY';

/** Who ends a charge without an issuer's word. */
const NO_ISSUER: readonly Actor[] = ['gateway', 'operator', 'expiry'];
