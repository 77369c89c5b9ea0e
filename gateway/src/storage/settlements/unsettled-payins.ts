// The pay-ins of the sandbox that it may still pay out (contract 17). It only reads one brand.
import { firstIdAt } from '../../domain/transactions/time-ordered-id.ts';
import type { SqlTransaction } from '../database/database.ts';
import type { Source } from './settlement-store.ts';

/** Oldest first: pay-ins that moved money, and of which something may be not settled. `after`: only those after it. */
export async function unsettledPayins(
  tx: SqlTransaction,
  { merchantId, brandId, provider }: Source,
  { since, after, limit }: { since: Date; after: string | null; limit: number },
): Promise<string[]> {
  const rows = await tx`
    select t.id from transactions t
    where t.merchant_id = ${merchantId} and t.brand_id = ${brandId} and t.id >= ${firstIdAt(since)}
      and (${after}::uuid is null or t.id > ${after}::uuid)
      and t.type = 'PAYIN' and t.provider = ${provider} and t.amount_captured_minor > 0
      and (
        not exists (select 1 from settlement_lines l where l.merchant_id = ${merchantId} and l.transaction_id = t.id)
        or t.sequence > (select count(*) from settlement_lines l where l.merchant_id = ${merchantId} and l.transaction_id = t.id))
    order by t.id limit ${limit}`;
  return rows.map((row) => row.id as string);
}
