// Makes events due once more because a person asked for it, and pauses an endpoint for a person. It never changes an
// event that a worker may hold, nor an event that is due soon anyway.
import type { BrandId } from '../../domain/merchants/brand.ts';
import { withoutQuery } from '../../domain/webhooks/webhook-event.ts';
import type { Sql, SqlTransaction } from '../database/database.ts';
import { byEventKey } from '../database/row-order.ts';

/** The longest time that any worker holds an event: the timeout of a delivery, and the work before and after it. */
export const longestHoldMs = (webhookTimeoutMs: number) =>
  Math.max(webhookTimeoutMs + 15_000, 30_000) + 2_000;

export interface EventPlace {
  transactionId: string;
  sequence: number;
}

/**
 * Makes the events due now and starts their schedule again. The bytes stay the same, and each try is signed as usual
 * (domain/webhooks/webhook-event.ts, signTry). Answers the changed events with their number of tries. It does not
 * change events that wait in a line, or are due within `holdMs`.
 */
export async function resendEvents(
  sql: Sql | SqlTransaction,
  { merchantId, brandId }: BrandId,
  places: readonly EventPlace[],
  { now, holdMs }: { now: Date; holdMs: number },
): Promise<(EventPlace & { tries: number })[]> {
  const json = JSON.stringify(
    places
      .map(({ transactionId, sequence }) => ({
        merchant_id: merchantId,
        transaction_id: transactionId,
        sequence,
      }))
      .sort(byEventKey),
  );
  // For a delivered event, only the tries tell how many there were. An event in the queue keeps its values.
  const rows = await sql.unsafe(
    `insert into webhook_queue (merchant_id, transaction_id, sequence, tries, schedule_start, brand_id, endpoint_id,
       next_try_at, created_at, state, url)
     select e.merchant_id, e.transaction_id, e.sequence, e.tries, e.tries, e.brand_id, coalesce(e.endpoint_id, e.brand_id),
       $3::timestamptz, e.created_at, 'pending', e.url
     from json_to_recordset($4::text::json) as r (transaction_id uuid, sequence integer)
     join webhook_events e on e.merchant_id = $1 and e.transaction_id = r.transaction_id and e.sequence = r.sequence
     where e.brand_id = $2
     on conflict (merchant_id, transaction_id, sequence) do update
       set state = 'pending', next_try_at = excluded.next_try_at, schedule_start = webhook_queue.tries
       where webhook_queue.state in ('abandoned', 'unaddressed')
         or (webhook_queue.state = 'pending' and webhook_queue.next_try_at > $5)
     returning transaction_id, sequence, tries`,
    [merchantId, brandId, now, json, new Date(now.getTime() + holdMs)],
  );
  return rows.map((row) => ({ transactionId: row.transaction_id, sequence: row.sequence, tries: row.tries }));
}

/**
 * How many of these events were tried again since their count was `tries`. An event that waits for its own, paused
 * address counts too: it continues when that address does, and delays no other event. An event without an address also
 * counts: it is sent when there is an address.
 */
export async function countTried(
  sql: Sql | SqlTransaction,
  { merchantId, brandId }: BrandId,
  places: readonly (EventPlace & { tries: number })[],
): Promise<number> {
  const json = JSON.stringify(
    places.map(({ transactionId, sequence, tries }) => ({ transaction_id: transactionId, sequence, tries })),
  );
  const [row] = await sql.unsafe(
    `select count(*)::int as tried
     from json_to_recordset($2::text::json) as r (transaction_id uuid, sequence integer, tries integer)
     join webhook_events e on e.merchant_id = $1 and e.transaction_id = r.transaction_id and e.sequence = r.sequence
     where e.tries > r.tries or e.state = 'unaddressed' or (e.state = 'waiting' and e.endpoint_id <> $3 and exists (select 1 from webhook_endpoints w
       where w.merchant_id = $1 and w.endpoint_id = e.endpoint_id and w.paused_at is not null))`,
    [merchantId, json, brandId],
  );
  return row!.tried;
}

/** Pauses the brand's own endpoint; false if it was already paused. */
export async function pauseEndpoint(
  tx: SqlTransaction,
  brand: { merchantId: string; brandId: string; notificationUrl: string },
  { now, reason }: { now: Date; reason: string },
): Promise<boolean> {
  const { merchantId, brandId, notificationUrl } = brand;
  const url = withoutQuery(notificationUrl);
  const rows = await tx`
    insert into webhook_endpoints as w (merchant_id, brand_id, endpoint_id, url, paused_at, pause_reason, changed_at)
    values (${merchantId}, ${brandId}, ${brandId}, ${url}, ${now}, ${reason}, ${now})
    on conflict (merchant_id, endpoint_id) do update set url = excluded.url, paused_at = excluded.paused_at,
      pause_reason = excluded.pause_reason, changed_at = excluded.changed_at, renewed_at = null
    where w.paused_at is null or w.url <> excluded.url
    returning 1 as one`;
  return rows.length > 0;
}
