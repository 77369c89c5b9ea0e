// What Stripe stores for later charges (contract 16): the customer to whom it belongs, the stored card, account or
// wallet, and the news that it was withdrawn. Called by charges.ts, stripe.ts and events.ts. A stored id is always read
// from an object that was fetched; it must never come from an event or a browser.
import { createHash } from 'node:crypto';
import {
  type Call,
  type EndedMandate,
  maskAccount,
  type News,
  paidReference,
  type StoredMeans,
  type Transaction,
} from '@tollgate/provider-kit';
import type { Stripe } from 'stripe';
import type { StripeAccount } from './account.ts';
import { idsOf, readCheckout, readIntent, readSetup, setupOfCheckout } from './charge-inquiries.ts';
import { callFailureOf } from './client.ts';
import type { Reading } from './notifications.ts';
import { type Intent, idIn, isObject, isRecord, objectOf, type StripeCharge } from './objects.ts';

/**
 * The customer at Stripe for a user of the brand. Stripe forgets the key after a day, so an older customer is looked
 * for; a new customer appears in that search after a minute, and until then the key leads to it. Throws what the SDK
 * throws.
 */
export async function customerOf(stripe: Stripe, { brandId, userId }: Transaction): Promise<string> {
  const user = createHash('sha256').update(`${brandId} ${userId}`).digest('hex');
  const known = await findCustomer(stripe, user);
  if (known !== null) return known;
  const made: unknown = await stripe.customers.create(
    { metadata: { user } },
    { idempotencyKey: `customer-${user}` },
  );
  return objectOf(made).id;
}

async function findCustomer(stripe: Stripe, user: string): Promise<string | null> {
  try {
    const found: unknown = await stripe.customers.search({ query: `metadata['user']:'${user}'`, limit: 1 });
    return isRecord(found) && Array.isArray(found.data) ? idIn(found.data[0]) : null;
  } catch (error) {
    // Stripe has no search in some countries.
    if (callFailureOf(error).kind === 'refused') return null;
    throw error;
  }
}

/** What the payment stored. Throws what the SDK throws. */
export async function findStored(
  at: StripeAccount,
  transaction: Transaction,
  call: Call,
): Promise<StoredMeans | 'none' | null> {
  const stripe = await at.client.during(call.signal);
  const ids = await idsOf(call);
  const id = transaction.providerReference ?? ids?.intent ?? ids?.session ?? null;
  if (id === null) return null;
  if (id.startsWith('cs_')) return storedOnPage(stripe, transaction, id);
  if (id.startsWith('seti_')) return storedBySetup(stripe, transaction, id);
  return storedByIntent(stripe, transaction, await readIntent(stripe, id));
}

async function storedOnPage(stripe: Stripe, transaction: Transaction, id: string) {
  const page = await readCheckout(stripe, id);
  const setup = await setupOfCheckout(stripe, page);
  if (setup) return storedBySetup(stripe, transaction, setup.id);
  const intent = idIn(page.payment_intent);
  if (intent !== null) return storedByIntent(stripe, transaction, await readIntent(stripe, intent));
  return page.status === 'expired' ? 'none' : null;
}

async function storedBySetup(stripe: Stripe, transaction: Transaction, id: string) {
  const setup = await readSetup(stripe, id);
  if (setup.metadata?.reference !== paidReference(transaction)) return null;
  if (setup.status === 'canceled') return 'none';
  const stored = idIn(setup.payment_method);
  const customer = idIn(setup.customer);
  if (setup.status !== 'succeeded' || stored === null || customer === null) return null;
  return { id: stored, more: { customer } };
}

async function storedByIntent(stripe: Stripe, transaction: Transaction, intent: Intent) {
  if (intent.metadata?.reference !== paidReference(transaction)) return null;
  if (intent.status === 'canceled') return 'none';
  if (intent.status !== 'succeeded' && intent.status !== 'requires_capture') return null;
  const stored = idIn(intent.payment_method);
  const customer = idIn(intent.customer);
  if (intent.setup_future_usage !== 'off_session' || stored === null || customer === null) return 'none';
  return { id: stored, more: { customer }, ...(await factsOfCharge(stripe, intent)) };
}

/** What the charge tells beside the id; nothing if the key may not read charges. */
async function factsOfCharge(
  stripe: Stripe,
  intent: Intent,
): Promise<Pick<StoredMeans, 'networkTransactionId' | 'account'>> {
  const facts: Pick<StoredMeans, 'networkTransactionId' | 'account'> = {};
  const details = (await chargeOf(stripe, intent))?.payment_method_details;
  const network = details?.card?.network_transaction_id;
  if (typeof network === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(network))
    facts.networkTransactionId = network;
  const last4 = details?.sepa_debit?.last4;
  if (typeof last4 === 'string' && /^[A-Za-z0-9]{4}$/.test(last4))
    facts.account = maskAccount(`****${last4}`);
  return facts;
}

async function chargeOf(stripe: Stripe, { latest_charge: charge }: Intent): Promise<StripeCharge | null> {
  if (isObject(charge)) return charge as StripeCharge;
  const id = idIn(charge);
  if (id === null) return null;
  try {
    return objectOf<StripeCharge>(await stripe.charges.retrieve(id), id);
  } catch (error) {
    if (callFailureOf(error).kind === 'refused') return null;
    throw error;
  }
}

/** Detaches it from its customer, unless another mandate uses it. It may be gone already. */
export async function forgetStored(
  at: StripeAccount,
  { id }: StoredMeans,
  { isShared }: EndedMandate,
  signal: AbortSignal,
): Promise<boolean> {
  if (isShared) return true;
  try {
    const stripe = await at.client.during(signal);
    await stripe.paymentMethods.detach(id);
    return true;
  } catch (error) {
    const answer = callFailureOf(error);
    return (
      answer.kind === 'refused' && (answer.status === 404 || answer.status === 400) && answer.type !== ''
    );
  }
}

/**
 * Whether Stripe says that it belongs to nobody any more. Stripe deletes none, so if it has no such id, the key belongs
 * to another account or mode. That says nothing about the mandate.
 */
export async function isDetached(stripe: Stripe, id: string): Promise<boolean> {
  return (await customerOfMeans(stripe, id).catch(() => 'not known')) === null;
}

async function customerOfMeans(stripe: Stripe, id: string): Promise<string | null> {
  const means: { id: string; customer?: unknown } = objectOf(await stripe.paymentMethods.retrieve(id), id);
  return idIn(means.customer);
}

/** A stored card, account or wallet was detached from its customer. */
export async function newsOfDetached({ stripe, id }: Reading): Promise<News> {
  if ((await customerOfMeans(stripe, id)) !== null)
    return { about: 'nothing', reason: 'it belongs to a customer again' };
  return { about: 'mandate', kind: 'withdrawn', storedId: id, reason: 'it was removed at Stripe' };
}

/** The payer's agreement with their bank or wallet has changed. */
export async function newsOfMandate({ at, stripe, id }: Reading): Promise<News> {
  const mandate: { id: string; status?: unknown; payment_method?: unknown } = objectOf(
    await stripe.mandates.retrieve(id),
    id,
  );
  const { status } = mandate;
  const storedId = idIn(mandate.payment_method);
  if (status === 'active' || status === 'pending' || storedId === null)
    return { about: 'nothing', reason: 'the mandate is in use' };
  if (status !== 'inactive') {
    at.parts.unknownValue('mandate.status', String(status));
    return { about: 'nothing', reason: 'the status of the mandate is not known' };
  }
  return { about: 'mandate', kind: 'withdrawn', storedId, reason: 'the mandate is inactive at Stripe' };
}
