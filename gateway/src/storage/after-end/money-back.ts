// The payments of a brand whose money came back, or is on its way back: lists by what happened, and sums by when it
// happened. Each kind has an index of its own, because there are few of them among many payments. It only reads.
import type { BrandId } from '../../domain/merchants/brand.ts';
import type { MoneyBack } from '../../domain/records/money-back.ts';
import type { Sql } from '../database/database.ts';
import { type Place, parameters } from '../database/parameters.ts';
import { REFUNDED } from '../listing/columns.ts';
import {
  fitsAmount,
  fitsChoices,
  fitsTime,
  type PageRequest,
  pageOf,
  type Refunded,
  type TransactionPage,
} from '../listing/filter.ts';
import { isUnanswered } from './failed-refunds.ts';

const DISPUTE_STATUSES = { inquiry: 'INQUIRY', disputed: 'OPEN', 'dispute-lost': 'LOST' } as const;

/** The transactions to which one of these happened. */
function idsOf({ merchantId, brandId }: BrandId, kinds: readonly MoneyBack[], place: Place): string {
  const [merchant, brand] = [`${place(merchantId)}::uuid`, `${place(brandId)}::uuid`];
  const of = (row: string) => `${row}.merchant_id = ${merchant} and ${row}.brand_id = ${brand}`;
  const parts = kinds.map((kind) => {
    switch (kind) {
      case 'refund-pending':
        return `select r.transaction_id from refunds r where ${of('r')} and r.status = 'PENDING'`;
      case 'refund-failed':
        return `select r.transaction_id from refunds r where ${of('r')} and ${isUnanswered(merchant)}`;
      case 'refunded':
        return refundedIds(of('r'), merchant, 'all');
      case 'partly-refunded':
        return refundedIds(of('r'), merchant, 'part');
      case 'returned':
        return `select b.transaction_id from returns b where ${of('b')}`;
      default:
        return `select d.transaction_id from disputes d where ${of('d')} and d.status = '${DISPUTE_STATUSES[kind]}'`;
    }
  });
  return parts.join(' union ');
}

/** Beside other kinds. Alone, the listing finds these faster (`refunded` of its filter). */
const refundedIds = (ofBrand: string, merchant: string, refunded: Refunded) =>
  `select r.transaction_id from refunds r join transactions t on t.merchant_id = ${merchant} and t.id = r.transaction_id
     where ${ofBrand} and r.status <> 'FAILED' and (${REFUNDED}) = '${refunded}'`;

/** Newest first. The filters of the listing apply. */
export async function listMoneyBack(
  sql: Sql,
  request: PageRequest,
  kinds: readonly MoneyBack[],
): Promise<TransactionPage> {
  const { values, place } = parameters();
  const merchant = `${place(request.merchantId)}::uuid`;
  const rows = await sql.unsafe(
    `select t.id from (${idsOf(request, kinds, place)}) c
     join transactions t on t.merchant_id = ${merchant} and t.id = c.transaction_id
     where ${fitsChoices('t', request, place)} and ${fitsTime('t.id', request, place)}
       and ${fitsAmount('t', request, place)}
     order by t.id desc limit ${place(request.limit + 1)}`,
    values as never[],
  );
  return pageOf(
    rows.map(({ id }) => id),
    request.limit,
  );
}

/** Which of these transactions are among them, in their order. */
export async function onlyMoneyBack(
  sql: Sql,
  brand: BrandId,
  ids: readonly string[],
  kinds: readonly MoneyBack[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { values, place } = parameters();
  const rows = await sql.unsafe(
    `select transaction_id as id from (${idsOf(brand, kinds, place)}) c
     where transaction_id = any(${place(ids as string[])}::uuid[])`,
    values as never[],
  );
  const kept = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => kept.has(id));
}

/** What went back to payers in a step of a period, in one currency. */
export interface MoneyBackSum {
  /** Beginning of the hour or the day, in the requested time zone. */
  begins: Date;
  currency: string;
  /** Pending and completed refunds, at the time when they were made. */
  refundedMinor: bigint;
  /** What disputes withhold or took, at the time when they were opened. A lost one may have taken nothing. */
  disputedMinor: bigint;
  /** Debits that came back, at the time when they did. */
  returnedMinor: bigint;
}

/** Nothing happened before 1970, and the driver writes no year after 9999. */
const storable = (at: Date) => new Date(Math.min(Math.max(at.getTime(), 0), Date.UTC(9999, 0)));

export async function sumMoneyBack(
  sql: Sql,
  { merchantId, brandId }: BrandId,
  { from, to, step, timeZone }: { from: Date; to: Date; step: 'hour' | 'day'; timeZone: string },
): Promise<MoneyBackSum[]> {
  const rows = await sql.unsafe(
    `select date_trunc('${step}', at, $5) as begins, currency,
       coalesce(sum(amount) filter (where kind = 'refund'), 0)::text as refunded,
       coalesce(sum(amount) filter (where kind = 'dispute'), 0)::text as disputed,
       coalesce(sum(amount) filter (where kind = 'return'), 0)::text as returned
     from (
       select 'refund' as kind, r.created_at as at, r.currency, r.amount_minor as amount from refunds r
       where r.merchant_id = $1 and r.brand_id = $2 and r.created_at >= $3 and r.created_at < $4 and r.status <> 'FAILED'
       union all
       select 'dispute', d.created_at, d.currency, d.amount_minor from disputes d
       where d.merchant_id = $1 and d.brand_id = $2 and d.created_at >= $3 and d.created_at < $4
         and d.funds_withheld
       union all
       select 'return', b.returned_at, b.currency, b.amount_minor from returns b
       where b.merchant_id = $1 and b.brand_id = $2 and b.returned_at >= $3 and b.returned_at < $4 and b.type = 'PAYIN'
     ) moved group by 1, 2 order by 1, 2`,
    [merchantId, brandId, storable(from), storable(to), timeZone],
  );
  return rows.map((row) => ({
    begins: row.begins,
    currency: row.currency,
    refundedMinor: BigInt(row.refunded),
    disputedMinor: BigInt(row.disputed),
    returnedMinor: BigInt(row.returned),
  }));
}
