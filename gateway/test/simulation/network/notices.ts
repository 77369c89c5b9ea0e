// The simulated network's notifications: it signs them, and its adapter
// reads them again as the gateway stored them.
import { createHmac } from 'node:crypto';
import type { NotificationHeaders, Outcome } from '@tollgate/provider-kit';
import type { News, NotificationReading } from '../../../src/domain/notifications/news.ts';

/** The notification as it is sent. */
export interface SentNotice {
  headers: NotificationHeaders;
  bytes: Buffer;
}

/** `id`: the charge's reference. */
interface Charge {
  id: string;
  amountMinor: bigint;
  currency: string;
}

const SIGNATURE = 'simulated-signature';
const sign = (body: string) => createHmac('sha256', 'key').update(body).digest('base64');

/** How a charge ended; the notification is the same each time. */
export function writeNotice({ id, amountMinor, currency }: Charge, outcome: Outcome): SentNotice {
  const body = JSON.stringify({
    key: `${id}:${outcome.kind}`,
    reference: id,
    amountMinor: String(amountMinor),
    currency,
    outcome,
  });
  return { headers: { [SIGNATURE]: sign(body) }, bytes: Buffer.from(body) };
}

type MandateNews = Extract<News, { about: 'mandate' }>;

/** What the network stored, or that the payer ended it there. */
export function writeMandateNotice(news: MandateNews): SentNotice {
  const [key, reference] = news.kind === 'stored' ? [news.stored.id, news.charge] : [news.storedId, null];
  const body = JSON.stringify({ key: `${key}:${news.kind}`, reference, mandate: news });
  return { headers: { [SIGNATURE]: sign(body) }, bytes: Buffer.from(body) };
}

export function readNotice(headers: NotificationHeaders, bytes: Buffer, now: Date): NotificationReading {
  const body = bytes.toString('utf8');
  if (headers[SIGNATURE] !== sign(body)) return { kind: 'refused' };
  const { key, reference, amountMinor, currency = null, outcome, mandate } = JSON.parse(body);
  const item = {
    key,
    kind: outcome ? outcome.kind : `mandate ${mandate.kind}`,
    reference,
    providerReference: null,
    amountMinor: outcome ? BigInt(amountMinor) : null,
    currency,
    occurredAt: now,
    isForeignAccount: false,
    body,
  };
  return { kind: 'authentic', items: [item] };
}

export function newsOf(body: string): News {
  const { reference, amountMinor, currency, outcome, mandate } = JSON.parse(body);
  if (mandate) return mandate;
  const amount = { amountMinor: BigInt(amountMinor), currency };
  return { about: 'charge', charge: reference, amount, outcome };
}
