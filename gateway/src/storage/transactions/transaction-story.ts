// What the page of one transaction shows beside its row: its webhooks with their tries, its transfers, its declined
// attempts, and how the risk rules count its card, user and address. The portal and operators' calls use it. It only
// reads.
import type { Dispute } from '../../domain/after-end/dispute.ts';
import type { BrandId } from '../../domain/merchants/brand.ts';
import type { Actor } from '../../domain/transactions/transaction.ts';
import type { Sql } from '../database/database.ts';
import { TRANSFERS_OF } from '../ledger/list-transfers.ts';
import { DISPUTE_COLUMNS, fromDisputeRow } from './dispute-row.ts';

interface Key {
  merchantId: string;
  id: string;
}

export interface WebhookOfTransaction {
  eventId: string;
  sequence: number;
  eventType: string;
  state: 'pending' | 'delivered' | 'waiting' | 'abandoned' | 'unaddressed';
  tries: number;
  nextTryAt: Date | null;
  createdAt: Date;
  deliveredAt: Date | null;
  /** The status code of the last try. */
  statusCode: number | null;
  error: string | null;
  url: string | null;
}

/** Oldest first. */
export async function webhooksOf(sql: Sql, { merchantId, id }: Key): Promise<WebhookOfTransaction[]> {
  const rows = await sql`
    select e.event_id, e.sequence, e.body::json ->> 'eventType' as event_type, e.state, e.tries, e.next_try_at,
      e.created_at, e.delivered_at, t.status_code, t.error, t.url
    from webhook_events e left join webhook_tries t on t.merchant_id = e.merchant_id
      and t.transaction_id = e.transaction_id and t.sequence = e.sequence and t.try_number = e.tries
    where e.merchant_id = ${merchantId} and e.transaction_id = ${id} order by e.sequence`;
  return rows.map((row) => ({
    eventId: row.event_id,
    sequence: row.sequence,
    eventType: row.event_type,
    state: row.state,
    tries: row.tries,
    nextTryAt: row.next_try_at,
    createdAt: row.created_at,
    deliveredAt: row.delivered_at,
    statusCode: row.status_code,
    error: row.error,
    url: row.url,
  }));
}

interface WebhookTry {
  tryNumber: number;
  at: Date;
  durationMs: number;
  /** Without the query. */
  url: string | null;
  statusCode: number | null;
  error: string | null;
  /** The beginning of the answer. */
  excerpt: string | null;
}

export type TriedWebhook = WebhookOfTransaction & { history: WebhookTry[] };

/** For one transaction; an event has some ten tries, and more only if people send it again. */
const MOST_TRIES = 1_000;

/** Events and tries, oldest first. */
export async function triesOf(sql: Sql, { merchantId, id }: Key): Promise<TriedWebhook[]> {
  const events = await webhooksOf(sql, { merchantId, id });
  // Read after the events, so that each event has every try that it counts.
  const tries = await sql`
    select sequence, try_number, at, duration_ms, url, status_code, error, answer_excerpt from webhook_tries
    where merchant_id = ${merchantId} and transaction_id = ${id} order by sequence, try_number limit ${MOST_TRIES}`;
  const bySequence = Map.groupBy(tries, (row) => row.sequence as number);
  return events.map((event) => ({
    ...event,
    history: (bySequence.get(event.sequence) ?? []).map((row) => ({
      tryNumber: row.try_number,
      at: row.at,
      durationMs: row.duration_ms,
      url: row.url,
      statusCode: row.status_code,
      error: row.error,
      excerpt: row.answer_excerpt,
    })),
  }));
}

export interface TransferOfTransaction {
  id: string;
  from: string;
  to: string;
  amountMinor: bigint;
  at: Date;
}

/** Oldest first. */
export async function transfersOf(sql: Sql, { merchantId, id }: Key): Promise<TransferOfTransaction[]> {
  const rows = await sql.unsafe(
    `select id, from_account, to_account, amount_minor, created_at from (${TRANSFERS_OF}) as own order by created_at, id`,
    [merchantId, [id]] as never[],
    { prepare: true },
  );
  return rows.map((row) => ({
    id: row.id,
    from: row.from_account,
    to: row.to_account,
    amountMinor: row.amount_minor,
    at: row.created_at,
  }));
}

/** Oldest first. */
export async function disputesOf(sql: Sql, { merchantId, id }: Key): Promise<Dispute[]> {
  const rows = await sql`select ${sql.unsafe(DISPUTE_COLUMNS)} from disputes
    where merchant_id = ${merchantId} and transaction_id = ${id} order by created_at, id`;
  return rows.map(fromDisputeRow);
}

export interface AttemptOfTransaction {
  attempt: number;
  at: Date;
  optionId: string | null;
  errorCode: string;
  actor: Actor;
}

/** Attempts that were declined without ending the transaction; oldest first. */
export async function attemptsOf(sql: Sql, { merchantId, id }: Key): Promise<AttemptOfTransaction[]> {
  const rows = await sql`select attempt, at, option_id, error_code, actor from declined_attempts
    where merchant_id = ${merchantId} and transaction_id = ${id} order by attempt`;
  return rows.map((row) => ({
    attempt: row.attempt,
    at: row.at,
    optionId: row.option_id,
    errorCode: row.error_code,
    actor: row.actor,
  }));
}

/** When the provider began to hold the money of a pay-in; null: it never did. */
export async function authorizedAt(sql: Sql, { merchantId, id }: Key): Promise<Date | null> {
  const [row] = await sql`select min(updated_at) as at from steps
    where merchant_id = ${merchantId} and transaction_id = ${id} and authorized is not null`;
  return row?.at ?? null;
}

/** How many attempts of the card still count, because their time is not over. */
export async function countedAttempts(
  sql: Sql,
  { merchantId, brandId }: BrandId,
  cardKey: Buffer,
  /** Marks the beginning of that time: later attempts count. */
  since: string,
): Promise<number> {
  const [row] = await sql`select count(*)::integer as counted from risk_attempts a, unnest(a.marks) as mark
    where a.merchant_id = ${merchantId} and a.brand_id = ${brandId} and a.card_key = ${cardKey} and mark > ${since}::uuid`;
  return row!.counted;
}

/** How many declines count against each subject (domain/risk/risk.ts) since the subject's time. */
export async function countedDeclines(
  sql: Sql,
  { merchantId, brandId }: BrandId,
  subjects: readonly { subject: string; since: Date }[],
): Promise<Map<string, number>> {
  const counted = await Promise.all(
    subjects.map(async ({ subject, since }): Promise<[string, number]> => {
      const [row] = await sql`select count(*)::integer as counted from risk_declines
        where merchant_id = ${merchantId} and brand_id = ${brandId} and subject = ${subject} and at > ${since}`;
      return [subject, row!.counted];
    }),
  );
  return new Map(counted);
}
