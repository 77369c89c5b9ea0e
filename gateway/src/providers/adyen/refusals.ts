// Why Adyen refused a payment, in our error codes (contract 9, 13). One table serves both of Adyen's forms: the number
// in an answer, and the text in a notification. The text is not signed, so it may choose a code and nothing else.
import { CODE, type ErrorCode } from '@tollgate/provider-kit';

/** Adyen's number and text, and the nearest code of ours. */
const REFUSALS: readonly (readonly [number: string, text: string, code: ErrorCode])[] = [
  ['2', 'Refused', CODE.doNotHonour],
  ['3', 'Referral', CODE.doNotHonour],
  ['4', 'Acquirer Error', CODE.issuerUnavailable],
  ['5', 'Blocked Card', CODE.cardRestricted],
  ['6', 'Expired Card', CODE.cardExpired],
  ['7', 'Invalid Amount', CODE.doNotHonour],
  ['8', 'Invalid Card Number', CODE.cardNumberInvalid],
  ['9', 'Issuer Unavailable', CODE.issuerUnavailable],
  ['10', 'Not supported', CODE.cardNotPermitted],
  ['11', '3D Not Authenticated', CODE.threeDsFailed],
  ['12', 'Not enough balance', CODE.insufficientFunds],
  ['14', 'Acquirer Fraud', CODE.fraudSuspected],
  ['15', 'Cancelled', CODE.cancelled],
  ['16', 'Shopper Cancelled', CODE.cancelled],
  // A PIN belongs to a terminal. An issuer that asks for one online does not honour the card.
  ['17', 'Invalid Pin', CODE.doNotHonour],
  ['18', 'Pin tries exceeded', CODE.cardRestricted],
  ['19', 'Pin validation not possible', CODE.doNotHonour],
  ['20', 'FRAUD', CODE.fraudSuspected],
  ['21', 'Not Submitted', CODE.issuerUnavailable],
  ['22', 'FRAUD-CANCELLED', CODE.fraudSuspected],
  ['23', 'Transaction Not Permitted', CODE.cardNotPermitted],
  ['24', 'CVC Declined', CODE.cvvWrong],
  ['25', 'Restricted Card', CODE.cardRestricted],
  ['26', 'Revocation Of Auth', CODE.doNotHonour],
  ['27', 'Declined Non Generic', CODE.doNotHonour],
  ['28', 'Withdrawal amount exceeded', CODE.overCardLimit],
  ['29', 'Withdrawal count exceeded', CODE.cardUsedTooOften],
  ['31', 'Issuer Suspected Fraud', CODE.fraudSuspected],
  ['32', 'AVS Declined', CODE.addressMismatch],
  ['33', 'Card requires online pin', CODE.cardNotPermitted],
  ['34', 'No checking account available on Card', CODE.accountClosed],
  ['35', 'No savings account available on Card', CODE.accountClosed],
  ['36', 'Mobile pin required', CODE.cardNotPermitted],
  ['37', 'Contactless fallback', CODE.cardNotPermitted],
  ['38', 'Authentication required', CODE.threeDsRequired],
  ['39', 'RReq not received from DS', CODE.threeDsUnavailable],
  ['40', 'Current AID is in Penalty Box', CODE.issuerUnavailable],
  ['41', 'CVM Required Restart Payment', CODE.cardNotPermitted],
  ['42', '3DS Authentication Error', CODE.threeDsUnavailable],
  ['43', 'Online PIN required', CODE.cardNotPermitted],
  ['44', 'Try another interface', CODE.cardNotPermitted],
  ['45', 'Chip downgrade mode', CODE.cardNotPermitted],
  ['46', 'Transaction blocked by Adyen to prevent excessive retry fees', CODE.cardUsedTooOften],
  ['50', 'Token Revoked', CODE.tokenInvalid],
];

const BY_NUMBER: ReadonlyMap<string, ErrorCode> = new Map(REFUSALS.map(([number, , code]) => [number, code]));
const BY_TEXT: ReadonlyMap<string, ErrorCode> = new Map(
  REFUSALS.map(([, text, code]) => [text.toLowerCase(), code]),
);

/** For the `refusalReasonCode` of an answer. Undefined: Adyen has added a number. */
export function codeOfNumber(number: string): ErrorCode | undefined {
  return BY_NUMBER.get(number);
}

/**
 * For the `reason` of a notification, which may also be a bank's own words: then the issuer did not honour the card. A
 * shopper who left a 3-D Secure challenge is 3001 here and 2103 in an answer, because the text does not say whether
 * there was a challenge. It says so only if the challenge failed.
 */
export function codeOfText(reason: string | null): ErrorCode {
  return BY_TEXT.get(reason?.trim().toLowerCase() ?? '') ?? CODE.doNotHonour;
}
