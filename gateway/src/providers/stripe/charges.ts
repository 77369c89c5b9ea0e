// Sends a pay-in to Stripe: a Checkout page for a card, a PaymentIntent for the other methods (contract 13). Called by
// stripe.ts. It stores each object's id before anybody can pay, so that asking is a GET, and a charge without a stored
// id was never paid. Each POST has a key of the charge, and must not be sent when Stripe may have forgotten that key.
import type { Stripe } from 'stripe';
import { CODE } from '../../domain/errors/error-codes.ts';
import type { PaymentData } from '../../domain/payment-data/check-fields.ts';
import type { Outcome } from '../../domain/transactions/outcome.ts';
import { chargeReference, type Transaction } from '../../domain/transactions/transaction.ts';
import { type Instrument, NOTHING_DONE, type PayinCall } from '../provider.ts';
import type { StripeAccount } from './account.ts';
import { toStripeAmount } from './amounts.ts';
import { aboutCheckout, aboutIntent, outcomeOfRefusal, standingOf } from './answers.ts';
import { askAboutCharge, firstTryAt, stateOf } from './charge-inquiries.ts';
import { callFailureOf } from './client.ts';
import { describeMethod, servedMethod, stripeType } from './methods.ts';
import { type Checkout, cleanText, type Intent, idIn, objectOf } from './objects.ts';

const MINUTE_MS = 60_000;
/** Stripe keeps keys for at least 24 hours (contract 13). */
const LATEST_REPLAY_MS = 23 * 60 * MINUTE_MS;
/** Contract 4: a redirect without an end of its own. */
const REDIRECT_MS = 15 * MINUTE_MS;
/** Stripe wants 30 minutes at least, by its own clock. */
const CHECKOUT_MS = 35 * MINUTE_MS;
/** Up to this long after the first try, a repeated call gives the page the same end as the first call. */
const CHECKOUT_DELAY_MS = 4 * MINUTE_MS;

/** Languages of the cashier in which Stripe has its page. */
const PAGE_LANGUAGES = ['en', 'de', 'es', 'fr', 'pt', 'it', 'tr', 'pl', 'ru', 'ja', 'zh'];

export async function takePayin(
  at: StripeAccount,
  transaction: Transaction,
  instrument: Instrument,
  call: PayinCall,
): Promise<Outcome> {
  const method = servedMethod(instrument, transaction);
  if (method === null) return { kind: 'failed', errorCode: NOTHING_DONE };
  const amount = toStripeAmount(transaction);
  if (amount === null) return { kind: 'declined', errorCode: CODE.currencyNotSupported };
  // For amount 0 Checkout would succeed without a payment, and then there is no payment to ask about.
  if (amount === 0) return { kind: 'declined', errorCode: CODE.amountTooSmall };
  const age = at.parts.now().getTime() - firstTryAt(transaction).getTime();
  if (age >= LATEST_REPLAY_MS) return { kind: 'unknown' };

  const sending = { at, transaction, call, amount, stripe: await at.client.during(call.signal) };
  if (method === 'card') return openCheckout(sending);
  const data = instrument.kind === 'method' ? instrument.data : {};
  return payByIntent(sending, method, data);
}

interface Sending {
  at: StripeAccount;
  transaction: Transaction;
  call: PayinCall;
  /** In Stripe's units. */
  amount: number;
  stripe: Stripe;
}

/** Opens a page at Stripe, where the shopper enters the card. */
async function openCheckout({ at, transaction, call, amount, stripe }: Sending): Promise<Outcome> {
  const reference = chargeReference(transaction);
  const params = checkoutParams(transaction, amount, call.returnUrl(), at.parts.now());
  let page: Checkout;
  try {
    page = objectOf(await stripe.checkout.sessions.create(params, { idempotencyKey: reference }));
  } catch (error) {
    return outcomeOfRefusal(callFailureOf(error), at.parts.unknownValue);
  }
  await call.keep(stateOf({ session: page.id, intent: idIn(page.payment_intent) }));
  const of = aboutCheckout(page);
  const expiresAt = new Date((page.expires_at ?? params.expires_at!) * 1000);
  if (!of || !isWebAddress(page.url) || !(expiresAt > at.parts.now())) return { kind: 'unknown' };
  return { kind: 'redirect', redirectUrl: page.url, expiresAt, of, providerReference: page.id };
}

function checkoutParams(
  transaction: Transaction,
  amount: number,
  returnUrl: string,
  now: Date,
): Stripe.Checkout.SessionCreateParams {
  const { details, currency, merchantReference } = transaction;
  const metadata = chargeMetadata(transaction, 'card');
  const language = details.language?.toLowerCase() ?? '';
  const email = details.customer?.email;
  return {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    client_reference_id: metadata.reference,
    metadata,
    payment_intent_data: { metadata },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: amount,
          product_data: { name: nameOfOrder(details.paymentReference || merchantReference) },
        },
      },
    ],
    // The shopper pays in the payment's currency: the gateway would not apply another one.
    adaptive_pricing: { enabled: false },
    success_url: withResult(returnUrl, 'success'),
    cancel_url: withResult(returnUrl, 'cancel'),
    expires_at: Math.floor(pageEnd(transaction, now).getTime() / 1000),
    ...(PAGE_LANGUAGES.includes(language) && { locale: language as 'en' }),
    ...(email && { customer_email: email }),
  };
}

/** Our reference and the method, which the reading of later answers needs. */
function chargeMetadata(transaction: Transaction, method: string) {
  return { reference: chargeReference(transaction), method };
}

/** It stays the same when the call is repeated, because Stripe refuses other parameters under the same key. */
function pageEnd(transaction: Transaction, now: Date): Date {
  const first = firstTryAt(transaction).getTime();
  const from = now.getTime() - first > CHECKOUT_DELAY_MS ? now.getTime() : first;
  return new Date(from + CHECKOUT_MS);
}

function nameOfOrder(reference: string): string {
  const name = cleanText(reference, 200).trim();
  return name === '' ? 'Order' : name;
}

/** A hint for people who read addresses. Nothing trusts it. */
function withResult(returnUrl: string, result: 'success' | 'cancel'): string {
  const url = new URL(returnUrl);
  url.searchParams.set('result', result);
  return url.href;
}

async function payByIntent(sending: Sending, method: string, data: PaymentData): Promise<Outcome> {
  const { at, transaction, call, amount, stripe } = sending;
  const { unknownValue } = at.parts;
  const reference = chargeReference(transaction);
  const type = stripeType(method);
  let intent: Intent;
  try {
    const params: Stripe.PaymentIntentCreateParams = {
      amount,
      currency: transaction.currency.toLowerCase(),
      allowed_payment_method_types: [type],
      metadata: chargeMetadata(transaction, method),
    };
    intent = objectOf(await stripe.paymentIntents.create(params, { idempotencyKey: reference }));
  } catch (error) {
    return outcomeOfRefusal(callFailureOf(error), unknownValue);
  }
  // If this rejects, the PaymentIntent is never confirmed, so nobody ever pays.
  await call.keep(stateOf({ session: null, intent: intent.id }));
  try {
    const params = { ...describeMethod(method, data, transaction), return_url: call.returnUrl() };
    const idempotencyKey = `${reference}-confirm`;
    return afterConfirmation(
      at,
      objectOf(await stripe.paymentIntents.confirm(intent.id, params, { idempotencyKey }), intent.id),
    );
  } catch (error) {
    const answer = callFailureOf(error);
    // It was confirmed or cancelled before: its state tells the outcome.
    if (answer.kind === 'refused' && answer.code === 'payment_intent_unexpected_state') {
      const found = await askAboutCharge(at, transaction, call);
      return found.kind === 'unheard' || found.kind === 'waiting' ? { kind: 'unknown' } : found;
    }
    const outcome = outcomeOfRefusal(answer, unknownValue);
    return outcome.kind === 'declined' ? { ...outcome, providerReference: intent.id } : outcome;
  }
}

function afterConfirmation({ parts }: StripeAccount, intent: Intent): Outcome {
  const standing = standingOf(intent, parts.unknownValue);
  const of = aboutIntent(intent);
  if (standing.kind === 'unconfirmed' || !of) return { kind: 'unknown' };
  if (standing.kind !== 'open') return standing;
  const said = { of, providerReference: intent.id };
  if (standing.page === null) return { kind: 'pending', ...said };
  if (!isWebAddress(standing.page)) return { kind: 'unknown' };
  const expiresAt = new Date(parts.now().getTime() + REDIRECT_MS);
  return { kind: 'redirect', redirectUrl: standing.page, expiresAt, ...said };
}

function isWebAddress(text: unknown): text is string {
  return typeof text === 'string' && /^https?:\/\/[^\p{Cc}\p{Cs}]+$/u.test(text) && URL.canParse(text);
}
