// The tables of one month. Closing them makes the database refuse older rows. Archiving exchanges them for nearly empty
// ones, and restoring fills them again (docs/decisions/0091). Only the owner of the tables may do this. Each function
// is safe to repeat.
import { idsOfMonth, type Month, nameOfMonth, sealTimeOf } from '../../domain/archive/month.ts';
import {
  isLockTimeout,
  isOnCitus,
  propagateSettings,
  type Sql,
  type SqlTransaction,
  withRetries,
} from '../database/database.ts';

/** These tables leave with their month. Others stay, because everything that shows a payment reads them. */
const LEAVING = [
  { parent: 'events', since: 'created_at' },
  { parent: 'webhook_tries', since: 'at' },
] as const;
type Leaving = (typeof LEAVING)[number]['parent'];

const tableOf = (parent: string, month: Month) => `${parent}_${nameOfMonth(month).replace('-', '_')}`;

/**
 * The rows that a closed table still accepts: rows that are written after the seal, and rows of an erasure, which
 * announces itself by a setting (storage/erasure/erase-transactions.ts). It accepts no transfers, because no transfer
 * of another month has such an id.
 */
function taken(parent: string, month: Month): string {
  const since = { steps: 'updated_at', events: 'created_at', webhook_tries: 'at' }[parent];
  if (since === undefined) return 'false';
  return `${since} >= '${sealTimeOf(month).toISOString()}' or coalesce(current_setting('tollgate.erases', true), '') = 'on'`;
}
/**
 * When Citus moves a shard to another worker, it fills the copy with closed rows. Nobody else writes to the copy until
 * it is in use.
 */
const MOVING = 'or not shard_is_in_use(tableoid)';

/** Waits for commits that are writing to the tables, so nothing is written to the month afterwards. */
export async function closeTables(sql: Sql, month: Month): Promise<void> {
  for (const parent of ['steps', 'transfers', 'events', 'webhook_tries'])
    await withLocks(sql, async (tx) => {
      // A transaction that has read the table through the coordinator holds locks on workers, and may write to the
      // table next. This lock waits until that transaction ends. Without this lock the two transactions would wait for
      // each other, and Citus would end one of them.
      if (isOnCitus(tx)) await tx.unsafe(`lock table ${parent} in access exclusive mode`);
      await close(tx, parent, month);
    });
}

async function close(tx: SqlTransaction, parent: string, month: Month): Promise<void> {
  const table = tableOf(parent, month);
  const [closed] =
    await tx`select 1 from pg_constraint where conname = 'closed' and conrelid = ${table}::regclass`;
  if (closed) return;
  const condition = `${taken(parent, month)} ${isOnCitus(tx) ? MOVING : ''}`;
  // "Not valid": PostgreSQL does not check the existing rows.
  await tx.unsafe(`alter table ${table} add constraint closed check (${condition}) not valid`);
}

/** Creates an index on the few later rows, so that nobody waits for a scan of the table. */
export async function findLateRows(sql: Sql, month: Month): Promise<void> {
  for (const { parent, since } of LEAVING) {
    const table = tableOf(parent, month);
    await withLocks(sql, async (tx) => {
      await tx.unsafe(`drop index if exists ${table}_late`);
    });
    await sql.unsafe(`create index concurrently ${table}_late on ${table} (${since})
      where ${since} >= '${sealTimeOf(month).toISOString()}'`);
  }
}

/** Name of an empty or a restored table that will replace the month's own. */
const beside = (parent: string, month: Month) => `restored_${tableOf(parent, month)}`;

/**
 * In one commit: closed events and tries are gone, later ones stay. `more` runs first in the same commit. It makes the
 * new tables before that commit, because this takes longest on Citus, and drops them if the commit fails.
 */
export async function dropClosedRows(
  sql: Sql,
  month: Month,
  more: (tx: SqlTransaction) => Promise<void>,
): Promise<void> {
  for (const { parent } of LEAVING) await withLocks(sql, (tx) => makeBeside(tx, parent, month));
  try {
    await withLocks(sql, async (tx) => {
      await lockAll(tx);
      await more(tx);
      const { first, next } = idsOfMonth(month);
      await tx`delete from webhook_queue
        where transaction_id >= ${first} and transaction_id < ${next} and created_at < ${sealTimeOf(month)}`;
      for (const { parent, since } of LEAVING)
        await exchange(tx, parent, month, `where ${since} >= '${sealTimeOf(month).toISOString()}'`);
    });
  } catch (error) {
    // If the database is down, the next command drops them.
    for (const { parent } of LEAVING)
      await sql.unsafe(`drop table if exists ${beside(parent, month)}`).catch(() => {});
    throw error;
  }
}

/** Makes empty tables beside those of the month. */
export async function makeTablesToFill(sql: Sql, month: Month): Promise<void> {
  const { first, next } = idsOfMonth(month);
  for (const { parent } of LEAVING)
    await withLocks(sql, async (tx) => {
      await makeBeside(tx, parent, month);
      // With this constraint PostgreSQL attaches the table later without reading it.
      await tx.unsafe(
        `alter table ${beside(parent, month)} add constraint bounds check (transaction_id >= '${first}' and transaction_id < '${next}')`,
      );
    });
}

/** On Citus the table is on the same nodes as its parent. */
async function makeBeside(tx: SqlTransaction, parent: string, month: Month): Promise<void> {
  const table = beside(parent, month);
  await tx.unsafe(`drop table if exists ${table}`);
  await tx.unsafe(`create table ${table} (like ${parent} including all)`);
  if (isOnCitus(tx))
    await tx`select create_distributed_table(${table}, 'merchant_id', colocate_with => ${parent})`;
}

/** Takes the archive's lines of JSON. */
export async function fillTable(
  sql: Sql | SqlTransaction,
  month: Month,
  parent: Leaving | 'webhook_queue',
  lines: readonly string[],
): Promise<void> {
  const into = parent === 'webhook_queue' ? parent : beside(parent, month);
  await sql.unsafe(
    `insert into ${into} select r.* from json_array_elements($1::text::json) as line,
       json_populate_record(null::${parent}, line) as r`,
    [`[${lines.join(',')}]`],
  );
}

/** In one commit: the filled tables replace those of the month, and take over the later rows. */
export async function useFilledTables(
  sql: Sql,
  month: Month,
  more: (tx: SqlTransaction) => Promise<void>,
): Promise<void> {
  await withLocks(sql, async (tx) => {
    await lockAll(tx);
    for (const { parent } of LEAVING) {
      await exchange(tx, parent, month, '');
      await tx.unsafe(`alter table ${tableOf(parent, month)} drop constraint bounds`);
    }
    await more(tx);
  });
}

/** The table beside the month's table takes over its place and name, and the rows that match `stay`. */
async function exchange(tx: SqlTransaction, parent: string, month: Month, stay: string): Promise<void> {
  const { first, next } = idsOfMonth(month);
  const [table, other] = [tableOf(parent, month), beside(parent, month)];
  await tx.unsafe(`alter table ${parent} detach partition ${table}`);
  await tx.unsafe(`insert into ${other} select * from ${table} ${stay}`);
  await tx.unsafe(`drop table ${table}`);
  await tx.unsafe(`alter table ${other} rename to ${table}`);
  const indexes =
    await tx`select indexname as name from pg_indexes where schemaname = 'public' and tablename = ${table}`;
  for (const { name } of indexes)
    await tx.unsafe(`alter index ${name} rename to ${name.replace('restored_', '')}`);
  await close(tx, parent, month);
  await tx.unsafe(
    `alter table ${parent} attach partition ${table} for values from ('${first}') to ('${next}')`,
  );
}

/**
 * Stops all readers and writers until the commit. It locks in the same order as most writers, so that no two wait for
 * each other.
 */
async function lockAll(tx: SqlTransaction): Promise<void> {
  const tables = ['webhook_queue', 'events', 'webhook_tries'];
  await tx.unsafe(`lock table ${tables.join(', ')} in access exclusive mode`);
  if (!isOnCitus(tx)) return;
  // Those locks stop writers that come through the coordinator. Pipelines write straight to shards
  // (group-commit/shard-pipelines.ts), so an `alter table` without effect takes the locks there.
  for (const table of tables) await tx.unsafe(`alter table ${table} alter column merchant_id set not null`);
}

const TRIES = 20;
/**
 * Shorter than PostgreSQL's deadlock timeout: in a deadlock this transaction gives way, and PostgreSQL never ends a
 * payment.
 */
const WAITS_MS = 500;

/** Payments queue behind a transaction that waits for these locks. So it waits briefly, and tries again. */
async function withLocks(sql: Sql, work: (tx: SqlTransaction) => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await withRetries(() =>
        sql.begin(async (tx) => {
          await propagateSettings(tx);
          // On Citus a transaction sees its changes only on the connection that made them, so it uses one connection to
          // each worker.
          if (isOnCitus(tx)) await tx.unsafe(`set local citus.multi_shard_modify_mode = 'sequential'`);
          await tx.unsafe(`set local lock_timeout = ${WAITS_MS}`);
          await tx`set local time zone 'UTC'`;
          await work(tx);
        }),
      );
      return;
    } catch (error) {
      if (attempt >= TRIES || !isLockTimeout(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250 * attempt));
    }
  }
}
