// The beginning of a receiver's answer, in the form that may be kept and shown: readable text. It must never contain a
// possible card number. Pure.
import { mayHoldCardNumber } from '../payment-data/card-number-in-text.ts';

/** Not text: control characters except tabs and line ends, and bytes that are not UTF-8. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNREADABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd]/g;
const DIGITS = /\d(?:[ \u00a0-]{0,3}\d){11,}/g;

/** null: nothing readable is left. */
export function excerptOf(bytes: Buffer): string | null {
  const text = bytes.toString('utf8').replace(UNREADABLE, '').trim();
  return text === '' ? null : withoutCardNumbers(text);
}

/** Replaces the digits of a card number by dots. Other texts stay unchanged. */
export function withoutCardNumbers(text: string): string {
  if (!mayHoldCardNumber(text)) return text;
  return text.replace(DIGITS, (run) => run.replaceAll(/\d/g, '•'));
}
