// What happens at Stripe's stand-in: PaymentIntents, Checkout pages, charges, refunds and disputes, with the moves that
// Stripe allows. Used by stand-in.ts. It counts each success of a payment by its reference, so a test sees whether a
// shopper was charged twice.
import type { Form } from '@tollgate/provider-kit/stand-in';
import { formAt, textAt } from './form.ts';
import {
  authorize,
  completeSetup,
  createSetup,
  detailsOf,
  featuresOf,
  intentForm,
  storeMeans,
  typeOfMeans,
} from './later.ts';
import { count, invalid, newId, Records, StripeRefusal, type Thing } from './records.ts';
import { requireDetails } from './required-details.ts';

/** The results of the test card numbers. */
export const CARDS: Readonly<Record<string, { code: string; decline_code?: string } | 'approve' | '3ds'>> = {
  '4242424242424242': 'approve',
  '4000002760003184': '3ds',
  '4000000000000002': { code: 'card_declined', decline_code: 'generic_decline' },
  '4000000000009995': { code: 'card_declined', decline_code: 'insufficient_funds' },
  '4000000000009987': { code: 'card_declined', decline_code: 'lost_card' },
  '4000000000009979': { code: 'card_declined', decline_code: 'stolen_card' },
  '4000000000000069': { code: 'expired_card' },
  '4000000000000127': { code: 'incorrect_cvc' },
  '4000000000000119': { code: 'processing_error' },
};

/** A debit from it is accepted and fails later. */
export const IBAN_THAT_FAILS = 'DE62370400440532013001';

const FILES_OF_EVIDENCE = [
  'receipt',
  'shipping_documentation',
  'customer_communication',
  'uncategorized_file',
];
const REDIRECTING = ['ideal', 'bancontact', 'paypal', 'klarna'];
const REFUNDS_AT_ONCE = ['card', 'paypal', 'klarna'];

export class Books extends Records {
  /** How many refunds were made, by our reference. */
  readonly refunded = new Map<string, number>();
  /** Declines the next confirmation at once in this way. */
  nextDecline: { code: string; decline_code?: string } | null = null;

  createIntent(form: Form, types?: string[]): Thing {
    if ('payment_method_types' in form) {
      throw invalid('payment_method_types_no_longer_supported', 'Use allowed_payment_method_types.');
    }
    const amount = Number(textAt(form, 'amount'));
    if (!Number.isSafeInteger(amount) || amount < 1) {
      throw invalid('parameter_invalid_integer', 'Invalid integer', 'amount');
    }
    if (amount > 99_999_999) throw invalid('amount_too_large', 'Amount must be no more than 999,999.99');
    const allowed = types ?? (form.allowed_payment_method_types as string[] | undefined) ?? ['card'];
    return this.keep({
      id: `pi_${newId()}`,
      object: 'payment_intent',
      amount,
      amount_received: 0,
      currency: currencyIn(form),
      status: 'requires_payment_method',
      metadata: formAt(form, 'metadata'),
      payment_method_types: allowed,
      client_secret: `pi_secret_${newId()}`,
      next_action: null,
      last_payment_error: null,
      latest_charge: null,
      cancellation_reason: null,
      ...featuresOf(this, form),
    });
  }

  confirmIntent(id: string, form: Form): Thing {
    const intent = this.find(id);
    if (!['requires_payment_method', 'requires_confirmation'].includes(intent.status)) {
      throw new StripeRefusal(400, {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        message: `This PaymentIntent's status is ${intent.status}`,
        payment_intent: intent,
      });
    }
    const means = textAt(form, 'payment_method');
    const type = means ? typeOfMeans(this, means) : (textAt(form, 'payment_method_data', 'type') ?? '');
    if (!intent.payment_method_types.includes(type)) {
      throw invalid('payment_intent_incompatible_payment_method', `Not allowed: ${type}`);
    }
    if (!means) requireDetails(type, form);
    intent.method = type;
    intent.return_url = textAt(form, 'return_url') ?? null;
    intent.iban = textAt(form, 'payment_method_data', 'sepa_debit', 'iban') ?? null;
    if (this.nextDecline) {
      const words = this.nextDecline;
      this.nextDecline = null;
      this.decline(intent, words);
      throw new StripeRefusal(402, { type: 'card_error', message: 'Declined', ...intent.last_payment_error });
    }
    if (means && this.find(means).wantsPayer) {
      if (this.find(means).wantsPayer === 'action')
        return Object.assign(intent, { status: 'requires_action' });
      this.decline(intent, { code: 'authentication_required', decline_code: 'authentication_required' });
      throw new StripeRefusal(402, { type: 'card_error', message: 'Declined', ...intent.last_payment_error });
    }
    if (means && type !== 'sepa_debit') {
      this.succeed(intent);
      return intent;
    }
    if (REDIRECTING.includes(type)) {
      intent.status = 'requires_action';
      const url = `${this.options.origin()}/pages/redirect/${id}`;
      intent.next_action = {
        type: 'redirect_to_url',
        redirect_to_url: { url, return_url: intent.return_url },
      };
      this.tell('payment_intent.requires_action', intent);
      return intent;
    }
    intent.status = 'processing';
    this.tell('payment_intent.processing', intent);
    return intent;
  }

  /** The shopper decided on the page of a bank or a wallet, or a debit succeeded. */
  succeed(intent: Thing): void {
    storeMeans(this, intent);
    if (intent.capture_method === 'manual') {
      authorize(this, intent);
      return;
    }
    intent.status = 'succeeded';
    intent.amount_received = intent.amount;
    intent.next_action = null;
    intent.last_payment_error = null;
    const charge = this.keep({
      id: `ch_${newId()}`,
      object: 'charge',
      amount: intent.amount,
      amount_refunded: 0,
      currency: intent.currency,
      payment_intent: intent.id,
      metadata: intent.metadata,
      paid: true,
      payment_method_details: detailsOf(intent),
    });
    intent.latest_charge = charge.id;
    count(this.charged, intent.metadata.reference);
    this.tell('charge.succeeded', charge);
    this.tell('payment_intent.succeeded', intent);
  }

  decline(intent: Thing, words: { code: string; decline_code?: string }): void {
    intent.status = 'requires_payment_method';
    intent.next_action = null;
    intent.last_payment_error = {
      type: intent.method === 'card' ? 'card_error' : 'invalid_request_error',
      ...words,
      message: 'The payment failed.',
      payment_method: { id: `pm_${newId()}`, type: intent.method },
    };
    this.tell('payment_intent.payment_failed', intent);
  }

  cancelIntent(id: string, form: Form): Thing {
    const intent = this.find(id);
    if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing') {
      throw invalid('payment_intent_unexpected_state', `This PaymentIntent's status is ${intent.status}`);
    }
    intent.status = 'canceled';
    intent.next_action = null;
    intent.cancellation_reason = textAt(form, 'cancellation_reason') ?? null;
    intent.amount_capturable = 0;
    this.tell('payment_intent.canceled', intent);
    return intent;
  }

  createSession(form: Form): Thing {
    if ('payment_method_types' in form) {
      throw invalid('payment_method_types_no_longer_supported', 'Use allowed_payment_method_types.');
    }
    const item = (form.line_items as Form[] | undefined)?.[0] ?? {};
    const isSetup = textAt(form, 'mode') === 'setup';
    const amount = isSetup
      ? 0
      : Number(textAt(item, 'price_data', 'unit_amount')) * Number(textAt(item, 'quantity'));
    if (!Number.isSafeInteger(amount) || amount < 0) throw invalid('parameter_invalid_integer', 'Invalid');
    const seconds = this.seconds();
    const expiresAt = Number(textAt(form, 'expires_at') ?? seconds + 86_400);
    if (expiresAt < seconds + 1_800 || expiresAt > seconds + 86_400) {
      throw invalid('parameter_invalid', 'between 30 minutes and 24 hours from now', 'expires_at');
    }
    const email = textAt(form, 'customer_email');
    if (email !== undefined && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) {
      throw invalid('email_invalid', 'Invalid email address', 'customer_email');
    }
    const id = `cs_test_${newId()}`;
    return this.keep({
      id,
      object: 'checkout.session',
      mode: textAt(form, 'mode'),
      status: 'open',
      payment_status: 'unpaid',
      amount_total: isSetup ? null : amount,
      currency: textAt(form, 'currency') ?? textAt(item, 'price_data', 'currency') ?? '',
      customer: textAt(form, 'customer') ?? null,
      setup_intent: isSetup ? createSetup(this, form).id : null,
      intent_form: intentForm(this, form),
      client_reference_id: textAt(form, 'client_reference_id') ?? null,
      metadata: formAt(form, 'metadata'),
      intent_metadata: formAt((form.payment_intent_data as Form | undefined) ?? {}, 'metadata'),
      success_url: textAt(form, 'success_url'),
      cancel_url: textAt(form, 'cancel_url'),
      expires_at: expiresAt,
      payment_intent: null,
      url: `${this.options.origin()}/pages/checkout/${id}`,
    });
  }

  /** A shopper enters a card on the page. Returns the session's payment. */
  payByCard(id: string, number: string, wallet: string | null = null): Thing {
    const session = this.find(id);
    if (session.status !== 'open') throw invalid('session_over', `The page is ${session.status}`);
    if (session.mode === 'setup') return completeSetup(this, session);
    const outcome = CARDS[number] ?? { code: 'incorrect_number' };
    const intent =
      session.payment_intent === null
        ? this.createIntent(
            { ...session.intent_form, amount: String(session.amount_total), currency: session.currency },
            ['card'],
          )
        : this.find(session.payment_intent);
    intent.metadata = session.intent_metadata;
    intent.method = 'card';
    intent.wallet = wallet;
    intent.session = id;
    session.payment_intent = intent.id;
    if (outcome === 'approve') this.completeSession(session, intent);
    else if (outcome === '3ds') {
      intent.status = 'requires_action';
      intent.return_url = session.success_url;
      intent.next_action = { type: 'use_stripe_sdk' };
    } else this.decline(intent, outcome);
    return intent;
  }

  completeSession(session: Thing, intent: Thing): void {
    this.succeed(intent);
    session.status = 'complete';
    session.payment_status = intent.capture_method === 'manual' ? 'unpaid' : 'paid';
    session.url = null;
    this.tell('checkout.session.completed', session);
  }

  expireSession(id: string): Thing {
    const session = this.find(id);
    if (session.status !== 'open') {
      throw invalid(
        '',
        `Only Checkout Sessions with status open can be expired; this one is ${session.status}`,
      );
    }
    session.status = 'expired';
    session.url = null;
    const intent = session.payment_intent && this.find(session.payment_intent);
    if (intent) Object.assign(intent, { status: 'canceled', cancellation_reason: 'abandoned' });
    this.tell('checkout.session.expired', session);
    return session;
  }

  createRefund(form: Form): Thing {
    const intent = this.find(textAt(form, 'payment_intent') ?? '');
    const amount = Number(textAt(form, 'amount') ?? intent.amount);
    const given = this.refundsOf(intent.id).filter(({ status }) => status !== 'failed');
    const rest = intent.amount_received - given.reduce((sum, one) => sum + one.amount, 0);
    if (rest === 0) throw invalid('charge_already_refunded', 'Charge has already been refunded.');
    if (!(amount > 0 && amount <= rest))
      throw invalid('parameter_invalid', 'greater than what is left', 'amount');
    const refund = this.keep({
      id: `re_${newId()}`,
      object: 'refund',
      amount,
      currency: intent.currency,
      charge: intent.latest_charge,
      payment_intent: intent.id,
      metadata: formAt(form, 'metadata'),
      status: REFUNDS_AT_ONCE.includes(intent.method) ? 'succeeded' : 'pending',
    });
    count(this.refunded, refund.metadata.reference ?? refund.id);
    const charge = this.find(intent.latest_charge);
    charge.amount_refunded += amount;
    this.tell('refund.created', refund);
    this.tell('charge.refunded', charge);
    return refund;
  }

  moveRefund(id: string, status: 'succeeded' | 'failed' | 'canceled' | 'requires_action'): Thing {
    const refund = this.find(id);
    refund.status = status;
    this.tell(status === 'failed' ? 'refund.failed' : 'refund.updated', refund);
    return refund;
  }

  /** Newest first. */
  refundsOf(id: string): Thing[] {
    return this.of('refund')
      .filter(({ payment_intent, charge }) => payment_intent === id || charge === id)
      .reverse();
  }

  openDispute(intentId: string, fields: Record<string, unknown> = {}): Thing {
    const intent = this.find(intentId);
    const dispute = this.keep({
      id: `du_${newId()}`,
      object: 'dispute',
      amount: intent.amount,
      currency: intent.currency,
      charge: intent.latest_charge,
      payment_intent: intent.id,
      status: 'needs_response',
      reason: 'fraudulent',
      metadata: {},
      balance_transactions: [],
      evidence: {},
      evidence_details: { due_by: this.seconds() + 7 * 86_400, has_evidence: false, submission_count: 0 },
      payment_method_details: { type: intent.method },
      ...fields,
    });
    this.tell('charge.dispute.created', dispute);
    return dispute;
  }

  /** Evidence is submitted once, and only while the bank waits for it. */
  submitEvidence(id: string, form: Form): Thing {
    const dispute = this.find(id);
    if (!dispute.status.endsWith('needs_response'))
      throw invalid('', 'This dispute is not in a state in which evidence can be submitted');
    const evidence = formAt(form, 'evidence');
    for (const name of FILES_OF_EVIDENCE) {
      const file = textAt(evidence, name);
      if (file !== undefined && this.find(file).purpose !== 'dispute_evidence')
        throw invalid('parameter_invalid', 'Not a file of evidence', `evidence[${name}]`);
    }
    Object.assign(dispute.evidence, evidence);
    Object.assign(dispute.metadata, formAt(form, 'metadata'));
    dispute.evidence_details.has_evidence = true;
    if (textAt(form, 'submit') === 'false') return dispute;
    dispute.evidence_details.submission_count += 1;
    dispute.status = dispute.status.replace('needs_response', 'under_review');
    this.tell('charge.dispute.updated', dispute);
    return dispute;
  }

  closeDispute(id: string): Thing {
    const dispute = this.find(id);
    if (dispute.status !== 'needs_response') throw invalid('', 'This dispute is already closed');
    dispute.status = 'lost';
    this.tell('charge.dispute.closed', dispute);
    return dispute;
  }

  createFile(form: Form): Thing {
    const file = formAt(form, 'file');
    return this.keep({
      id: `file_${newId()}`,
      object: 'file',
      purpose: textAt(form, 'purpose'),
      filename: textAt(file, 'name'),
      type: textAt(file, 'type'),
      size: Number(textAt(file, 'size')),
    });
  }

  moveDispute(id: string, kind: string, fields: Record<string, unknown>): Thing {
    const dispute = Object.assign(this.find(id), fields);
    if (kind === 'funds_withdrawn') dispute.balance_transactions.push({ amount: -dispute.amount });
    if (kind === 'funds_reinstated') dispute.balance_transactions.push({ amount: dispute.amount });
    this.tell(`charge.dispute.${kind}`, dispute);
    return dispute;
  }
}

function currencyIn(form: Form): string {
  const currency = textAt(form, 'currency') ?? '';
  if (!/^[a-z]{3}$/.test(currency)) throw invalid('parameter_invalid', 'Invalid currency', 'currency');
  return currency;
}
