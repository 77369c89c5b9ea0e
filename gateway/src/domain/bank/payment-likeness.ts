// How likely a bank entry belongs to a pay-in, with the reasons in words, for the person who decides (contract 15). It
// knows references, digits inside references ("Rechnung 7002" and INV-7002), and names in any order. Pure. It never
// decides anything.
import type { Customer } from '@tollgate/provider-kit/seam/customer';

export interface EntryFacts {
  text: string;
  /** Who paid, as the bank says; null: it does not say. */
  payer: string | null;
  /** yyyy-mm-dd; null: the bank does not say. */
  bookedOn: string | null;
  amountMinor: bigint;
}

export interface PaymentFacts {
  merchantReference: string;
  paymentReference: string | null;
  /** null: the merchant named no user. */
  userId: string | null;
  customer: Pick<Customer, 'firstName' | 'lastName' | 'name'> | null;
  amountMinor: bigint;
  createdAt: Date;
  isOpen: boolean;
}

export interface Likeness {
  weight: number;
  /** In words, the strongest first. */
  reasons: string[];
  /** The entry itself points to the payment, not only the amount. */
  isNamed: boolean;
}

const DAY_MS = 86_400_000;
/** Shorter numbers are in every text: a day, a house number. */
const FEWEST_DIGITS = 3;
/** Shorter names are also parts of other names: Li, de. */
const FEWEST_LETTERS = 3;
/** A reference or an id has so many signs, without spaces and punctuation. */
const FEWEST_SIGNS = 4;

export function likenessOf(entry: EntryFacts, payment: PaymentFacts): Likeness {
  const found: [points: number, reason: string][] = [];
  const text = compact(entry.text);
  const names = (value: string | null) =>
    value !== null && compact(value).length >= FEWEST_SIGNS && hasWhole(text, compact(value));
  const digits = sharedDigits(entry.text, payment.merchantReference);
  if (names(payment.merchantReference)) found.push([8, 'the text contains its reference']);
  else if (digits)
    found.push([6, `the text contains ${digits} of its reference ${payment.merchantReference}`]);
  if (names(payment.paymentReference)) found.push([6, 'the text contains its payment reference']);
  if (names(payment.userId)) found.push([4, 'the text contains its customer']);
  const named = nameIn(payment.customer, entry);
  if (named) found.push(named);
  const isNamed = found.length > 0;
  const { bookedOn } = entry;
  const before = bookedOn === null ? null : Date.parse(bookedOn) + DAY_MS - payment.createdAt.getTime();
  if (before !== null && before >= 0 && before < 5 * DAY_MS)
    found.push([2, 'it was created in the days before']);
  if (payment.isOpen) found.push([1, 'it is still open']);
  const isSame = payment.amountMinor === entry.amountMinor;
  found.push(isSame ? [3, 'the same amount'] : [0, 'a larger amount: the entry may be a part of it']);
  return {
    weight: found.reduce((sum, [points]) => sum + points, 0),
    reasons: found.map(([, reason]) => reason),
    isNamed,
  };
}

/** A number must be whole: `order-75` is not in "Order 7501". */
function hasWhole(text: string, value: string): boolean {
  const isDigit = (sign: string | undefined) => sign !== undefined && /\d/.test(sign);
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
    const isCut =
      (isDigit(value[0]) && isDigit(text[at - 1])) ||
      (isDigit(value.at(-1)) && isDigit(text[at + value.length]));
    if (!isCut) return true;
  }
  return false;
}

const compact = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** The longest run of digits that is whole in both; null: there is none. Leading zeros do not count. */
function sharedDigits(text: string, reference: string): string | null {
  const runs = (value: string) => (value.match(/\d+/g) ?? []).map((run) => run.replace(/^0+(?=\d)/, ''));
  const inText = new Set(runs(text));
  const shared = runs(reference).filter((run) => run.length >= FEWEST_DIGITS && inText.has(run));
  return shared.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

/** The name of the customer in the name of the payer, or in the text. */
function nameIn(
  customer: PaymentFacts['customer'],
  { payer, text }: EntryFacts,
): [points: number, reason: string] | null {
  const own = wordsOf([customer?.firstName, customer?.lastName].filter(Boolean).join(' ') || customer?.name);
  if (own.length === 0) return null;
  const has = (where: string | null, words: readonly string[]) => {
    const there = wordsOf(where).flatMap(spellings);
    return words.every((word) => spellings(word).some((spelling) => there.includes(spelling)));
  };
  if (has(payer, own)) return [6, 'the payer has the name of its customer'];
  if (has(text, own)) return [5, 'the text contains the name of its customer'];
  const last = wordsOf(customer?.lastName);
  const family = last.length > 0 ? last : own.slice(-1);
  if (family.some((word) => word.length >= FEWEST_LETTERS) && has(payer, family))
    return [4, 'the payer has the last name of its customer'];
  return null;
}

const wordsOf = (name: string | null | undefined): string[] =>
  (name ?? '').toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const GERMAN: readonly [letter: string, plain: string][] = [
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['ß', 'ss'],
];

/** Banks write Müller as it is, as Muller and as Mueller. */
function spellings(word: string): string[] {
  const composed = word.normalize('NFC');
  const long = GERMAN.reduce((text, [letter, plain]) => text.replaceAll(letter, plain), composed);
  return [long, composed.replaceAll('ß', 'ss')].map((text) =>
    text.normalize('NFKD').replaceAll(/\p{M}/gu, ''),
  );
}
