// Checks an archive by its folder alone (docs/decisions/0091): the entries of the manifest form an unbroken chain, and
// each file has the rows that its entry names. These are the rows with which the month was closed. If somebody rewrites
// files and manifest, only two things show it: the hash of the last entry, kept elsewhere, or the manifest in the
// database. It only reads.
import {
  type ArchiveEntry,
  chainFault,
  hashOfEntry,
  presentFiles,
} from '../../domain/archive/archive-manifest.ts';
import { fileFault, readManifest, unlistedFiles } from '../../storage/archive/archive-folder.ts';
import { archiveLines } from '../../storage/archive/closed-months.ts';
import type { Sql } from '../../storage/database/database.ts';

export interface ArchiveVerification {
  ok: boolean;
  checked: { entries: number; months: number; files: number; rows: number };
  /**
   * Hash of the last entry; null: there is no entry. Keep the hash elsewhere: then it shows that nothing was removed or
   * rewritten.
   */
  last: string | null;
  /** The lines of the manifest. */
  lines: readonly string[];
  faults: string[];
}

export async function verifyArchive(folder: string): Promise<ArchiveVerification> {
  const lines = await readManifest(folder);
  const broken = chainFault(lines);
  if (broken !== null)
    return {
      ok: false,
      checked: { entries: lines.length, months: 0, files: 0, rows: 0 },
      last: null,
      lines,
      faults: [broken],
    };
  const files = [...presentFiles(lines).values()];
  const faults: string[] = [];
  for (const file of files) {
    const fault = (await fileFault(folder, file)) ?? coreFault(lines, file);
    if (fault !== null) faults.push(fault);
  }
  if (lines.length > 0)
    for (const file of await unlistedFiles(folder, lines)) faults.push(`${file} is not in the manifest`);
  return {
    ok: faults.length === 0,
    checked: {
      entries: lines.length,
      months: new Set(files.map(({ month }) => month)).size,
      files: files.length,
      rows: files.reduce((sum, one) => sum + one.rows, 0),
    },
    last: lines.length === 0 ? null : hashOfEntry(lines.at(-1)!),
    lines,
    faults,
  };
}

/** How many entries a hash kept elsewhere confirms, through the chain; null: no entry has it. */
export function shownByHash({ lines }: ArchiveVerification, kept: string): number | null {
  const at = lines.findIndex((line) => hashOfEntry(line) === kept);
  return at === -1 ? null : at + 1;
}

/** Compares with the manifest in the database; the folder has a copy of it. */
export async function databaseFaults({ lines }: ArchiveVerification, sql: Sql): Promise<string[]> {
  const kept = await archiveLines(sql);
  const at = lines.findIndex((line, i) => line !== kept[i]);
  if (at !== -1) return [`entry ${at + 1} of the manifest differs from the database`];
  return kept.length === lines.length
    ? []
    : [`the manifest has ${lines.length} entries, but the database has ${kept.length}`];
}

/** A file that replaced another one after an erasure has the same rows, except for data that names the person. */
function coreFault(
  lines: readonly string[],
  {
    file,
    merchantId,
    table,
    month,
    core,
    rows,
  }: ReturnType<typeof presentFiles> extends Map<string, infer F> ? F : never,
): string | null {
  const written = lines
    .map((line) => JSON.parse(line) as ArchiveEntry)
    .findLast((entry) => entry.act === 'archived' && entry.month === month)
    ?.files.find((one) => one.merchantId === merchantId && one.table === table);
  const isSame = written !== undefined && written.core === core && written.rows === rows;
  return isSame ? null : `the rows of ${file} differ from the rows that were archived`;
}
