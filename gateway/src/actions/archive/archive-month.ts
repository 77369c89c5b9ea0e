// Archives a closed month (docs/decisions/0091): it writes the month's webhook events and their tries to files, reads
// the files again, and takes the rows out of the database. The command `archive` runs it. Each step is durable before
// the next one, so after a kill somebody repeats the command, and it continues.

import { type ArchivedFile, presentFiles } from '../../domain/archive/archive-manifest.ts';
import { ArchiveError, archivableFrom, type Month, nameOfMonth } from '../../domain/archive/month.ts';
import type { AuditActor } from '../../domain/audit/audit.ts';
import { NO_MERCHANT } from '../../domain/audit/audit.ts';
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
  sealsOf,
  setState,
  throwArchiveBusy,
  withArchiveLock,
} from '../../storage/archive/closed-months.ts';
import {
  ARCHIVED,
  givenUp,
  inSnapshot,
  merchantsOf,
  undelivered,
  wholeRows,
} from '../../storage/archive/closed-rows.ts';
import { dropClosedRows, findLateRows } from '../../storage/archive/month-tables.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import type { Sql } from '../../storage/database/database.ts';
import { eraseInFiles } from './erase-archived.ts';

export interface Archiving {
  /** A connection as the owner of the tables. */
  sql: Sql;
  folder: string;
  now: () => Date;
  /** Called before each step. */
  atStep?: (step: string) => void;
}

export interface Archived {
  files: number;
  rows: number;
  bytes: number;
}

export function summed(files: readonly ArchivedFile[]): Archived {
  const sum = (of: (file: ArchivedFile) => number) => files.reduce((total, one) => total + of(one), 0);
  return { files: files.length, rows: sum((one) => one.rows), bytes: sum((one) => one.bytes) };
}

export async function archiveMonth(archiving: Archiving, by: AuditActor, month: Month): Promise<Archived> {
  const { sql, folder, now, atStep = () => {} } = archiving;
  const archived = await withArchiveLock(sql, async (patient) => {
    const { state, seal } = await archivable(patient, month, now());
    await matchFolderToManifest(folder, await archiveLines(patient));
    if (state === 'closed') {
      atStep('write');
      const files = await writeFiles(patient, archiving, month);
      atStep('check');
      await checkFiles(patient, archiving, month, files);
      atStep('note');
      await patient.begin(async (tx) => {
        await appendEntry(tx, { act: 'archived', month: nameOfMonth(month), seal, files, gone: [] }, now());
        await setState(tx, month, 'exported');
      });
    }
    atStep('manifest');
    await matchFolderToManifest(folder, await archiveLines(patient));
    const files = await filesOf(patient, month);
    if (state !== 'archived') {
      // An earlier run may have written the files to another folder.
      await checkPresent(folder, files);
      atStep('find late rows');
      await findLateRows(patient, month);
      atStep('drop');
      await drop(patient, { by, month, files, now, folder });
    }
    atStep('erase');
    await eraseInFiles(patient, folder, now());
    return summed(await filesOf(patient, month));
  });
  return archived ?? throwArchiveBusy();
}

async function archivable(sql: Sql, month: Month, now: Date) {
  const name = nameOfMonth(month);
  const own = (await closedMonths(sql)).find((one) => one.month === month);
  if (!own || own.state === 'closing') throw new ArchiveError(`${name} is not closed; close it first`);
  if (own.state === 'restoring') throw new ArchiveError(`${name} is being restored; finish that first`);
  if (now < archivableFrom(month))
    throw new ArchiveError(
      `${name} can be archived from ${archivableFrom(month).toISOString()} on: until then, merchants may read and resend its webhooks`,
    );
  const open = own.state === 'archived' ? 0 : await undelivered(sql, month);
  if (open > 0)
    throw new ArchiveError(
      `${open} webhooks of ${name} are not delivered yet: resume paused addresses, then wait for the delivery`,
    );
  return { state: own.state, seal: own.seal! };
}

async function filesOf(sql: Sql, month: Month): Promise<ArchivedFile[]> {
  const name = nameOfMonth(month);
  return [...presentFiles(await archiveLines(sql)).values()].filter((one) => one.month === name);
}

/** Reads all rows as of one moment. */
async function writeFiles(sql: Sql, { folder }: Archiving, month: Month): Promise<ArchivedFile[]> {
  const number = (await archiveLines(sql)).length + 1;
  return await inSnapshot(sql, async (tx) => {
    const files: ArchivedFile[] = [];
    for (const merchantId of await merchantsOf(tx))
      for (const table of ARCHIVED) {
        const name = { month: nameOfMonth(month), merchantId, table, number };
        const file = await writeArchiveFile(folder, name, wholeRows(tx, table, month, merchantId));
        if (file !== null) files.push(file);
      }
    return files;
  });
}

async function checkPresent(folder: string, files: readonly ArchivedFile[]): Promise<void> {
  for (const file of files) {
    const fault = await fileFault(folder, file);
    if (fault !== null) throw new ArchiveError(`nothing was dropped: ${fault}`);
  }
}

/** Reads the files again. They must have exactly the rows with which the month was closed. */
async function checkFiles(
  sql: Sql,
  { folder }: Archiving,
  month: Month,
  files: readonly ArchivedFile[],
): Promise<void> {
  for (const file of files) {
    const fault = await fileFault(folder, file);
    if (fault !== null) throw new ArchiveError(`the archive cannot be trusted: ${fault}`);
  }
  const leaving = new Set<string>(ARCHIVED);
  const sealed = (await sealsOf(sql, month)).filter(({ table }) => leaving.has(table));
  const found = new Map(files.map((one) => [`${one.merchantId} ${one.table}`, one.core]));
  const wrong = sealed.find((one) => found.get(`${one.merchantId} ${one.table}`) !== one.sha256);
  const surplus = files.filter(({ core }) => core !== null).length - sealed.length;
  if (wrong)
    throw new ArchiveError(
      `${wrong.table} of merchant ${wrong.merchantId} do not match the seal of ${nameOfMonth(month)}`,
    );
  if (surplus !== 0)
    throw new ArchiveError(`${nameOfMonth(month)} has rows that were added after it was closed`);
}

interface Dropping {
  by: AuditActor;
  month: Month;
  files: readonly ArchivedFile[];
  now: () => Date;
  folder: string;
}

class SentAgain extends Error {}

/** Finds the webhooks in the files that were given up. */
async function givenUpIn(folder: string, files: readonly ArchivedFile[]) {
  const sum = { rows: 0, tries: 0 };
  for (const { file, table } of files) {
    if (table !== 'webhook_queue') continue;
    for await (const portion of readArchiveFile(folder, file))
      for (const line of portion) {
        sum.rows += 1;
        sum.tries += JSON.parse(line).tries as number;
      }
  }
  return sum;
}

async function drop(sql: Sql, dropping: Dropping): Promise<void> {
  const { by, month, files, now, folder } = dropping;
  const expected = await givenUpIn(folder, files);
  try {
    await dropClosedRows(sql, month, async (tx) => {
      const found = await givenUp(tx, month);
      const isSame = found.rows === expected.rows && found.tries === expected.tries;
      if ((await undelivered(tx, month)) > 0 || !isSame) throw new SentAgain();
      await setState(tx, month, 'archived');
      const rows = files.reduce((sum, one) => sum + one.rows, 0);
      await appendAudit(tx, {
        merchantId: NO_MERCHANT,
        at: now(),
        by,
        action: 'month.archived',
        target: { kind: 'month', id: nameOfMonth(month) },
        before: { state: 'closed' },
        after: { state: 'archived', files: files.length, rows },
      });
    });
  } catch (error) {
    if (!(error instanceof SentAgain)) throw error;
    await withdraw(sql, dropping);
    await matchFolderToManifest(folder, await archiveLines(sql));
    throw new ArchiveError(
      `somebody has just resent a webhook of ${nameOfMonth(month)}, so nothing was archived; run the command again later`,
    );
  }
}

async function withdraw(sql: Sql, { month, files, now }: Dropping): Promise<void> {
  const own = (await closedMonths(sql)).find((one) => one.month === month)!;
  await sql.begin(async (tx) => {
    const gone = files.map(({ file }) => file);
    await appendEntry(
      tx,
      { act: 'withdrawn', month: nameOfMonth(month), seal: own.seal!, files: [], gone },
      now(),
    );
    await setState(tx, month, 'closed');
  });
}
