// How the command `archive` is called (archive.ts runs it).
import { parseArgs } from 'node:util';
import { type Month, readMonth } from '../domain/archive/month.ts';

export const ARCHIVE_USE =
  'list, close 2026-01, archive 2026-01, restore 2026-01, or verify [--last HASH] [--database]';

const ACTS = ['list', 'close', 'archive', 'restore', 'verify'] as const;

export interface VerifyArchive {
  act: 'verify';
  /** The hash of the last entry, kept elsewhere; null: not given. */
  last: string | null;
  /** The manifest in the gateway's database is compared too. */
  database: boolean;
}

export type ArchiveArguments =
  | { act: 'list' }
  | VerifyArchive
  | { act: 'close'; month: Month }
  | { act: 'archive' | 'restore'; month: Month };

/** null: the command is not used correctly. */
export function readArchiveArguments(options: readonly string[]): ArchiveArguments | null {
  const [name, text, ...more] = options;
  const act = ACTS.find((one) => one === name);
  if (act === 'verify') return readVerify(options.slice(1));
  if (act === undefined || more.length > 0) return null;
  if (act === 'list') return text === undefined ? { act } : null;
  const month = readMonth(text ?? '');
  if (month === null) return null;
  return act === 'close' ? { act, month } : { act, month };
}

function readVerify(given: readonly string[]): VerifyArchive | null {
  try {
    const { values } = parseArgs({
      args: [...given],
      options: { last: { type: 'string' }, database: { type: 'boolean' } },
    });
    const last = values.last?.toLowerCase() ?? null;
    if (last !== null && !/^[0-9a-f]{64}$/.test(last)) return null;
    return { act: 'verify', last, database: values.database === true };
  } catch {
    return null;
  }
}
