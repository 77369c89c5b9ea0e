// Mollie's reasons for a payment that failed, as codes of contract 9. standing.ts reads it. An unknown reason is a
// decline without a reason; it is counted, so that somebody adds it here.
import { CODE, type ErrorCode } from '@tollgate/provider-kit';
import type { UnknownValue } from './account.ts';
import { isRecord } from './objects.ts';

/** `details.failureReason`. Mollie gives it for cards. */
const FAILURE_REASONS: Readonly<Record<string, ErrorCode>> = {
  authentication_abandoned: CODE.threeDsAbandoned,
  authentication_failed: CODE.threeDsFailed,
  authentication_required: CODE.threeDsRequired,
  authentication_unavailable_acs: CODE.threeDsUnavailable,
  card_declined: CODE.doNotHonour,
  card_expired: CODE.cardExpired,
  inactive_card: CODE.cardRestricted,
  insufficient_funds: CODE.insufficientFunds,
  invalid_cvv: CODE.cvvWrong,
  invalid_card_holder_name: CODE.addressMismatch,
  invalid_card_number: CODE.cardNumberInvalid,
  invalid_card_type: CODE.cardNotPermitted,
  possible_fraud: CODE.fraudSuspected,
  refused_by_issuer: CODE.doNotHonour,
  unknown_reason: CODE.doNotHonour,
};

/** `details.bankReasonCode` of a debit: codes of ISO 20022. */
const BANK_REASONS: Readonly<Record<string, ErrorCode>> = {
  AC01: CODE.payerNotFound,
  AC04: CODE.accountClosed,
  AC06: CODE.cardRestricted,
  AG01: CODE.cardNotPermitted,
  AM04: CODE.insufficientFunds,
  MD01: CODE.cardNotPermitted,
  MD07: CODE.accountClosed,
  MS02: CODE.doNotHonour,
  MS03: CODE.doNotHonour,
  SL01: CODE.cardNotPermitted,
};

export function failureCode(details: unknown, unknownValue: UnknownValue): ErrorCode {
  if (!isRecord(details)) return CODE.doNotHonour;
  const { failureReason, bankReasonCode } = details;
  const code = lookUp(FAILURE_REASONS, failureReason) ?? lookUp(BANK_REASONS, bankReasonCode);
  if (code !== null) return code;
  if (failureReason) unknownValue('details.failureReason', String(failureReason));
  else if (bankReasonCode) unknownValue('details.bankReasonCode', String(bankReasonCode));
  return CODE.doNotHonour;
}

function lookUp(table: Readonly<Record<string, ErrorCode>>, word: unknown): ErrorCode | null {
  return typeof word === 'string' && Object.hasOwn(table, word) ? table[word]! : null;
}
