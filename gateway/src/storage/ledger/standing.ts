// Whether the webhooks of a brand arrive. Each count has a partial index or a limit, and never reads all events.
import type { BrandId } from '../../domain/merchants/brand.ts';
import { firstIdAt } from '../../domain/transactions/time-ordered-id.ts';
import type { Sql } from '../database/database.ts';

export interface WebhookHealth {
  /** How many of the latest events were delivered. */
  delivered: number;
  looked: number;
  /** In the line of an endpoint, or due. */
  waiting: number;
  abandoned: number;
  pausedEndpoints: number;
  /** Endpoints that are not paused and had a failed last try. */
  failingEndpoints: number;
}

/** The latest events of transactions of the last day. If a brand has more, these are enough to show its state. */
const MOST_EVENTS = 2_000;
const LOOK_BACK_MS = 86_400_000;
const COUNTED_TO = 10_000;

export async function webhookHealth(
  sql: Sql,
  { merchantId, brandId }: BrandId,
  now: Date,
): Promise<WebhookHealth> {
  const [[latest], [waiting], [paused]] = await Promise.all([
    sql`
      select count(*) filter (where state = 'delivered')::integer as delivered,
        count(*) filter (where state = 'abandoned')::integer as abandoned, count(*)::integer as looked
      from (
        select state from webhook_events
        where merchant_id = ${merchantId} and brand_id = ${brandId} and state <> 'unaddressed'
          and transaction_id >= ${firstIdAt(new Date(now.getTime() - LOOK_BACK_MS))}
        order by transaction_id desc, sequence desc limit ${MOST_EVENTS}
      ) as newest`,
    sql`
      select count(*)::integer as count from (
        select state from webhook_queue
        where merchant_id = ${merchantId} and brand_id = ${brandId} and state = 'waiting' limit ${COUNTED_TO}
      ) as counted`,
    sql`
      select count(*) filter (where paused_at is not null)::integer as count,
        count(*) filter (where paused_at is null and failing_since is not null)::integer as failing
      from webhook_endpoints where merchant_id = ${merchantId} and brand_id = ${brandId}`,
  ]);
  return {
    delivered: latest!.delivered,
    looked: latest!.looked,
    waiting: waiting!.count,
    abandoned: latest!.abandoned,
    pausedEndpoints: paused!.count,
    failingEndpoints: paused!.failing,
  };
}
