// The current state of a brand: whether its webhooks arrive, and how many outcomes are unknown. Each count has a
// partial index or a limit, and never reads all events.
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

export interface WaitingDisputes {
  count: number;
  firstDeadline: Date | null;
}

/** Disputes that the merchant may still answer (contract 13). */
export async function waitingDisputes(sql: Sql, { merchantId, brandId }: BrandId): Promise<WaitingDisputes> {
  const [row] = await sql`
    select count(*)::integer as count, min(deadline) as "firstDeadline" from disputes
    where merchant_id = ${merchantId} and brand_id = ${brandId} and status in ('INQUIRY', 'OPEN')`;
  return row as unknown as WaitingDisputes;
}

export interface Undecided {
  transactions: number;
  refunds: number;
  captures: number;
  oldestAt: Date | null;
}

/** Unknown outcomes that the gateway no longer asks about: a person decides (contract 4). */
export async function undecidedOutcomes(sql: Sql, { merchantId, brandId }: BrandId): Promise<Undecided> {
  const [row] = await sql`
    select count(*) filter (where kind = 'transaction')::integer as transactions,
      count(*) filter (where kind = 'refund')::integer as refunds,
      count(*) filter (where kind = 'capture')::integer as captures, min(created_at) as "oldestAt"
    from (
      select 'transaction' as kind, created_at from open_work
      where merchant_id = ${merchantId} and brand_id = ${brandId} and status = 'PROCESSING' and error_code = '9001'
        and due_at is null
      union all
      select 'refund', created_at from refunds
      where merchant_id = ${merchantId} and brand_id = ${brandId} and status = 'PENDING' and due_at is null
      union all
      select 'capture', created_at from captures
      where merchant_id = ${merchantId} and brand_id = ${brandId} and status = 'PENDING' and due_at is null
    ) as undecided`;
  return row as unknown as Undecided;
}
