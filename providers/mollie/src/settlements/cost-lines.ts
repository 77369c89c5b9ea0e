// Reads the costs in a settlement as lines (contract 17), and what else changes it and is in none of its lists, such as
// a rolling reserve. Called by settlement-source.ts. Mollie tells costs for a month and a method together, in fractions
// of a cent, and rounds their sum. The lines are rounded so that their sum is the same, and never hide more than one
// cent.
import type { ReportedLine } from '@tollgate/provider-kit';
import { type Amount, scaledAmount } from '../amounts.ts';
import { cleanText, isRecord, type MollieSettlement } from '../objects.ts';

/** Costs have this many decimals more than the currency. */
const MORE_DIGITS = 2;
const UNIT = 10n ** BigInt(MORE_DIGITS);

/** Rows of revenue that are in none of the four lists. */
const UNLISTED = ['applicationfee', 'authorizationreversal', 'kickback', 'rollingreserve', 'shiftedfee'];

interface Row {
  key: string;
  word: string;
  method: string;
  /** In fractions of the minor unit. */
  amount: bigint;
}

export function costLines(settlement: MollieSettlement, payout: Amount): ReportedLine[] {
  const { currency } = payout;
  const revenue = rowsOf(settlement, 'revenue', currency);
  const costs = rowsOf(settlement, 'costs', currency);
  const others = revenue.filter(({ method }) => UNLISTED.includes(method));
  const fees = roundedTo(feeTotal(revenue, costs, payout), costs);
  return [
    ...roundedTo(rounded(sumOf(others)), others).map(({ row, minor }) =>
      lineOf(row, 'other', minor, currency),
    ),
    ...fees.map(({ row, minor }) => lineOf(row, 'fee', minor, currency)),
  ];
}

function rowsOf({ id, periods }: MollieSettlement, name: 'costs' | 'revenue', currency: string): Row[] {
  const rows: Row[] = [];
  for (const [year, months] of entriesOf(periods)) {
    for (const [month, period] of entriesOf(months)) {
      const list = isRecord(period) ? (period[name] ?? []) : [];
      if (!Array.isArray(list)) throw new Error(`the settlement ${id} has ${name} that are no list`);
      for (const [place, one] of list.entries())
        rows.push(rowOf(one, `${id}:${name}:${year}-${month}:${place}`, currency));
    }
  }
  return rows;
}

/** In the order of time. */
const entriesOf = (value: unknown): [string, unknown][] =>
  isRecord(value) ? Object.entries(value).sort(([a], [b]) => Number(a) - Number(b)) : [];

function rowOf(one: unknown, key: string, currency: string): Row {
  const amount = isRecord(one) ? scaledAmount(one.amountGross, MORE_DIGITS) : null;
  if (!isRecord(one) || amount === null || amount.currency !== currency)
    throw new Error(`${key} has an amount that is not known, or another currency than its settlement`);
  const word = typeof one.description === 'string' ? cleanText(one.description, 100).trim() : '';
  const method = typeof one.method === 'string' ? one.method : '';
  return { key, word: word || method || 'costs', method, amount: amount.amountMinor };
}

/**
 * The costs that Mollie kept back, in minor units: its rounding, unless that differs from the sum of the costs by a
 * cent or more. Then the costs count, and the settlement does not add up.
 */
function feeTotal(revenue: readonly Row[], costs: readonly Row[], payout: Amount): bigint {
  const exact = sumOf(costs);
  const earned = sumOf(revenue);
  const kept = earned - payout.amountMinor * UNIT;
  const difference = kept - exact;
  const isRounding = earned % UNIT === 0n && difference > -UNIT && difference < UNIT;
  return isRounding ? kept / UNIT : rounded(exact);
}

const sumOf = (rows: readonly Row[]): bigint => rows.reduce((sum, { amount }) => sum + amount, 0n);

/** To whole minor units, half away from zero. */
function rounded(amount: bigint): bigint {
  const half = UNIT / 2n;
  return amount < 0n ? -((-amount + half) / UNIT) : (amount + half) / UNIT;
}

/** Each row in minor units, so that together they are the total. The last row takes the rest. */
function roundedTo(total: bigint, rows: readonly Row[]): { row: Row; minor: bigint }[] {
  let exact = 0n;
  let told = 0n;
  return rows.map((row, place) => {
    exact += row.amount;
    const upTo = place === rows.length - 1 ? total : rounded(exact);
    const minor = upTo - told;
    told = upTo;
    return { row, minor };
  });
}

function lineOf({ key, word }: Row, kind: 'fee' | 'other', minor: bigint, currency: string): ReportedLine {
  const sums =
    kind === 'fee'
      ? { grossMinor: 0n, feeMinor: minor, netMinor: -minor }
      : { grossMinor: minor, feeMinor: 0n, netMinor: minor };
  return {
    key,
    kind,
    charge: null,
    modification: null,
    payment: null,
    providerReference: null,
    ...sums,
    currency,
    original: null,
    occurredAt: null,
    word,
  };
}
