// Notifications (contract 13). The library checks the signature and reads the content. What it cannot verify is
// refused. Amount and reference come from the signed body itself. An item keeps no more than that.
import { createHash } from 'node:crypto';
import {
  type News,
  type NotificationHeaders,
  type NotificationItem,
  type NotificationReading,
  readRefundReference,
  type StoredItem,
} from '@tollgate/provider-kit';
import type { Connection } from './connection.ts';
import type { EventAnswer } from './messages/answers.ts';
import { saidIn, textAt } from './payments/about.ts';
import { isReference } from './payments/outcomes.ts';
import { declineOf, PAYMENTS, REFUNDS } from './payments/statuses.ts';

/** The library makes no difference between a connector's several notification addresses. */
const PATH = '/notifications';

interface Kept {
  about: 'charge' | 'refund' | 'other';
  status: string;
  reference: string | null;
  payment: string | null;
  refund: string | null;
  /** Minor units as text. */
  amount: string | null;
  currency: string | null;
  decline: string;
}

export async function readNotification(
  at: Connection,
  headers: NotificationHeaders,
  bytes: Buffer,
): Promise<NotificationReading> {
  if (!at.connector.hasEvents) return { kind: 'refused' };
  for (const secret of secretsOf(at)) {
    const read = await verified(at, { headers, bytes, secret });
    if (read && (await isChecked(at, { headers, bytes, secret })))
      return { kind: 'authentic', items: [itemOf(at, read, bytes)] };
  }
  return { kind: 'refused' };
}

function secretsOf({ account: { credentials } }: Connection): string[] {
  const given = credentials.webhookSecrets;
  return (typeof given === 'string' ? [given] : [...(given ?? [])]).filter((secret) => secret !== '');
}

/**
 * The library has checked a signature over the whole body: it must not vouch for it with another secret, nor for
 * another body. It may vouch for a connector whose signatures it does not check.
 */
async function isChecked(
  at: Connection,
  { headers, bytes, secret }: { headers: NotificationHeaders; bytes: Buffer; secret: string },
): Promise<boolean> {
  const others = [
    // Also where the secret has to be hex.
    { headers, bytes, secret: `00${secret.split('').reverse().join('')}` },
    { headers, bytes: Buffer.concat([bytes, Buffer.from(' ')]), secret },
  ];
  for (const other of others) if (await verified(at, other)) return false;
  return true;
}

/** null: the library does not vouch for it. */
async function verified(
  at: Connection,
  { headers, bytes, secret }: { headers: NotificationHeaders; bytes: Buffer; secret: string },
): Promise<EventAnswer | null> {
  const body = bytes.toString('utf8');
  const texts = Object.entries(headers).filter((one): one is [string, string] => typeof one[1] === 'string');
  const reply = await at.direct('handle_event', {
    requestDetails: { method: 'HTTP_METHOD_POST', uri: PATH, headers: Object.fromEntries(texts), body },
    webhookSecrets: { secret },
  });
  const event = 'message' in reply ? (reply.message as EventAnswer) : null;
  return event?.sourceVerified === true ? event : null;
}

function itemOf(at: Connection, event: EventAnswer, bytes: Buffer): NotificationItem {
  const kept = keptOf(at, event, bytes);
  const kind = event.eventType ?? '';
  const hasAmount = kept.amount !== null && kept.currency !== null;
  return {
    // The same bytes are the same news.
    key: createHash('sha256').update(bytes).digest('hex'),
    kind: /^[A-Z_]{1,100}$/.test(kind) ? kind : 'UNKNOWN',
    reference: kept.about === 'refund' ? kept.refund : kept.reference,
    providerReference: kept.payment,
    amountMinor: hasAmount ? BigInt(kept.amount!) : null,
    currency: hasAmount ? kept.currency : null,
    occurredAt: null,
    isForeignAccount: false,
    body: JSON.stringify(kept),
  };
}

function keptOf(at: Connection, { eventContent }: EventAnswer, bytes: Buffer): Kept {
  const own = jsonIn(bytes);
  const { paymentsResponse: payment, refundsResponse: refund } = eventContent ?? {};
  const paths = at.facts.aboutEvents ?? (refund ? (at.facts.aboutRefunds ?? at.facts.about) : at.facts.about);
  const said = saidIn(own, paths, '');
  const error = payment?.error ?? refund?.error;
  return {
    about: payment ? 'charge' : refund ? 'refund' : 'other',
    status: payment?.status ?? refund?.status ?? '',
    reference: clean(said.reference ?? payment?.merchantTransactionId),
    payment: clean((payment ?? refund)?.connectorTransactionId),
    refund: clean(refund?.connectorRefundId ?? refund?.merchantRefundId),
    amount: said.amountMinor === null ? null : String(said.amountMinor),
    currency: said.currency,
    decline: textAt(own, at.facts.about.decline) ?? error?.connectorDetails?.code ?? '',
  };
}

const clean = (text: string | undefined | null) => (isReference(text ?? undefined) ? text! : null);

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

export function newsOf(at: Connection, { body, kind }: Pick<StoredItem, 'body' | 'kind'>): News {
  const kept = keptIn(body);
  if (kept?.about === 'charge') return newsOfCharge(at, kept);
  if (kept?.about === 'refund') return newsOfRefund(at, kept);
  at.parts.unknownValue('event', kind);
  return { about: 'nothing', reason: 'this kind of news is not known' };
}

/** Money is never moved by news that names no amount: an inquiry finds it. */
function newsOfCharge(at: Connection, kept: Kept): News {
  const { reference, payment, status } = kept;
  if (reference === null) return { about: 'foreign' };
  const standing = Object.hasOwn(PAYMENTS, status) ? PAYMENTS[status]! : null;
  if (standing === null || standing === 'in doubt') at.parts.unknownValue('status', status);
  const amount = amountOf(kept);
  const known = { about: 'charge', charge: reference, payment, amount } as const;
  const own = payment === null ? {} : { providerReference: payment };
  // A cancellation takes a payment back, and a decline ends it.
  if (standing !== null && standing !== 'open' && standing !== 'in doubt' && amount === null)
    return { about: 'nothing', reason: 'it names no amount, so the provider is asked instead' };
  switch (standing) {
    case 'completed':
      return { ...known, outcome: { kind: 'completed', notified: true, ...own } };
    case 'authorized':
      return { ...known, outcome: { kind: 'authorized', takesSeveral: false, ...own } };
    case 'declined':
    case 'not authenticated': {
      const errorCode =
        declineOf(at.connector.connector, kept.decline) ?? (standing === 'declined' ? '2005' : '2101');
      return { ...known, outcome: { kind: 'declined', errorCode, ...own } };
    }
    case 'expired':
      return { ...known, outcome: { kind: 'expired' } };
    case 'cancelled':
      return { ...known, outcome: { kind: 'cancelled' } };
    default:
      return { about: 'nothing', reason: 'nothing is decided yet' };
  }
}

function newsOfRefund(at: Connection, kept: Kept): News {
  const { payment, refund, status } = kept;
  const meaning = Object.hasOwn(REFUNDS, status) ? REFUNDS[status]! : null;
  const amount = amountOf(kept);
  if (meaning === null) at.parts.unknownValue('refund status', status);
  if (meaning === null || meaning === 'pending' || amount === null || refund === null)
    return { about: 'nothing', reason: 'it does not say how much of which refund has ended' };
  const refundId = readRefundReference(refund);
  const known = { about: 'refund', charge: null, payment, providerReference: refund, amount } as const;
  return {
    ...known,
    refundId,
    outcome:
      meaning === 'completed'
        ? { kind: 'completed', providerReference: refund }
        : { kind: 'failed', errorCode: '5005', providerReference: refund },
    needsFormer: false,
  };
}

const amountOf = ({ amount, currency }: Kept) =>
  amount === null || currency === null ? null : { amountMinor: BigInt(amount), currency };

/** null: it is none of our items. */
function keptIn(body: string): Kept | null {
  try {
    const kept: unknown = JSON.parse(body);
    return typeof kept === 'object' && kept !== null && 'about' in kept ? (kept as Kept) : null;
  } catch {
    return null;
  }
}
