// The words that all sentences about a transaction share: what a sentence is, amounts, the method, reasons. Pure.
import { type ErrorCode, errorReason } from '../errors/error-codes.ts';
import { formatMinor } from '../money/money.ts';
import { findOption } from '../options/payment-option.ts';
import type { Transaction } from '../transactions/transaction.ts';

/**
 * good: money moved. bad: it did not. waiting: another party must act. attention: a person of the merchant must act.
 * quiet: refunded, at least in part.
 */
export type Tone = 'good' | 'bad' | 'waiting' | 'attention' | 'quiet';

export interface Sentence {
  what: string;
  /** The next step; null: nothing to do. */
  next: string | null;
  tone: Tone;
}

export const amountText = (minor: bigint, { currency }: Pick<Transaction, 'currency'>): string =>
  `${formatMinor(minor, currency)} ${currency}`;

/** " with the card •••• 4242", " with PIX", " by SEPA transfer"; empty if no method was chosen. */
export function means({ card, optionId }: Transaction, word: string): string {
  if (card) return ` ${word} the card •••• ${card.last4}`;
  const found = optionId === null ? undefined : findOption(optionId);
  return found ? ` ${word} ${(found.suboption ?? found.option).name}` : '';
}

export const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}`;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** In the catalogue's words, for the middle of a sentence; abbreviations are not changed. */
export function reason(code: ErrorCode): string {
  const text = errorReason(code);
  return /^[A-Z][a-z]/.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text;
}
