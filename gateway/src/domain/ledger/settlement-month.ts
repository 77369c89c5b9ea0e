// A month of a brand's money, summed over its days, by currency: money in, money out, refunds. The opening balance plus
// these sums gives the closing balance. Pure.
import { type Activity, type ActivityKind, type BrandBalance, EMPTY, effectOf } from './balance-activity.ts';
import { AFTER_END_KINDS, CAPTURED } from './ledger.ts';

/** As people write it, 2026-03. */
export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

export const monthOf = (date: string): string => date.slice(0, 7);

export function daysOfMonth(month: string): { first: string; last: string } {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  return { first: first.toString(), last: first.with({ day: first.daysInMonth }).toString() };
}

interface Day {
  date: string;
  currencies: readonly {
    currency: string;
    opening: BrandBalance;
    closing: BrandBalance;
    activity: readonly Activity[];
  }[];
}

export interface MonthOfCurrency {
  currency: string;
  opening: BrandBalance;
  closing: BrandBalance;
  transfers: number;
  /** Completed pay-ins and captures, paid payouts and paid refunds, all as positive amounts. */
  inMinor: bigint;
  outMinor: bigint;
  refundedMinor: bigint;
  /** What the operator paid in, less what the operator took out. */
  fundedMinor: bigint;
  /**
   * What disputes, returns, and refunds and captures that failed after all gave back, less what they took away
   * (contract 13, 16).
   */
  afterEndMinor: bigint;
}

/** `days` in their order; each opens with the closing balance of the day before. */
export function sumMonth(days: readonly Day[]): MonthOfCurrency[] {
  const codes = [...new Set(days.flatMap(({ currencies }) => currencies.map((one) => one.currency)))].sort();
  return codes.map((currency) => {
    const own = days.flatMap((day) => day.currencies.filter((one) => one.currency === currency));
    const activity = own.flatMap((one) => one.activity);
    const sum = (kind: ActivityKind) =>
      activity.reduce((all, one) => (one.kind === kind ? all + one.amountMinor : all), 0n);
    return {
      currency,
      opening: own[0]?.opening ?? EMPTY,
      closing: own.at(-1)?.closing ?? EMPTY,
      transfers: activity.reduce((all, { count }) => all + count, 0),
      inMinor: sum('PAYIN') + sum(CAPTURED),
      outMinor: sum('PAYOUT_PAID'),
      refundedMinor: sum('REFUND_PAID'),
      fundedMinor: sum('FUNDING') - sum('WITHDRAWAL'),
      afterEndMinor: AFTER_END_KINDS.reduce(
        (all, kind) => all + effectOf(kind, sum(kind)).availableMinor,
        0n,
      ),
    };
  });
}

/** All of a brand's money: the available and the reserved part. */
export const wholeMinor = ({ availableMinor, reservedMinor }: BrandBalance): bigint =>
  availableMinor + reservedMinor;
