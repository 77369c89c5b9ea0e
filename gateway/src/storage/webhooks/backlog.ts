// How much waits in the whole installation, and for how long: webhooks, paused endpoints, unknown outcomes, payouts to
// be approved, due work, notes to fold. Only this file looks over all merchants. So each count has a partial index with
// little more than the counted rows, and a limit that is high enough for any alarm. It only reads.
import { timeOfId } from '../../domain/transactions/time-ordered-id.ts';
import type { Sql } from '../database/database.ts';

export interface Backlog {
  /** Due, and not yet taken by a worker. */
  eventsDue: number;
  /** In the line of an endpoint that is paused or slow. */
  eventsInLine: number;
  endpointsPaused: number;
  /** The gateway no longer asks about these: a person decides (contract 4). */
  transactionsUnknown: number;
  refundsUnknown: number;
  capturesUnknown: number;
  payoutsToApprove: number;
  /** Providers' notifications that match nothing: a person decides. */
  notificationsToDecide: number;
  /** Seconds since the oldest mail that is not sent yet was made; 0: none waits. */
  oldestMailSeconds: number;
  /** Seconds since the oldest one became due; 0: nothing waits. */
  oldestSeconds: Record<Waiting, number>;
}

export type Waiting =
  | 'webhook'
  | 'transaction'
  | 'refund'
  | 'capture'
  | 'notification'
  | 'fold_balances'
  | 'fold_listing';

/** Since it was made: while the SMTP server is away, it becomes due later and later. */
async function oldestMail(sql: Pick<Sql, 'unsafe'>, now: Date): Promise<number> {
  const [row] = await sql.unsafe('select created_at as at from mails order by created_at limit 1', [], {
    prepare: true,
  });
  return row ? Math.max(0, (now.getTime() - row.at.getTime()) / 1_000) : 0;
}

/** Counts stop here: 20 ms at most for each. */
const COUNTED_TO = 100_000;

/**
 * One statement for each count, with a named column: Citus refuses `select from`, whose rows have no columns. One after
 * the other, because the caller is in no hurry, and the pool's connections are for payments.
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
  const since = (at: Date | null) => (at === null ? 0 : Math.max(0, (now.getTime() - at.getTime()) / 1_000));
  const overdue = async (table: string, column: string): Promise<number> => {
    const [row] = await sql.unsafe(
      `select ${column} as at from ${table} where ${column} <= $1 order by ${column} limit 1`,
      [now],
      { prepare: true },
    );
    return since(row?.at ?? null);
  };
  // Ids contain their time. If there are more rows than the limit, the oldest of the rows that were read is good
  // enough: the fold hangs anyway.
  const unfolded = async (table: string): Promise<number> => {
    const [row] = await sql.unsafe(
      `select id from (select id from ${table} limit $1) as noted order by id limit 1`,
      [COUNTED_TO],
      { prepare: true },
    );
    return since(row ? timeOfId(row.id) : null);
  };
  return {
    eventsDue: await count('webhook_queue where next_try_at <= $2', now),
    eventsInLine: await count("webhook_queue where state = 'waiting'"),
    endpointsPaused: await count('webhook_endpoints where paused_at is not null'),
    transactionsUnknown: await count(
      "open_work where status = 'PROCESSING' and error_code = '9001' and due_at is null",
    ),
    refundsUnknown: await count("refunds where status = 'PENDING' and due_at is null"),
    capturesUnknown: await count("captures where status = 'PENDING' and due_at is null"),
    payoutsToApprove: await count("open_work where status = 'PENDING'"),
    notificationsToDecide: await count("notification_work where state in ('unmatched', 'conflict')"),
    oldestMailSeconds: await oldestMail(sql, now),
    oldestSeconds: {
      webhook: await overdue('webhook_queue', 'next_try_at'),
      transaction: await overdue('open_work', 'due_at'),
      refund: await overdue('refunds', 'due_at'),
      capture: await overdue('captures', 'due_at'),
      notification: await overdue('notification_work', 'due_at'),
      fold_balances: await unfolded('balance_changes'),
      fold_listing: await unfolded('transaction_changes'),
    },
  };
}
