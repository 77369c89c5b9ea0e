// What happened to transactions after their end (contract 13): the standing of their disputes and refunds, for lists
// and exports. One statement for a page. It only reads.
import type { AfterEnd } from '../../domain/records/money-back.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Sql } from '../database/database.ts';

interface Standing {
  disputes: AfterEnd['disputes'][number][];
  refunds: AfterEnd['refunds'][number][];
}

/** A transaction to which nothing happened is missing. Disputes and refunds are in the order of their opening. */
export async function afterEndOf(
  sql: Sql,
  merchantId: string,
  transactions: readonly Pick<Transaction, 'id' | 'type' | 'status'>[],
): Promise<Map<string, AfterEnd>> {
  const ended = transactions.filter(({ type, status }) => type === 'PAYIN' && status === 'COMPLETED');
  const found = new Map<string, Standing>();
  if (ended.length === 0) return found;
  const rows = await sql`
    select 'dispute' as kind, transaction_id, id, status, funds_withheld, amount_minor, created_at, updated_at from disputes
    where merchant_id = ${merchantId} and transaction_id = any(${ended.map(({ id }) => id)}::uuid[])
    union all
    select 'refund', transaction_id, id, status, false, amount_minor, created_at, updated_at from refunds
    where merchant_id = ${merchantId} and transaction_id = any(${ended.map(({ id }) => id)}::uuid[])
    order by created_at, id`;
  for (const row of rows) {
    const own = found.get(row.transaction_id) ?? { disputes: [], refunds: [] };
    found.set(row.transaction_id, own);
    const { id, status, amount_minor: amountMinor, created_at: createdAt, updated_at: updatedAt } = row;
    if (row.kind === 'dispute') own.disputes.push({ status, fundsWithheld: row.funds_withheld, amountMinor });
    else own.refunds.push({ id, status, amountMinor, createdAt, updatedAt });
  }
  return found;
}
