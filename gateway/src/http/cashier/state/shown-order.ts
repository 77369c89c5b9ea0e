// The part of `orderDetails` that the cashier's page shows (spec 2.7): the merchant's own words, cut to the length of a
// line, how many pieces, and prices and tax. It must show no prices that do not add up to the amount of the payment.
import { priceOrder } from '@tollgate/provider-kit/order-lines';
import type { Language } from '../../../domain/errors/error-codes.ts';
import type { OrderLine } from '../../../domain/transactions/transaction.ts';
import { say } from '../page/page-words.ts';
import { shownAmount } from './shown-amount.ts';
import type { ShownOrder } from './state.ts';

/** More lines than a shopper would compare with the order. */
const MOST_LINES = 50;
const MOST_SIGNS = 120;
/** A larger number cannot be a count of pieces. */
const MOST_PIECES = 1_000_000;

export function shownOrder(
  given: readonly OrderLine[],
  { language, locale }: { language: Language; locale: string },
  { amountMinor, currency }: { amountMinor: bigint; currency: string },
): ShownOrder | null {
  const number = new Intl.NumberFormat(locale);
  const lines = given.flatMap(readLine);
  if (lines.length === 0) return null;
  const found = priceOrder(given, amountMinor);
  // Then every line has a name, so the two lists run side by side.
  const priced = found && 'lines' in found ? found.lines : [];
  const shown = (minor: bigint) => shownAmount(minor, currency);
  const hasTax = priced.some(({ taxBasisPoints }) => taxBasisPoints !== null);
  const count = countOf(lines);
  const rest = lines.length - MOST_LINES;
  return {
    title: say(language, `pages.order.count.${new Intl.PluralRules(language).select(count)}`, {
      count: number.format(count),
    }),
    lines: lines.slice(0, MOST_LINES).map(({ quantity, ...line }, i) => ({
      ...line,
      quantity: quantity === null ? null : number.format(quantity),
      price: priced[i] ? { each: shown(priced[i].unitMinor), total: shown(priced[i].totalMinor) } : null,
    })),
    more: rest > 0 ? say(language, 'pages.order.more', { count: number.format(rest) }) : null,
    tax: hasTax ? shown(priced.reduce((sum, { taxMinor }) => sum + taxMinor, 0n)) : null,
  };
}

interface Line {
  name: string;
  description: string | null;
  quantity: number | null;
}

/** Empty if the merchant gave the line no name. A description may replace a name. */
function readLine({ productName, description, quantity }: OrderLine): Line[] {
  const [name, more = null] = [productName, description].flatMap(readText);
  if (name === undefined) return [];
  const isCount = quantity != null && quantity > 0 && quantity <= MOST_PIECES;
  return [{ name, description: more, quantity: isCount ? quantity : null }];
}

function readText(text: string | null | undefined): string[] {
  const signs = [...(text ?? '').trim()];
  if (signs.length === 0) return [];
  return [
    signs.length > MOST_SIGNS
      ? `${signs
          .slice(0, MOST_SIGNS - 1)
          .join('')
          .trimEnd()}…`
      : signs.join(''),
  ];
}

/**
 * The sum of pieces if all quantities are whole numbers; else the number of lines, since 2.5 kg of flour are not 2.5
 * items.
 */
function countOf(lines: readonly Line[]): number {
  const pieces = lines.map(({ quantity }) => quantity ?? 1);
  return pieces.every(Number.isInteger) ? pieces.reduce((sum, one) => sum + one, 0) : lines.length;
}
