// What a provider's adapter must remember about a charge until its end (`ChargeState` of the kit). It is
// sealed beside the open work of its transaction and gone with it. It never opens what is sealed.
import type { Sql } from '../database/database.ts';

/** null: the adapter kept nothing, or the transaction is over. */
export async function readChargeState(sql: Sql, merchantId: string, id: string): Promise<Buffer | null> {
  const [row] = await sql`
    select charge_state_sealed from open_work where merchant_id = ${merchantId} and transaction_id = ${id}`;
  return row?.charge_state_sealed ?? null;
}

/** Durable when it answers. false: the transaction is over, so it wrote nothing. */
export async function writeChargeState(
  sql: Sql,
  merchantId: string,
  id: string,
  sealed: Buffer,
): Promise<boolean> {
  const { count } = await sql`
    update open_work set charge_state_sealed = ${sealed} where merchant_id = ${merchantId} and transaction_id = ${id}`;
  return count > 0;
}
