// The SQL of webhooks: the outbox's rows, moving events between workers and lines, noting tries. Events are inserted
// by apply-changes.ts in the commit of the status change; everything else is called by worker/webhook-sender.ts.
// It decides nothing about when to try: it moves rows as told, and never one that another worker holds.
import type postgres from 'postgres';
import type { WebhookEvent } from '../domain/webhook-event.ts';
import {
  inFewTrips,
  isLockTimeout,
  type Sql,
  type SqlTransaction,
  send,
  survivingConnectionLoss,
  withRetries,
} from './database.ts';
import { type EndpointNote, noteEndpoints } from './webhook-endpoint-store.ts';

/** How long the process that took an event before its commit may hold it, counted from `createdAt`. */
export const TAKEN_LEASE_MS = 30_000;

interface EventKey {
  merchantId: string;
  transactionId: string;
  sequence: number;
}

/** An event as a worker holds it. */
export interface HeldEvent extends Omit<WebhookEvent, 'addressed'> {
  tries: number;
  /** Tries made before its schedule began: none, or those before it got a new turn. */
  scheduleStart: number;
}

/** An event that is due: what a worker needs to know to take it or leave it. */
export interface Candidate extends EventKey {
  eventId: string;
  brandId: string;
  endpointId: string;
  /** As in the event: null follows the brand. */
  url: string | null;
  state: 'pending' | 'waiting';
  tries: number;
  createdAt: Date;
  /** Where the former event of the transaction is, while it is untried and this one must not overtake it. */
  former: 'waiting' | 'unaddressed' | null;
}

/**
 * Where an event goes; only if it waits in line, is pending and due by `dueBy` (else another worker has it), or is
 * unaddressed and goes to the line.
 */
export interface Move extends EventKey {
  state: 'pending' | 'waiting' | 'unaddressed';
  nextTryAt: Date | null;
  dueBy: Date;
  /** Whether the mover wants the event itself back. */
  hold: boolean;
  /** Its schedule begins anew when it is taken up again. */
  newTurn: boolean;
}

/** One status change's event each, in its commit. `leaseMs`: for those that this process took (Outbox.take). */
export async function insertWebhookEvents(
  tx: SqlTransaction,
  rows: { event: WebhookEvent; taken: boolean }[],
  leaseMs = TAKEN_LEASE_MS,
): Promise<void> {
  const json = rows.map(({ event, taken }) => ({
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
    tries: 0,
    next_try_at: event.addressed ? new Date(event.createdAt.getTime() + (taken ? leaseMs : 0)) : null,
    created_at: event.createdAt,
  }));
  await send(
    tx,
    `insert into webhook_events (merchant_id, transaction_id, sequence, event_id, brand_id, endpoint_id, url, body,
       x_signature, signing_secret_id, state, tries, next_try_at, created_at)
     select merchant_id, transaction_id, sequence, event_id, brand_id, endpoint_id, url, body,
       x_signature, signing_secret_id, state, tries, next_try_at, created_at
     from json_populate_recordset(null::webhook_events, $1::text::json)`,
    [JSON.stringify(json)],
  );
}

// The former event of the same transaction and endpoint, while it is untried: the order of contract 5. A scalar
// subquery, because the planner turned a join into a hash of the whole table as soon as 100,000 events were due: 375 ms
// in place of 1.
const FORMER_STATE = `case when e.sequence > 1 then (
    select f.state from webhook_events f
    where f.merchant_id = e.merchant_id and f.transaction_id = e.transaction_id and f.sequence = e.sequence - 1
      and f.endpoint_id = e.endpoint_id and f.tries = 0 and f.state in ('pending', 'waiting', 'unaddressed')) end`;

const CANDIDATES = `select e.merchant_id, e.transaction_id, e.sequence, e.event_id, e.brand_id, e.endpoint_id, e.url,
    e.state, e.tries, e.created_at, ${FORMER_STATE} as former
  from webhook_events e where ${FORMER_STATE} is distinct from 'pending'`;

/**
 * The oldest due events of all endpoints; what waits in line is not among them. `since` spares the scan the index
 * entries of what was delivered before it, which stay until the next vacuum (0.7 ms for each 100,000).
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
    { prepare: true },
  );
  return rows.map(toCandidate);
}

/** The first of an endpoint's line: by the age of their transactions, within one in its order. */
export async function waitingEvents(
  sql: Sql,
  endpoint: { merchantId: string; endpointId: string },
  limit: number,
): Promise<Candidate[]> {
  const rows = await sql.unsafe(
    `${CANDIDATES} and e.merchant_id = $1 and e.endpoint_id = $2 and e.state = 'waiting'
     order by e.transaction_id, e.sequence limit $3`,
    [endpoint.merchantId, endpoint.endpointId, limit],
    { prepare: true },
  );
  return rows.map(toCandidate);
}

/**
 * Moves what nobody else holds; answers the events that were moved and are to be held. One whose row somebody has locked
 * stays as it is; halves find it, where the lane gives up locks.
 */
export async function moveEvents(lane: Sql, moves: Move[]): Promise<HeldEvent[]> {
  if (moves.length === 0) return [];
  try {
    return await moveAll(lane, moves);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    if (moves.length === 1) return [];
    const half = Math.ceil(moves.length / 2);
    const first = await moveEvents(lane, moves.slice(0, half));
    return [...first, ...(await moveEvents(lane, moves.slice(half)))];
  }
}

async function moveAll(sql: Sql, moves: Move[]): Promise<HeldEvent[]> {
  // In key order, so that two workers that meet on the same rows are unlikely to deadlock; if they do, once more.
  const json = moves
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
    .sort((a, b) => a.transaction_id.localeCompare(b.transaction_id) || a.sequence - b.sequence);
  const rows = await withRetries(() =>
    sql.unsafe(
      `update webhook_events e set state = r.state, next_try_at = r.next_try_at,
         schedule_start = case when r.new_turn then e.tries else e.schedule_start end
       from json_to_recordset($1::text::json) as r (merchant_id uuid, transaction_id uuid, sequence integer,
         state text, next_try_at timestamptz, due_by timestamptz, hold boolean, new_turn boolean)
       where e.merchant_id = r.merchant_id and e.transaction_id = r.transaction_id and e.sequence = r.sequence
         and (e.state = 'waiting' or (e.state = 'pending' and e.next_try_at <= r.due_by)
           or (e.state = 'unaddressed' and r.state = 'waiting'))
       returning r.hold, e.merchant_id, e.transaction_id, e.sequence, e.event_id, e.brand_id, e.endpoint_id, e.url,
         case when r.hold then e.body end as body, e.x_signature, e.signing_secret_id, e.tries, e.schedule_start,
         e.created_at`,
      [JSON.stringify(json)],
      { prepare: true },
    ),
  );
  return rows.filter((row) => row.hold).map(toHeldEvent);
}

/** What a try ended in, and what that means for the event. */
export interface TryNote extends EventKey {
  /** Tries before this one: the guard against a second worker that tried meanwhile. */
  triesBefore: number;
  at: Date;
  durationMs: number;
  /** Where it went, without the query. */
  url: string;
  /** What it was signed with. */
  xSignature: string;
  signingSecretId: string;
  statusCode: number | null;
  error: string | null;
  /** How the answer began; of failed tries alone. */
  excerpt: string | null;
  state: 'pending' | 'delivered' | 'waiting' | 'abandoned';
  nextTryAt: Date | null;
  deliveredAt: Date | null;
  endpoint: EndpointNote | null;
}

/** Notes a group of tries in one commit; a group-commit writer. */
export async function noteTries(lane: Sql, notes: TryNote[]): Promise<undefined[]> {
  const json = JSON.stringify(
    notes.map((note) => ({
      merchant_id: note.merchantId,
      transaction_id: note.transactionId,
      sequence: note.sequence,
      tries: note.triesBefore,
      try_number: note.triesBefore + 1,
      at: note.at,
      duration_ms: note.durationMs,
      url: note.url,
      x_signature: note.xSignature,
      signing_secret_id: note.signingSecretId,
      status_code: note.statusCode,
      error: note.error,
      answer_excerpt: note.excerpt,
      state: note.state,
      next_try_at: note.nextTryAt,
      delivered_at: note.deliveredAt,
    })),
  );
  const endpoints = notes.map((note) => note.endpoint).filter((note) => note !== null);
  const write = () =>
    inFewTrips(lane, async (tx) => {
      await noteEndpoints(tx, endpoints);
      // A lost note costs a second delivery, which receivers must expect anyway (spec 6.3), so nobody waits for
      // the disk here.
      const hurry = send(tx, 'set local synchronous_commit = off', []);
      // A delivery is a fact, whoever else tried meanwhile; a failure counts only if nobody did.
      const moved = send(
        tx,
        `update webhook_events e set state = r.state, tries = e.tries + 1, next_try_at = r.next_try_at,
           delivered_at = r.delivered_at, x_signature = r.x_signature, signing_secret_id = r.signing_secret_id,
           schedule_start = case when r.state = 'waiting' then e.tries + 1 else e.schedule_start end
         from json_to_recordset($1::text::json) as r (merchant_id uuid, transaction_id uuid, sequence integer,
           tries integer, state text, next_try_at timestamptz, delivered_at timestamptz, x_signature text,
           signing_secret_id uuid)
         where e.merchant_id = r.merchant_id and e.transaction_id = r.transaction_id and e.sequence = r.sequence
           and e.state in ('pending', 'waiting') and (r.state = 'delivered' or e.tries = r.tries)`,
        [json],
      );
      const tried = send(
        tx,
        `insert into webhook_tries (merchant_id, transaction_id, sequence, try_number, at, duration_ms,
           url, signing_secret_id, status_code, error, answer_excerpt)
         select merchant_id, transaction_id, sequence, try_number, at, duration_ms, url, signing_secret_id,
           status_code, error, answer_excerpt
         from json_populate_recordset(null::webhook_tries, $1::text::json)
         on conflict (merchant_id, transaction_id, sequence, try_number) do nothing`,
        [json],
      );
      return { last: [hurry, moved, tried], answer: undefined };
    });
  // Twice is as good as once: the second time nothing matches.
  await survivingConnectionLoss(() => withRetries(write));
  return notes.map(() => undefined);
}

function toCandidate(row: postgres.Row): Candidate {
  return {
    merchantId: row.merchant_id,
    transactionId: row.transaction_id,
    sequence: row.sequence,
    eventId: row.event_id,
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
  };
}
