// Statements that are given rows (pipeline/recordset.ts), in the form that suits the database. PostgreSQL gets one
// array a column, under one text whatever the number of rows. Citus gets the values themselves: it finds the shard of a
// row only from a value, and sends rows of arrays through the coordinator (12.3 ms for the writes of a payment, 5.2
// with values). On Citus a statement that looks rows up also names their merchants. They are all on one shard, so Citus
// asks only that shard.
import type postgres from 'postgres';
import { Pipeline } from '../pipeline/pipeline.ts';
import { ColumnArray, type Columns, type Recordset, type RowOf } from '../pipeline/recordset.ts';
import { type AnyTransaction, inPipeline, isOnCitus, placesOf, type Sql, send } from './database.ts';

/** Appends rows. `after` is the rest of the statement: `on conflict …`, `returning …`. */
export function insertRows<C extends Columns>(
  tx: Sql | Pipeline | AnyTransaction,
  { into: table, after = '' }: { into: string; after?: string },
  columns: Recordset<C>,
  rows: readonly RowOf<C>[],
): Promise<postgres.Row[]> {
  const into = `insert into ${table} (${columns.names})`;
  return isOnCitus(tx)
    ? send(tx, `${into} ${columns.valuesOf(rows.length)} ${after}`, columns.values(rows))
    : send(tx, `${into} select ${columns.names} from ${columns.rows} ${after}`, columns.parameters(rows));
}

/** For a statement that looks rows up. `from` is the source of the given rows, under the alias `r`. */
export interface GivenRows {
  from: string;
  /** The condition that a column equals the merchant of `r`. Each table of the statement needs it. */
  sameMerchant(column: string): string;
  parameters: unknown[];
}

/** The rows of a group. On Citus they should be of one shard, otherwise Citus asks all shards. */
export function givenRows<C extends Columns & { merchant_id: 'uuid' }>(
  tx: Sql | Pipeline | AnyTransaction,
  columns: Recordset<C>,
  rows: readonly RowOf<C>[],
): GivenRows {
  const parameters: unknown[] = columns.parameters(rows);
  if (!isOnCitus(tx))
    return { from: columns.rows, sameMerchant: (column) => `${column} = r.merchant_id`, parameters };
  const merchants = [...new Set(rows.map((row) => (row as unknown as { merchant_id: string }).merchant_id))];
  const given = `$${columns.width + 1}::uuid`;
  const [only] = merchants;
  return merchants.length === 1
    ? {
        from: columns.rows,
        sameMerchant: (column) => `${column} = ${given}`,
        parameters: [...parameters, only],
      }
    : {
        from: columns.rows,
        sameMerchant: (column) => `${column} = any(${given}[]) and ${column} = r.merchant_id`,
        parameters: [...parameters, new ColumnArray('uuid', merchants)],
      };
}

/**
 * A statement that soon stops waiting for a lock. On Citus the locks are on the workers, and only a transaction takes
 * the pipeline's limit there.
 */
export async function sendBriefly(
  to: Sql | Pipeline,
  statement: string,
  parameters: readonly unknown[],
): Promise<postgres.Row[]> {
  if (!(to instanceof Pipeline) || !isOnCitus(to)) return await send(to, statement, parameters);
  return await inPipeline(to, async (tx) => {
    const answer = send(tx, statement, parameters);
    return { last: [answer], answer };
  });
}

/** Does `work` once for each shard on Citus, and once for all on PostgreSQL. Answers all the rows. */
export async function eachShard<Row extends { merchant_id: string }, Answer>(
  tx: Sql | Pipeline | AnyTransaction,
  rows: readonly Row[],
  work: (own: Row[]) => Promise<readonly Answer[]>,
): Promise<Answer[]> {
  const placeOf = placesOf(tx);
  if (rows.length === 0 || !placeOf) return rows.length === 0 ? [] : [...(await work([...rows]))];
  const answers: Answer[] = [];
  for (const own of Map.groupBy(rows, (row) => placeOf(row.merchant_id)).values())
    answers.push(...(await work(own)));
  return answers;
}

/** Does `work` once for each merchant on Citus, and once for all on PostgreSQL. Answers all the rows. */
export async function eachMerchant<Row extends { merchant_id: string }, Answer>(
  tx: Sql | Pipeline | AnyTransaction,
  rows: readonly Row[],
  work: (own: Row[]) => Promise<readonly Answer[]>,
): Promise<Answer[]> {
  if (rows.length === 0) return [];
  const groups = isOnCitus(tx) ? [...Map.groupBy(rows, (row) => row.merchant_id).values()] : [[...rows]];
  const answers: Answer[] = [];
  for (const own of groups) answers.push(...(await work(own)));
  return answers;
}
