// What Stripe's stand-in does for payments that are charged later: authorisations and captures, customers, stored cards
// and mandates. Used by books.ts and api.ts. It counts each capture by its id in the metadata, so a test sees whether
// money was captured twice.
import type { Form } from '@tollgate/provider-kit/stand-in';
import { formAt, textAt } from './form.ts';
import { count, invalid, newId, type Records, type Thing } from './records.ts';

const DAY_SECONDS = 86_400;

/** The fields of a new PaymentIntent that this file knows. */
export function featuresOf(books: Records, form: Form) {
  const asked = textAt(form, 'payment_method_options', 'card', 'request_multicapture');
  if (asked !== undefined && books.multicapture === null) {
    throw invalid('', 'This account is not eligible for the requested card features.');
  }
  const customer = textAt(form, 'customer') ?? null;
  const means = textAt(form, 'payment_method') ?? null;
  if (customer !== null) requireThing(books, customer, 'customer');
  if (means !== null) {
    requireThing(books, means, 'payment_method');
    if (books.find(means).customer !== customer) {
      throw invalid('', 'The PaymentMethod was detached from its customer.', 'payment_method');
    }
  }
  return {
    capture_method: textAt(form, 'capture_method') ?? 'automatic',
    amount_capturable: 0,
    customer,
    payment_method: means,
    setup_future_usage: textAt(form, 'setup_future_usage') ?? null,
    several: asked === 'if_available' && books.multicapture === true,
  };
}

/** Stripe answers 400 about a missing object that a parameter names. */
function requireThing(books: Records, id: string, param: string): void {
  if (!books.things.has(id)) throw invalid('resource_missing', `No such ${param}: '${id}'`, param);
}

/** The fields that a Checkout page hands to its PaymentIntent. */
export function intentForm(books: Records, form: Form): Form {
  const made = (form.payment_intent_data as Form | undefined) ?? {};
  const asked: Form = form.payment_method_options
    ? { payment_method_options: form.payment_method_options }
    : {};
  const customer = textAt(form, 'customer');
  const whole: Form = { ...made, ...asked };
  if (customer !== undefined) whole.customer = customer;
  featuresOf(books, whole);
  return whole;
}

export function detailsOf(intent: Thing): Record<string, unknown> {
  const { method } = intent;
  if (method === 'card') {
    const wallet = intent.wallet == null ? null : { type: intent.wallet };
    return { type: 'card', card: { network_transaction_id: 'nti123456789', last4: '4242', wallet } };
  }
  if (method === 'sepa_debit') return { type: method, sepa_debit: { country: 'DE', last4: '3000' } };
  return { type: method };
}

/** The payer agreed: the money is held. */
export function authorize(books: Records, intent: Thing): void {
  const isCard = intent.method === 'card';
  const details = detailsOf(intent) as { type: string; card?: Record<string, unknown> };
  if (isCard) {
    details.card!.capture_before = books.seconds() + 7 * DAY_SECONDS;
    details.card!.multicapture = { status: intent.several ? 'available' : 'unavailable' };
  }
  const charge = books.keep({
    id: `ch_${newId()}`,
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    captured: false,
    currency: intent.currency,
    payment_intent: intent.id,
    metadata: intent.metadata,
    paid: true,
    payment_method_details: details,
  });
  Object.assign(intent, {
    status: 'requires_capture',
    amount_capturable: intent.amount,
    next_action: null,
    last_payment_error: null,
    latest_charge: charge.id,
  });
  count(books.charged, intent.metadata.reference);
  books.tell('charge.succeeded', charge);
  books.tell('payment_intent.amount_capturable_updated', intent);
}

export function captureIntent(books: Records, id: string, form: Form): Thing {
  const intent = books.find(id);
  if (intent.status !== 'requires_capture') {
    throw invalid('payment_intent_unexpected_state', `This PaymentIntent's status is ${intent.status}`);
  }
  const amount = Number(textAt(form, 'amount_to_capture') ?? intent.amount_capturable);
  const isFinal = textAt(form, 'final_capture') !== 'false';
  if (!isFinal && !intent.several) throw invalid('', 'Multicapture is not available.', 'final_capture');
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > intent.amount_capturable) {
    throw invalid('amount_too_large', 'more than what can be captured', 'amount_to_capture');
  }
  const metadata = formAt(form, 'metadata');
  Object.assign(intent.metadata, metadata);
  intent.amount_received += amount;
  const isEnd = isFinal || intent.amount_received === intent.amount;
  intent.amount_capturable = isEnd ? 0 : intent.amount - intent.amount_received;
  intent.status = isEnd ? 'succeeded' : 'requires_capture';
  const charge = books.find(intent.latest_charge);
  charge.amount_captured = intent.amount_received;
  charge.captured = true;
  // The rest that is released counts here, though no refund is made of it.
  charge.amount_refunded = isEnd ? intent.amount - intent.amount_received : 0;
  count(books.captured, metadata.capture ?? 'dashboard');
  books.tell('charge.captured', charge);
  if (charge.amount_refunded > 0) books.tell('charge.refunded', charge);
  books.tell(isEnd ? 'payment_intent.succeeded' : 'payment_intent.amount_capturable_updated', intent);
  return intent;
}

export function createCustomer(books: Records, form: Form): Thing {
  return books.keep({ id: `cus_${newId()}`, object: 'customer', metadata: formAt(form, 'metadata') });
}

export function searchCustomers(books: Records, form: Form): Thing[] {
  const [, name, value] = /^metadata\['(\w+)'\]:'(\w+)'$/.exec(textAt(form, 'query') ?? '') ?? [];
  return books.of('customer').filter(({ metadata }) => name !== undefined && metadata[name] === value);
}

/** What the payer agreed to store. */
export function storeMeans(books: Records, intent: Thing): void {
  if (intent.setup_future_usage !== 'off_session' || intent.payment_method) return;
  intent.payment_method = createMeans(books, intent.method, intent.customer).id;
}

function createMeans(books: Records, type: string, customer: string | null): Thing {
  return books.keep({ id: `pm_${newId()}`, object: 'payment_method', type, customer, wantsPayer: false });
}

export function typeOfMeans(books: Records, id: string): string {
  requireThing(books, id, 'payment_method');
  return books.find(id).type;
}

export function detachMeans(books: Records, id: string): Thing {
  const means = books.find(id);
  if (means.customer === null) throw invalid('', 'The payment method is not attached to a customer.');
  means.customer = null;
  books.tell('payment_method.detached', means);
  return means;
}

export function createSetup(books: Records, form: Form): Thing {
  const made = (form.setup_intent_data as Form | undefined) ?? {};
  return books.keep({
    id: `seti_${newId()}`,
    object: 'setup_intent',
    status: 'requires_payment_method',
    customer: textAt(form, 'customer') ?? null,
    payment_method: null,
    metadata: formAt(made, 'metadata'),
  });
}

/** The shopper enters a card on a page that only stores it. Returns the SetupIntent. */
export function completeSetup(books: Records, session: Thing): Thing {
  const setup = books.find(session.setup_intent);
  setup.status = 'succeeded';
  setup.payment_method = createMeans(books, 'card', session.customer).id;
  Object.assign(session, { status: 'complete', payment_status: 'no_payment_required', url: null });
  books.tell('setup_intent.succeeded', setup);
  books.tell('checkout.session.completed', session);
  return setup;
}

/** The bank or the wallet ended the payer's agreement. */
export function endMandate(books: Records, means: string): Thing {
  const mandate = books.keep({
    id: `mandate_${newId()}`,
    object: 'mandate',
    status: 'inactive',
    payment_method: means,
  });
  books.tell('mandate.updated', mandate);
  return mandate;
}
