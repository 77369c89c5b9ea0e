// A month of the tables that are kept by month (docs/decisions/0088), when it may be closed and archived
// (docs/decisions/0091), and why it may not. Months are always in UTC, never in a brand's zone. Pure.
import { firstIdAt } from '../transactions/time-ordered-id.ts';

/** The first day of a month. */
export type Month = `${number}-${number}-01`;

/** An error that an operator can correct, as a sentence. */
export class ArchiveError extends Error {}

const DAY_MS = 86_400_000;
/**
 * Whatever comes within a week after the end of a month is closed with it: the last tries of its webhooks, its first
 * refunds.
 */
const SETTLES_DAYS = 7;
/** For 90 days we hand out, replay and resend events (contract 5). */
const HANDED_OUT_DAYS = 90;
/** We make an id moments before its commit, and each statement has a deadline of seconds. */
const OPEN_COMMITS_MS = 3_600_000;

/** 2026-01, as people write it; null: the text is not a month. */
export function readMonth(text: string): Month | null {
  return /^[0-9]{4}-(0[1-9]|1[0-2])$/.test(text) ? (`${text}-01` as Month) : null;
}

/** 2026-01 */
export const nameOfMonth = (month: Month): string => month.slice(0, 7);

export function monthOf(at: Date, ahead = 0): Month {
  const first = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + ahead, 1));
  return `${first.toISOString().slice(0, 7)}-01` as Month;
}

const beginOf = (month: Month) => new Date(`${month}T00:00:00Z`);
const endOf = (month: Month) => beginOf(monthOf(beginOf(month), 1));
const daysAfter = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS);

/** The ids of the month: from `first` (inclusive) to `next` (exclusive). */
export function idsOfMonth(month: Month): { first: string; next: string } {
  return { first: firstIdAt(beginOf(month)), next: firstIdAt(endOf(month)) };
}

/** Closing the month covers rows of its payments before this time. Later rows belong to the present. */
export const sealTimeOf = (month: Month): Date => daysAfter(endOf(month), SETTLES_DAYS);

export const closableFrom = (month: Month): Date => new Date(sealTimeOf(month).getTime() + OPEN_COMMITS_MS);

export const archivableFrom = (month: Month): Date => daysAfter(sealTimeOf(month), HANDED_OUT_DAYS);
