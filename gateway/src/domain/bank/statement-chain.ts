// Whether statements of an account are right and none is missing: opening + entries = closing, and each opens with the
// balance with which the one before closed (decision 135). A difference is shown as it is, and is never explained away.
// Pure.
import type { StatementSum } from './statement-sums.ts';

export type ChainedSum = Omit<StatementSum, 'account'> & { accountId: string };

/** closing - opening - entries, in minor units; 0: it adds up. null: nothing can be compared. */
export function differenceOf({
  openingMinor,
  closingMinor,
  enteredMinor,
  isPage,
}: Omit<StatementSum, 'account'>): bigint | null {
  if (isPage || openingMinor === null || closingMinor === null || enteredMinor === null) return null;
  return closingMinor - openingMinor - enteredMinor;
}

export interface Link {
  /** The closing balance before, and its day. */
  formerMinor: bigint;
  formerDay: string;
  /** opening - closing before; 0: no statement is missing between them. */
  gapMinor: bigint;
}

/**
 * How a statement follows the ones before. `others`: believed statements of the same account and currency; `own` may be
 * among them. null: it says no opening balance, or it is the first.
 */
export function linkOf(own: ChainedSum, others: readonly ChainedSum[]): Link | null {
  const { openingMinor, openingDay, closingDay } = own;
  // Banks date an opening balance with the day before, with the first day, or not at all.
  const day = openingDay ?? closingDay;
  if (openingMinor === null || day === null) return null;
  const closed = others.filter(
    (one) =>
      isOfAccount(one, own) && one.closingMinor !== null && one.closingDay! <= day && !isSame(one, own),
  );
  const before = latestOf(closed.filter((one) => one.closingDay! < day));
  const onDay = closed.filter((one) => one.closingDay === day);
  const fits = [...onDay, ...before].find((one) => one.closingMinor === openingMinor);
  const earlierOnDay = closingDay !== null && day < closingDay ? onDay : [];
  const former = fits ?? earlierOnDay.at(-1) ?? before.at(-1);
  if (!former) return null;
  const { closingMinor, closingDay: formerDay } = former;
  return { formerMinor: closingMinor!, formerDay: formerDay!, gapMinor: openingMinor - closingMinor! };
}

const isOfAccount = (a: ChainedSum, b: ChainedSum): boolean =>
  a.accountId === b.accountId && a.currency === b.currency && a.closingDay !== null;

/** The same statement in another file. */
const isSame = (a: ChainedSum, b: ChainedSum): boolean =>
  a.openingMinor === b.openingMinor && a.closingMinor === b.closingMinor && a.closingDay === b.closingDay;

/** Those of the latest day. */
function latestOf(sums: readonly ChainedSum[]): ChainedSum[] {
  const last = sums
    .map((one) => one.closingDay!)
    .sort()
    .at(-1);
  return sums.filter((one) => one.closingDay === last);
}
