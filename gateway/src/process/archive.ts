// The command `archive`: lists, closes, archives, restores and verifies months (docs/decisions/0091), and says what it
// did.
import { archiveMonth } from '../actions/archive/archive-month.ts';
import { closeMonth } from '../actions/archive/close-month.ts';
import { listMonths, type MonthLine } from '../actions/archive/list-months.ts';
import { restoreMonth } from '../actions/archive/restore-month.ts';
import { databaseFaults, shownByHash, verifyArchive } from '../actions/archive/verify-archive.ts';
import { ArchiveError, type Month, nameOfMonth } from '../domain/archive/month.ts';
import type { AuditActor } from '../domain/audit/audit.ts';
import type { Sql } from '../storage/database/database.ts';
import { DatabaseClock } from '../storage/database/database-clock.ts';
import type { ArchiveArguments, VerifyArchive } from './archive-arguments.ts';
import { newLog } from './log.ts';
import { userName } from './user-name.ts';

interface Surroundings {
  archiveDir: string | null;
  print: (line: string) => void;
}

/** It opens the database only if it is asked to. */
export async function runVerifyArchive(
  { last, database }: VerifyArchive,
  { archiveDir, print, withSql }: Surroundings & { withSql: WithSql },
): Promise<number> {
  const archive = await verifyArchive(folderOf(archiveDir));
  const faults = [...archive.faults];
  const { entries, months, files, rows } = archive.checked;
  const shown = last === null ? 0 : shownByHash(archive, last);
  if (faults.length === 0 && shown === null)
    faults.push('no entry of the manifest has the given hash: entries were removed or rewritten');
  if (faults.length === 0 && database)
    await withSql(async (sql) => {
      faults.push(...(await databaseFaults(archive, sql)));
      return 0;
    });
  for (const fault of faults) print(fault);
  const isShown = database || (last !== null && shown === entries);
  const verdict = isShown ? 'The archive is right' : 'The archive is consistent';
  print(
    `${faults.length === 0 ? verdict : 'THE ARCHIVE IS WRONG'}: ${entries} entries, ${months} months, ${files} files, ${rows} rows checked`,
  );
  if (archive.last !== null) print(`its last entry has the hash ${archive.last}`);
  if (faults.length > 0) return 1;
  if (isShown) return 0;
  for (const line of notShown(shown ?? 0, entries)) print(line);
  return NOT_SHOWN;
}

/**
 * `shown`: how many entries the given hash proves. An older hash, from before the last archiving, proves only the
 * entries until then.
 */
function notShown(shown: number, entries: number): string[] {
  const how = '--last HASH, the hash of the last entry, kept elsewhere, or --database';
  if (shown > 0)
    return [
      `the given hash belongs to entry ${shown}, so the first ${shown} entries are unchanged`,
      `NOT SHOWN: that the gateway wrote the entries after it (${entries - shown}). To show that, give ${how}`,
    ];
  return [
    'NOT SHOWN: that the gateway wrote it. Somebody may have rewritten the files and the manifest, or removed entries.',
    `To show that nobody did, give ${how}`,
  ];
}

type WithSql = (work: (sql: Sql) => Promise<number>) => Promise<number>;

/** The checks found no fault, but they do not prove every entry. */
const NOT_SHOWN = 3;

/** `sql`: a connection as the owner of the tables. */
export async function runArchive(
  sql: Sql,
  given: Exclude<ArchiveArguments, { act: 'verify' }>,
  surroundings: Surroundings,
): Promise<number> {
  const { archiveDir, print } = surroundings;
  const clock = await DatabaseClock.open(sql, newLog('warn', 2));
  const now = () => clock.now();
  if (given.act === 'list') {
    for (const line of await listMonths(sql, { folder: archiveDir, now: now() })) print(shown(line));
    return 0;
  }
  try {
    if (given.act === 'close') return await close(sql, given.month, { now, print });
    const folder = folderOf(archiveDir);
    return await move(sql, given, { now, print, folder });
  } catch (error) {
    if ((error as { code?: string }).code !== NOT_ALLOWED) throw error;
    throw new ArchiveError('only the user who owns the tables may do this (docs/OPERATIONS.md, Two users)');
  }
}

/** PostgreSQL's code for a missing right. */
const NOT_ALLOWED = '42501';

interface Doing {
  now: () => Date;
  print: (line: string) => void;
}

async function close(sql: Sql, month: Month, { now, print }: Doing): Promise<number> {
  const name = nameOfMonth(month);
  const closed = await closeMonth({ sql, now }, operator(), month);
  if (closed.ok) {
    const { transactions, rows, seal } = closed;
    print(`${name} is closed: ${transactions} transactions checked, ${rows} rows sealed`);
    print(`its seal is ${seal}`);
    return 0;
  }
  for (const fault of closed.faults) print(fault);
  print(`${name} IS WRONG, so it was not closed: correct the faults above, and run the command again`);
  return 1;
}

async function move(
  sql: Sql,
  { act, month }: { act: 'archive' | 'restore'; month: Month },
  { now, print, folder }: Doing & { folder: string },
): Promise<number> {
  const name = nameOfMonth(month);
  const atStep = (step: string) => print(`${name}: ${step}`);
  const archiving = { sql, now, folder, atStep };
  if (act === 'archive') {
    const { files, rows, bytes } = await archiveMonth(archiving, operator(), month);
    print(`${name} was archived: ${rows} rows in ${files} files, ${bytes} bytes`);
  } else {
    const { files, rows } = await restoreMonth(archiving, operator(), month);
    print(
      files === 0
        ? `${name} is already in the database`
        : `${name} was restored: ${rows} rows of ${files} files are in the database again, and the files were removed from the archive`,
    );
  }
  return 0;
}

function folderOf(archiveDir: string | null): string {
  if (archiveDir !== null) return archiveDir;
  throw new ArchiveError('ARCHIVE_DIR is not set: set it to the folder of the archive');
}

/** Anybody who may run commands on this machine. */
function operator(): AuditActor {
  return {
    kind: 'operator',
    id: 'command',
    name: `${userName()} (npm run archive)`,
    requestId: null,
    ip: null,
  };
}

function shown({ month, state, note, bytes }: MonthLine): string {
  const size = `${(Number(bytes) / 1_000_000).toFixed(1)} MB`;
  return `${nameOfMonth(month)}  ${state.padEnd(9)} ${size.padStart(12)}  ${note}`.trimEnd();
}
