// For `restore:report`: the last rows of a restored copy, the work that it has still to do, and the references that it
// knows. Each query asks every merchant, once, for a person. It changes nothing.
import type { Sql } from '../database/database.ts';

export interface LastRows {
  opening: Date | null;
  step: Date | null;
  event: Date | null;
  webhookTry: Date | null;
  notification: Date | null;
}

/** The latest row of each kind; null: there is none. */
export async function readLastRows(sql: Sql): Promise<LastRows> {
  const latest = async (table: string, column: string) => {
    const [row] = await sql<{ at: Date | null }[]>`select max(${sql(column)}) as at from ${sql(table)}`;
    return row!.at;
  };
  return {
    opening: await latest('openings', 'created_at'),
    step: await latest('steps', 'updated_at'),
    event: await latest('events', 'created_at'),
    webhookTry: await latest('webhook_tries', 'at'),
    notification: await latest('provider_notifications', 'received_at'),
  };
}

export interface WaitingWork {
  what: string;
  count: number;
  oldest: Date | null;
}

/** What workers take up once the copy is accepted. */
export async function readWaitingWork(sql: Sql): Promise<WaitingWork[]> {
  const of = (what: string, rows: readonly Omit<WaitingWork, 'what'>[]): WaitingWork => ({
    what,
    ...rows[0]!,
  });
  return [
    of(
      'unfinished transactions',
      await sql`select count(*)::int as count, min(created_at) as oldest from open_work`,
    ),
    of(
      'unfinished refunds',
      await sql`select count(*)::int as count, min(created_at) as oldest from refunds where status = 'PENDING'`,
    ),
    of(
      'unfinished captures',
      await sql`select count(*)::int as count, min(created_at) as oldest from captures where status = 'PENDING'`,
    ),
    of(
      'webhooks to send, including those that were delivered after the backup',
      await sql`select count(*)::int as count, min(created_at) as oldest from webhook_queue where state in ('pending', 'waiting')`,
    ),
    of(
      "providers' notifications that wait to be applied",
      await sql`select count(*)::int as count, min(n.received_at) as oldest from notification_work w
        join provider_notifications n on n.merchant_id = w.merchant_id and n.id = w.notification_id
        where w.state = 'waiting'`,
    ),
    of(
      "providers' payouts to read or to look at again",
      await sql`select count(*)::int as count, min(created_at) as oldest from settlements where due_at is not null`,
    ),
  ];
}

/** What providers reported about one payment, refund or capture. */
export interface ReportedPayment {
  provider: string;
  accountId: string;
  kind: string;
  reference: string;
  providerReference: string | null;
  amountMinor: bigint | null;
  currency: string | null;
  occurredAt: Date | null;
}

/** Notifications with a reference that arrived since then. */
export async function readReportedSince(sql: Sql, since: Date): Promise<ReportedPayment[]> {
  return await sql<ReportedPayment[]>`
    select provider, account_id as "accountId", kind, reference, provider_reference as "providerReference",
      amount_minor as "amountMinor", currency, occurred_at as "occurredAt"
    from provider_notifications where received_at >= ${since} and reference is not null order by id`;
}

/** Which of these ids are transactions, refunds or captures here. */
export async function readKnownIds(sql: Sql, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = [
    ...(await sql<{ id: string }[]>`select id from openings where id = any(${ids as string[]}::uuid[])`),
    ...(await sql<{ id: string }[]>`select id from refunds where id = any(${ids as string[]}::uuid[])`),
    ...(await sql<{ id: string }[]>`select id from captures where id = any(${ids as string[]}::uuid[])`),
  ];
  return new Set(rows.map(({ id }) => id));
}
