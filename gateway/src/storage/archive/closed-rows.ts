// The rows of a closed month, merchant by merchant in the order of their keys, in two forms: the columns that never
// change, for the seal, and whole rows, for the archive. It only reads.
import { createHash } from 'node:crypto';
import type { ArchivedTable } from '../../domain/archive/archive-manifest.ts';
import { CORE_COLUMNS, type SealedTable } from '../../domain/archive/archived-row.ts';
import { idsOfMonth, type Month, sealTimeOf } from '../../domain/archive/month.ts';
import {
  oneSnapshotOfEachNode,
  propagateSettings,
  type Sql,
  type SqlTransaction,
} from '../database/database.ts';
import type { MonthSeal } from './closed-months.ts';

/**
 * `id` is the column that says which month a row belongs to. `since` is the column with the time at which the row was
 * written; null: the id also tells this time.
 */
const TABLES: Readonly<
  Record<SealedTable | ArchivedTable, { id: string; since: string | null; key: string }>
> = {
  steps: { id: 'transaction_id', since: 'updated_at', key: 'transaction_id, version' },
  transfers: { id: 'id', since: null, key: 'id' },
  events: { id: 'transaction_id', since: 'created_at', key: 'transaction_id, sequence' },
  webhook_tries: { id: 'transaction_id', since: 'at', key: 'transaction_id, sequence, try_number' },
  webhook_queue: { id: 'transaction_id', since: 'created_at', key: 'transaction_id, sequence' },
};

const SEALED = Object.keys(CORE_COLUMNS) as SealedTable[];
/** In the order in which a restore fills them again. */
export const ARCHIVED: readonly ArchivedTable[] = ['events', 'webhook_tries', 'webhook_queue'];

/** The closed rows of a month; $1 is the merchant. */
function closedRows(table: SealedTable | ArchivedTable, month: Month): string {
  const { id, since } = TABLES[table];
  const { first, next } = idsOfMonth(month);
  const time = since === null ? '' : `and ${since} < '${sealTimeOf(month).toISOString()}'`;
  return `from ${table} where merchant_id = $1 and ${id} >= '${first}' and ${id} < '${next}' ${time}`;
}

/** The rows as JSON, in portions. */
async function* read(tx: SqlTransaction, statement: string, merchantId: string): AsyncGenerator<string[]> {
  const found = tx.unsafe(`select row_to_json(r)::text as line from (${statement}) r`, [merchantId]);
  for await (const rows of found.cursor(2_000)) yield rows.map(({ line }) => line as string);
}

export async function* wholeRows(
  tx: SqlTransaction,
  table: ArchivedTable,
  month: Month,
  merchantId: string,
): AsyncGenerator<string[]> {
  yield* read(tx, `select * ${closedRows(table, month)} order by ${TABLES[table].key}`, merchantId);
}

/**
 * What the month holds for each merchant, read in one snapshot. On Citus each node has its own snapshot, and each
 * merchant is on one node.
 */
export async function readSeals(sql: Sql, month: Month): Promise<MonthSeal[]> {
  return (await inSnapshot(sql, async (tx) => {
    const seals: MonthSeal[] = [];
    for (const merchantId of await merchantsOf(tx))
      for (const table of SEALED) {
        const columns = CORE_COLUMNS[table].join(', ');
        const statement = `select ${columns} ${closedRows(table, month)} order by ${TABLES[table].key}`;
        const digest = createHash('sha256');
        let rows = 0;
        for await (const lines of read(tx, statement, merchantId)) {
          rows += lines.length;
          for (const line of lines) digest.update(`${line}\n`);
        }
        if (rows > 0) seals.push({ merchantId, table, rows, sha256: digest.digest('hex') });
      }
    return seals;
  })) as MonthSeal[];
}

/** Sets the time format of every other session, on workers too, so that the text of a row is always the same. */
export async function inSnapshot<T>(sql: Sql, work: (tx: SqlTransaction) => Promise<T>): Promise<T> {
  return (await sql.begin('isolation level repeatable read read only', async (tx) => {
    await oneSnapshotOfEachNode(tx);
    await propagateSettings(tx);
    await tx`set local time zone 'UTC'`;
    return await work(tx);
  })) as T;
}

export async function merchantsOf(sql: Sql | SqlTransaction): Promise<string[]> {
  const rows = await sql`select merchant_id from merchants order by merchant_id`;
  return rows.map((row) => row.merchant_id);
}

/** The number of the month's webhooks that are still undelivered. */
export async function undelivered(sql: Sql | SqlTransaction, month: Month): Promise<number> {
  const { first, next } = idsOfMonth(month);
  const [row] = await sql`select count(*)::integer as count from webhook_queue
    where transaction_id >= ${first} and transaction_id < ${next} and created_at < ${sealTimeOf(month)}
      and state in ('pending', 'waiting')`;
  return row!.count;
}

/**
 * Webhooks that were given up, or have no address: their number, and the number of their tries. A webhook that was sent
 * again and given up again has more tries.
 */
export async function givenUp(
  sql: Sql | SqlTransaction,
  month: Month,
): Promise<{ rows: number; tries: number }> {
  const { first, next } = idsOfMonth(month);
  const [row] =
    await sql`select count(*)::integer as rows, coalesce(sum(tries), 0)::integer as tries from webhook_queue
    where transaction_id >= ${first} and transaction_id < ${next} and created_at < ${sealTimeOf(month)}
      and state in ('abandoned', 'unaddressed')`;
  return { rows: row!.rows, tries: row!.tries };
}
