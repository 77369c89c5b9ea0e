// Stripe's reasons for a declined payment, as codes of contract 9. answers.ts reads it. An unknown reason is a decline
// without a reason; it is counted, so that somebody adds it here.
import { CODE, type ErrorCode } from '@tollgate/provider-kit';

/** `decline_code` of a declined card, and of the other methods. */
const DECLINE_CODES: Readonly<Record<string, ErrorCode>> = {
  approve_with_id: CODE.doNotHonour,
  authentication_not_handled: CODE.threeDsRequired,
  authentication_required: CODE.threeDsRequired,
  call_issuer: CODE.doNotHonour,
  card_not_supported: CODE.cardNotPermitted,
  card_velocity_exceeded: CODE.cardUsedTooOften,
  currency_not_supported: CODE.currencyNotSupported,
  do_not_honor: CODE.doNotHonour,
  do_not_try_again: CODE.doNotHonour,
  duplicate_transaction: CODE.cardUsedTooOften,
  expired_card: CODE.cardExpired,
  fraudulent: CODE.fraudSuspected,
  generic_decline: CODE.doNotHonour,
  highest_risk_level: CODE.fraudSuspected,
  incorrect_address: CODE.addressMismatch,
  incorrect_cvc: CODE.cvvWrong,
  incorrect_number: CODE.cardNumberInvalid,
  incorrect_pin: CODE.cvvWrong,
  incorrect_zip: CODE.addressMismatch,
  insufficient_funds: CODE.insufficientFunds,
  invalid_account: CODE.accountClosed,
  invalid_amount: CODE.overCardLimit,
  invalid_cvc: CODE.cvvWrong,
  invalid_expiry_month: CODE.cardExpired,
  invalid_expiry_year: CODE.cardExpired,
  invalid_number: CODE.cardNumberInvalid,
  invalid_pin: CODE.cvvWrong,
  issuer_not_available: CODE.issuerUnavailable,
  lost_card: CODE.cardLost,
  merchant_blacklist: CODE.blocked,
  mobile_device_authentication_required: CODE.threeDsRequired,
  new_account_information_available: CODE.accountClosed,
  no_action_taken: CODE.doNotHonour,
  not_permitted: CODE.cardNotPermitted,
  offline_pin_required: CODE.threeDsRequired,
  online_or_offline_pin_required: CODE.threeDsRequired,
  pickup_card: CODE.cardRestricted,
  pin_try_exceeded: CODE.cardUsedTooOften,
  processing_error: CODE.issuerUnavailable,
  reenter_transaction: CODE.issuerUnavailable,
  requested_block_on_incorrect_cvc: CODE.cvvWrong,
  restricted_card: CODE.cardRestricted,
  revocation_of_all_authorizations: CODE.cardRestricted,
  revocation_of_authorization: CODE.cardRestricted,
  rule: CODE.fraudSuspected,
  security_violation: CODE.fraudSuspected,
  service_not_allowed: CODE.cardNotPermitted,
  stolen_card: CODE.cardStolen,
  stop_payment_order: CODE.cardRestricted,
  testmode_decline: CODE.doNotHonour,
  transaction_not_allowed: CODE.cardNotPermitted,
  transaction_not_permitted: CODE.cardNotPermitted,
  try_again_later: CODE.issuerUnavailable,
  withdrawal_count_limit_exceeded: CODE.overCardLimit,
  // Wallets, banks and debits.
  account_closed: CODE.accountClosed,
  bank_account_closed: CODE.accountClosed,
  bank_account_invalid_details: CODE.payerNotFound,
  bank_account_restricted: CODE.cardRestricted,
  bank_account_unable_to_verify: CODE.payerNotFound,
  bank_ownership_changed: CODE.payerNotFound,
  customer_canceled: CODE.cancelled,
  debit_not_authorized: CODE.cardNotPermitted,
  generic_could_not_process: CODE.doNotHonour,
  invalid_authorization: CODE.cardNotPermitted,
  invalid_customer_account: CODE.payerNotFound,
  invalid_transaction: CODE.doNotHonour,
  klarna_checkout_canceled: CODE.cancelled,
  klarna_checkout_expired: CODE.expired,
  no_account: CODE.payerNotFound,
  partner_generic_decline: CODE.doNotHonour,
  partner_high_risk: CODE.fraudSuspected,
  payment_disputed: CODE.cardNotPermitted,
  payment_limit_exceeded: CODE.overPayerLimit,
  recipient_deceased: CODE.accountClosed,
  refer_to_customer: CODE.doNotHonour,
  tax_id_invalid: CODE.payerNotFound,
};

/** `code` of the error, if it says more than that the payment was declined. */
const ERROR_CODES: Readonly<Record<string, ErrorCode>> = {
  amount_too_large: CODE.amountTooLarge,
  amount_too_small: CODE.amountTooSmall,
  authentication_required: CODE.threeDsRequired,
  bank_account_declined: CODE.doNotHonour,
  bank_account_restricted: CODE.cardRestricted,
  bank_account_unusable: CODE.payerNotFound,
  bank_account_verification_failed: CODE.payerNotFound,
  card_decline_rate_limit_exceeded: CODE.cardUsedTooOften,
  card_declined: CODE.doNotHonour,
  charge_exceeds_source_limit: CODE.overPayerLimit,
  charge_exceeds_transaction_limit: CODE.overPayerLimit,
  charge_exceeds_weekly_limit: CODE.overPayerLimit,
  country_unsupported: CODE.countryNotSupported,
  debit_not_authorized: CODE.cardNotPermitted,
  expired_card: CODE.cardExpired,
  incorrect_address: CODE.addressMismatch,
  incorrect_cvc: CODE.cvvWrong,
  incorrect_number: CODE.cardNumberInvalid,
  incorrect_zip: CODE.addressMismatch,
  insufficient_funds: CODE.insufficientFunds,
  invalid_card_type: CODE.cardNotPermitted,
  invalid_cvc: CODE.cvvWrong,
  invalid_expiry_month: CODE.cardExpired,
  invalid_expiry_year: CODE.cardExpired,
  invalid_number: CODE.cardNumberInvalid,
  no_account: CODE.payerNotFound,
  payment_intent_payment_attempt_expired: CODE.expired,
  payment_intent_payment_attempt_failed: CODE.doNotHonour,
  payment_method_currency_mismatch: CODE.currencyNotSupported,
  payment_method_customer_decline: CODE.cancelled,
  payment_method_not_available: CODE.issuerUnavailable,
  payment_method_provider_decline: CODE.doNotHonour,
  payment_method_provider_timeout: CODE.issuerUnavailable,
  processing_error: CODE.issuerUnavailable,
};

/**
 * The shopper failed to prove who they are, or left the page of a bank or wallet. Stripe tells only that it was not
 * done.
 */
const NOT_PROVEN = 'payment_intent_authentication_failure';

/** Stripe's words for a failure, of an error or of `last_payment_error`. */
export interface DeclineWords {
  code?: unknown;
  decline_code?: unknown;
}

/** The code of contract 9. `isCard`: true for a card; otherwise it is a bank, a wallet or a debit. */
export function declineCode(
  words: DeclineWords,
  isCard: boolean,
  unknownValue: (field: string, value: string) => void,
): ErrorCode {
  if (words.code === NOT_PROVEN) return isCard ? CODE.threeDsFailed : CODE.cancelled;
  const byReason = lookUp(DECLINE_CODES, words.decline_code);
  const byCode = lookUp(ERROR_CODES, words.code);
  // The SDK writes a missing reason as an empty text.
  if (words.decline_code && !byReason) unknownValue('decline_code', String(words.decline_code));
  else if (!words.decline_code && words.code && !byCode) unknownValue('code', String(words.code));
  return byReason ?? byCode ?? CODE.doNotHonour;
}

function lookUp(table: Readonly<Record<string, ErrorCode>>, word: unknown): ErrorCode | null {
  return typeof word === 'string' && Object.hasOwn(table, word) ? table[word]! : null;
}
