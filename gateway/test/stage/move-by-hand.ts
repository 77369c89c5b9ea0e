// Puts a transaction into another state directly in the tables, without an outcome. It adds one step with its values
// and other fields (columns of `transactions`), and sets the open work as that step leaves it. It writes no timeline
// entry, event or transfer.
import type { Sql } from '../../src/storage/database/database.ts';

export async function moveByHand(
  sql: Pick<Sql, 'unsafe'>,
  id: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  await sql.unsafe(
    `insert into steps select made.* from transactions t, jsonb_populate_record(null::steps, to_jsonb(t) || jsonb_build_object(
       'transaction_id', t.id, 'version', t.version + 1, 'own_means', true) || $2::text::jsonb) made
     where t.id = $1`,
    [id, JSON.stringify(fields)],
  );
  await sql.unsafe('delete from open_work where transaction_id = $1', [id]);
  await sql.unsafe(
    `insert into open_work (merchant_id, transaction_id, brand_id, status, error_code, due_at, created_at)
     select merchant_id, id, brand_id, status, error_code, $2::text::timestamptz, created_at from transactions
     where id = $1 and status in ('INIT', 'PENDING', 'PROCESSING')`,
    [id, (fields.due_at as string | null | undefined) ?? null],
  );
}
