// The manifest of the archive (docs/decisions/0091): everything that was written there and removed, in entries that
// are chained by hash. A line of the manifest is an entry, byte for byte as it was hashed, so a line must never be
// rewritten. Pure.
import { hash } from 'node:crypto';

/** The tables that leave the database with their month. */
export type ArchivedTable = 'events' | 'webhook_tries' | 'webhook_queue';

export interface ArchivedFile {
  /** Relative to the archive's folder: 2026-01/<merchant>.events.1.ndjson.gz */
  file: string;
  merchantId: string;
  table: ArchivedTable;
  rows: number;
  bytes: number;
  /** Over the compressed bytes, in hexadecimal digits. */
  sha256: string;
  /**
   * SHA-256 of the part of its rows that never changes, as the month was closed with it; null: the table has no seal.
   */
  core: string | null;
}

export interface ArchiveAct {
  /**
   * archived: a month was written. erased: files without the data of some people replace others. restored: the rows are
   * in the database again. withdrawn: the files were useless, because one of their webhooks was sent again meanwhile.
   */
  act: 'archived' | 'erased' | 'restored' | 'withdrawn';
  /** 2026-01 */
  month: string;
  /** The seal of the closed month, in hexadecimal digits. */
  seal: string;
  files: readonly ArchivedFile[];
  /** Files that are no longer part of the archive. */
  gone: readonly string[];
}

export interface ArchiveEntry extends ArchiveAct {
  number: number;
  at: string;
  /** Hash of the entry before, in hexadecimal digits. */
  previous: string;
}

/** Stands before the first entry. */
const NOTHING_BEFORE = '0'.repeat(64);

export const hashOfEntry = (line: string): string => hash('sha256', line);

/** The line of the entry that follows these lines. */
export function nextLine(lines: readonly string[], act: ArchiveAct, at: Date): string {
  const last = lines.at(-1);
  const entry: ArchiveEntry = {
    number: lines.length + 1,
    at: at.toISOString(),
    ...act,
    previous: last === undefined ? NOTHING_BEFORE : hashOfEntry(last),
  };
  return JSON.stringify(entry);
}

/** The files of an archive with this manifest, by name. */
export function presentFiles(lines: readonly string[]): Map<string, ArchivedFile & { month: string }> {
  const present = new Map<string, ArchivedFile & { month: string }>();
  for (const line of lines) {
    const { month, files, gone } = JSON.parse(line) as ArchiveEntry;
    for (const file of gone) present.delete(file);
    for (const one of files) present.set(one.file, { ...one, month });
  }
  return present;
}

/** null: nothing of this month was archived. */
export function lastActOn(lines: readonly string[], month: string): ArchiveAct['act'] | null {
  const entries = lines.map((line) => JSON.parse(line) as ArchiveEntry);
  return entries.findLast((entry) => entry.month === month)?.act ?? null;
}

/** What is wrong with the chain, at its first wrong entry; null: nothing. */
export function chainFault(lines: readonly string[]): string | null {
  let previous = NOTHING_BEFORE;
  for (const [index, line] of lines.entries()) {
    const entry = readEntry(line);
    if (entry === null) return `line ${index + 1} of the manifest is not an entry`;
    if (entry.number !== index + 1) return `entry ${index + 1} of the manifest is missing`;
    if (entry.previous !== previous)
      return `entry ${index + 1} of the manifest does not follow the previous entry`;
    previous = hashOfEntry(line);
  }
  return null;
}

function readEntry(line: string): ArchiveEntry | null {
  try {
    const entry = JSON.parse(line) as ArchiveEntry;
    return Array.isArray(entry.files) && Array.isArray(entry.gone) ? entry : null;
  } catch {
    return null;
  }
}
