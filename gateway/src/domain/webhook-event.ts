// A webhook event: its name, its body, its endpoint (spec 6, contract 5). The body is serialised here once;
// every try sends these bytes. Built by actions/apply-outcome.ts and write-refund.ts, sent by worker/webhook-sender.ts.
// Pure.
import { hash } from 'node:crypto';
import { toRecordCore } from './record.ts';
import { type Refund, type RefundStatus, toRefundRecord } from './refund.ts';
import { hmacBase64 } from './signature.ts';
import type { Status, Transaction, TransactionType } from './transaction.ts';

export interface WebhookEvent {
  merchantId: string;
  transactionId: string;
  sequence: number;
  eventId: string;
  brandId: string;
  /** null with no url. */
  endpointId: string | null;
  url: string | null;
  body: string;
  /** Base64 HMAC over the body under the secret that was current at the time. */
  xSignature: string;
  signingSecretId: string;
  createdAt: Date;
}

const EVENT_PREFIX = { PAYIN: 'payin', PAYOUT: 'payout' } as const satisfies Record<TransactionType, string>;

export function eventType(type: TransactionType, status: Status): string {
  return `${EVENT_PREFIX[type]}.${status.toLowerCase()}`;
}

export function refundEventType(status: RefundStatus): string {
  return `refund.${status.toLowerCase()}`;
}

interface Secret {
  id: string;
  secret: string;
}

/** The event of a status change that has just been decided. */
export function statusEvent(
  after: Transaction,
  eventId: string,
  url: string | null,
  secret: Secret,
): WebhookEvent {
  return eventOf(after, { eventId, eventType: eventType(after.type, after.status) }, url, secret);
}

/** The event of a refund that was made or has ended: the record of its pay-in, and the refund beside it (contract 5). */
export function refundEvent(
  after: Transaction,
  refund: Refund,
  eventId: string,
  url: string | null,
  secret: Secret,
): WebhookEvent {
  const name = { eventId, eventType: refundEventType(refund.status) };
  return eventOf(after, name, url, secret, { refund: toRefundRecord(refund) });
}

function eventOf(
  after: Transaction,
  name: { eventId: string; eventType: string },
  url: string | null,
  secret: Secret,
  more: object = {},
): WebhookEvent {
  const { eventId } = name;
  const body = JSON.stringify({
    ...name,
    sequence: after.sequence,
    occurredAt: after.updatedAt.toISOString(),
    ...toRecordCore(after),
    ...more,
  });
  return {
    merchantId: after.merchantId,
    transactionId: after.id,
    sequence: after.sequence,
    eventId,
    brandId: after.brandId,
    endpointId: url && endpointId(after.brandId, url),
    url,
    body,
    xSignature: hmacBase64(secret.secret, body),
    signingSecretId: secret.id,
    createdAt: after.updatedAt,
  };
}

const endpointIds = new Map<string, string>();

/**
 * One endpoint for each brand and address; a query string does not make another, so that addresses with an
 * order number in them share the limits of their server. UUID-shaped so that it indexes well.
 */
export function endpointId(brandId: string, url: string): string {
  const query = url.indexOf('?');
  const key = `${brandId} ${query === -1 ? url : url.slice(0, query)}`;
  let id = endpointIds.get(key);
  if (!id) {
    const hex = hash('sha256', key, 'hex');
    id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    if (endpointIds.size > 10_000) endpointIds.clear();
    endpointIds.set(key, id);
  }
  return id;
}
