// The page's words in the shopper's language, money and times as their region writes them. Every text a shopper reads
// must come from here, none from the code. Money is formatted from its decimal text and must never become a float.

import type { ShownAmount, Start } from '../../gateway/src/http/cashier/state/state.ts';

export type Language = Start['languages'][number]['code'];
type Values = Record<string, string | number>;

let messages: Record<string, string> = {};
let isWhole = false;
let language: Language = 'en';
let locale = 'en';
let countries: Intl.DisplayNames;

/**
 * Sets the texts of a language, and the document's language and direction. `partial`: the texts of the document, which
 * has only those of its first screen.
 */
export function setLanguage(next: Language, words: Record<string, string>, partial = false): void {
  language = next;
  isWhole = !partial;
  messages = words;
  countries = new Intl.DisplayNames(next, { type: 'region' });
  document.documentElement.lang = next;
  document.documentElement.dir = dir();
}

export const currentLanguage = (): Language => language;

/** The tag for formatting amounts and dates, 'es-MX', from the state. */
export const currentLocale = (): string => locale;

export function setLocale(next: string): void {
  locale = next;
}

/** Whether the texts of every screen are loaded. */
export const allWordsHere = (): boolean => isWhole;

const dir = (): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

/** The text of a key, with values put in for `{name}`. A key without a text shows itself; a test prevents that. */
export function t(key: string, values: Values = {}): string {
  return (messages[key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Whether a key has a text; for keys made of a name that the gateway sends ("method.pix"). */
export const hasText = (key: string): boolean => Object.hasOwn(messages, key);

/** A name that stays on one line: "M-Pesa" with a hyphen that does not break. */
export const unbroken = (name: string): string => name.replaceAll('-', '\u2011');

/** A text of the merchant, whose direction does not change that of the sentence around it. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

/** "€25.00", "25,00 €", "0.0012 BTC". */
export function formatAmount({ value, currency, digits }: ShownAmount): string {
  // Intl formats a decimal text exactly. TypeScript's lib accepts only the type of such a text.
  const exact = value as `${number}`;
  if (!/^[A-Z]{3}$/.test(currency) || currency === 'BTC') {
    const number = new Intl.NumberFormat(locale, { maximumFractionDigits: digits });
    return `${number.format(exact)}\u00a0${currency}`;
  }
  const number = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  if (!locale.startsWith('ar')) return number.format(exact);
  // "R$" and "US$" stay together in a right-to-left text, because each is isolated.
  const parts = number.formatToParts(exact as never);
  return parts.map(({ type, value }) => (type === 'currency' ? `\u2068${value}\u2069` : value)).join('');
}

/** "14:30", "2:30 PM". */
export const formatTime = (iso: string): string =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(new Date(iso));

/** "March 1, 2027", "1 March 2027". */
export const formatDate = (iso: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(iso));

export const formatDateTime = (iso: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso));

/** "14:59" of time left, in the region's digits. */
export function formatClock(seconds: number): string {
  const digits = (value: number, least: number) =>
    new Intl.NumberFormat(locale, { minimumIntegerDigits: least }).format(value);
  return `${digits(Math.floor(seconds / 60), 1)}:${digits(seconds % 60, 2)}`;
}

/** "in 5 seconds", in the right form for every language. */
export const formatSecondsUntil = (seconds: number): string =>
  new Intl.RelativeTimeFormat(locale).format(seconds, 'second');

export const countryName = (code: string): string => countries.of(code) ?? code;

/** Sorts lists as the language sorts. */
export const compareWords = (a: string, b: string): number => a.localeCompare(b, language);
