// The amount in the document. It must be exactly what the script writes (cashier/src/i18n.ts), so that nothing moves
// when the script has loaded. A test compares the two. Intl takes the decimal text, so no digit is lost.
import type { ShownAmount } from './state.ts';

export function amountText({ value, currency, digits }: ShownAmount, locale: string): string {
  const exact = value as Intl.StringNumericLiteral;
  if (!/^[A-Z]{3}$/.test(currency) || currency === 'BTC') {
    return `${new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(exact)}\u00a0${currency}`;
  }
  const number = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  if (!locale.startsWith('ar')) return number.format(exact);
  const parts = number.formatToParts(exact as never);
  return parts.map(({ type, value }) => (type === 'currency' ? `\u2068${value}\u2069` : value)).join('');
}
