// How much waits in the whole installation: webhooks, paused endpoints, unknown outcomes, payouts to be approved. It counts
// over all merchants, which nothing else does, so each count has a partial index that holds little more than what it counts,
// and ends at a number where the operator is awake anyway.
import type { Sql } from '../database/database.ts';

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

/**
 * One statement a count, with a named column in it: Citus refuses `select from`, whose rows have none. One after the
 * other, because nobody waits for them who could not wait, and the pool's connections are for payments.
 */
export async function countBacklog(sql: Pick<Sql, 'unsafe'>, now: Date): Promise<Backlog> {
  const count = async (from: string, ...parameters: Date[]): Promise<number> => {
    const [row] = await sql.unsafe(
      `select count(*)::int as count from (select 1 as one from ${from} limit $1) as counted`,
      [COUNTED_TO, ...parameters],
      { prepare: true },
    );
    return row!.count;
  };
  return {
    eventsDue: await count('webhook_queue where next_try_at <= $2', now),
    eventsInLine: await count("webhook_queue where state = 'waiting'"),
    endpointsPaused: await count('webhook_endpoints where paused_at is not null'),
    transactionsUnknown: await count(
      "open_work where status = 'PROCESSING' and error_code = '9001' and due_at is null",
    ),
    refundsUnknown: await count("refunds where status = 'PENDING' and due_at is null"),
    payoutsToApprove: await count("open_work where status = 'PENDING'"),
  };
}
