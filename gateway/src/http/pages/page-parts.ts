// Common parts of the shopper's pages: amounts in words, the three moods of a notice, the way back to the shop. Words
// and markup only.

import { currencyDigits, isCryptoCurrency } from '@tollgate/provider-kit/currency';
import { returnUrl } from '../../domain/cashier/return-url.ts';
import { formatMinor } from '../../domain/money/money.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { type Html, html, trusted } from './html.ts';

/** Exact: Intl takes the decimal text, without a float in between. */
export function amountText({ amountMinor, currency }: Pick<Transaction, 'amountMinor' | 'currency'>): string {
  const text = formatMinor(amountMinor, currency) as Intl.StringNumericLiteral;
  const digits = currencyDigits(currency);
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  // Intl accepts only codes of three letters.
  if (isCryptoCurrency(currency)) return `${new Intl.NumberFormat('en', decimals).format(text)} ${currency}`;
  return new Intl.NumberFormat('en', { style: 'currency', currency, ...decimals }).format(text);
}

export type NoticeKind = 'done' | 'stop' | 'wait';

export function notice(mood: NoticeKind, title: string, sentence: string): Html {
  return html`<div class="notice ${mood}">${MOOD_ICONS[mood]}<h1>${title}</h1><p>${sentence}</p></div>`;
}

/** null: the merchant named no address to return to. */
export function returnButton(transaction: Transaction, brandName: string, style = 'primary'): Html | null {
  const address = returnUrl(transaction);
  return address === null
    ? null
    : html`<a class="button ${style}" href="${address}">Back to ${brandName}</a>`;
}

const icon = (path: string): Html =>
  trusted(
    `<svg viewBox="0 0 48 48" width="48" height="48" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="24" cy="24" r="21"/><path d="${path}"/></svg>`,
  );

const MOOD_ICONS = {
  done: icon('m15 25 6 6 12-14'),
  stop: icon('m17 17 14 14m0-14L17 31'),
  wait: icon('M24 13v12l8 5'),
} as const satisfies Record<NoticeKind, Html>;
