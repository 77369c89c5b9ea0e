// The SQL of webhooks: events, which are written once; the queue, which has a narrow row for each undelivered event;
// and tries. apply-changes.ts inserts an event and its row of the queue in the commit of the status change; everything
// else serves the workers. An event that is not in the queue counts as delivered, so only a delivery may delete its
// row. It does not decide when to try. It changes rows as the caller says, and never a row that another worker holds.
import type postgres from 'postgres';
import type { WebhookEvent } from '../../domain/webhooks/webhook-event.ts';
import {
  type AnyTransaction,
  isLockTimeout,
  type Pipeline,
  type Sql,
  send,
  withRetries,
} from '../database/database.ts';
import { byEventKey } from '../database/row-order.ts';
import { eachMerchant, eachShard, givenRows, insertRows, sendBriefly } from '../database/row-statements.ts';
import { Recordset, type RowOf } from '../pipeline/recordset.ts';

/** A process that takes an event before its commit may hold it this long, counted from `createdAt`. */
export const TAKEN_LEASE_MS = 30_000;

export interface EventKey {
  merchantId: string;
  transactionId: string;
  sequence: number;
}

/** An event as a worker holds it. */
export interface HeldEvent extends Omit<WebhookEvent, 'addressed'> {
  tries: number;
  /** The number of tries before its present schedule began: 0, or the tries before its renewal. */
  scheduleStart: number;
}

/** A due event, with everything that a worker needs to decide about it. */
export interface Candidate extends EventKey {
  brandId: string;
  endpointId: string;
  /** As in the event: null uses the brand's address. */
  url: string | null;
  state: 'pending' | 'waiting';
  tries: number;
  createdAt: Date;
  /**
   * The state of the transaction's former event, as long as the former event is untried and this event must not
   * overtake it.
   */
  former: 'waiting' | 'unaddressed' | null;
}

/**
 * A new place for an event. The event moves only in three cases: it waits in line; it is pending and due by `dueBy`
 * (otherwise another worker has it); or it is unaddressed and goes to the line.
 */
export interface Move extends EventKey {
  state: 'pending' | 'waiting' | 'unaddressed';
  nextTryAt: Date | null;
  dueBy: Date;
  /** Whether the caller wants to hold the event. */
  hold: boolean;
  /** Its schedule starts again at its next try. */
  newTurn: boolean;
}

/**
 * Inserts one event for each status change, in its commit. `leaseMs`: for events that this process took (Outbox.take).
 */
export async function insertWebhookEvents(
  tx: AnyTransaction,
  rows: { event: WebhookEvent; taken: boolean }[],
  leaseMs = TAKEN_LEASE_MS,
): Promise<void> {
  const events = rows.map(({ event, taken }) => ({
    merchant_id: event.merchantId,
    transaction_id: event.transactionId,
    sequence: event.sequence,
    event_id: event.eventId,
    brand_id: event.brandId,
    endpoint_id: event.endpointId,
    url: event.url,
    body: event.body,
    x_signature: event.xSignature,
    signing_secret_id: event.signingSecretId,
    state: event.addressed ? 'pending' : 'unaddressed',
    next_try_at: event.addressed ? new Date(event.createdAt.getTime() + (taken ? leaseMs : 0)) : null,
    created_at: event.createdAt,
  }));
  const queued = events.map((event, at) => ({
    ...event,
    tries: 0,
    schedule_start: 0,
    traceparent: rows[at]!.event.traceparent,
  }));
  const isTraced = queued.some(({ traceparent }) => traceparent !== undefined);
  await Promise.all([
    insertRows(tx, { into: 'webhook_queue' }, isTraced ? QUEUED_IN_TRACES : QUEUED, queued),
    insertRows(tx, { into: 'events' }, EVENTS, events),
  ]);
}

export const EVENT_KEY = { merchant_id: 'uuid', transaction_id: 'uuid', sequence: 'integer' } as const;
const EVENT = {
  ...EVENT_KEY,
  event_id: 'uuid',
  brand_id: 'uuid',
  endpoint_id: 'uuid',
  url: 'text',
  body: 'text',
  x_signature: 'text',
  signing_secret_id: 'uuid',
  created_at: 'timestamptz',
} as const;
const EVENTS = new Recordset(EVENT);
const QUEUE = {
  ...EVENT_KEY,
  tries: 'integer',
  schedule_start: 'integer',
  brand_id: 'uuid',
  endpoint_id: 'uuid',
  next_try_at: 'timestamptz',
  created_at: 'timestamptz',
  state: 'text',
  url: 'text',
} as const;
/** Most installations have no tracing, and leave this column out. */
const QUEUED = new Recordset(QUEUE);
const QUEUED_IN_TRACES = new Recordset({ ...QUEUE, traceparent: 'text' });

// The former event of the same transaction and endpoint, while it is untried: the order of contract 5. It is a scalar
// subquery, because the planner turned a join into a hash of the whole table as soon as 100,000 events were due: 375 ms
// instead of 1.
const FORMER_STATE = `case when e.sequence > 1 then (
    select f.state from webhook_queue f
    where f.merchant_id = e.merchant_id and f.transaction_id = e.transaction_id and f.sequence = e.sequence - 1
      and f.endpoint_id = e.endpoint_id and f.tries = 0 and f.state in ('pending', 'waiting', 'unaddressed')) end`;

const CANDIDATES = `select e.merchant_id, e.transaction_id, e.sequence, e.brand_id, e.endpoint_id, e.url,
    e.state, e.tries, e.created_at, ${FORMER_STATE} as former
  from webhook_queue e where ${FORMER_STATE} is distinct from 'pending'`;

// The queue is empty most of the time. A plan that is made for an empty queue would read all of a long queue, so each
// query is planned anew (unprepared).

/**
 * The oldest due events of all endpoints, without events that wait in line. With `since` the scan skips index entries
 * of events delivered before it, which stay until the next vacuum (0.7 ms for each 100,000).
 */
export async function dueEvents(
  sql: Sql,
  now: Date,
  limit: number,
  since: Date | null = null,
): Promise<Candidate[]> {
  const rows = await sql.unsafe(
    `${CANDIDATES} and e.next_try_at <= $1 and e.next_try_at > $2 order by e.next_try_at limit $3`,
    [now, since ?? new Date(0), limit],
  );
  return rows.map(toCandidate);
}

/**
 * The first events of an endpoint's line, in the order of their transactions' age and, within a transaction, of their
 * sequence.
 */
export async function waitingEvents(
  sql: Sql,
  endpoint: { merchantId: string; endpointId: string },
  limit: number,
): Promise<Candidate[]> {
  const rows = await sql.unsafe(
    `${CANDIDATES} and e.merchant_id = $1 and e.endpoint_id = $2 and e.state = 'waiting'
     order by e.transaction_id, e.sequence limit $3`,
    [endpoint.merchantId, endpoint.endpointId, limit],
  );
  return rows.map(toCandidate);
}

/**
 * Moves events that nobody else holds; answers the moved events that the caller now holds. An event with a locked row
 * stays unchanged. If the pipeline gives up on a lock, it divides the list to find that event.
 */
export async function moveEvents(pipeline: Sql | Pipeline, moves: Move[]): Promise<HeldEvent[]> {
  if (moves.length === 0) return [];
  try {
    return await moveAll(pipeline, moves);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    if (moves.length === 1) return [];
    const half = Math.ceil(moves.length / 2);
    const first = await moveEvents(pipeline, moves.slice(0, half));
    return [...first, ...(await moveEvents(pipeline, moves.slice(half)))];
  }
}

const MOVE = {
  ...EVENT_KEY,
  state: 'text',
  next_try_at: 'timestamptz',
  due_by: 'timestamptz',
  hold: 'boolean',
  new_turn: 'boolean',
} as const;
const MOVES = new Recordset(MOVE);

async function moveAll(sql: Sql | Pipeline, moves: Move[]): Promise<HeldEvent[]> {
  const rows = moves
    .map((move) => ({
      merchant_id: move.merchantId,
      transaction_id: move.transactionId,
      sequence: move.sequence,
      state: move.state,
      next_try_at: move.nextTryAt,
      due_by: move.dueBy,
      hold: move.hold,
      new_turn: move.newTurn,
    }))
    .sort(byEventKey);
  const moved = await eachShard(sql, rows, (own) => withRetries(() => move(sql, own)));
  const held = moved.filter((row) => row.hold);
  // On Citus the view of events shows one merchant at a time.
  return await eachMerchant(sql, held as never[], (own) => readHeld(sql, own));
}

type MoveRow = RowOf<typeof MOVE> & { merchant_id: string };

async function move(sql: Sql | Pipeline, rows: MoveRow[]) {
  const { from, sameMerchant, parameters } = givenRows(sql, MOVES, rows);
  return await sendBriefly(
    sql,
    `update webhook_queue e set state = r.state, next_try_at = r.next_try_at,
         schedule_start = case when r.new_turn then e.tries else e.schedule_start end
       from ${from}
       where ${sameMerchant('e.merchant_id')} and e.transaction_id = r.transaction_id and e.sequence = r.sequence
         and (e.state = 'waiting' or (e.state = 'pending' and e.next_try_at <= r.due_by)
           or (e.state = 'unaddressed' and r.state = 'waiting'))
       returning r.hold, e.merchant_id, e.transaction_id, e.sequence, e.tries, e.schedule_start, e.traceparent`,
    parameters,
  );
}

const HELD = new Recordset({
  ...EVENT_KEY,
  tries: 'integer',
  schedule_start: 'integer',
  traceparent: 'text',
});

/** Events never change, so they may be read after the move. */
async function readHeld(sql: Sql | Pipeline, held: never[]): Promise<HeldEvent[]> {
  const { from, sameMerchant, parameters } = givenRows(sql, HELD, held);
  const rows = await send(
    sql,
    `select e.merchant_id, e.transaction_id, e.sequence, e.event_id, e.brand_id, e.endpoint_id, e.url, e.body,
       e.x_signature, e.signing_secret_id, e.created_at, r.tries, r.schedule_start, r.traceparent, o.details ->> 'requestId' as request_id
     from ${from}
     join webhook_events e on ${sameMerchant('e.merchant_id')} and e.transaction_id = r.transaction_id
       and e.sequence = r.sequence
     left join openings o on o.merchant_id = e.merchant_id and o.id = e.transaction_id`,
    parameters,
  );
  return rows.map(toHeldEvent);
}

function toCandidate(row: postgres.Row): Candidate {
  return {
    merchantId: row.merchant_id,
    transactionId: row.transaction_id,
    sequence: row.sequence,
    brandId: row.brand_id,
    endpointId: row.endpoint_id,
    url: row.url,
    state: row.state,
    tries: row.tries,
    createdAt: row.created_at,
    former: row.former,
  };
}

function toHeldEvent(row: postgres.Row): HeldEvent {
  return {
    merchantId: row.merchant_id,
    transactionId: row.transaction_id,
    sequence: row.sequence,
    eventId: row.event_id,
    brandId: row.brand_id,
    endpointId: row.endpoint_id,
    url: row.url,
    body: row.body,
    xSignature: row.x_signature,
    signingSecretId: row.signing_secret_id,
    tries: row.tries,
    scheduleStart: row.schedule_start,
    createdAt: row.created_at,
    ...(row.traceparent !== null && { traceparent: row.traceparent }),
    ...(row.request_id !== null && { requestId: row.request_id }),
  };
}
