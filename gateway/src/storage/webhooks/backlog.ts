// How much waits in the whole installation: webhooks, paused endpoints, unknown outcomes, payouts to be approved. Only this
// counts over all merchants, so each count has a partial index with little more than the counted rows, and a limit that is
// high enough for any alarm.
import type { Sql } from '../database/database.ts';

export interface Backlog {
  /** Due, and not yet taken by a worker. */
  eventsDue: number;
  /** In the line of an endpoint that is paused or slow. */
  eventsInLine: number;
  endpointsPaused: number;
  /** The gateway no longer asks: a person decides (contract 4). */
  transactionsUnknown: number;
  refundsUnknown: number;
  payoutsToApprove: number;
}

/** No count goes further: 20 ms at most for each. */
const COUNTED_TO = 100_000;

/**
 * One statement for each count, with a named column: Citus refuses `select from`, whose rows have none. One after the
 * other, because the caller is in no hurry, and the pool's connections are for payments.
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
