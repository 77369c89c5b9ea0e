// The SQL of renewals: events that an endpoint missed return to its line, after its brand's address was corrected or an
// operator resumed it (contract 2 and 5). The commit of the correction only marks the endpoint. Workers see the mark
// and move the events in batches (worker/webhooks/webhook-renewal.ts), because there may be millions of events. It
// never changes an event that a worker may hold.
import { withoutQuery } from '../../domain/webhooks/webhook-event.ts';
import { type Sql, type SqlTransaction, withRetries } from '../database/database.ts';

/** Older events stay undelivered, unless a later event of their transaction is sent (contract 5: 90 days). */
const RENEWED_FOR_DAYS = 90;
/** A change of a brand reaches every process within two seconds; until then, tries may go to the former address. */
const FORMER_ADDRESS_MS = 3_000;

interface BrandAddress {
  merchantId: string;
  brandId: string;
  notificationUrl: string | null;
}

/** For a brand with a new address: ends the troubles of the former address, and renews the events that it missed. */
export async function renewBrandEndpoint(
  tx: SqlTransaction,
  { merchantId, brandId, notificationUrl }: BrandAddress,
  now: Date,
): Promise<void> {
  if (notificationUrl === null) {
    await tx`update webhook_endpoints set paused_at = null, pause_reason = null, failing_since = null,
      renewed_at = null, changed_at = ${now}
      where merchant_id = ${merchantId} and endpoint_id = ${brandId}`;
    return;
  }
  await tx`insert into webhook_endpoints (merchant_id, brand_id, endpoint_id, url, changed_at, renewed_at)
    values (${merchantId}, ${brandId}, ${brandId}, ${withoutQuery(notificationUrl)}, ${now}, ${now})
    on conflict (merchant_id, endpoint_id) do update set url = excluded.url, paused_at = null, pause_reason = null,
      failing_since = null, changed_at = excluded.changed_at, renewed_at = excluded.renewed_at`;
}

/**
 * Resumes a brand's endpoints and renews the events that they missed. Answers the endpoints that were `paused`, the
 * number of events that each of them gets now, and whether there was anything to `renew`.
 */
export async function resumeEndpoints(
  tx: SqlTransaction,
  brand: BrandAddress,
  now: Date,
): Promise<{ paused: { url: string; waitingEvents: number }[]; renewed: boolean }> {
  const { merchantId, brandId, notificationUrl } = brand;
  const paused = await tx`
    select url, (select count(*)::integer from webhook_queue e where e.merchant_id = ${merchantId}
        and e.endpoint_id = w.endpoint_id and e.state = 'waiting')
      + (select count(*)::integer from webhook_queue e where e.merchant_id = ${merchantId}
        and e.endpoint_id = w.endpoint_id and e.state = 'abandoned' and e.created_at > ${oldest(now)}) as events
    from webhook_endpoints w
    where merchant_id = ${merchantId} and brand_id = ${brandId} and paused_at is not null
      and (endpoint_id <> brand_id or url = ${notificationUrl && withoutQuery(notificationUrl)})
    order by url`;
  const troubled =
    await tx`update webhook_endpoints set paused_at = null, pause_reason = null, failing_since = null,
    changed_at = ${now}, renewed_at = ${now}
    where merchant_id = ${merchantId} and brand_id = ${brandId} returning 1 as one`;
  // Endpoints that gave up events, even if their trouble is over.
  const well =
    await tx`insert into webhook_endpoints (merchant_id, brand_id, endpoint_id, url, changed_at, renewed_at)
    select distinct on (endpoint_id) merchant_id, brand_id, endpoint_id, split_part(url, '?', 1), ${now}::timestamptz,
      ${now}::timestamptz
    from webhook_queue where merchant_id = ${merchantId} and brand_id = ${brandId} and state = 'abandoned'
      and url is not null and created_at > ${oldest(now)}
    on conflict (merchant_id, endpoint_id) do nothing returning 1 as one`;
  await renewBrandEndpoint(tx, brand, now);
  return {
    paused: paused.map((row) => ({ url: row.url, waitingEvents: row.events })),
    renewed: notificationUrl !== null || troubled.length + well.length > 0,
  };
}

/**
 * Moves events that the endpoint missed before `renewedAt` to the line: events without an address, given up, or due
 * much later. At most `limit` events of each kind; answers how many moved, 0 if nothing is left. `heldUntil`: the end
 * of the latest lease that a worker may have now.
 */
export async function renewEvents(
  sql: Sql,
  { merchantId, endpointId, renewedAt }: { merchantId: string; endpointId: string; renewedAt: Date },
  { now, heldUntil, limit }: { now: Date; heldUntil: Date; limit: number },
): Promise<number> {
  const missed = 'select m.transaction_id, m.sequence, m.state, m.next_try_at from webhook_queue m';
  const moved = await withRetries(() =>
    sql.unsafe(
      `update webhook_queue e set state = 'waiting', next_try_at = null, schedule_start = e.tries
       from (
         (${missed} where m.merchant_id = $1 and m.endpoint_id = $2 and m.state = 'unaddressed' and m.created_at > $3
          order by m.created_at limit $6)
         union all
         (${missed} where m.merchant_id = $1 and m.endpoint_id = $2 and m.state = 'abandoned' and m.created_at > $3
            and ${LAST_TRY} < $4
          order by m.created_at limit $6)
         union all
         (${missed} where m.merchant_id = $1 and m.endpoint_id = $2 and m.state = 'pending' and m.tries > 0
            and m.next_try_at > $5 and ${LAST_TRY} < $4
          order by m.next_try_at limit $6)) as u
       where e.merchant_id = $1 and e.transaction_id = u.transaction_id and e.sequence = u.sequence
         and e.state = u.state and e.next_try_at is not distinct from u.next_try_at
       returning 1 as one`,
      [
        merchantId,
        endpointId,
        oldest(now),
        new Date(renewedAt.getTime() + FORMER_ADDRESS_MS),
        heldUntil,
        limit,
      ],
      { prepare: true },
    ),
  );
  return moved.length;
}

const LAST_TRY = `coalesce((select t.at from webhook_tries t where t.merchant_id = $1
  and t.transaction_id = m.transaction_id and t.sequence = m.sequence and t.try_number = m.tries), m.created_at)`;

/**
 * Ends the renewal, unless a person has requested another one meanwhile. `url`: the present address, without its query.
 * It also deletes notes about the endpoint from a process that only knew the former address.
 */
export async function endRenewal(
  sql: Sql,
  endpoint: { merchantId: string; endpointId: string; renewedAt: Date; url: string },
): Promise<void> {
  const { merchantId, endpointId, renewedAt, url } = endpoint;
  await sql`update webhook_endpoints set renewed_at = null, url = ${url},
      failing_since = case when url = ${url} then failing_since end,
      paused_at = case when url = ${url} then paused_at end,
      pause_reason = case when url = ${url} then pause_reason end
    where merchant_id = ${merchantId} and endpoint_id = ${endpointId} and renewed_at = ${renewedAt}`;
}

const oldest = (now: Date): Date => new Date(now.getTime() - RENEWED_FOR_DAYS * 86_400_000);
