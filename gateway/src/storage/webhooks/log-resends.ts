// Gives events that a person sent again a second position in GET /events: at the end, under an id of its own, so that a
// reader who continues from there misses nothing. Only streams that ask for resends read them (event-log.ts). The row
// has the event's sequence as a negative number: release 0.2.0 shows every row that has an event, and finds none for
// this row.
import type { BrandId } from '../../domain/merchants/brand.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import type { SqlTransaction } from '../database/database.ts';
import type { EventPlace } from './resend-events.ts';

/**
 * Call it last in its transaction: it waits for a turn of the merchant's fold, and until the commit every fold leaves
 * this merchant for its next turn. An event without a position gets none here: its first position will follow in a
 * moment anyway.
 */
export async function logResends(
  tx: SqlTransaction,
  { merchantId, brandId }: BrandId,
  resent: readonly EventPlace[],
  now: Date,
): Promise<void> {
  const places = await withPlaces(tx, merchantId, resent);
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
    // Negative marks a resend: sequences of events begin at 1.
    sequence: -sequence,
    created_at: now,
  }));
  await tx`insert into event_log ${tx(rows)}`;
}

/** The resent events that the log already has, in their order. */
async function withPlaces(
  tx: SqlTransaction,
  merchantId: string,
  resent: readonly EventPlace[],
): Promise<EventPlace[]> {
  const json = JSON.stringify(
    resent.map(({ transactionId, sequence }) => ({ transaction_id: transactionId, sequence })),
  );
  const rows = await tx`
    select e.transaction_id, e.sequence
    from json_to_recordset(${json}::text::json) as r (transaction_id uuid, sequence integer)
    join events e on e.merchant_id = ${merchantId} and e.transaction_id = r.transaction_id and e.sequence = r.sequence
    where exists (select 1 from event_log l where l.merchant_id = ${merchantId} and l.event_id = e.event_id)`;
  const logged = new Set(rows.map((row) => `${row.transaction_id}:${row.sequence}`));
  return resent.filter(({ transactionId, sequence }) => logged.has(`${transactionId}:${sequence}`));
}
