// The memory of the stand-in: payments, sessions, refunds, what was charged under which reference, and the events that Adyen
// would tell by notification. It knows no HTTP. A card number is never kept, only its last four digits.
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
  /** As Adyen names it: scheme, ideal, pix … */
  method: string;
  state: 'open' | 'authorised' | 'refused' | 'cancelled';
  returnUrl: string;
  /** What a card gets once nothing is left to do. */
  verdict: Verdict;
  last4: string | null;
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
  expiresAt: string;
  status: 'active' | 'completed' | 'refused' | 'canceled' | 'expired';
  payments: Payment[];
}

/** An item that is still to be told, without its signature. */
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
/** They are about an offer or an authorisation that ran out: Adyen's samples of them name no original. */
const WITHOUT_ORIGINAL = ['EXPIRE', 'OFFER_CLOSED'];
/** They bear the reference of the payment itself. */
const OF_THE_PAYMENT = ['AUTHORISATION', 'OFFER_CLOSED'];

export class Books {
  readonly payments: Payment[] = [];
  readonly sessions: Session[] = [];
  readonly events: Event[] = [];
  /** By the token of a page: the payment that waits there. */
  readonly pages = new Map<string, Payment>();
  /** By `redirectResult`. */
  readonly results = new Map<string, { payment: Payment; decision: Decision; isUsed: boolean }>();

  open(fields: Omit<Payment, 'pspReference' | 'state' | 'refunded'>): Payment {
    const payment: Payment = { ...fields, pspReference: newReference(), state: 'open', refunded: 0 };
    this.payments.push(payment);
    return payment;
  }

  /** Charges it, or does not; Adyen tells both. */
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

  /** What the shopper did on the page of bank or wallet. There, an approval is the payment; with 3-D Secure it is not yet. */
  decide(payment: Payment, decision: Decision): string {
    if (payment.method !== 'scheme' && payment.state === 'open')
      this.finish(payment, afterDecision(payment, decision));
    const result = randomBytes(24).toString('base64url');
    this.results.set(result, { payment, decision, isUsed: false });
    return result;
  }

  charged(reference: string): Payment[] {
    return this.payments.filter((one) => one.reference === reference && one.state === 'authorised');
  }

  latest(reference: string): Payment {
    const payment = this.payments.findLast((one) => one.reference === reference);
    if (!payment) throw new Error(`the stand-in has no payment ${reference}`);
    return payment;
  }

  /** Adds an event about a payment to those that are still to be told. */
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
      paymentMethod: payment.method === 'scheme' ? BRAND : payment.method,
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

/** Sixteen characters, as Adyen's. */
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
