// Transactions whose personal data will be erased (docs/decisions/0085). A request or a brand's setting adds a row,
// workers claim rows under a lease, and a row is removed when nothing is left to do. A row names a transaction and
// never a person.
import type { BrandId } from '../../domain/merchants/brand.ts';
import type { Sql, SqlTransaction } from '../database/database.ts';
import { insertRows } from '../database/row-statements.ts';
import { Recordset } from '../pipeline/recordset.ts';

export type ErasureCause = 'request' | 'retention';

export interface ErasureWork extends BrandId {
  transactionId: string;
  cause: ErasureCause;
  createdAt: Date;
  erasedAt: Date | null;
}

const WORK = new Recordset({
  merchant_id: 'uuid',
  transaction_id: 'uuid',
  brand_id: 'uuid',
  cause: 'text',
  created_at: 'timestamptz',
  due_at: 'timestamptz',
});

/** On Citus each value is a parameter, and a statement has at most 65,535. */
const NOTED_AT_ONCE = 1_000;

/**
 * Due at once, unless `dueAt` is given. Answers how many are new. If a row exists, the customer's request wins: a row
 * that a customer asked for stays, and a customer's request replaces the cause of a row from the brand's setting.
 */
export async function noteErasures(
  tx: SqlTransaction,
  { merchantId, brandId }: BrandId,
  transactionIds: readonly string[],
  { cause, at, dueAt = at }: { cause: ErasureCause; at: Date; dueAt?: Date },
): Promise<number> {
  if (transactionIds.length === 0) return 0;
  const rows = transactionIds.map((transactionId) => ({
    merchant_id: merchantId,
    transaction_id: transactionId,
    brand_id: brandId,
    cause,
    created_at: at,
    due_at: dueAt,
  }));
  const after = `on conflict (merchant_id, transaction_id) do update set cause = excluded.cause, due_at = excluded.due_at
    where w.cause = 'retention' and excluded.cause = 'request' returning transaction_id`;
  let noted = 0;
  for (let begin = 0; begin < rows.length; begin += NOTED_AT_ONCE) {
    const some = rows.slice(begin, begin + NOTED_AT_ONCE);
    noted += (await insertRows(tx, { into: 'erasure_work as w', after }, WORK, some)).length;
  }
  return noted;
}

/** Rows of one merchant, the longest due first. No other worker gets them for `leaseMs`. */
export async function claimErasures(
  sql: Sql,
  now: Date,
  limit: number,
  leaseMs: number,
): Promise<ErasureWork[]> {
  const due = await sql`
    select merchant_id, transaction_id from erasure_work where due_at <= ${now} order by due_at limit ${limit}`;
  const [first] = due;
  if (!first) return [];
  const ids = due.filter((row) => row.merchant_id === first.merchant_id).map((row) => row.transaction_id);
  const rows = await sql`
    update erasure_work set due_at = ${new Date(now.getTime() + leaseMs)}
    where merchant_id = ${first.merchant_id} and transaction_id = any(${ids}::uuid[]) and due_at <= ${now}
    returning merchant_id, transaction_id, brand_id, cause, created_at, erased_at`;
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    brandId: row.brand_id,
    transactionId: row.transaction_id,
    cause: row.cause,
    createdAt: row.created_at,
    erasedAt: row.erased_at,
  }));
}

/** Sets when a worker looks at them again. */
export async function putErasureOff(
  sql: Sql | SqlTransaction,
  merchantId: string,
  transactionIds: readonly string[],
  { dueAt, erasedAt = null }: { dueAt: Date; erasedAt?: Date | null },
): Promise<void> {
  await sql`
    update erasure_work set due_at = ${dueAt}, erased_at = coalesce(erased_at, ${erasedAt}::timestamptz)
    where merchant_id = ${merchantId} and transaction_id = any(${transactionIds as string[]}::uuid[])`;
}

export async function endErasure(
  sql: Sql | SqlTransaction,
  merchantId: string,
  transactionIds: readonly string[],
): Promise<void> {
  await sql`
    delete from erasure_work
    where merchant_id = ${merchantId} and transaction_id = any(${transactionIds as string[]}::uuid[])`;
}
