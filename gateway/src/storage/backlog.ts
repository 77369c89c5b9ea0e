// How much waits in the whole installation: webhooks, paused endpoints, unknown outcomes, payouts to be approved. Asked by
// http/backlog-gauges.ts. It counts over all merchants, which nothing else does, so each count has a partial index that
// holds little more than what it counts, and ends at a number where the operator is awake anyway.
import type { Sql } from './database.ts';

export interface Backlog {
  /** Their time has come, and no worker has taken them yet. */
  eventsDue: number;
  /** In the line of an endpoint that is paused or slow. */
  eventsInLine: number;
  endpointsPaused: number;
  /** Nobody asks any more: a person decides (contract 4). */
  transactionsUnknown: number;
  refundsUnknown: number;
  payoutsToApprove: number;
}

/** No count goes further: 20 ms at most for each. */
export const COUNTED_TO = 100_000;

export async function countBacklog(sql: Pick<Sql, 'unsafe'>, now: Date): Promise<Backlog> {
  const count = (from: string) => `(select count(*)::int from (select from ${from} limit $2) as counted)`;
  const [row] = await sql.unsafe(
    `select
       ${count('webhook_events where next_try_at <= $1')} as events_due,
       ${count("webhook_events where state = 'waiting'")} as events_in_line,
       ${count('webhook_endpoints where paused_at is not null')} as endpoints_paused,
       ${count("transactions where status = 'PROCESSING' and error_code = '9001' and due_at is null")}
         as transactions_unknown,
       ${count("refunds where status = 'PENDING' and due_at is null")} as refunds_unknown,
       ${count("transactions where status = 'PENDING'")} as payouts_to_approve`,
    [now, COUNTED_TO],
    { prepare: true },
  );
  return {
    eventsDue: row!.events_due,
    eventsInLine: row!.events_in_line,
    endpointsPaused: row!.endpoints_paused,
    transactionsUnknown: row!.transactions_unknown,
    refundsUnknown: row!.refunds_unknown,
    payoutsToApprove: row!.payouts_to_approve,
  };
}
