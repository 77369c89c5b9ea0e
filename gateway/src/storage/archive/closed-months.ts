// The closed months, what each holds, and the manifest of the archive (docs/decisions/0091). The command `archive`
// writes it as the owner of the tables; a worker writes it only for erasures.
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ArchiveAct, hashOfEntry, nextLine } from '../../domain/archive/archive-manifest.ts';
import { isSealed, type SealedTable } from '../../domain/archive/archived-row.ts';
import { ArchiveError, idsOfMonth, type Month } from '../../domain/archive/month.ts';
import { isOnCitus, type Sql, type SqlTransaction, withPatientConnection } from '../database/database.ts';

export type MonthState = 'closing' | 'closed' | 'exported' | 'archived' | 'restoring';

export interface ClosedMonth {
  month: Month;
  state: MonthState;
  sealedAt: Date;
  closedAt: Date | null;
  /** In hexadecimal digits; null: the month is not closed yet. */
  seal: string | null;
}

/** Oldest first. */
export async function closedMonths(sql: Sql | SqlTransaction): Promise<ClosedMonth[]> {
  const rows = await sql`select month::text, state, sealed_at, closed_at, encode(seal, 'hex') as seal
    from closed_months order by month`;
  return rows.map((row) => ({
    month: row.month,
    state: row.state,
    sealedAt: row.sealed_at,
    closedAt: row.closed_at,
    seal: row.seal,
  }));
}

/** Months that have tables of their own, oldest first, with their bytes. */
export async function monthsWithTables(sql: Sql): Promise<{ month: Month; bytes: bigint }[]> {
  // PostgreSQL's own function does not see what is on the workers.
  const bytesOf = sql.unsafe(isOnCitus(sql) ? 'citus_total_relation_size' : 'pg_total_relation_size');
  const rows = await sql`
    select replace(right(relname, 7), '_', '-') || '-01' as month, sum(${bytesOf}(oid))::bigint as bytes
    from pg_class where relispartition and relkind = 'r' and relname ~ '^(steps|transfers|events|webhook_tries)_[0-9]{4}_[0-9]{2}$'
    group by 1 order by 1`;
  return rows.map(({ month, bytes }) => ({ month, bytes }));
}

export async function beginClosing(sql: Sql, month: Month, sealedAt: Date): Promise<void> {
  await sql`insert into closed_months (month, sealed_at, state) values (${month}, ${sealedAt}, 'closing')
    on conflict do nothing`;
}

export async function setState(sql: Sql | SqlTransaction, month: Month, state: MonthState): Promise<void> {
  await sql`update closed_months set state = ${state} where month = ${month}`;
}

export interface MonthSeal {
  merchantId: string;
  table: SealedTable;
  rows: number;
  sha256: string;
}

/** Stores what the month holds and its seal, which covers the seal of the month before. Answers the seal. */
export async function keepSeals(
  tx: SqlTransaction,
  month: Month,
  { seals, closedAt }: { seals: readonly MonthSeal[]; closedAt: Date },
): Promise<string> {
  const [before] = await tx`select encode(seal, 'hex') as seal from closed_months
    where month < ${month} and seal is not null order by month desc limit 1`;
  const seal = sealOf(before?.seal ?? '', seals);
  await tx`delete from month_seals where month = ${month}`;
  for (const { merchantId, table, rows, sha256 } of seals)
    await tx`insert into month_seals (merchant_id, month, table_name, row_count, sha256)
      values (${merchantId}, ${month}, ${table}, ${rows}, decode(${sha256}, 'hex'))`;
  await tx`update closed_months set state = 'closed', closed_at = ${closedAt}, seal = decode(${seal}, 'hex')
    where month = ${month}`;
  return seal;
}

/** In the order of merchants and tables. */
function sealOf(before: string, seals: readonly MonthSeal[]): string {
  const lines = seals.map(
    ({ merchantId, table, rows, sha256 }) => `${merchantId} ${table} ${rows} ${sha256}`,
  );
  return hash('sha256', [before, ...lines.sort()].join('\n'));
}

export async function sealsOf(sql: Sql, month: Month): Promise<MonthSeal[]> {
  const rows = await sql`select merchant_id, table_name, row_count::integer, encode(sha256, 'hex') as sha256
    from month_seals where month = ${month} order by merchant_id, table_name`;
  return rows.map((row) => {
    if (!isSealed(row.table_name)) throw new Error(`${row.table_name} has no seal`);
    return { merchantId: row.merchant_id, table: row.table_name, rows: row.row_count, sha256: row.sha256 };
  });
}

/** Months whose events and tries are only in the archive. */
export async function archivedMonths(sql: Sql | SqlTransaction): Promise<Month[]> {
  const rows =
    await sql`select month::text from closed_months where state in ('archived', 'restoring') order by month`;
  return rows.map(({ month }) => month);
}

/** The transaction's month, if its events and tries are only in the archive; null: the database has them. */
export async function archivedMonthOf(sql: Sql, transactionId: string): Promise<Month | null> {
  const months = await archivedMonths(sql);
  return months.find((month) => isOfMonth(transactionId, month)) ?? null;
}

export function isOfMonth(id: string, month: Month): boolean {
  const { first, next } = idsOfMonth(month);
  return id >= first && id < next;
}

/** An SQL condition: the id belongs to none of these months. */
export function outsideMonthsSql(column: string, months: readonly Month[]): string {
  const ranges = months.map(idsOfMonth);
  return ranges
    .map(({ first, next }) => `not (${column} >= '${first}' and ${column} < '${next}')`)
    .join(' and ');
}

/** The lines of the manifest, oldest first. */
export async function archiveLines(sql: Sql | SqlTransaction): Promise<string[]> {
  const rows = await sql`select entry from archive_entries order by number`;
  return rows.map(({ entry }) => entry);
}

/** Call it in the commit of the act. Answers the hash of the entry. */
export async function appendEntry(tx: SqlTransaction, act: ArchiveAct, at: Date): Promise<string> {
  const lines = await archiveLines(tx);
  const line = nextLine(lines, act, at);
  const digest = hashOfEntry(line);
  await tx`insert into archive_entries (number, entry, hash) values (${lines.length + 1}, ${line}, decode(${digest}, 'hex'))`;
  return digest;
}

const ARCHIVE_LOCK = 7_011_445n;

/**
 * Runs one command of the archive at a time, and no worker that erases in the archive meanwhile; `work` gets a
 * connection whose statements may take hours. The lock belongs to a transaction on its own connection: behind a pooler
 * in transaction mode, a session's lock and settings would stay with a connection that other clients get. If that
 * connection is lost, the work fails too. null: another process holds the lock.
 */
export async function withArchiveLock<T>(sql: Sql, work: (patient: Sql) => Promise<T>): Promise<T | null> {
  return await withPatientConnection(sql, async (holder) => {
    const done = await holder.begin(async (tx) => {
      const [row] = await tx`select pg_try_advisory_xact_lock(${ARCHIVE_LOCK}) as locked`;
      // Sent after the lock. It closes the portal of the previous statement; the snapshot of that portal would delay
      // vacuum and the creation of an index.
      await stay(tx);
      if (!row!.locked) return [null];
      return [
        await withPatientConnection(sql, (patient) => whileHeld(tx, patient, work), { deadlines: 'none' }),
      ];
    });
    return done[0] as T | null;
  });
}

const stay = (tx: SqlTransaction) => tx.unsafe('set local idle_in_transaction_session_timeout = 0').simple();
const LOOK_MS = 1_000;

/**
 * Checks each second that the lock's connection still exists. If not, it ends the connection of the work, so the work
 * commits nothing more.
 */
async function whileHeld<T>(
  tx: SqlTransaction,
  patient: Sql,
  work: (patient: Sql) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const looking = (async () => {
    while (!over.signal.aborted) {
      await sleep(LOOK_MS, null, { signal: over.signal }).catch(() => {});
      await stay(tx);
    }
  })().catch(() => patient.end({ timeout: 0 }));
  try {
    return await work(patient);
  } finally {
    over.abort();
    await looking;
  }
}

export function throwArchiveBusy(): never {
  throw new ArchiveError(
    'another process is closing, archiving or restoring a month, or erasing in the archive; try again later',
  );
}
