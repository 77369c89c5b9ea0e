// Lists of settlements for the portal (contract 17), newest first. It only reads, and only one merchant.
import type { SettlementState } from '../../domain/settlements/settlement.ts';
import type { Sql } from '../database/database.ts';
import { type OfBrand, SETTLEMENT_COLUMNS, type StoredSettlement, settlementOf } from './settlement-store.ts';

/** 'look': it is a conflict, or one of its lines waits for a person. */
type ListedState = Exclude<SettlementState, 'conflict'> | 'look';

export interface SettlementFilter {
  /** null: of all. */
  provider: string | null;
  state: ListedState | null;
  paidFrom: Date | null;
  /** Exclusive. */
  paidTo: Date | null;
}

/** A payout that is not paid yet has the place of the time at which it was stored. */
const PLACE = 'coalesce(s.paid_at, s.created_at), s.id';

export async function newestSettlements(
  sql: Sql,
  { merchantId, brandId }: OfBrand,
  { provider, state, paidFrom, paidTo }: SettlementFilter,
  { before, limit }: { before: string | null; limit: number },
): Promise<StoredSettlement[]> {
  const rows = await sql`
    select ${sql.unsafe(SETTLEMENT_COLUMNS)} from settlements s
    where s.merchant_id = ${merchantId} and s.brand_id = ${brandId}
      and (${provider}::text is null or s.provider = ${provider})
      and (${paidFrom}::timestamptz is null or s.paid_at >= ${paidFrom})
      and (${paidTo}::timestamptz is null or s.paid_at < ${paidTo})
      and (${state}::text is null or s.state = ${state} or (${state} = 'look' and (s.state = 'conflict' or s.id in (
        select l.settlement_id from settlement_lines l
        where l.merchant_id = ${merchantId} and l.brand_id = ${brandId} and l.state <> 'matched'))))
      and (${before}::uuid is null or (${sql.unsafe(PLACE)}) < (
        select ${sql.unsafe(PLACE)} from settlements s
        where s.merchant_id = ${merchantId} and s.brand_id = ${brandId} and s.id = ${before}))
    order by coalesce(s.paid_at, s.created_at) desc, s.id desc limit ${limit}`;
  return rows.map(settlementOf);
}

export async function settlementsByIds(
  sql: Sql,
  { merchantId, brandId }: OfBrand,
  ids: readonly string[],
): Promise<Map<string, StoredSettlement>> {
  if (ids.length === 0) return new Map();
  const rows = await sql`
    select ${sql.unsafe(SETTLEMENT_COLUMNS)} from settlements
    where merchant_id = ${merchantId} and brand_id = ${brandId} and id = any(${ids as string[]}::uuid[])`;
  return new Map(rows.map((row) => [row.id as string, settlementOf(row)]));
}

/** Payouts of this amount whose credit is not found yet, the latest first. A failed one never comes. */
export async function unpaidOfAmount(
  sql: Sql,
  { merchantId, brandId }: OfBrand,
  { amountMinor, currency }: { amountMinor: bigint; currency: string },
  limit: number,
): Promise<StoredSettlement[]> {
  const rows = await sql`
    select ${sql.unsafe(SETTLEMENT_COLUMNS)} from settlements
    where merchant_id = ${merchantId} and brand_id = ${brandId} and currency = ${currency}
      and bank_entry_id is null and failure is null
      and coalesce(stated_minor, charges_minor + refunds_minor + disputes_minor + fees_minor + other_minor) = ${amountMinor}
    order by id desc limit ${limit}`;
  return rows.map(settlementOf);
}

/** The providers that have told of a payout. */
export async function settlingProviders(sql: Sql, { merchantId, brandId }: OfBrand): Promise<string[]> {
  const rows = await sql`
    select distinct provider from settlement_sources
    where merchant_id = ${merchantId} and brand_id = ${brandId} order by provider`;
  return rows.map((row) => row.provider as string);
}
