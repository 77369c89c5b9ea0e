// Takes erased people out of the files of the archive (docs/decisions/0091): a file without their data replaces the old
// one, with an entry in the manifest. The commit of the erasure noted what to erase (storage/erasure). Safe to repeat.

import { type ArchivedFile, presentFiles } from '../../domain/archive/archive-manifest.ts';
import { erasedRow } from '../../domain/archive/archived-row.ts';
import { ArchiveError, nameOfMonth } from '../../domain/archive/month.ts';
import { type AuditActor, NO_MERCHANT } from '../../domain/audit/audit.ts';
import {
  type ArchiveErasure,
  archiveErasures,
  endArchiveErasures,
} from '../../storage/archive/archive-erasures.ts';
import {
  fileFault,
  matchFolderToManifest,
  readArchiveFile,
  writeArchiveFile,
} from '../../storage/archive/archive-folder.ts';
import {
  appendEntry,
  archiveLines,
  closedMonths,
  withArchiveLock,
} from '../../storage/archive/closed-months.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import type { Sql } from '../../storage/database/database.ts';
import type { Context } from '../context.ts';

/** The worker is the actor: it completes an erasure that somebody asked for earlier. */
const WORKER: AuditActor = { kind: 'operator', id: 'worker', name: 'Tollgate', requestId: null, ip: null };

/** One turn of the worker. */
export async function eraseArchived({
  sql,
  config: { archiveDir },
  now,
  log,
}: Pick<Context, 'sql' | 'config' | 'now' | 'log'>): Promise<void> {
  if ((await archiveErasures(sql)).length === 0) return;
  // While a command of `archive` is running, this waits for the next turn.
  const left = await withArchiveLock(sql, (patient) => eraseInFiles(patient, archiveDir, now()));
  if (left)
    log.warn(
      'customers were erased, but the archive still has their webhooks; set ARCHIVE_DIR for a worker, so that it erases them there',
    );
}

/** Call it under the lock of the archive (`alone`). Answers whether work is left because there is no folder. */
export async function eraseInFiles(sql: Sql, folder: string | null, at: Date): Promise<boolean> {
  const erasures = await archiveErasures(sql);
  // This also deletes files that a killed command left behind.
  if (erasures.length > 0 && folder !== null) await matchFolderToManifest(folder, await archiveLines(sql));
  const seals = new Map((await closedMonths(sql)).map((one) => [one.month, one.seal]));
  let left = false;
  for (const erasure of erasures) {
    const files = await filesOf(sql, erasure);
    // The month's rows are still in the database, and the erasure has already changed them there.
    if (files.length === 0) await sql.begin((tx) => endArchiveErasures(tx, erasure));
    else if (folder === null) left = true;
    else await eraseFiles(sql, folder, erasure, { files, seal: seals.get(erasure.month)!, at });
  }
  return left;
}

async function eraseFiles(
  sql: Sql,
  folder: string,
  erasure: ArchiveErasure,
  { files, seal, at }: { files: readonly ArchivedFile[]; seal: string; at: Date },
): Promise<void> {
  const written = await rewrite(sql, folder, erasure, files);
  const month = nameOfMonth(erasure.month);
  await sql.begin(async (tx) => {
    const gone = files.map(({ file }) => file);
    await appendEntry(tx, { act: 'erased', month, seal, files: written, gone }, at);
    await endArchiveErasures(tx, erasure);
    await appendAudit(tx, {
      merchantId: NO_MERCHANT,
      at,
      by: WORKER,
      action: 'archive.erased',
      target: { kind: 'month', id: month },
      before: null,
      after: { merchantId: erasure.merchantId, transactions: erasure.transactionIds.length },
    });
  });
  await matchFolderToManifest(folder, await archiveLines(sql));
}

async function filesOf(sql: Sql, { month, merchantId }: ArchiveErasure): Promise<ArchivedFile[]> {
  const present = [...presentFiles(await archiveLines(sql)).values()];
  return present.filter((one) => one.month === nameOfMonth(month) && one.merchantId === merchantId);
}

async function rewrite(
  sql: Sql,
  folder: string,
  { month, merchantId, transactionIds }: ArchiveErasure,
  files: readonly ArchivedFile[],
): Promise<ArchivedFile[]> {
  const number = (await archiveLines(sql)).length + 1;
  const erased = new Set(transactionIds);
  const written: ArchivedFile[] = [];
  for (const one of files) {
    const { file, table } = one;
    // The new file gets a new digest, which would hide earlier changes to the old one.
    const fault = await fileFault(folder, one);
    if (fault !== null) throw new ArchiveError(`nothing was erased: ${fault}`);
    const lines = async function* () {
      for await (const portion of readArchiveFile(folder, file))
        yield portion.map((line) => {
          const row = JSON.parse(line);
          return erased.has(row.transaction_id) ? JSON.stringify(erasedRow(table, row)) : line;
        });
    };
    const name = { month: nameOfMonth(month), merchantId, table, number };
    const anew = await writeArchiveFile(folder, name, lines());
    if (anew?.rows !== one.rows || anew.core !== one.core)
      throw new ArchiveError(
        `nothing was erased in ${file}: the rewritten file would change more than the erased data. The old file stays. Report this fault of Tollgate`,
      );
    written.push(anew);
  }
  return written;
}
