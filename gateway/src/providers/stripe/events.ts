// The meaning of a Stripe event (contract 13). Called by stripe.ts. Events come late, twice and in any order, so each
// event only names an object: this code fetches the object, and its present state is the news. An object without our
// reference is not ours. If it cannot be fetched, the event stays unread; it must never become news.
import { CODE, type News, readRefundReference, type StoredItem } from '@tollgate/provider-kit';
import type { StripeAccount } from './account.ts';
import { fromStripeAmount } from './amounts.ts';
import {
  aboutCheckout,
  aboutIntent,
  isManual,
  standingOf,
  standingOfCheckout,
  standingOfSetup,
} from './answers.ts';
import { receivedOf } from './captures.ts';
import { intentOfCheckout, readCheckout, readIntent, setupOfCheckout } from './charge-inquiries.ts';
import { callFailureOf } from './client.ts';
import { newsOfDispute } from './disputes.ts';
import type { EventHint, Reading } from './notifications.ts';
import {
  type Intent,
  idIn,
  isId,
  isOfCharge,
  isRecord,
  OTHER_CHARGE,
  objectOf,
  type StripeCharge,
  type StripeRefund,
} from './objects.ts';
import { newsOfCharge, newsOfPayment, notifiedOutcome } from './payment-news.ts';
import { outcomeOfRefund, referenceOf, refundsOfCharge } from './refunds.ts';
import { newsOfDetached, newsOfMandate } from './stored-means.ts';

/** Families of events that mean nothing for money here. */
const SILENT =
  /^(account|balance|billing|billing_portal|capability|cash_balance|charge|checkout|climate|coupon|credit_note|customer|customer_cash_balance_transaction|entitlements|file|financial_connections|identity|invoice|invoice_payment|invoiceitem|issuing_.+|mandate|payment_link|payment_method|payment_intent|payout|person|plan|price|product|promotion_code|quote|radar|reporting|review|setup_intent|sigma|source|subscription_schedule|tax|tax_rate|terminal|test_helpers|topup|transfer|treasury)\./;

/** The core asks for the payout itself, because such an event may come before its list is complete. */
const TELLS_OF_PAYOUT = /^payout\.(canceled|failed|paid|reconciliation_completed|updated)$/;

export async function newsOfEvent(at: StripeAccount, item: StoredItem, signal: AbortSignal): Promise<News> {
  const hint = hintOf(item.body);
  const { kind } = item;
  if (TELLS_OF_PAYOUT.test(kind)) {
    return hint?.objectId ? { about: 'settlement', payout: hint.objectId } : NAMES_NOTHING;
  }
  const read = readerOf(kind);
  if (!read) {
    if (!SILENT.test(kind)) at.parts.unknownValue('event.type', kind);
    return { about: 'nothing', reason: `an event ${kind} changes no payment` };
  }
  if (!hint?.objectId) return NAMES_NOTHING;
  try {
    const stripe = await at.client.during(signal);
    return await read({ kind, at, stripe, hint, id: hint.objectId, intents: new Map() });
  } catch (error) {
    const answer = callFailureOf(error);
    if (answer.kind === 'refused' && answer.status === 404 && answer.type !== '') {
      return { about: 'nothing', reason: 'Stripe has no such object' };
    }
    const why = answer.kind === 'refused' ? `it answered with status ${answer.status}` : WHY[answer.kind];
    return { about: 'unread', reason: `Stripe could not be asked: ${why}` };
  }
}

const WHY = { 'not-connected': 'no connection was made', unreadable: 'the answer could not be read' };

const NAMES_NOTHING: News = { about: 'nothing', reason: 'the event names no object' };
const AMOUNT_NOT_KNOWN: RefundNews = { about: 'nothing', reason: 'its amount or currency is not known' };

type Reader = (reading: Reading) => Promise<News>;

function readerOf(kind: string): Reader | null {
  if (kind.startsWith('payment_intent.')) return newsOfIntent;
  if (kind.startsWith('checkout.session.')) return newsOfCheckout;
  if (kind.startsWith('charge.dispute.')) return newsOfDispute;
  if (kind === 'charge.captured') return newsOfCapturedCharge;
  if (kind === 'charge.refunded') return newsOfRefundedCharge;
  if (kind === 'payment_method.detached') return newsOfDetached;
  if (kind === 'mandate.updated') return newsOfMandate;
  if (kind.startsWith('refund.') || kind.startsWith('charge.refund.')) return newsOfRefund;
  return null;
}

function hintOf(body: string): EventHint | null {
  try {
    const hint: unknown = JSON.parse(body);
    if (!isRecord(hint)) return null;
    const { objectId, intentId } = hint;
    return {
      objectId: isId(objectId) ? objectId : null,
      intentId: isId(intentId) ? intentId : null,
    };
  } catch {
    return null;
  }
}

async function newsOfIntent({ at, stripe, id }: Reading): Promise<News> {
  const { unknownValue } = at.parts;
  const intent = await readIntent(stripe, id);
  if (!intent.metadata?.reference) return { about: 'foreign' };
  const of = aboutIntent(intent);
  if (!of) return AMOUNT_NOT_KNOWN;
  return newsOfPayment(of, standingOf(intent, unknownValue), intent, unknownValue);
}

/** The charge tells how much of it was captured; the payment says by which captures. */
async function newsOfCapturedCharge(reading: Reading): Promise<News> {
  const { stripe, id, hint } = reading;
  const charge: StripeCharge | null = hint.intentId ? null : objectOf(await stripe.charges.retrieve(id), id);
  const intentId = hint.intentId ?? idIn(charge?.payment_intent);
  return intentId === null ? { about: 'foreign' } : newsOfIntent({ ...reading, id: intentId });
}

async function newsOfCheckout({ at, stripe, id }: Reading): Promise<News> {
  const { unknownValue } = at.parts;
  const page = await readCheckout(stripe, id);
  if (!page.metadata?.reference) return { about: 'foreign' };
  const of = aboutCheckout(page);
  if (!of) return AMOUNT_NOT_KNOWN;
  const setup = page.mode === 'setup' ? await setupOfCheckout(stripe, page) : null;
  const intent = await intentOfCheckout(stripe, page);
  const standing =
    page.mode === 'setup'
      ? standingOfSetup(page, setup, unknownValue)
      : standingOfCheckout(page, intent, unknownValue);
  const payment = intent?.id ?? setup?.id ?? null;
  if (standing.kind !== 'expired') {
    return intent && isManual(intent)
      ? newsOfPayment(of, standing, intent, unknownValue)
      : newsOfCharge(of, payment, notifiedOutcome(standing));
  }
  // The outcome is about this charge alone: in a session its attempt ends, and the shopper may start another.
  const providerReference = payment ?? page.id;
  return newsOfCharge(of, payment, { kind: 'declined', errorCode: CODE.expired, of, providerReference });
}

async function newsOfRefund(reading: Reading): Promise<News> {
  const refund: StripeRefund = objectOf(await reading.stripe.refunds.retrieve(reading.id), reading.id);
  return refundNews(reading, refund);
}

/**
 * The event names only the charge, and two refunds in one second bring two such events. So this reads every refund of
 * the charge.
 */
async function newsOfRefundedCharge(reading: Reading): Promise<News> {
  const made = await refundsOfCharge(reading.stripe, reading.id);
  const news: RefundNews[] = [];
  for (const refund of made) news.push(await refundNews(reading, refund));
  const [first] = news;
  if (!first) return { about: 'nothing', reason: 'the charge has no refund' };
  return news.length === 1 ? first : { about: 'several', news };
}

type RefundNews = Extract<News, { about: 'refund' | 'foreign' | 'nothing' }>;

/** All refunds of a charge have the same payment, so it is read once. */
async function intentOf({ stripe, intents }: Reading, id: string): Promise<Intent> {
  const known = intents.get(id) ?? (await readIntent(stripe, id));
  intents.set(id, known);
  return known;
}

async function refundNews(reading: Reading, refund: StripeRefund): Promise<RefundNews> {
  const { at, hint } = reading;
  const intentId = idIn(refund.payment_intent) ?? hint.intentId;
  const intent = intentId === null ? null : await intentOf(reading, intentId);
  const charge = intent?.metadata?.reference;
  if (!intent || !charge) return { about: 'foreign' };
  const amount = fromStripeAmount(refund.amount, refund.currency);
  if (!amount) return AMOUNT_NOT_KNOWN;
  if (isRelease(intent, refund)) return { about: 'nothing', reason: 'it released what was not captured' };
  return {
    about: 'refund',
    // People may write anything into the metadata of a refund made at Stripe.
    refundId: readRefundReference(referenceOf(refund) ?? ''),
    charge,
    payment: intent.id,
    providerReference: refund.id,
    amount,
    outcome: outcomeOfRefund(refund, at.parts.unknownValue),
    // The news is the refund's present state. It needs no earlier step, even if the refund failed before anybody heard
    // of it.
    needsFormer: false,
    ...(!isOfCharge(intent, refund.charge) && { doubt: OTHER_CHARGE }),
  };
}

/**
 * Stripe may show the release of held money as a refund that moved none. A refund of ours is never one, because only
 * captured money is refunded.
 */
function isRelease(intent: Intent, refund: StripeRefund): boolean {
  if (!isManual(intent) || referenceOf(refund) !== null) return false;
  const released = (intent.amount ?? 0) - (intent.amount_received ?? 0);
  return receivedOf(intent) === 0n || (refund.balance_transaction === null && refund.amount === released);
}
