// Lists the months: the state of each, the bytes of its tables in the database, and the possible next step. It only
// reads.
import { presentFiles } from '../../domain/archive/archive-manifest.ts';
import {
  ArchiveError,
  archivableFrom,
  closableFrom,
  type Month,
  nameOfMonth,
} from '../../domain/archive/month.ts';
import { archiveErasures } from '../../storage/archive/archive-erasures.ts';
import { readManifest } from '../../storage/archive/archive-folder.ts';
import {
  archiveLines,
  type ClosedMonth,
  closedMonths,
  monthsWithTables,
} from '../../storage/archive/closed-months.ts';
import type { Sql } from '../../storage/database/database.ts';

export interface MonthLine {
  month: Month;
  state: string;
  bytes: bigint;
  note: string;
}

/** Oldest first. */
export async function listMonths(
  sql: Sql,
  { folder, now }: { folder: string | null; now: Date },
): Promise<MonthLine[]> {
  const lines = await archiveLines(sql);
  if (folder !== null && (await readManifest(folder)).join('\n') !== lines.join('\n'))
    throw new ArchiveError(`the manifest in ${folder} differs from the manifest in the database`);
  const closed = new Map((await closedMonths(sql)).map((one) => [one.month, one]));
  const waiting = new Set((await archiveErasures(sql)).map(({ month }) => month));
  const files = Map.groupBy(presentFiles(lines).values(), (one) => one.month);
  return (await monthsWithTables(sql)).map(({ month, bytes }) => {
    const own = closed.get(month);
    const kept = files.get(nameOfMonth(month)) ?? [];
    const size = kept.reduce((sum, one) => sum + one.bytes, 0);
    const notes = [
      kept.length > 0 ? `${kept.length} files, ${(size / 1_000_000).toFixed(1)} MB` : nextOf(month, own, now),
      ...(waiting.has(month) ? ['customers are not yet erased in its files'] : []),
    ];
    return { month, state: own?.state ?? 'open', bytes, note: notes.join('; ') };
  });
}

function nextOf(month: Month, own: ClosedMonth | undefined, now: Date): string {
  const [what, from] =
    own && own.state !== 'closing' ? ['archived', archivableFrom(month)] : ['closed', closableFrom(month)];
  return now >= from ? `can be ${what}` : `can be ${what} from ${from.toISOString().slice(0, 16)}Z on`;
}
