// A brand's webhook events for its staff, newest transactions first, a page at a time. The planner chooses: it reads
// along the primary key, or a period from the small index on it (events_by_time). Undelivered events come from the
// queue. It only reads.
import type { Row } from 'postgres';
import { firstIdAt } from '../../domain/transactions/time-ordered-id.ts';
import type { Sql } from '../database/database.ts';
import { type Place, parameters } from '../database/parameters.ts';

/**
 * The state of an event, in the words of the portal. sending: its first try is due or in progress. retrying: at least
 * one try failed, and another will follow. The others are the states of worker/README.md.
 */
export const DELIVERY_STATES = [
  'sending',
  'retrying',
  'waiting',
  'unaddressed',
  'abandoned',
  'delivered',
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const IN_STATE: Record<DeliveryState, string> = {
  sending: "e.state = 'pending' and e.tries = 0",
  retrying: "e.state = 'pending' and e.tries > 0",
  waiting: "e.state = 'waiting'",
  unaddressed: "e.state = 'unaddressed'",
  abandoned: "e.state = 'abandoned'",
  // This condition tells the planner that most events match.
  delivered: `not exists (select from webhook_queue q where q.merchant_id = e.merchant_id
    and q.transaction_id = e.transaction_id and q.sequence = e.sequence)`,
};

export interface DeliveryFilter {
  states?: readonly DeliveryState[];
  eventTypes?: readonly string[];
  /** When the event was created; half-open. */
  from?: Date | null;
  to?: Date | null;
  transactionId?: string | null;
}

export interface DeliveryKey {
  merchantId: string;
  brandId: string;
  transactionId: string;
  sequence: number;
}

/** An event with its latest try. */
export interface Delivery {
  eventId: string;
  eventType: string;
  transactionId: string;
  sequence: number;
  merchantReference: string | null;
  state: DeliveryState;
  tries: number;
  createdAt: Date;
  deliveredAt: Date | null;
  /** null: no further try. */
  nextTryAt: Date | null;
  lastTry: { at: Date; statusCode: number | null; error: string | null; durationMs: number } | null;
}

export interface DeliveryPage {
  deliveries: Delivery[];
  /** Where the next page begins. */
  next: Pick<DeliveryKey, 'transactionId' | 'sequence'> | null;
}

interface Request extends Pick<DeliveryKey, 'merchantId' | 'brandId'> {
  filter: DeliveryFilter;
  before: Pick<DeliveryKey, 'transactionId' | 'sequence'> | null;
  limit: number;
  /** How many events a page searches; tests use fewer. */
  lookAt?: number;
}

/** A page may be empty without being the last one. */
export async function listDeliveries(sql: Sql, request: Request): Promise<DeliveryPage> {
  const { values, place } = parameters();
  const { before, limit } = request;
  const { eventTypes, from, ...others } = request.filter;
  const isLooked = isLookedThrough(request.filter);
  const conditions = fits(isLooked ? { ...request, filter: others } : request, place);
  if (before) {
    const { transactionId, sequence } = before;
    conditions.push(
      `(e.transaction_id, e.sequence) < (${place(transactionId)}::uuid, ${place(sequence)}::integer)`,
    );
  }
  // The search needs only the row of an event, unless the filter concerns its state.
  const { states = [] } = request.filter;
  const isOwnRow = isLooked && states.every((state) => state === 'delivered');
  const found = `select e.* from ${isOwnRow ? 'events' : eventsOf(request.filter)} e where ${conditions.join(' and ')}
       order by e.transaction_id desc, e.sequence desc`;
  const most = place(limit + 1);
  if (!isLooked) {
    const rows = await sql.unsafe(
      `select ${SHOWN} from (${found} limit ${most}) e ${WITH_LAST_TRY} order by e.transaction_id desc, e.sequence desc`,
      values as never[],
    );
    const last = rows[limit - 1];
    return {
      deliveries: rows.slice(0, limit).map(toDelivery),
      next: rows.length > limit ? keyOf(last!) : null,
    };
  }
  const looked = (columns: string) =>
    `(${found.replace('e.*', columns)} limit ${place(request.lookAt ?? LOOKED_AT)})`;
  const KEY = `e.transaction_id || '/' || e.sequence`;
  // One statement, so that both parts see the same events; it reads the end of the search if the page has space left.
  const [row] = await sql.unsafe(
    `with fit as materialized (
       select transaction_id, sequence from ${looked('e.transaction_id, e.sequence, e.created_at, e.body')} e
       where ${fitsType(eventTypes, place)} ${from ? `and e.created_at >= ${place(from)}` : ''}
       order by transaction_id desc, sequence desc limit ${most})
     select array(select ${KEY} from fit e order by transaction_id desc, sequence desc) as keys,
       case when (select count(*) from fit) < ${most} then (
         select ${KEY} from ${looked('e.transaction_id, e.sequence')} e
         order by transaction_id desc, sequence desc offset ${place((request.lookAt ?? LOOKED_AT) - 1)}) end as last`,
    values as never[],
  );
  return await pageOfLooked(sql, request, row as unknown as Looked);
}

interface Looked {
  keys: string[];
  /** The last searched event; null: the search reached the end, or the page is full. */
  last: string | null;
}

async function pageOfLooked(
  sql: Sql,
  { merchantId, limit }: Request,
  { keys, last }: Looked,
): Promise<DeliveryPage> {
  const shown = keys.slice(0, limit).map(readKey);
  const rows = await sql.unsafe(
    `select ${SHOWN} from unnest($2::uuid[], $3::integer[]) as k (transaction_id, sequence)
     join webhook_events e on e.merchant_id = $1 and e.transaction_id = k.transaction_id and e.sequence = k.sequence
     ${WITH_LAST_TRY} order by e.transaction_id desc, e.sequence desc`,
    [merchantId, shown.map((one) => one.transactionId), shown.map((one) => one.sequence)],
  );
  const end = keys.length > limit ? keys[limit - 1]! : last;
  return { deliveries: rows.map(toDelivery), next: end === null ? null : readKey(end) };
}

function readKey(key: string): Pick<DeliveryKey, 'transactionId' | 'sequence'> {
  const [transactionId = '', sequence] = key.split('/');
  return { transactionId, sequence: Number(sequence) };
}

const keyOf = (row: Row) => ({ transactionId: row.transaction_id, sequence: row.sequence });

/**
 * The type of an event is only in its body and has no index, because each payment would have to write it. So a page
 * searches this many events, which takes some 60 ms, and a page that is not full says where the next one continues.
 */
const LOOKED_AT = 20_000;

/** If an index narrows a list to few events, the list is read completely. */
function isLookedThrough({ states = [], eventTypes = [], transactionId }: DeliveryFilter): boolean {
  const areFew = states.length > 0 && !states.includes('delivered');
  return eventTypes.length > 0 && !areFew && !transactionId;
}

/** Where to search for a filter's events: with states only, in the queue, which has few. */
export function eventsOf({ states = [] }: DeliveryFilter): string {
  return states.length === 0 || states.includes('delivered') ? 'webhook_events' : UNDELIVERED;
}

/** The queue's events, with the shown columns. */
const UNDELIVERED = `(
  select q.merchant_id, q.transaction_id, q.sequence, q.brand_id, q.state, q.tries, q.next_try_at, q.created_at,
    e.event_id, e.body, null::timestamptz as delivered_at
  from webhook_queue q join events e on e.merchant_id = q.merchant_id and e.transaction_id = q.transaction_id
    and e.sequence = q.sequence)`;

/** The conditions of a filter on a row `e` of these events, the merchant first. */
export function fits(
  { merchantId, brandId, filter }: Pick<DeliveryKey, 'merchantId' | 'brandId'> & { filter: DeliveryFilter },
  place: Place,
): string[] {
  const conditions = [`e.merchant_id = ${place(merchantId)}`, `e.brand_id = ${place(brandId)}`];
  const { states = [], eventTypes = [], from, to, transactionId } = filter;
  if (states.length > 0) conditions.push(`(${states.map((state) => IN_STATE[state]).join(' or ')})`);
  if (eventTypes.length > 0) conditions.push(fitsType(eventTypes, place));
  if (from) conditions.push(`e.created_at >= ${place(from)}`);
  // No event is older than its transaction, so the search can begin at this id.
  if (to) conditions.push(`e.created_at < ${place(to)}`, `e.transaction_id < ${place(firstIdAt(to))}::uuid`);
  if (transactionId) conditions.push(`e.transaction_id = ${place(transactionId)}`);
  return conditions;
}

/**
 * The body begins with the event's id and type (domain/webhooks/webhook-event.ts). The comparison uses no pattern,
 * which would take ten times as long.
 */
const fitsType = (eventTypes: readonly string[] = [], place: Place) =>
  `(${eventTypes.map((type) => `strpos(left(e.body, 120), ${place(`"eventType":"${type}"`)}) > 0`).join(' or ')})`;

export const SHOWN = `e.event_id, e.transaction_id, e.sequence, e.state, e.tries, e.created_at, e.delivered_at,
  e.next_try_at, e.body, t.at, t.status_code, t.error, t.duration_ms`;

/** `$1` is the merchant: with a constant Citus finds the shard, even behind a subquery with a limit. */
export const WITH_LAST_TRY = `left join webhook_tries t on t.merchant_id = $1
  and t.transaction_id = e.transaction_id and t.sequence = e.sequence and t.try_number = e.tries`;

export function toDelivery(row: Row): Delivery {
  const body = JSON.parse(row.body) as { eventType: string; merchantReference?: string | null };
  const state = row.state === 'pending' ? (row.tries > 0 ? 'retrying' : 'sending') : row.state;
  return {
    eventId: row.event_id,
    eventType: body.eventType,
    transactionId: row.transaction_id,
    sequence: row.sequence,
    merchantReference: body.merchantReference ?? null,
    state,
    tries: row.tries,
    createdAt: row.created_at,
    deliveredAt: row.delivered_at,
    nextTryAt: row.next_try_at,
    lastTry:
      row.at === null
        ? null
        : { at: row.at, statusCode: row.status_code, error: row.error, durationMs: row.duration_ms },
  };
}
