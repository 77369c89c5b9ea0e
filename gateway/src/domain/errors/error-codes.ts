// What each error code means: to staff (reason), to the merchant's program (retryAdvice) and to the shopper. The texts
// are in error-catalogue.json (contract 9). A text must never tell the shopper that a card was reported lost or stolen,
// or that a risk rule declined it. Those codes share the one generic text, and a test checks it.

import { CODE, type ErrorCode } from '@tollgate/provider-kit/error-codes';
import catalogue from './error-catalogue.json' with { type: 'json' };

/** The codes by meaning. No other place writes a code as a number (contract 9). */
export { CODE, type CodeOf, type ErrorCode } from '@tollgate/provider-kit/error-codes';

/** What the merchant's program may do next with the same payment. */
export type RetryAdvice = 'DO_NOT_RETRY' | 'RETRY_LATER' | 'OTHER_METHOD' | 'FIX_DATA' | 'RECONCILE';

/** The languages of the cashier. */
export type Language = keyof typeof catalogue.shopperTexts.declined;

export const ERROR_CODES = Object.keys(catalogue.codes) as ErrorCode[];
export const LANGUAGES = Object.keys(catalogue.shopperTexts.declined) as Language[];

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

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
