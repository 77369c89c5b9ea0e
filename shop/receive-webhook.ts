// POST /shop/webhooks: the gateway's events, as a careful merchant takes them. The raw bytes must be verified before
// anything is read. A repeated event counts once, and orders are found by the shop's own reference.
import type { IncomingHttpHeaders } from 'node:http';
import { webhooks } from '@tollgate/sdk';
import type { Json, Orders, WebhookStep } from './orders.ts';
import { settleCapture, settleDispute, settleRefund, settleReturn, settleStatus } from './settle-status.ts';

const SHOWN_HEADERS = ['X-Signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature'];

const STATUS = /^pay(in|out)\.(pending|processing|authorized|completed|declined|error)$/;

/** The HTTP status to answer with. */
export async function receiveWebhook(
  orders: Orders,
  signingSecret: string,
  rawBody: Uint8Array,
  headers: IncomingHttpHeaders,
): Promise<number> {
  const given = Object.fromEntries(
    SHOWN_HEADERS.flatMap((name) => {
      const value = headers[name.toLowerCase()];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
  let event: Json;
  try {
    event = await webhooks.verify(rawBody, headers, signingSecret);
  } catch (error) {
    if (error instanceof webhooks.WebhookError) return 401;
    throw error;
  }
  const order = orders.byReference(event.merchantReference);
  // The event is about another shop of this brand, or from before a restart: the shop receives it and does nothing.
  if (order === undefined || (order.transactionId ?? event.transactionId) !== event.transactionId) return 200;

  const before = order.steps.find(
    (step): step is WebhookStep => step.kind === 'webhook' && step.eventId === event.eventId,
  );
  if (before) {
    before.duplicates += 1;
    orders.changed(order);
    return 200;
  }
  orders.add<WebhookStep>(order, {
    kind: 'webhook',
    title: event.eventType,
    text: 'The gateway tells us. We verified the signature over the raw bytes before reading them.',
    eventId: event.eventId,
    eventType: event.eventType,
    sequence: event.sequence,
    headers: Object.entries(given),
    body: event,
    standard: 'webhook-signature' in given,
    duplicates: 0,
  });
  // The event's type decides: a refund, a dispute or a return also carries the status of its payment, which says
  // nothing new.
  if (STATUS.test(event.eventType) && event.sequence > order.lastSequence) {
    order.lastSequence = event.sequence;
    const detail = `${event.eventType}, sequence ${event.sequence}`;
    settleStatus(order, event, { source: 'webhook', detail });
  }
  // Money counts, whatever the order of events.
  if (event.capture) settleCapture(order, event.capture);
  if (event.refund) settleRefund(order, event.refund);
  if (event.dispute) settleDispute(order, event.dispute, event.sequence);
  if (/\.returned$/.test(event.eventType)) settleReturn(order, event.returned);
  orders.changed(order);
  return 200;
}
