// The sums of the payouts that wait for their approval, by currency. The partial index contains only waiting payouts,
// so this never reads finished ones.
import type { Sql } from '../database/database.ts';

export interface Waiting {
  currency: string;
  count: number;
  amountMinor: bigint;
  oldestAt: Date;
}

export async function payoutsWaiting(sql: Sql, merchantId: string, brandId: string): Promise<Waiting[]> {
  const rows = await sql`
    select currency, count(*)::integer as count, sum(amount_minor)::text as amount, min(w.created_at) as "oldestAt"
    from open_work w join openings o on o.merchant_id = w.merchant_id and o.id = w.transaction_id
    where w.merchant_id = ${merchantId} and w.brand_id = ${brandId} and w.status = 'PENDING' and type = 'PAYOUT'
    group by currency order by currency`;
  return rows.map(({ currency, count, amount, oldestAt }) => ({
    currency,
    count,
    amountMinor: BigInt(amount),
    oldestAt,
  }));
}
