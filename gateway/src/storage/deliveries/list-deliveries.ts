// A brand's webhook events as its people look at them, newest transactions first, a page at a time. Called by the portal. It
// walks along the primary key, or takes a range of time from the small index on it (webhook_events_by_time), whichever
// the planner finds shorter; rows are only read.
import type { Row } from 'postgres';
import type { Sql } from '../database.ts';
import { type Place, parameters } from '../listing/filter.ts';

/**
 * Where an event stands, in the words of the portal. sending: its first try is due or in flight. retrying: tried, and to
 * be tried again. The others are the states of docs/ARCHITECTURE, walk 4.
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
  delivered: "e.state = 'delivered'",
};

export interface DeliveryFilter {
  states?: readonly DeliveryState[];
  eventTypes?: readonly string[];
  /** Of the event, half open. */
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
  /** null: no try is planned. */
  nextTryAt: Date | null;
  lastTry: { at: Date; statusCode: number | null; error: string | null; durationMs: number } | null;
}

export interface DeliveryPage {
  deliveries: Delivery[];
  /** Where the next page begins. */
  next: Pick<DeliveryKey, 'transactionId' | 'sequence'> | null;
}

export async function listDeliveries(
  sql: Sql,
  request: Pick<DeliveryKey, 'merchantId' | 'brandId'> & {
    filter: DeliveryFilter;
    before: Pick<DeliveryKey, 'transactionId' | 'sequence'> | null;
    limit: number;
  },
): Promise<DeliveryPage> {
  const { values, place } = parameters();
  const { before, limit } = request;
  const conditions = fits(request, place);
  if (before) {
    const { transactionId, sequence } = before;
    conditions.push(
      `(e.transaction_id, e.sequence) < (${place(transactionId)}::uuid, ${place(sequence)}::integer)`,
    );
  }
  const rows = await sql.unsafe(
    `select ${SHOWN} from (
       select * from webhook_events e where ${conditions.join(' and ')}
       order by e.transaction_id desc, e.sequence desc limit ${place(limit + 1)}) e
     ${WITH_LAST_TRY} order by e.transaction_id desc, e.sequence desc`,
    values as never[],
  );
  const deliveries = rows.slice(0, limit).map(toDelivery);
  const last = deliveries.at(-1);
  const goesOn = rows.length > limit && last !== undefined;
  return {
    deliveries,
    next: goesOn ? { transactionId: last.transactionId, sequence: last.sequence } : null,
  };
}

/** The conditions of a filter on a row `e` of webhook_events, the merchant first. */
export function fits(
  { merchantId, brandId, filter }: Pick<DeliveryKey, 'merchantId' | 'brandId'> & { filter: DeliveryFilter },
  place: Place,
): string[] {
  const conditions = [`e.merchant_id = ${place(merchantId)}`, `e.brand_id = ${place(brandId)}`];
  const { states = [], eventTypes = [], from, to, transactionId } = filter;
  if (states.length > 0) conditions.push(`(${states.map((state) => IN_STATE[state]).join(' or ')})`);
  if (eventTypes.length > 0) conditions.push(`${EVENT_TYPE} = any(${place(eventTypes)}::text[])`);
  if (from) conditions.push(`e.created_at >= ${place(from)}`);
  if (to) conditions.push(`e.created_at < ${place(to)}`);
  if (transactionId) conditions.push(`e.transaction_id = ${place(transactionId)}`);
  return conditions;
}

/** The body begins with the event's id and type (domain/webhook-event.ts). */
const EVENT_TYPE = `substring(left(e.body, 120) from '"eventType":"([a-z.]+)"')`;

export const SHOWN = `e.event_id, e.transaction_id, e.sequence, e.state, e.tries, e.created_at, e.delivered_at,
  e.next_try_at, e.body, t.at, t.status_code, t.error, t.duration_ms`;

export const WITH_LAST_TRY = `left join webhook_tries t on t.merchant_id = e.merchant_id
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
