// Reads the rows of a page that a listing or a search has found, in the page's order. It uses connections of the pool:
// an export must not delay requests for one transaction (grouped-reads.ts).
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Sql } from '../database/database.ts';
import { COLUMNS, fromRow } from './transaction-row.ts';

export async function readTransactions(
  sql: Sql,
  merchantId: string,
  ids: readonly string[],
): Promise<Transaction[]> {
  if (ids.length === 0) return [];
  const rows = await sql`select ${sql.unsafe(COLUMNS)} from transactions
    where merchant_id = ${merchantId} and id = any(${ids as string[]}::uuid[])`;
  const byId = new Map(rows.map((row) => [row.id as string, fromRow(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
