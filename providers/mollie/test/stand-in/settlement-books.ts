// Settlements at Mollie's stand-in. Used by api.ts and tests. A settlement adds up, unless a test says otherwise; costs
// are told for each method together, in fractions of a cent, as Mollie does.
import { minorOf, moneyOf } from './amounts.ts';
import type { Books } from './books.ts';
import type { Thing } from './records.ts';

/** In hundredths of a cent: 0.3500 and VAT of 21 % for each payment. */
const COST_OF_EACH = 4_235n;

export interface SettlementPlan {
  payments?: Thing[];
  captures?: Thing[];
  refunds?: Thing[];
  chargebacks?: Thing[];
  /** Rows of revenue that are in no list, in minor units, by method. */
  others?: Readonly<Record<string, bigint>>;
  /** The amount in the settlement's currency of an object that Mollie converted, in minor units. */
  converted?: Readonly<Record<string, bigint>>;
}

export const LIST_NAMES = ['payments', 'captures', 'refunds', 'chargebacks'] as const;

export function createSettlement(
  books: Books,
  plan: SettlementPlan,
  fields: Record<string, unknown> = {},
): Thing {
  const settlement = books.create('stl', 'settlement', {});
  let sum = 0n;
  const revenue: unknown[] = [];
  for (const name of LIST_NAMES) {
    const isTaken = name === 'refunds' || name === 'chargebacks';
    const listed = (plan[name] ?? []).map((one) => {
      const minor = plan.converted?.[one.id] ?? minorOf(one.amount);
      sum += isTaken ? -minor : minor;
      return {
        ...one,
        settlementAmount: moneyOf(isTaken ? -minor : minor, 'EUR'),
        settlementId: settlement.id,
      };
    });
    settlement[`listed-${name}`] = listed;
    const total = listed.reduce((all, one) => all + signed(one.settlementAmount.value), 0n);
    if (listed.length > 0) revenue.push(rowOf(name, isTaken ? name.slice(0, -1) : 'ideal', total * 100n));
  }
  for (const [method, minor] of Object.entries(plan.others ?? {})) {
    sum += minor;
    revenue.push(rowOf(method, method, minor * 100n));
  }
  const count = BigInt(plan.payments?.length ?? 0) + BigInt(plan.captures?.length ?? 0);
  const cost = count * COST_OF_EACH;
  const costs =
    count > 0n ? [rowOf('iDEAL', 'ideal', cost / 2n), rowOf('Cards', 'creditcard', cost - cost / 2n)] : [];
  // Mollie rounds what it pays out.
  const net = (sum * 100n - cost + 50n) / 100n;
  return Object.assign(settlement, {
    reference: `1234567.2603.${String(books.all('settlement').length).padStart(2, '0')}`,
    status: 'paidout',
    settledAt: books.time(),
    amount: moneyOf(net, 'EUR'),
    balanceId: 'bal_1',
    periods: { 2026: { '03': { revenue, costs } } },
    ...fields,
  });
}

const signed = (value: string): bigint => BigInt(value.replace('.', ''));

function rowOf(description: string, method: string, hundredths: bigint) {
  const sign = hundredths < 0n ? '-' : '';
  const text = String(hundredths < 0n ? -hundredths : hundredths).padStart(5, '0');
  const amountGross = { currency: 'EUR', value: `${sign}${text.slice(0, -4)}.${text.slice(-4)}` };
  return { description, method, count: 1, amountNet: amountGross, amountVat: null, amountGross };
}
