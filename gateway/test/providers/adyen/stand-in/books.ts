// The memory of the stand-in: payments, sessions, refunds, charges by reference, and the events that Adyen would send
// as notifications. It knows no HTTP. It never keeps a card number, only the last four digits.
import { randomBytes } from 'node:crypto';
import { reasonOf, type Verdict, verdictOn } from './refusal-triggers.ts';

export interface Amount {
  value: number;
  currency: string;
}

export interface Payment {
  pspReference: string;
  reference: string;
  merchantAccount: string;
  amount: Amount;
  /** Adyen's name: scheme, ideal, pix … */
  method: string;
  state: 'open' | 'authorised' | 'refused' | 'cancelled';
  returnUrl: string;
  /** The card's result once nothing is left to do. */
  verdict: Verdict;
  last4: string | null;
  /** It was asked for with `manualCapture`. */
  isManual: boolean;
  captured: number;
  /** What was not captured is cancelled or has lapsed. */
  isReleased: boolean;
  refunded: number;
}

export interface Session {
  id: string;
  token: string;
  result: string;
  reference: string;
  merchantAccount: string;
  amount: Amount;
  returnUrl: string;
  isManual: boolean;
  /** The shopper whose card its page stores. */
  storesFor: string | null;
  /** Adyen's names of the methods that its page offers. */
  offers: readonly string[];
  expiresAt: string;
  status: 'active' | 'completed' | 'refused' | 'canceled' | 'expired';
  payments: Payment[];
}

/** A stored payment method: the same card of a shopper is stored once. */
export interface Stored {
  id: string;
  shopperReference: string;
  /** Only a card has it. */
  lastFour?: string;
  expiryMonth?: string;
  expiryYear?: string;
  /** Only a debit has it. */
  iban?: string;
  type: string;
  firstPspReference: string;
  networkTxReference: string;
}

/** An item that has not been sent yet, without its signature. */
export interface Event {
  eventCode: string;
  pspReference: string;
  /** Absent where Adyen's published samples have none. */
  originalReference?: string;
  merchantReference: string;
  merchantAccountCode: string;
  amount: Amount;
  success: 'true' | 'false';
  reason: string;
  paymentMethod: string;
  eventDate: string;
  additionalData?: Record<string, string>;
}

export type Decision = 'approve' | 'refuse' | 'cancel';

const BRAND = 'visa';
/** About an expired offer or authorisation: Adyen's samples of them name no original. */
const WITHOUT_ORIGINAL = ['EXPIRE', 'OFFER_CLOSED'];
/** Their reference is the payment's own. */
const OF_THE_PAYMENT = ['AUTHORISATION', 'OFFER_CLOSED'];

/** In a notification a wallet's payment is named by the card's brand and the wallet. */
function paymentMethodOf({ method }: Payment): string {
  if (method === 'scheme') return BRAND;
  return WALLETS.includes(method) ? `${BRAND}_${method}` : method;
}

export const WALLETS: readonly string[] = ['applepay', 'googlepay'];

export class Books {
  readonly payments: Payment[] = [];
  readonly sessions: Session[] = [];
  readonly events: Event[] = [];
  stored: Stored[] = [];
  /** Domains that are registered for Apple Pay; empty: it is not switched on. */
  appleDomains: string[] = [];
  /** Whether the merchant account takes several captures of one payment. */
  multipleCaptures = false;
  /** Token of a page → the payment that waits there. */
  readonly pages = new Map<string, Payment>();
  /** Keyed by `redirectResult`. */
  readonly results = new Map<string, { payment: Payment; decision: Decision; isUsed: boolean }>();

  open(fields: Omit<Payment, 'pspReference' | 'state' | 'captured' | 'isReleased' | 'refunded'>): Payment {
    const payment: Payment = {
      ...fields,
      pspReference: newReference(),
      state: 'open',
      captured: 0,
      isReleased: false,
      refunded: 0,
    };
    this.payments.push(payment);
    return payment;
  }

  /** Charges it or does not; Adyen reports both. */
  finish(payment: Payment, verdict: Verdict = payment.verdict): Verdict {
    if (payment.state !== 'open') return verdict;
    if (verdict.resultCode === 'Received' || verdict.resultCode === 'Pending') return verdict;
    const isPaid = verdict.resultCode === 'Authorised';
    payment.state = isPaid ? 'authorised' : verdict.resultCode === 'Cancelled' ? 'cancelled' : 'refused';
    this.tell(payment, 'AUTHORISATION', {
      success: isPaid ? 'true' : 'false',
      reason: isPaid ? `033899:${payment.last4 ?? '0000'}:03/2030` : (verdict.refusalReason ?? 'Refused'),
      originalReference: '',
    });
    return verdict;
  }

  /** The shopper's action on the page of a bank or wallet. There an approval pays; with 3-D Secure it does not yet. */
  decide(payment: Payment, decision: Decision): string {
    if (payment.method !== 'scheme' && payment.state === 'open')
      this.finish(payment, afterDecision(payment, decision));
    const result = randomBytes(24).toString('base64url');
    this.results.set(result, { payment, decision, isUsed: false });
    return result;
  }

  /** A capture by a call, or in the Customer Area: then its reference is the payment's. Null: Adyen refuses it. */
  capture(payment: Payment, amount: Amount, reference: string = payment.reference): Event | null {
    const isOpen = payment.state === 'authorised' && payment.isManual && !payment.isReleased;
    const rest = payment.amount.value - payment.captured;
    if (!isOpen || amount.currency !== payment.amount.currency || amount.value > rest) return null;
    const isDone = amount.value % 100 !== 2;
    if (isDone) {
      payment.captured += amount.value;
      payment.isReleased = !this.multipleCaptures || payment.captured === payment.amount.value;
    }
    return this.tell(payment, 'CAPTURE', {
      merchantReference: reference,
      amount,
      success: isDone ? 'true' : 'false',
      reason: isDone ? '' : 'Insufficient balance on payment',
    });
  }

  /** Cancels what was not captured, by a call or in the Customer Area. */
  void(payment: Payment, reference: string = payment.reference): Event {
    const isDone = payment.state === 'authorised' && payment.isManual && !payment.isReleased;
    if (isDone) payment.isReleased = true;
    if (isDone && payment.captured === 0) payment.state = 'cancelled';
    return this.tell(payment, 'CANCELLATION', {
      merchantReference: reference,
      success: isDone ? 'true' : 'false',
      reason: isDone ? '' : 'Transaction was captured',
    });
  }

  /** The authorisation lapses. */
  lapse(payment: Payment): Event {
    payment.isReleased = true;
    if (payment.captured === 0) payment.state = 'cancelled';
    return this.tell(payment, 'EXPIRE');
  }

  charged(reference: string): Payment[] {
    return this.payments.filter((one) => one.reference === reference && one.state === 'authorised');
  }

  latest(reference: string): Payment {
    const payment = this.payments.findLast((one) => one.reference === reference);
    if (!payment) throw new Error(`the stand-in has no payment ${reference}`);
    return payment;
  }

  /** Adds an event about a payment to the events to send. */
  tell(payment: Payment, eventCode: string, fields: Partial<Event> = {}): Event {
    const event: Event = {
      eventCode,
      pspReference: OF_THE_PAYMENT.includes(eventCode) ? payment.pspReference : newReference(),
      ...(!WITHOUT_ORIGINAL.includes(eventCode) && { originalReference: payment.pspReference }),
      merchantReference: payment.reference,
      merchantAccountCode: payment.merchantAccount,
      amount: payment.amount,
      success: 'true',
      reason: '',
      paymentMethod: paymentMethodOf(payment),
      eventDate: new Date().toISOString(),
      ...fields,
    };
    this.events.push(event);
    return event;
  }
}

export function afterDecision(payment: Payment, decision: Decision): Verdict {
  if (decision === 'approve') return payment.verdict;
  if (decision === 'cancel') return { resultCode: 'Cancelled', ...reasonOf('16') };
  return { resultCode: 'Refused', ...reasonOf(payment.method === 'scheme' ? '11' : '2') };
}

/** Sixteen characters, like Adyen's. */
export function newReference(): string {
  return randomBytes(10)
    .toString('base64')
    .replaceAll(/[^A-Za-z0-9]/g, 'X')
    .toUpperCase()
    .slice(0, 16)
    .padEnd(16, '8');
}

export function cardVerdict(holderName: unknown): Verdict {
  return verdictOn(holderName);
}
