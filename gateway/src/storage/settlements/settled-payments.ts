// What settlements say of payments (contract 17): the payouts of one payment, and the fees of a month's payments by
// provider and payment option. Only matched lines count. It only reads, and only one merchant.
import { firstIdAt } from '../../domain/transactions/time-ordered-id.ts';
import type { Sql } from '../database/database.ts';
import type { OfBrand } from './settlement-store.ts';

/** The lines of a payment in one settlement. */
export interface SettledPart {
  settlementId: string;
  provider: string;
  reference: string;
  currency: string;
  paidAt: Date | null;
  isAtBank: boolean;
  /** Sum of charges, refunds and disputes; signed as they change the payout. */
  grossMinor: bigint;
  feeMinor: bigint;
  netMinor: bigint;
}

/** Oldest first. */
export async function settledPartsOf(
  sql: Sql,
  { merchantId, brandId }: OfBrand,
  transactionId: string,
): Promise<SettledPart[]> {
  const rows = await sql`
    select s.id, s.provider, s.reference, s.currency, s.paid_at, s.bank_entry_id is not null as is_at_bank,
      sum(l.gross_minor)::bigint as gross_minor, sum(l.fee_minor)::bigint as fee_minor, sum(l.net_minor)::bigint as net_minor
    from settlement_lines l join settlements s on s.merchant_id = l.merchant_id and s.id = l.settlement_id
    where l.merchant_id = ${merchantId} and l.brand_id = ${brandId} and l.transaction_id = ${transactionId}
      and l.state = 'matched'
    group by s.id, s.provider, s.reference, s.currency, s.paid_at, s.bank_entry_id order by s.id`;
  return rows.map((row) => ({
    settlementId: row.id,
    provider: row.provider,
    reference: row.reference,
    currency: row.currency,
    paidAt: row.paid_at,
    isAtBank: row.is_at_bank,
    grossMinor: row.gross_minor,
    feeMinor: row.fee_minor,
    netMinor: row.net_minor,
  }));
}

export interface CostRow {
  provider: string;
  /** Option or suboption as stored. */
  optionId: string | null;
  /** The currency of the payments. */
  currency: string;
  /** The currency of the payouts; null: none of these payments is settled. */
  payoutCurrency: string | null;
  payments: number;
  /** Sum of the charge lines, before and of the fees. */
  grossMinor: bigint;
  feeMinor: bigint;
}

/** Pay-ins that moved money, by the time of their creation. The latest lines of their charges count. */
export async function costsOf(
  sql: Sql,
  { merchantId, brandId }: OfBrand,
  { from, to }: { from: Date; to: Date },
): Promise<CostRow[]> {
  const rows = await sql`
    select t.provider, t.option_id, t.currency, l.currency as payout_currency, count(*)::integer as payments,
      coalesce(sum(l.gross_minor), 0)::bigint as gross_minor, coalesce(sum(l.fee_minor), 0)::bigint as fee_minor
    from transactions t left join lateral (
      select max(l.currency) as currency, sum(l.gross_minor)::bigint as gross_minor, sum(l.fee_minor)::bigint as fee_minor
      from settlement_lines l
      where l.merchant_id = ${merchantId} and l.transaction_id = t.id and l.kind = 'charge' and l.state = 'matched') l on true
    where t.merchant_id = ${merchantId} and t.brand_id = ${brandId} and t.type = 'PAYIN' and t.provider is not null
      and t.id >= ${firstIdAt(from)} and t.id < ${firstIdAt(to)} and t.amount_captured_minor > 0
    group by t.provider, t.option_id, t.currency, l.currency`;
  return rows.map((row) => ({
    provider: row.provider,
    optionId: row.option_id,
    currency: row.currency,
    payoutCurrency: row.payout_currency,
    payments: row.payments,
    grossMinor: row.gross_minor,
    feeMinor: row.fee_minor,
  }));
}
