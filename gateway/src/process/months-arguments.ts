// How the command `months` is called (months.ts runs it).
import { type Month, readMonth } from '../domain/months/month.ts';

export const MONTHS_USE = 'list, close 2026-01, archive 2026-01, restore 2026-01, or verify';

const ACTS = ['list', 'close', 'archive', 'restore', 'verify'] as const;

export type MonthsArguments =
  | { act: 'list' }
  | { act: 'verify' }
  | { act: 'close'; month: Month }
  | { act: 'archive' | 'restore'; month: Month };

/** null: not as it is used. */
export function readMonthsArguments(options: readonly string[]): MonthsArguments | null {
  const [name, text, ...more] = options;
  const act = ACTS.find((one) => one === name);
  if (act === undefined || more.length > 0) return null;
  if (act === 'list' || act === 'verify') return text === undefined ? { act } : null;
  const month = readMonth(text ?? '');
  if (month === null) return null;
  return act === 'close' ? { act, month } : { act, month };
}
