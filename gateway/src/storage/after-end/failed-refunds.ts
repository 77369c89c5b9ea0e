// Failed refunds that wait for somebody: the customer has not got the money, and nobody made another refund of the
// payment since. They wait for 30 days. It only reads.
import type { BrandId } from '../../domain/merchants/brand.ts';
import type { Refund } from '../../domain/refunds/refund.ts';
import type { Sql } from '../database/database.ts';
import { fromRefundRow, REFUND_COLUMNS } from '../transactions/refund-row.ts';

const WAITS_MS = 30 * 86_400_000;

/** A condition for a refund `r`. `merchant` is the statement's parameter. domain/records/money-back.ts has the rule. */
export const isUnanswered = (merchant: string) => `r.status = 'FAILED' and not exists (
  select from refunds o where o.merchant_id = ${merchant} and o.transaction_id = r.transaction_id
    and (o.created_at, o.id) > (r.updated_at, r.id))`;

const WAITING = `from refunds r
  where r.merchant_id = $1 and r.brand_id = $2 and r.updated_at > $3 and ${isUnanswered('$1')}`;

const since = (now: Date) => new Date(now.getTime() - WAITS_MS);

/** The oldest failure first. */
export async function failedRefunds(
  sql: Sql,
  { merchantId, brandId }: BrandId,
  now: Date,
  limit: number,
): Promise<Refund[]> {
  const columns = REFUND_COLUMNS.replace(/\w+/g, 'r.$&');
  const rows = await sql.unsafe(`select ${columns} ${WAITING} order by r.updated_at, r.id limit $4`, [
    merchantId,
    brandId,
    since(now),
    limit,
  ]);
  return rows.map(fromRefundRow);
}
