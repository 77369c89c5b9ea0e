// The SQL of replays: the events of a period, stored in the order in which they happened, and a worker's progress with
// them. A brand has one replay at a time. It sends nothing.

import type { Row } from 'postgres';
import type { BrandId } from '../../domain/merchants/brand.ts';
import type { Sql, SqlTransaction } from '../database/database.ts';
import { parameters } from '../database/parameters.ts';
import { type DeliveryFilter, eventsOf, fits } from './list-deliveries.ts';
import type { EventPlace } from './resend-events.ts';

/** The most events of one replay; people must divide a longer period. */
export const MOST_REPLAYED = 10_000;

export interface ReplayRange {
  merchantId: string;
  brandId: string;
  from: Date;
  to: Date;
  undeliveredOnly: boolean;
}

export interface Replay extends ReplayRange {
  id: string;
  events: number;
  done: number;
  startedBy: string;
  createdAt: Date;
  endedAt: Date | null;
  cancelled: boolean;
}

const UNDELIVERED: DeliveryFilter['states'] = ['retrying', 'waiting', 'unaddressed', 'abandoned'];

function rangeOf({ merchantId, brandId, from, to, undeliveredOnly }: ReplayRange) {
  const { values, place } = parameters();
  const filter = { from, to, states: undeliveredOnly ? UNDELIVERED : [] };
  const where = fits({ merchantId, brandId, filter }, place).join(' and ');
  return { values, place, events: `${eventsOf(filter)} e where ${where}` };
}

/** How many events the period has; counts to one more than a replay may have. */
export async function countReplay(sql: Sql, range: ReplayRange): Promise<number> {
  const { values, events } = rangeOf(range);
  const [row] = await sql.unsafe(
    `select count(*)::int as events from (select 1 as one from ${events}
       limit ${MOST_REPLAYED + 1}) counted`,
    values as never[],
  );
  return row!.events;
}

/** Stores the replay and its events; answers their number. A second replay of the brand violates its unique index. */
export async function insertReplay(
  tx: SqlTransaction,
  replay: Omit<Replay, 'events' | 'done' | 'endedAt' | 'cancelled'>,
): Promise<number> {
  const { values, place, events: ofRange } = rangeOf(replay);
  const inserted = await tx.unsafe(
    `insert into webhook_replay_events (merchant_id, replay_id, place, transaction_id, sequence)
     select e.merchant_id, ${place(replay.id)}::uuid,
       row_number() over (order by e.created_at, e.transaction_id, e.sequence), e.transaction_id, e.sequence
     from ${ofRange}`,
    values as never[],
  );
  const events = inserted.count;
  await tx`insert into webhook_replays (merchant_id, id, brand_id, range_from, range_to, undelivered_only, events,
      started_by, created_at)
    values (${replay.merchantId}, ${replay.id}, ${replay.brandId}, ${replay.from}, ${replay.to},
      ${replay.undeliveredOnly}, ${events}, ${replay.startedBy}, ${replay.createdAt})`;
  return events;
}

/** The latest replays of a brand, newest first. */
export async function listReplays(sql: Sql, { merchantId, brandId }: BrandId): Promise<Replay[]> {
  const rows =
    await sql`select * from webhook_replays where merchant_id = ${merchantId} and brand_id = ${brandId}
    order by created_at desc limit 10`;
  return rows.map(toReplay);
}

export async function openReplays(sql: Sql): Promise<Replay[]> {
  const rows = await sql`select * from webhook_replays where ended_at is null order by created_at limit 100`;
  return rows.map(toReplay);
}

/** Locks the replay until the end of the transaction; null if it has ended or another worker has locked it. */
export async function holdReplay(tx: SqlTransaction, { merchantId, id }: Replay): Promise<Replay | null> {
  const [row] = await tx`select * from webhook_replays
    where merchant_id = ${merchantId} and id = ${id} and ended_at is null for update skip locked`;
  return row ? toReplay(row) : null;
}

export interface ReplayEvent extends EventPlace {
  place: number;
  /** The event's number of tries when the replay reached it; null: not reached. */
  triesBefore: number | null;
}

/** The replay's next unfinished events. */
export async function nextEvents(tx: SqlTransaction, replay: Replay, limit: number): Promise<ReplayEvent[]> {
  const rows = await tx`select place, transaction_id, sequence, tries_before from webhook_replay_events
    where merchant_id = ${replay.merchantId} and replay_id = ${replay.id} and place > ${replay.done}
    order by place limit ${limit}`;
  return rows.map((row) => ({
    place: row.place,
    transactionId: row.transaction_id,
    sequence: row.sequence,
    triesBefore: row.tries_before,
  }));
}

export async function markBegun(
  tx: SqlTransaction,
  replay: Replay,
  events: { place: number; tries: number }[],
): Promise<void> {
  const json = JSON.stringify(events);
  await tx`update webhook_replay_events r set tries_before = b.tries
    from json_to_recordset(${json}::text::json) as b (place integer, tries integer)
    where r.merchant_id = ${replay.merchantId} and r.replay_id = ${replay.id} and r.place = b.place`;
}

export async function noteProgress(tx: SqlTransaction, replay: Replay, done: number): Promise<void> {
  await tx`update webhook_replays set done = ${done}
    where merchant_id = ${replay.merchantId} and id = ${replay.id}`;
}

/** Answers the ended replay; null if it had ended before. Events that were sent stay sent. */
export async function endReplay(
  tx: SqlTransaction,
  { merchantId, brandId, id }: Pick<Replay, 'merchantId' | 'brandId' | 'id'>,
  { now, cancelled }: { now: Date; cancelled: boolean },
): Promise<Replay | null> {
  const [row] = await tx`update webhook_replays set ended_at = ${now}, cancelled = ${cancelled}
    where merchant_id = ${merchantId} and id = ${id} and brand_id = ${brandId} and ended_at is null returning *`;
  if (!row) return null;
  await tx`delete from webhook_replay_events where merchant_id = ${merchantId} and replay_id = ${id}`;
  return toReplay(row);
}

function toReplay(row: Row): Replay {
  return {
    id: row.id,
    merchantId: row.merchant_id,
    brandId: row.brand_id,
    from: row.range_from,
    to: row.range_to,
    undeliveredOnly: row.undelivered_only,
    events: row.events,
    done: row.done,
    startedBy: row.started_by,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    cancelled: row.cancelled,
  };
}
