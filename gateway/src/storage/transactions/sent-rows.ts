// Reads captures and refunds, and claims those that are due: rows beside a transaction that were sent to its provider,
// with one key and the same columns of work. Called by capture-store.ts and refund-store.ts. Every query names the
// merchant first, except the sweep's. It decides nothing.
import { claimDueRows } from '../database/claim-due.ts';
import type { Sql } from '../database/database.ts';
import { byKey } from '../database/row-order.ts';

export interface SentRows<One> {
  /** One of the brand. */
  find(merchantId: string, brandId: string, id: string): Promise<One | null>;
  /** Oldest first. */
  ofTransaction(merchantId: string, transactionId: string): Promise<One[]>;
  /** Claims up to `limit` due ones for `leaseMs`: until then nobody else gets them. */
  claimDue(now: Date, limit: number, leaseMs: number): Promise<One[]>;
}

export function sentRowsIn<One>(
  sql: Sql,
  table: 'captures' | 'refunds',
  // biome-ignore lint/suspicious/noExplicitAny: a row from the driver, with these columns
  { columns, fromRow }: { columns: string; fromRow: (row: any) => One },
): SentRows<One> {
  const wanted = columns.replace(/\w+/g, 'own.$&');
  return {
    async find(merchantId, brandId, id) {
      const [found] = await sql`select ${sql.unsafe(wanted)} from ${sql.unsafe(table)} own
        where merchant_id = ${merchantId} and brand_id = ${brandId} and id = ${id}`;
      return found ? fromRow(found) : null;
    },

    async ofTransaction(merchantId, transactionId) {
      const found = await sql`select ${sql.unsafe(wanted)} from ${sql.unsafe(table)} own
        where merchant_id = ${merchantId} and transaction_id = ${transactionId} order by created_at, id`;
      return found.map(fromRow);
    },

    async claimDue(now, limit, leaseMs) {
      const due = await sql<{ merchant_id: string; transaction_id: string; id: string }[]>`
        select merchant_id, transaction_id, id from ${sql.unsafe(table)} where due_at <= ${now} order by due_at limit ${limit}`;
      if (due.length === 0) return [];
      // The condition is repeated, so that if two processes choose the same row, only one gets it.
      const claimed = await claimDueRows(
        sql,
        table,
        due.sort(byKey),
        (tx, keys, merchantOf) => tx`
          update ${tx.unsafe(table)} own set due_at = ${new Date(now.getTime() + leaseMs)}
          from json_to_recordset(${keys}::text::json) as due (merchant_id uuid, transaction_id uuid, id uuid)
          where own.merchant_id = due.merchant_id and own.transaction_id = due.transaction_id
            and own.id = due.id and own.due_at <= ${now} ${merchantOf('own.merchant_id')}
          returning ${tx.unsafe(wanted)}`,
      );
      return claimed.map(fromRow);
    },
  };
}
