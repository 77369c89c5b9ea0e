// The tables of one month: closed, so that the database refuses to write what is older; exchanged for nearly empty ones when the month
// is archived; and filled again (docs/decisions/0091). Only the owner of the tables may do this. Each function is safe to repeat.
import { idsOfMonth, type Month, nameOfMonth, sealTimeOf } from '../../domain/months/month.ts';
import {
  isLockTimeout,
  isOnCitus,
  type Sql,
  type SqlTransaction,
  settingsReachWorkers,
  withRetries,
} from '../database/database.ts';

/** The tables that leave with their month; others stay, and are read by everything that shows a payment. */
const LEAVING = [
  { parent: 'events', since: 'created_at' },
  { parent: 'webhook_tries', since: 'at' },
] as const;
type Leaving = (typeof LEAVING)[number]['parent'];

const tableOf = (parent: string, month: Month) => `${parent}_${nameOfMonth(month).replace('-', '_')}`;

/**
 * What a closed table takes: a row that is later, because it is of the present, and what an erasure writes, which says that it is one
 * (storage/erasure/erase-transactions.ts). Of transfers nothing, because no transfer of another month has such an id.
 */
function taken(parent: string, month: Month): string {
  const since = { steps: 'updated_at', events: 'created_at', webhook_tries: 'at' }[parent];
  if (since === undefined) return 'false';
  return `${since} >= '${sealTimeOf(month).toISOString()}' or coalesce(current_setting('tollgate.erases', true), '') = 'on'`;
}
/** On Citus a shard that is moved to another worker is filled there with rows that are closed. Nobody else writes to it until it is in use. */
const MOVING = 'or not shard_is_in_use(tableoid)';

/** Waits for the commits that are writing them, and so nothing of the month is written after it. */
export async function closeTables(sql: Sql, month: Month): Promise<void> {
  for (const parent of ['steps', 'transfers', 'events', 'webhook_tries'])
    await withLocks(sql, async (tx) => {
      // Who has read the table by way of the coordinator has locks on workers, and may be about to write to it: that ends first. Otherwise each
      // would wait for the other, and Citus would end one.
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
  // Not valid: the rows that are there are not read.
  await tx.unsafe(`alter table ${table} add constraint closed check (${condition}) not valid`);
}

/** The few rows that came later are found by an index, so that nobody waits while the table is read. */
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

/** Of an empty or a restored table that is to take the place of the month's own. */
const beside = (parent: string, month: Month) => `restored_${tableOf(parent, month)}`;

/**
 * In one commit: closed events and tries are gone, later ones stay. `more`: done in the same commit, first. The new tables are made before it,
 * because that takes longest on Citus, and go again if nothing comes of it.
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
    // Where the database is away, the next command drops them.
    for (const { parent } of LEAVING)
      await sql.unsafe(`drop table if exists ${beside(parent, month)}`).catch(() => {});
    throw error;
  }
}

/** Empty ones, beside those of the month. */
export async function makeTablesToFill(sql: Sql, month: Month): Promise<void> {
  const { first, next } = idsOfMonth(month);
  for (const { parent } of LEAVING)
    await withLocks(sql, async (tx) => {
      await makeBeside(tx, parent, month);
      // So it is attached later without reading it.
      await tx.unsafe(
        `alter table ${beside(parent, month)} add constraint bounds check (transaction_id >= '${first}' and transaction_id < '${next}')`,
      );
    });
}

/** On Citus on the same nodes as its parent. */
async function makeBeside(tx: SqlTransaction, parent: string, month: Month): Promise<void> {
  const table = beside(parent, month);
  await tx.unsafe(`drop table if exists ${table}`);
  await tx.unsafe(`create table ${table} (like ${parent} including all)`);
  if (isOnCitus(tx))
    await tx`select create_distributed_table(${table}, 'merchant_id', colocate_with => ${parent})`;
}

/** Lines of JSON, as the archive has them. */
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

/** In one commit: the filled tables take the place of those of the month, with the later rows. */
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

/** The table beside that of the month takes its place and name, with the rows that `stay`. */
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

/** Nobody writes or reads them until the commit. Locked in the order in which most writers lock them, so that no two wait for each other. */
async function lockAll(tx: SqlTransaction): Promise<void> {
  const tables = ['webhook_queue', 'events', 'webhook_tries'];
  await tx.unsafe(`lock table ${tables.join(', ')} in access exclusive mode`);
  if (!isOnCitus(tx)) return;
  // That stops writers that come through the coordinator. Lanes write straight to shards (group-commit/shard-lanes.ts): an `alter table`
  // without effect takes the locks there.
  for (const table of tables) await tx.unsafe(`alter table ${table} alter column merchant_id set not null`);
}

const TRIES = 20;
/** Shorter than the time after which PostgreSQL looks for deadlocks: so this gives way, and no payment is ended for it. */
const WAITS_MS = 500;

/** A payment waits behind whoever waits for these locks, so that is not for long, and repeated. */
async function withLocks(sql: Sql, work: (tx: SqlTransaction) => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await withRetries(() =>
        sql.begin(async (tx) => {
          await settingsReachWorkers(tx);
          // On Citus a transaction sees what it changed on the connection that changed it, so it uses one to each worker.
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
