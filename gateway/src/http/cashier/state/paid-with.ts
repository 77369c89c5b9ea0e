// How a shopper calls what they paid with, or were paid by: "Visa •••• 4242", "PIX", the name of their bank. For the receipt
// on the cashier's last screen, and the brands of saved cards. Never more of a card than its last four digits.
import type { Language } from '../../../domain/errors/error-codes.ts';
import { findOption } from '../../../domain/options/payment-option.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import { pageWords } from '../page/page-words.ts';

/** Names that are not simply the stored ones with one capital letter. */
const CARD_NAMES: Readonly<Record<string, string>> = {
  AMEX: 'American Express',
  DINERS: 'Diners Club',
  JCB: 'JCB',
  UNIONPAY: 'UnionPay',
};
/** card-validator's names, by which the page knows its marks, where they differ from ours. */
const MARKS: Readonly<Record<string, string>> = { AMEX: 'american-express', DINERS: 'diners-club' };

/** null where nothing was chosen. */
export function paidWith(
  { card, optionId, type }: Pick<Transaction, 'card' | 'optionId' | 'type'>,
  language: Language,
): string | null {
  const words = pageWords(language);
  if (card) {
    const name = card.brand === 'UNKNOWN' ? (words['method.card'] ?? 'Card') : cardName(card.brand);
    return `${name} •••• ${card.last4}`;
  }
  const found = optionId === null ? undefined : findOption(optionId);
  if (!found) return null;
  const { method, name } = found.suboption ?? found.option;
  // A bank or a wallet goes by its own name; a way of paying by the words of the page.
  if (found.suboption && method === found.option.method) return name;
  const ofPayout = type === 'PAYOUT' ? words[`method.payout.${method}`] : undefined;
  return ofPayout ?? (found.suboption ? found.option.name : (words[`method.${method}`] ?? name));
}

/** By the name it is stored under: VISA, AMEX … */
export function cardMark(brand: string): string {
  return MARKS[brand] ?? brand.toLowerCase();
}

function cardName(brand: string): string {
  return CARD_NAMES[brand] ?? brand.charAt(0) + brand.slice(1).toLowerCase();
}
