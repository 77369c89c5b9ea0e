// The state of a brand's webhooks: the latest tries, the waiting events, and endpoints in trouble. Each number has a
// limit, so that it costs the same whatever the brand's traffic. It only reads.
import type { BrandId } from '../../domain/merchants/brand.ts';
import type { Sql } from '../database/database.ts';

/** The success rate and the latency are calculated from this many latest events. */
const LATEST = 500;
/** Counts stop here. */
export const COUNTED_TO = 10_000;

export interface BrandWebhookHealth {
  /** The tries of the latest events of the newest transactions. */
  tries: number;
  succeeded: number;
  p50Ms: number | null;
  p95Ms: number | null;
  /** Time of the oldest of these tries. */
  since: Date | null;
  waiting: number;
  retrying: number;
  abandoned: number;
  unaddressed: number;
  endpoints: {
    endpointId: string;
    url: string;
    failingSince: Date | null;
    pausedAt: Date | null;
    pauseReason: string | null;
  }[];
}

export async function readWebhookHealth(
  sql: Sql,
  { merchantId, brandId }: BrandId,
): Promise<BrandWebhookHealth> {
  const count = (condition: string) =>
    `(select count(*)::int from (select 1 as one from webhook_queue e where e.merchant_id = $1 and e.brand_id = $2
       and ${condition} limit ${COUNTED_TO}) counted)`;
  const [[tries], [counts], endpoints] = await Promise.all([
    sql.unsafe(
      `select count(*)::int as tries, count(*) filter (where status_code between 200 and 299)::int as succeeded,
         percentile_disc(0.5) within group (order by duration_ms) as p50,
         percentile_disc(0.95) within group (order by duration_ms) as p95, min(at) as since
       from (select e.transaction_id, e.sequence from events e
         left join webhook_queue q on q.merchant_id = e.merchant_id and q.transaction_id = e.transaction_id
           and q.sequence = e.sequence
         where e.merchant_id = $1 and e.brand_id = $2 and q.tries is distinct from 0
         order by e.transaction_id desc, e.sequence desc limit ${LATEST}) latest
       join webhook_tries t on t.merchant_id = $1 and t.transaction_id = latest.transaction_id
         and t.sequence = latest.sequence`,
      [merchantId, brandId],
    ),
    sql.unsafe(
      `select ${count("e.state = 'waiting'")} as waiting, ${count("e.state = 'abandoned'")} as abandoned,
         ${count("e.state = 'unaddressed'")} as unaddressed,
         ${count("e.next_try_at is not null and e.state = 'pending' and e.tries > 0")} as retrying`,
      [merchantId, brandId],
    ),
    sql`select endpoint_id, url, failing_since, paused_at, pause_reason from webhook_endpoints
      where merchant_id = ${merchantId} and brand_id = ${brandId}
        and (failing_since is not null or paused_at is not null) order by url limit 100`,
  ]);
  const { p50, p95, ...tryCounts } = tries as unknown as { p50: number | null; p95: number | null } & Pick<
    BrandWebhookHealth,
    'tries' | 'succeeded' | 'since'
  >;
  return {
    ...tryCounts,
    p50Ms: p50,
    p95Ms: p95,
    ...(counts as unknown as Pick<BrandWebhookHealth, 'waiting' | 'retrying' | 'abandoned' | 'unaddressed'>),
    endpoints: endpoints.map((row) => ({
      endpointId: row.endpoint_id,
      url: row.url,
      failingSince: row.failing_since,
      pausedAt: row.paused_at,
      pauseReason: row.pause_reason,
    })),
  };
}

export interface BrandEndpoint {
  endpointId: string;
  /** Without the query; null: only events name the address, and they have the whole address. */
  url: string | null;
  failingSince: Date | null;
  pausedAt: Date | null;
  pauseReason: string | null;
  waiting: number;
  abandoned: number;
}

/** Endpoints of a brand that fail, are paused, or have waiting events; at most 100. */
export async function endpointsOfBrand(sql: Sql, { merchantId, brandId }: BrandId): Promise<BrandEndpoint[]> {
  const rows = await sql`
    select coalesce(w.endpoint_id, q.endpoint_id) as endpoint_id, coalesce(w.url, split_part(q.url, '?', 1)) as url,
      w.failing_since, w.paused_at, w.pause_reason, coalesce(q.waiting, 0) as waiting, coalesce(q.abandoned, 0) as abandoned
    from (select * from webhook_endpoints where merchant_id = ${merchantId} and brand_id = ${brandId}
        and (failing_since is not null or paused_at is not null)) w
    full join (select endpoint_id, max(url) as url, count(*) filter (where state = 'waiting')::int as waiting,
        count(*) filter (where state = 'abandoned')::int as abandoned
      from (select endpoint_id, url, state from webhook_queue where merchant_id = ${merchantId} and brand_id = ${brandId}
        and state in ('waiting', 'abandoned') limit ${COUNTED_TO}) as counted group by endpoint_id) q
      on q.endpoint_id = w.endpoint_id
    order by 2, 1 limit 100`;
  return rows.map((row) => ({
    endpointId: row.endpoint_id,
    url: row.url,
    failingSince: row.failing_since,
    pausedAt: row.paused_at,
    pauseReason: row.pause_reason,
    waiting: row.waiting,
    abandoned: row.abandoned,
  }));
}
