// Sends a pay-in to Stripe: a Checkout page for a card, a PaymentIntent for the other methods and for later charges
// (contract 13, 16). Called by stripe.ts. It stores each object's id before anybody can pay, so that asking is a GET,
// and a charge without a stored id was never paid. Each POST has a key of the charge, and must not be sent when Stripe
// may have forgotten that key.
import {
  CODE,
  chargeReference,
  type Instrument,
  isCapturedLater,
  NOTHING_DONE,
  type Outcome,
  type PayinCall,
  type Transaction,
} from '@tollgate/provider-kit';
import type { Stripe } from 'stripe';
import type { StripeAccount } from './account.ts';
import { toStripeAmount } from './amounts.ts';
import { aboutCheckout, outcomeOfRefusal, storedMethod } from './answers.ts';
import { firstTryAt, stateOf } from './charge-inquiries.ts';
import { callFailureOf } from './client.ts';
import { payByIntent, type Sending, withSeveralCaptures } from './intents.ts';
import { acceptanceOf, describeMethod, orderParams, servedMethod, stripeType } from './methods.ts';
import { type Checkout, cleanText, idIn, isWebAddress, objectOf } from './objects.ts';
import { customerOf } from './stored-means.ts';

const MINUTE_MS = 60_000;
/** Stripe keeps keys for at least 24 hours (contract 13). */
export const LATEST_REPLAY_MS = 23 * 60 * MINUTE_MS;
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
  const method = servedMethod(at, instrument, transaction);
  if (method === null) return { kind: 'failed', errorCode: NOTHING_DONE };
  const amount = toStripeAmount(transaction);
  if (amount === null) return { kind: 'declined', errorCode: CODE.currencyNotSupported };
  const storesCard = method === 'card' && transaction.details.mandate !== undefined;
  // Nothing is held by a payment of zero, so nothing can be captured.
  const isStoredOnly = amount === 0 && storesCard && !isCapturedLater(transaction);
  // For amount 0 Checkout would succeed without a payment, and then there is no payment to ask about.
  if (amount === 0 && !isStoredOnly) return { kind: 'declined', errorCode: CODE.amountTooSmall };
  const age = at.parts.now().getTime() - firstTryAt(transaction).getTime();
  if (age >= LATEST_REPLAY_MS) return { kind: 'unknown' };

  const sending = { at, transaction, call, amount, stripe: await at.client.during(call.signal) };
  if (instrument.kind === 'mandate') return chargeStored(sending, method, instrument);
  let customer: string | null = null;
  if (transaction.details.mandate) {
    try {
      customer = await customerOf(sending.stripe, transaction);
    } catch (error) {
      return outcomeWithoutCustomer(at, error);
    }
  }
  if (method === 'card') return openCheckout(sending, customer);
  const data = instrument.kind === 'method' ? instrument.data : {};
  const confirm: Stripe.PaymentIntentConfirmParams = {
    ...describeMethod(method, data, transaction),
    return_url: call.returnUrl(),
  };
  if (customer !== null) confirm.mandate_data = acceptanceOf(transaction);
  return payByIntent(sending, {
    type: stripeType(method),
    metadata: chargeMetadata(transaction, method),
    create: {
      ...orderParams(method, transaction),
      ...(customer === null ? {} : { customer, setup_future_usage: 'off_session' }),
    },
    confirm,
    isLater: false,
  });
}

/** A customer alone moves no money, so without one certainly nothing was done. */
function outcomeWithoutCustomer(at: StripeAccount, error: unknown): Outcome {
  const outcome = outcomeOfRefusal(callFailureOf(error), at.parts.unknownValue);
  return outcome.kind === 'unknown' ? { kind: 'failed', errorCode: NOTHING_DONE } : outcome;
}

/** The payer is absent. What another account stored cannot be charged here: no card number is sent to Stripe. */
async function chargeStored(
  sending: Sending,
  method: string,
  { stored }: Extract<Instrument, { kind: 'mandate' }>,
): Promise<Outcome> {
  const customer = stored?.more?.customer;
  if (!stored || customer === undefined) return { kind: 'failed', errorCode: NOTHING_DONE };
  return await payByIntent(sending, {
    type: stripeType(method),
    metadata: chargeMetadata(sending.transaction, storedMethod(method)),
    create: { customer, payment_method: stored.id },
    confirm: { payment_method: stored.id, off_session: true },
    isLater: true,
  });
}

/** Opens a page at Stripe, where the shopper enters the card. */
async function openCheckout(
  { at, transaction, call, amount, stripe }: Sending,
  customer: string | null,
): Promise<Outcome> {
  const reference = chargeReference(transaction);
  const params = checkoutParams({ transaction, amount, customer }, call.returnUrl(), at.parts.now());
  let page: Checkout;
  try {
    page = await withSeveralCaptures(
      isCapturedLater(transaction) && amount > 0,
      async (several, idempotencyKey) => {
        const asked = several ? { ...params, payment_method_options: several } : params;
        return objectOf<Checkout>(await stripe.checkout.sessions.create(asked, { idempotencyKey }));
      },
      reference,
    );
  } catch (error) {
    return outcomeOfRefusal(callFailureOf(error), at.parts.unknownValue);
  }
  await call.keep(stateOf({ session: page.id, intent: idIn(page.payment_intent) }));
  const of = aboutCheckout(page);
  const expiresAt = new Date((page.expires_at ?? params.expires_at!) * 1000);
  if (!of || !isWebAddress(page.url) || !(expiresAt > at.parts.now())) return { kind: 'unknown' };
  return { kind: 'redirect', redirectUrl: page.url, expiresAt, of, providerReference: page.id };
}

interface Wanted {
  transaction: Transaction;
  amount: number;
  /** The customer for whom the card is stored; null: it is not stored. */
  customer: string | null;
}

function checkoutParams(
  { transaction, amount, customer }: Wanted,
  returnUrl: string,
  now: Date,
): Stripe.Checkout.SessionCreateParams {
  const { details, currency } = transaction;
  const metadata = chargeMetadata(transaction, 'card');
  const language = details.language?.toLowerCase() ?? '';
  const email = details.customer?.email;
  const params: Stripe.Checkout.SessionCreateParams = {
    allowed_payment_method_types: ['card'],
    client_reference_id: metadata.reference,
    metadata,
    success_url: withResult(returnUrl, 'success'),
    cancel_url: withResult(returnUrl, 'cancel'),
    expires_at: Math.floor(pageEnd(transaction, now).getTime() / 1000),
  };
  if (PAGE_LANGUAGES.includes(language)) params.locale = language as 'en';
  // The customer stands for the user of the brand, and has no e-mail address of its own.
  if (customer !== null) params.customer = customer;
  else if (email) params.customer_email = email;
  if (amount === 0)
    return { ...params, mode: 'setup', currency: currency.toLowerCase(), setup_intent_data: { metadata } };
  return { ...params, mode: 'payment', ...paymentParams({ transaction, amount, customer }, metadata) };
}

function paymentParams(
  { transaction, amount, customer }: Wanted,
  metadata: Record<string, string>,
): Stripe.Checkout.SessionCreateParams {
  const { details, currency, merchantReference } = transaction;
  const intent: Stripe.Checkout.SessionCreateParams.PaymentIntentData = { metadata };
  if (isCapturedLater(transaction)) intent.capture_method = 'manual';
  if (customer !== null) intent.setup_future_usage = 'off_session';
  return {
    payment_intent_data: intent,
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
