// Proves an archive by its folder alone (docs/decisions/0091): the entries of the manifest follow each other, and each file has the rows
// that its entry says, which are those that its month was closed with. Needs no database. It only reads.
import { type ArchiveEntry, chainFault, hashOfEntry, presentFiles } from '../../domain/months/manifest.ts';
import { fileFault, readManifest, strangeFiles } from '../../storage/months/archive-folder.ts';

export interface ArchiveVerification {
  ok: boolean;
  checked: { entries: number; months: number; files: number; rows: number };
  /** Hash of the last entry; null: there is none. Kept elsewhere, it shows that entries at the end were taken away. */
  last: string | null;
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
      faults: [broken],
    };
  const files = [...presentFiles(lines).values()];
  const faults: string[] = [];
  for (const file of files) {
    const fault = (await fileFault(folder, file)) ?? coreFault(lines, file);
    if (fault !== null) faults.push(fault);
  }
  if (lines.length > 0)
    for (const file of await strangeFiles(folder, lines)) faults.push(`${file} is not in the manifest`);
  return {
    ok: faults.length === 0,
    checked: {
      entries: lines.length,
      months: new Set(files.map(({ month }) => month)).size,
      files: files.length,
      rows: files.reduce((sum, one) => sum + one.rows, 0),
    },
    last: lines.length === 0 ? null : hashOfEntry(lines.at(-1)!),
    faults,
  };
}

/** A file that took the place of another one after an erasure has the same rows, but for what names the person. */
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
  return isSame ? null : `${file} has other rows than the month was archived with`;
}
