// Gives events that a person sent again a second place in what GET /events hands out: at the end, under an id of its own, so
// that whoever reads on from there misses nothing. Only streams that ask for such places read them (event-log.ts).
import type { BrandId } from '../../domain/merchants/brand.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import type { SqlTransaction } from '../database/database.ts';
import type { EventPlace } from './resend-events.ts';

/** Call it last in its transaction: until the commit it holds the merchant's head, for which the fold of listings waits. */
export async function logResends(
  tx: SqlTransaction,
  { merchantId, brandId }: BrandId,
  places: readonly EventPlace[],
  now: Date,
): Promise<void> {
  if (places.length === 0) return;
  await tx`insert into listing_heads (merchant_id) values (${merchantId}) on conflict do nothing`;
  const [head] = await tx`
    update listing_heads set last_position = last_position + ${BigInt(places.length)}
    where merchant_id = ${merchantId} returning last_position`;
  const before: bigint = head!.last_position - BigInt(places.length);
  const rows = places.map(({ transactionId, sequence }, i) => ({
    merchant_id: merchantId,
    brand_id: brandId,
    position: before + BigInt(i + 1),
    event_id: timeOrderedId(now),
    transaction_id: transactionId,
    sequence,
    created_at: now,
  }));
  await tx`insert into event_log ${tx(rows)}`;
}
