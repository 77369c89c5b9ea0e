// A webhook event: its name, its body, its endpoint (spec 6, contract 5). The body is serialised here once;
// every try sends these bytes. Built by actions/apply-outcome.ts, sent by worker/webhook-sender.ts. Pure.
import { hash } from 'node:crypto';
import { toRecordCore } from './record.ts';
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

/** The event of a status change that has just been decided. */
export function statusEvent(
  after: Transaction,
  eventId: string,
  url: string | null,
  secret: { id: string; secret: string },
): WebhookEvent {
  const body = JSON.stringify({
    eventId,
    eventType: eventType(after.type, after.status),
    sequence: after.sequence,
    occurredAt: after.updatedAt.toISOString(),
    ...toRecordCore(after),
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
