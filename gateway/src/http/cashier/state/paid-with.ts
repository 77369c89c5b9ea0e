// The shopper's means of payment, or of being paid, in their words: "Visa •••• 4242", "PIX", the name of their bank. It
// must never show more of a card than its last four digits.
import type { Language } from '../../../domain/errors/error-codes.ts';
import { findOption } from '../../../domain/options/payment-option.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import { pageWords } from '../page/page-words.ts';

/** Brand names that are not the stored name with one capital letter. */
const CARD_NAMES: Readonly<Record<string, string>> = {
  AMEX: 'American Express',
  DINERS: 'Diners Club',
  JCB: 'JCB',
  UNIONPAY: 'UnionPay',
  RUPAY: 'RuPay',
};
/** Names of card-validator that differ from ours; the page finds its marks by them. */
const MARKS: Readonly<Record<string, string>> = { AMEX: 'american-express', DINERS: 'diners-club' };

/** null: the shopper chose nothing. */
export function paidWith(
  { card, optionId, type, details }: Pick<Transaction, 'card' | 'optionId' | 'type' | 'details'>,
  language: Language,
): string | null {
  const words = pageWords(language);
  if (details.wallet === 'apple-pay') return 'Apple Pay';
  if (card) {
    const name = card.brand === 'UNKNOWN' ? (words['method.card'] ?? 'Card') : cardName(card.brand);
    return `${name} •••• ${card.last4}`;
  }
  const found = optionId === null ? undefined : findOption(optionId);
  if (!found) return null;
  const { method, name } = found.suboption ?? found.option;
  // A bank or a wallet has its own name; the name of a method is a text of the page.
  if (found.suboption && method === found.option.method) return name;
  const ofPayout = type === 'PAYOUT' ? words[`method.payout.${method}`] : undefined;
  return ofPayout ?? (found.suboption ? found.option.name : (words[`method.${method}`] ?? name));
}

/** By its stored name: VISA, AMEX … */
export function cardMark(brand: string): string {
  return MARKS[brand] ?? brand.toLowerCase();
}

function cardName(brand: string): string {
  return CARD_NAMES[brand] ?? brand.charAt(0) + brand.slice(1).toLowerCase();
}
