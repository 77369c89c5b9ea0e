// What a person means who types several words into a search box, or an amount: each word may be found in another field
// of the same transaction ("1234 4242": order 1234, paid with the card 4242). An amount has decimals, or a currency
// beside it. It must never query by itself. Pure.
import { currencyCodes, currencyDigits, isCurrencyCode } from '@tollgate/provider-kit/currency';
import { type DecimalSign, readAmount } from '../money/written-amount.ts';
import { lastDigitsOf, type SearchTerm, termsOfText } from './search-terms.ts';

export interface CurrencyAmount {
  currency: string;
  minor: bigint;
}

export interface SearchWords {
  /** The meanings of each word. */
  words: SearchTerm[][];
  /** The amount in each currency that it can be of; null: the text has no amount. */
  amounts: CurrencyAmount[] | null;
}

/** Each word costs a look into the index for each day. */
const MOST_WORDS = 5;
const NOTHING: SearchWords = { words: [], amounts: null };

/** null: many countries write it. */
const SIGNS: ReadonlyMap<string, string | null> = new Map([
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₹', 'INR'],
  ['₺', 'TRY'],
  ['zł', 'PLN'],
  ['R$', 'BRL'],
  ['$', null],
  ['¥', null],
]);
const AMOUNT = /^(€|£|₹|₺|zł|R\$|\$|¥)?(\d[\d.,'’]*)(€|£|₹|₺|zł|R\$|\$|¥)?$/;
/** As many as any currency has. */
const MOST_DECIMALS = 8;
/** As much as the database can compare. */
const MOST_MINOR = 2n ** 63n - 1n;

export function readSearchWords(text: string): SearchWords {
  const typed = text.trim().split(/\s+/).map(withoutMarks);
  const found = findAmount(typed);
  const rest = typed.filter((one, i) => one.length > 1 && i !== found?.at && i !== found?.currencyAt);
  const words = rest.map((word) => [...termsOfText(word), ...lastDigitsOf(word)]);
  // A word that means nothing, such as a very long one, is found nowhere.
  if (words.length > MOST_WORDS || words.some(({ length }) => length === 0)) return NOTHING;
  return { words, amounts: found?.amounts ?? null };
}

const MARKS = '#()"\',;:!?';

/** Without the marks around it; a loop, because an expression at the end of a text is slow. */
function withoutMarks(word: string): string {
  let [first, end] = [0, word.length];
  while (first < end && MARKS.includes(word[first]!)) first += 1;
  while (end > first && MARKS.includes(word[end - 1]!)) end -= 1;
  return word.slice(first, end);
}

function findAmount(words: readonly string[]) {
  for (const [at, word] of words.entries()) {
    const [, before, digits = '', behind] = AMOUNT.exec(word) ?? [];
    if (digits === '') continue;
    const sign = before ?? behind;
    const currencyAt = sign === undefined ? [at + 1, at - 1].find((i) => isCurrency(words[i])) : undefined;
    const named = sign ?? (currencyAt === undefined ? null : words[currencyAt]!);
    // Without a currency, digits alone are more likely a reference.
    if (named === null && !/[.,]\d+$/.test(digits)) continue;
    const read = readAmount(digits, signsOf(digits, named), MOST_DECIMALS);
    if ('fault' in read) continue;
    const amounts = amountsOf(read.decimal, named && (SIGNS.get(named) ?? codeOf(named)));
    if (amounts.length > 0) return { at, currencyAt, amounts };
  }
  return null;
}

const codeOf = (word: string) => (isCurrencyCode(word.toUpperCase()) ? word.toUpperCase() : null);
const isCurrency = (word: string | undefined) =>
  word !== undefined && (SIGNS.has(word) || codeOf(word) !== null);

/** No currency that people write has three decimals here, so the sign in €1,250 groups digits. */
function signsOf(digits: string, named: string | null): DecimalSign[] {
  const only = /^\d{1,3}([.,])\d{3}$/.exec(digits)?.[1];
  return named === null || only === undefined ? [] : [only === '.' ? ',' : '.'];
}

function amountsOf(decimal: string, currency: string | null): CurrencyAmount[] {
  const [whole = '', fraction = ''] = decimal.split('.');
  return (currency === null ? currencyCodes() : [currency]).flatMap((code) => {
    const digits = currencyDigits(code)!;
    if (fraction.length > digits) return [];
    const minor = BigInt(whole + fraction.padEnd(digits, '0'));
    return minor > MOST_MINOR ? [] : [{ currency: code, minor }];
  });
}
