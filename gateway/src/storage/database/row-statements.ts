// Statements that are given rows (lane/recordset.ts), in the form that suits the database. PostgreSQL gets one array a column,
// under one text whatever the number of rows. Citus gets the values themselves: it knows the shard of a row only from a value,
// and sends rows of arrays by way of the coordinator (12.3 ms for the writes of a payment, 5.2 with values). And there a
// statement that looks rows up names their merchant, so that it asks one shard.
import type postgres from 'postgres';
import { Lane } from '../lane/lane.ts';
import type { Columns, Recordset, RowOf } from '../lane/recordset.ts';
import { type AnyTransaction, inFewTrips, isOnCitus, type Sql, send } from './database.ts';
import { onlyMerchantOf } from './row-order.ts';

/** Appends rows. `after` follows: `on conflict …`, `returning …`. */
export function insertRows<C extends Columns>(
  tx: Sql | Lane | AnyTransaction,
  { into: table, after = '' }: { into: string; after?: string },
  columns: Recordset<C>,
  rows: readonly RowOf<C>[],
): Promise<postgres.Row[]> {
  const into = `insert into ${table} (${columns.names})`;
  return isOnCitus(tx)
    ? send(tx, `${into} ${columns.valuesOf(rows.length)} ${after}`, columns.values(rows))
    : send(tx, `${into} select ${columns.names} from ${columns.rows} ${after}`, columns.parameters(rows));
}

/** For a statement that looks rows up: it compares its merchant with `merchant`, and takes the rest from `from`, as `r`. */
export interface GivenRows {
  from: string;
  merchant: string;
  parameters: unknown[];
}

/** The rows of a group; on Citus they should be of one merchant, else all shards are asked. */
export function givenRows<C extends Columns & { merchant_id: 'uuid' }>(
  tx: Sql | Lane | AnyTransaction,
  columns: Recordset<C>,
  rows: readonly RowOf<C>[],
): GivenRows {
  const parameters: unknown[] = columns.parameters(rows);
  const only = isOnCitus(tx) ? onlyMerchantOf(rows as unknown as { merchant_id: string }[]) : null;
  if (only === null) return { from: columns.rows, merchant: 'r.merchant_id', parameters };
  return { from: columns.rows, merchant: `$${columns.width + 1}::uuid`, parameters: [...parameters, only] };
}

/**
 * A statement that gives up a lock soon. On Citus the locks are on the workers, and only a transaction takes the lane's limit
 * there.
 */
export async function sendBriefly(
  to: Sql | Lane,
  statement: string,
  parameters: readonly unknown[],
): Promise<postgres.Row[]> {
  if (!(to instanceof Lane) || !isOnCitus(to)) return await send(to, statement, parameters);
  return await inFewTrips(to, async (tx) => {
    const answer = send(tx, statement, parameters);
    return { last: [answer], answer };
  });
}

/** Does `work` once for each merchant on Citus, and once for all on PostgreSQL; answers all the rows. */
export async function eachMerchant<Row extends { merchant_id: string }, Answer>(
  tx: Sql | Lane | AnyTransaction,
  rows: readonly Row[],
  work: (own: Row[]) => Promise<readonly Answer[]>,
): Promise<Answer[]> {
  if (rows.length === 0) return [];
  const groups = isOnCitus(tx) ? [...Map.groupBy(rows, (row) => row.merchant_id).values()] : [[...rows]];
  const answers: Answer[] = [];
  for (const own of groups) answers.push(...(await work(own)));
  return answers;
}
