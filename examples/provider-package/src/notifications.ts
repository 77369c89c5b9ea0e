// Acme's notifications: signed, but only a hint. What happened is asked for, so an old or doubled one does no harm.
import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type News,
  type NotificationHeaders,
  type NotificationReading,
  type ProviderAccount,
  parseDecimal,
  readChargeReference,
  type StoredItem,
} from '@tollgate/provider-kit';
import { type AcmeClient, type AcmeObject, parse } from './client.ts';
import { aboutPayment, outcomeOf } from './payments.ts';
import { refundOutcomeOf } from './refunds.ts';

export const SIGNATURE_HEADER = 'acme-signature';

/** The signature covers the bytes as they came. Either of two secrets will do while one is replaced. */
export function readNotification(
  { credentials }: ProviderAccount,
  headers: NotificationHeaders,
  bytes: Buffer,
): NotificationReading {
  const signature = Buffer.from(String(headers[SIGNATURE_HEADER] ?? ''));
  const isSigned = [credentials.notificationSecrets ?? []].flat().some((secret) => {
    const expected = Buffer.from(createHmac('sha256', secret).update(bytes).digest('hex'));
    return expected.length === signature.length && timingSafeEqual(expected, signature);
  });
  if (!isSigned) return { kind: 'refused' };
  const event = parse(bytes.toString('utf8'));
  if (typeof event?.id !== 'string' || typeof event.type !== 'string') return { kind: 'unreadable' };
  const item = {
    key: event.id,
    kind: event.type,
    reference: typeof event.reference === 'string' ? event.reference : null,
    providerReference: typeof event.object === 'string' ? event.object : null,
    amountMinor: null,
    currency: null,
    occurredAt: null,
    isForeignAccount: false,
    body: JSON.stringify({ object: event.object }),
  };
  return { kind: 'authentic', items: [item] };
}

/** Never throws for a strange body: it was stored, so it is read again and again. */
export async function newsOf(client: AcmeClient, item: StoredItem, signal: AbortSignal): Promise<News> {
  const id = parse(item.body)?.object;
  if (typeof id !== 'string') return { about: 'nothing', reason: 'it names no object' };
  const [folder] = item.kind.split('.');
  if (folder !== 'payment' && folder !== 'refund')
    return { about: 'nothing', reason: 'its kind is not known' };
  const answer = await client.send('GET', `/v1/${folder}s/${encodeURIComponent(id)}`, { signal });
  if (answer.kind === 'not-found') return { about: 'foreign' };
  if (answer.kind !== 'object') return { about: 'unread', reason: 'Acme did not answer' };
  return folder === 'payment' ? newsOfPayment(client, answer.object) : newsOfRefund(client, answer.object);
}

function newsOfPayment(client: AcmeClient, payment: AcmeObject): News {
  const of = aboutPayment(payment);
  if (!of || !readChargeReference(of.reference)) return { about: 'foreign' };
  const outcome = outcomeOf(client, payment);
  if (outcome.kind === 'redirect') return { about: 'nothing', reason: 'the shopper has not paid yet' };
  return {
    about: 'charge',
    charge: of.reference,
    payment: payment.id,
    amount: { amountMinor: of.amountMinor, currency: of.currency },
    outcome: outcome.kind === 'completed' ? { ...outcome, notified: true } : outcome,
  };
}

function newsOfRefund(client: AcmeClient, refund: AcmeObject): News {
  const amountMinor = parseDecimal(refund.amount, refund.currency);
  if (amountMinor === null) return { about: 'foreign' };
  return {
    about: 'refund',
    refundId: typeof refund.reference === 'string' ? refund.reference : null,
    charge: null,
    payment: String(refund.payment),
    providerReference: refund.id,
    amount: { amountMinor, currency: String(refund.currency) },
    outcome: refundOutcomeOf(client, refund),
    needsFormer: false,
  };
}
