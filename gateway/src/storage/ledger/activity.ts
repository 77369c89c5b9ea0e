// The kind of movement of a transfer, as SQL, and the sums of each kind over periods. A period is a range of ids,
// because ids are made from the transfer's time (ledger-store.ts), so the primary key finds it. The totals of a day
// never read its transfers twice.
import type { Activity } from '../../domain/ledger/balance-activity.ts';
import { firstIdAt } from '../../domain/transactions/time-ordered-id.ts';
import { type Sql, type SqlTransaction, send } from '../database/database.ts';

/** For a row `t` of transfers beside its transaction `x`. Pay-ins need no transaction. */
export const KIND = `case
  when t.kind is not null then t.kind
  when t.from_account = 'funding' then 'FUNDING'
  when t.to_account = 'funding' then 'WITHDRAWAL'
  when t.from_account = 'provider' then 'PAYIN'
  else (case x.type when 'PAYOUT' then 'PAYOUT_' else 'REFUND_' end) || (case
    when t.from_account = 'available' then 'SET_ASIDE'
    when t.to_account = 'provider' then 'PAID'
    else 'RETURNED' end)
  end`;

/** The transaction that the kind needs. Pay-ins, which are most transfers, read no transaction. */
export const joinForKind = (merchant: string) => `left join lateral (
    select type from openings
    where merchant_id = ${merchant} and id = t.transaction_id and t.from_account in ('available', 'reserved') limit 1
  ) x on true`;

export interface Stretch {
  begins: Date;
  /** Exclusive. */
  ends: Date;
}

/**
 * Queries each period separately, because a join with all periods reads all transfers. Answers by period, in their
 * order, and by currency within a period.
 */
export async function readActivity(
  sql: Sql | SqlTransaction,
  merchantId: string,
  brandId: string,
  stretches: readonly Stretch[],
): Promise<Map<string, Activity[]>[]> {
  return await Promise.all(
    stretches.map(async ({ begins, ends }) => {
      const rows = await send(sql, OF_PERIOD, [merchantId, brandId, firstIdAt(begins), firstIdAt(ends)]);
      const found = new Map<string, Activity[]>();
      for (const { currency, kind, count, amount } of rows)
        found.set(currency, [...(found.get(currency) ?? []), { kind, count, amountMinor: BigInt(amount) }]);
      return found;
    }),
  );
}

const OF_PERIOD = `
  select t.currency, ${KIND} as kind, count(*)::integer as count, sum(t.amount_minor)::text as amount
  from transfers t ${joinForKind('$1')}
  where t.merchant_id = $1 and t.brand_id = $2 and t.id >= $3 and t.id < $4
  group by 1, 2 order by 1, 2`;

/** The time of a brand's first transfer; null: there is none. */
export async function firstTransferAt(
  sql: Sql | SqlTransaction,
  merchantId: string,
  brandId: string,
): Promise<Date | null> {
  const [row] = await sql`
    select created_at from transfers where merchant_id = ${merchantId} and brand_id = ${brandId}
    order by id limit 1`;
  return row?.created_at ?? null;
}
