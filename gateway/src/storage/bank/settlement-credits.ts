// Credits of a brand's bank accounts that may be payouts of a provider (contract 17). Every statement is for one
// merchant.
import type { Sql, SqlTransaction } from '../database/database.ts';
import { ENTRY_COLUMNS, entryOf, type StoredEntry } from './entry-store.ts';

interface OfBrand {
  merchantId: string;
  brandId: string;
}

/** Credits with one of these amounts that match nothing yet. */
export async function creditsOf(
  sql: Sql,
  { merchantId, brandId }: OfBrand,
  amounts: readonly bigint[],
): Promise<StoredEntry[]> {
  const rows = await sql`
    select ${sql.unsafe(ENTRY_COLUMNS)} from bank_entries
    where merchant_id = ${merchantId} and brand_id = ${brandId} and state = 'unmatched' and direction = 'credit'
      and amount_minor = any(${amounts.map(String)}::bigint[])
    order by id`;
  return rows.map(entryOf);
}

/**
 * `reason`: a person's; null: a rule found it. false: the credit was decided meanwhile, or a person took it back, so no
 * rule applies it again.
 */
export async function applyToSettlement(
  tx: SqlTransaction,
  { merchantId, id }: Pick<StoredEntry, 'merchantId' | 'id'>,
  { settlementId, reason }: { settlementId: string; reason: string | null },
): Promise<boolean> {
  const { count } = await tx`
    update bank_entries set state = 'applied', reason = ${reason}, settlement_id = ${settlementId}
    where merchant_id = ${merchantId} and id = ${id} and state in ('unmatched', 'conflict') and direction = 'credit'
      and transaction_id is null and role is null and (${reason}::text is not null or taken_back_at is null)`;
  return count > 0;
}

export async function noteReason(
  sql: Sql,
  { merchantId, id }: Pick<StoredEntry, 'merchantId' | 'id'>,
  reason: string,
): Promise<void> {
  await sql`
    update bank_entries set reason = ${reason}
    where merchant_id = ${merchantId} and id = ${id} and state = 'unmatched' and reason is distinct from ${reason}`;
}
