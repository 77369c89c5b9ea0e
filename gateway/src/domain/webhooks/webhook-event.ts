// A webhook event: its name, its body, its endpoint (spec 6, contract 5). The body is serialised here and must never be
// serialised again: every try sends these bytes, with the signature from signTry. Pure.
import { hash } from 'node:crypto';
import { type DisputeChange, toDisputeRecord } from '../after-end/dispute.ts';
import type { ReturnChange } from '../after-end/return.ts';
import { type Capture, type CaptureEvent, toCaptureRecord } from '../captures/capture.ts';
import { hmacBase64 } from '../keys/signature.ts';
import { type Mandate, toMandateRecord, withoutCustomer } from '../mandates/mandate.ts';
import type { MandateEvent } from '../mandates/mandate-step.ts';
import { type Brand, type SigningSecret, validSecrets } from '../merchants/brand.ts';
import { toRecordCore } from '../records/record.ts';
import { type Refund, type RefundStatus, toRefundRecord } from '../refunds/refund.ts';
import {
  isErased,
  type Status,
  type Transaction,
  type TransactionType,
} from '../transactions/transaction.ts';
import type { Change } from '../transactions/transition.ts';

export interface WebhookEvent {
  merchantId: string;
  transactionId: string;
  sequence: number;
  eventId: string;
  brandId: string;
  endpointId: string;
  /** The transaction's own address; null: the brand's present address at each try (contract 5). */
  url: string | null;
  /** Whether there is an address when the event is made: its own or the brand's. */
  addressed: boolean;
  body: string;
  /**
   * Base64 HMAC over the body with the secret named in the next field. After a try: the signature of the latest try.
   */
  xSignature: string;
  signingSecretId: string;
  createdAt: Date;
  /** W3C's header of the trace in which the event arose; absent: there is none. */
  traceparent?: string;
  /** X-Request-Id of the call that made the transaction; absent: it is not known. */
  requestId?: string;
}

const EVENT_PREFIX = { PAYIN: 'payin', PAYOUT: 'payout' } as const satisfies Record<TransactionType, string>;

type StatusEventType = `${(typeof EVENT_PREFIX)[TransactionType]}.${Lowercase<Exclude<Status, 'INIT'>>}`;
type RefundEventType = `refund.${Lowercase<RefundStatus>}`;

/** Every event type that we send. The guide says what to do with each. */
export type EventType =
  | StatusEventType
  | 'payin.authorized'
  | CaptureEvent
  | MandateEvent
  | RefundEventType
  | DisputeChange['eventType']
  | ReturnChange['eventType'];

const eventType = (type: TransactionType, status: Status) =>
  `${EVENT_PREFIX[type]}.${status.toLowerCase()}` as StatusEventType;

const refundEventType = (status: RefundStatus) => `refund.${status.toLowerCase()}` as RefundEventType;

/** The brand of an event: its present address and secrets. */
interface Sender {
  notificationUrl: string | null;
  signingSecrets: readonly Pick<SigningSecret, 'id' | 'secret'>[];
}

/** The event for a status change that was just decided. An authorisation has its own name (contract 16). */
export function statusEvent(
  { before, after }: Pick<Change, 'before' | 'after'>,
  eventId: string,
  brand: Sender,
): WebhookEvent {
  const isAuthorization = before.authorized === null && after.authorized !== null;
  const name = isAuthorization ? 'payin.authorized' : eventType(after.type, after.status);
  return eventOf(after, brand, { eventId, eventType: name });
}

/** An event for a step of a capture: the record of its pay-in, and the capture beside it (contract 16). */
export function captureEvent(
  after: Transaction,
  capture: Capture,
  name: { eventId: string; eventType: CaptureEvent },
  brand: Sender,
): WebhookEvent {
  const isAboutCapture = name.eventType === 'capture.completed' || name.eventType === 'capture.failed';
  return eventOf(after, brand, name, isAboutCapture ? { capture: toCaptureRecord(capture) } : {});
}

/**
 * The event for a refund that was made or has ended: the record of its pay-in, and the refund beside it (contract 5).
 */
export function refundEvent(
  after: Transaction,
  refund: Refund,
  eventId: string,
  brand: Sender,
): WebhookEvent {
  const name = { eventId, eventType: refundEventType(refund.status) };
  return eventOf(after, brand, name, { refund: toRefundRecord(refund) });
}

/** The event for a step of a dispute: the record of its pay-in, and the dispute beside it (contract 13). */
export function disputeEvent(
  { after, dispute, eventType: name }: Pick<DisputeChange, 'after' | 'dispute' | 'eventType'>,
  eventId: string,
  brand: Sender,
): WebhookEvent {
  return eventOf(after, brand, { eventId, eventType: name }, { dispute: toDisputeRecord(dispute) });
}

/**
 * An event for a step of a mandate: the record of the pay-in with which it began, and the whole mandate (contract 16).
 */
export function mandateEvent(
  after: Transaction,
  mandate: Mandate,
  name: { eventId: string; eventType: MandateEvent },
  brand: Sender,
): WebhookEvent {
  // If only the first pay-in was erased, because its time was over, its events must still name nobody.
  const shown = isErased(after) ? withoutCustomer(mandate) : mandate;
  return eventOf(after, brand, name, { mandate: toMandateRecord(shown) });
}

/** The event for a payout or debit that came back; the record says why (contract 13). */
export function returnEvent(
  { after, eventType: name }: Pick<ReturnChange, 'after' | 'eventType'>,
  eventId: string,
  brand: Sender,
): WebhookEvent {
  return eventOf(after, brand, { eventId, eventType: name });
}

function eventOf(
  after: Transaction,
  { notificationUrl, signingSecrets: [secret] }: Sender,
  name: { eventId: string; eventType: EventType },
  more: object = {},
): WebhookEvent {
  if (!secret) throw new Error(`brand ${after.brandId} has no signing secret`);
  const { eventId } = name;
  const url = after.details.notificationUrl;
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
    endpointId: endpointId(after.brandId, url),
    url,
    addressed: (url ?? notificationUrl) !== null,
    body,
    xSignature: hmacBase64(secret.secret, body),
    signingSecretId: secret.id,
    createdAt: after.updatedAt,
    ...(after.details.requestId !== undefined && { requestId: after.details.requestId }),
  };
}

/** What the receiver checks at one try, with the secrets that are valid then. */
export interface TrySignature {
  xSignature: string;
  signingSecretId: string;
  /** For the Standard Webhooks header: the brand's newest secret, and the secret of X-Signature if it differs. */
  secrets: string[];
}

/**
 * The stored signature while its secret is valid, so that retries are identical. After that a signature with the
 * brand's newest secret, over the same bytes (contract 5). null: the brand has no valid secret.
 */
export function signTry(
  event: Pick<WebhookEvent, 'body' | 'xSignature' | 'signingSecretId'>,
  brand: Pick<Brand, 'signingSecrets'>,
  now: Date,
): TrySignature | null {
  const { body, xSignature, signingSecretId } = event;
  const valid = validSecrets(brand, now);
  const newest = valid[0];
  if (!newest) return null;
  const own = valid.find((one) => one.id === signingSecretId);
  if (own) {
    const secrets = own === newest ? [own.secret] : [newest.secret, own.secret];
    return { xSignature, signingSecretId, secrets };
  }
  const anew = hmacBase64(newest.secret, body);
  return { xSignature: anew, signingSecretId: newest.id, secrets: [newest.secret] };
}

/** An address in the form that may be shown and compared: queries may contain secrets. */
export function withoutQuery(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

const endpointIds = new Map<string, string>();

/**
 * For a brand's own address the endpoint is the brand's id, so that waiting events follow a new address. Each address
 * that transactions name has its own endpoint. The query string does not count, so that addresses with an order number
 * in it share the limits of their server. The id has the form of a UUID, for its index.
 */
export function endpointId(brandId: string, url: string | null): string {
  if (url === null) return brandId;
  const key = `${brandId} ${withoutQuery(url)}`;
  let id = endpointIds.get(key);
  if (!id) {
    const hex = hash('sha256', key, 'hex');
    id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    if (endpointIds.size > 10_000) endpointIds.clear();
    endpointIds.set(key, id);
  }
  return id;
}
