// What each error code means: to staff (reason), to the merchant's program (retryAdvice) and to the shopper. The texts
// are in error-catalogue.json (contract 9). A text must never tell the shopper that a card was reported lost or stolen,
// or that a risk rule declined it. Those codes share the one generic text, and a test checks it.

import catalogue from './error-catalogue.json' with { type: 'json' };

/** Every code of contract 9. */
export type ErrorCode = keyof typeof catalogue.codes;

/** The codes by meaning. No other place writes a code as a number (contract 9). */
export const CODE = {
  amountTooSmall: '1001',
  amountTooLarge: '1002',
  currencyNotSupported: '1003',
  countryNotSupported: '1004',
  customerDataMissing: '1005',
  optionNotAllowed: '1010',
  noProvider: '1011',
  brandInactive: '1012',
  notCapturedLater: '1013',
  notStorable: '1014',
  referenceUsed: '1020',
  insufficientFunds: '2001',
  cardExpired: '2002',
  cardNumberInvalid: '2003',
  cvvWrong: '2004',
  doNotHonour: '2005',
  cardLost: '2006',
  cardStolen: '2007',
  cardRestricted: '2008',
  cardNotPermitted: '2009',
  overCardLimit: '2010',
  cardUsedTooOften: '2011',
  issuerUnavailable: '2012',
  accountClosed: '2013',
  tokenInvalid: '2014',
  addressMismatch: '2015',
  threeDsFailed: '2101',
  threeDsRequired: '2102',
  threeDsAbandoned: '2103',
  threeDsUnavailable: '2104',
  fraudSuspected: '2201',
  tooManyAttempts: '2202',
  blocked: '2203',
  sanctionsMatch: '2204',
  cancelled: '3001',
  expired: '3002',
  paidTooLittle: '3003',
  referenceUnmatched: '3004',
  payerNotFound: '3005',
  overPayerLimit: '3006',
  receiptRejected: '3007',
  balanceTooSmall: '4001',
  accountInvalid: '4002',
  nameMismatch: '4003',
  overRecipientLimit: '4004',
  payoutDeclined: '4005',
  approvalExpired: '4006',
  payoutReturned: '4007',
  refundTooLarge: '5001',
  refundNotPossible: '5002',
  refundDisputed: '5003',
  refundNotSupported: '5004',
  refundFailed: '5005',
  refundNotCovered: '5006',
  captureTooLarge: '5101',
  captureNotPossible: '5102',
  oneCaptureAlone: '5103',
  captureFailed: '5105',
  outcomeUnknown: '9001',
  providerFailed: '9002',
  internalFault: '9003',
} as const satisfies Record<string, ErrorCode>;

/** `CodeOf<'expired'>` is '3002'. */
export type CodeOf<Name extends keyof typeof CODE> = (typeof CODE)[Name];

/** What the merchant's program may do next with the same payment. */
export type RetryAdvice = 'DO_NOT_RETRY' | 'RETRY_LATER' | 'OTHER_METHOD' | 'FIX_DATA' | 'RECONCILE';

/** The languages of the cashier. */
export type Language = keyof typeof catalogue.shopperTexts.declined;

export const ERROR_CODES = Object.keys(catalogue.codes) as ErrorCode[];
export const LANGUAGES = Object.keys(catalogue.shopperTexts.declined) as Language[];

/** Whether the string is a code of the catalogue. `/sandbox/…/outcome` checks its callers' codes with this. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(catalogue.codes, code);
}

/** For staff and logs, in English; the `errorReason` of answers and webhooks (spec 2.10). */
export function errorReason(code: ErrorCode): string {
  return catalogue.codes[code].reason;
}

/** The `retryAdvice` of the record (contract 5). */
export function retryAdvice(code: ErrorCode): RetryAdvice {
  return catalogue.codes[code].retryAdvice as RetryAdvice;
}

/**
 * The cashier's text, including the next step. `language` comes from the request or the browser ("pt", "pt-BR"). If the
 * cashier does not have the language, the text is English.
 */
export function shopperText(code: ErrorCode, language: string | null): string {
  return textOf(catalogue.codes[code].shopper as TextKey, language);
}

/**
 * The same for one attempt, after which the shopper may continue: if the attempt's time is over, the whole payment has
 * not expired.
 */
export function attemptText(code: ErrorCode, language: string | null): string {
  return code === CODE.expired ? textOf('attemptExpired', language) : shopperText(code, language);
}

/** For a shopper who came back from the provider's page without paying, and may choose again. */
export function givenUpText(language: string | null): string {
  return textOf('attemptGivenUp', language);
}

type TextKey = keyof typeof catalogue.shopperTexts;

function textOf(key: TextKey, language: string | null): string {
  return catalogue.shopperTexts[key][knownLanguage(language)];
}

function knownLanguage(language: string | null): Language {
  const primary = language?.split(/[-_]/)[0]?.toLowerCase() ?? 'en';
  return LANGUAGES.find((known) => known === primary) ?? 'en';
}
