// Stripe's events as items of a notification (contract 13): those that it sends, and those of its list that did not
// arrive. Called by stripe.ts. An event is only a hint, so an item keeps only which object it is about. The object in
// an event holds a client secret and the shopper's data, and must never be stored.
import type {
  Missed,
  MissedWanted,
  NotificationItem,
  NotificationReading,
  ProviderAccount,
} from '@tollgate/provider-kit';
import type { Stripe } from 'stripe';
import type { StripeAccount } from './account.ts';
import { fromStripeAmount } from './amounts.ts';
import { callFailureOf } from './client.ts';
import { cleanText, type Intent, idIn, isId, isRecord } from './objects.ts';
import { isSigned, type Signed } from './signatures.ts';

const PAGE_SIZE = 100;
/** A thousand events: one question of some seconds has time for that many. */
const MOST_PAGES = 10;

/**
 * The events that say something about money or a mandate. Every other event changes nothing, or says the same as one of
 * these: those of a page whose payment takes days do not occur, because pages take cards alone. Payouts of which no
 * event came are found by their own list (settlements/). Stripe's list of types accepts twenty at most.
 */
const TELLING_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.amount_capturable_updated',
  'checkout.session.completed',
  'checkout.session.expired',
  'charge.captured',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'payment_method.detached',
  'mandate.updated',
];

/** The parts of its event that an item keeps. */
export interface EventHint {
  objectId: string | null;
  /** The payment of the object, if the event names it. */
  intentId: string | null;
}

/** An event to be read. */
export interface Reading {
  kind: string;
  at: StripeAccount;
  stripe: Stripe;
  hint: EventHint;
  /** The id of the event's object. */
  id: string;
  /** Payments that were already read for this event, by id. */
  intents: Map<string, Intent>;
}

export function readStripeNotification({ account }: StripeAccount, signed: Signed): NotificationReading {
  const given = account.credentials.webhookSecrets;
  const secrets = (typeof given === 'string' ? [given] : (given ?? [])).filter((secret) => secret !== '');
  if (!isSigned(signed, secrets)) return { kind: 'refused' };
  let event: unknown;
  try {
    event = JSON.parse(signed.bytes.toString('utf8'));
  } catch {
    return { kind: 'unreadable' };
  }
  const item = itemOf(event, account);
  return item ? { kind: 'authentic', items: [item] } : { kind: 'unreadable' };
}

/** Null: the value is no event. */
function itemOf(event: unknown, account: ProviderAccount): NotificationItem | null {
  if (!isRecord(event) || !isWord(event.id) || !isWord(event.type)) return null;
  const object = isRecord(event.data) && isRecord(event.data.object) ? event.data.object : {};
  const amount = fromStripeAmount(amountIn(object, event.type), object.currency);
  const createdAt = Number.isSafeInteger(event.created) ? (event.created as number) : null;
  const hint: EventHint = {
    objectId: isId(object.id) ? object.id : null,
    intentId: idIn(object.payment_intent),
  };
  return {
    key: event.id,
    kind: event.type,
    reference: referenceIn(object),
    providerReference: hint.objectId,
    amountMinor: amount?.amountMinor ?? null,
    currency: amount?.currency ?? null,
    occurredAt: createdAt === null ? null : dateOf(createdAt),
    isForeignAccount: isForeign(event, account),
    body: JSON.stringify(hint),
  };
}

const isWord = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x21-\x7e]{1,200}$/.test(value);

function dateOf(seconds: number): Date | null {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? null : date;
}

function amountIn(object: Record<string, unknown>, kind: string): unknown {
  if (kind === 'charge.refunded') return object.amount_refunded;
  if (kind === 'charge.captured') return object.amount_captured ?? object.amount;
  return object.amount_total ?? object.amount;
}

function referenceIn({ metadata }: Record<string, unknown>): string | null {
  const reference = isRecord(metadata) ? metadata.reference : null;
  return typeof reference === 'string' && reference !== '' ? cleanText(reference, 255) : null;
}

/** An event of the other environment, or of another account for which the owner of the secret gets events too. */
function isForeign(
  { livemode, account: named }: Record<string, unknown>,
  { environment, merchantAccount }: ProviderAccount,
): boolean {
  const isOtherMode = typeof livemode === 'boolean' && livemode !== (environment === 'live');
  const isOther = typeof named === 'string' && merchantAccount !== null && named !== merchantAccount;
  return isOtherMode || isOther;
}

/**
 * The events since `since` that did not reach every address, newest first. If there are more than a thousand, the next
 * answer continues with the events before the oldest event of this answer. Throws if Stripe could not be asked.
 */
export async function missedEvents(
  { account, client, parts }: StripeAccount,
  { since, after: from }: MissedWanted,
  signal: AbortSignal,
): Promise<Missed> {
  const stripe = await client.during(signal);
  const items: NotificationItem[] = [];
  let after = from;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    let list = await pageOfEvents(stripe, since, after);
    if (list === 'forgotten') {
      after = null;
      list = await pageOfEvents(stripe, since, after);
    }
    if (!isRecord(list) || !Array.isArray(list.data))
      throw new Error('Stripe’s list of events is not a list');
    const read = list.data.map((event) => itemOf(event, account)).filter((item) => item !== null);
    items.push(...read);
    if (list.has_more !== true) return { items, rest: null };
    const oldest = read.at(-1);
    if (!oldest) throw new Error('Stripe’s list of events has an empty page');
    after = oldest.key;
  }
  parts.log.warn(
    { provider: account.provider, accountId: account.id, since: since.toISOString(), events: items.length },
    'more Stripe events are missing than one pass fetches; the next pass fetches the rest',
  );
  return { items, rest: after };
}

/** 'forgotten': Stripe does not know the event after which the page should begin. Stripe keeps events for 30 days. */
async function pageOfEvents(stripe: Stripe, since: Date, after: string | null): Promise<unknown> {
  try {
    return await stripe.events.list({
      delivery_success: false,
      created: { gte: Math.floor(since.getTime() / 1000) },
      types: TELLING_EVENTS,
      limit: PAGE_SIZE,
      ...(after && { starting_after: after }),
    });
  } catch (error) {
    const answer = callFailureOf(error);
    if (after !== null && answer.kind === 'refused' && answer.code === 'resource_missing') return 'forgotten';
    throw new Error(`Stripe’s events could not be read: ${answer.kind}`);
  }
}
