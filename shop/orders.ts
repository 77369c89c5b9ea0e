// The shop's orders and the steps of each, in memory alone: a restart forgets them, and the 501st order replaces the
// oldest. Pages that watch an order hear of every change. It must never keep a card number or a security code.
import { randomBytes } from 'node:crypto';
import type { Country, Product } from './catalogue.ts';

const MOST_ORDERS = 500;
const MOST_STEPS = 80;

export type Way = 'hosted' | 'card' | 'hybrid' | 'payout';
export type Status = 'INIT' | 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'DECLINED' | 'ERROR';

// biome-ignore lint/suspicious/noExplicitAny: JSON of the gateway, read as its reference says
export type Json = any;

export interface Knowledge {
  source: 'answer' | 'webhook' | 'query';
  detail: string;
}

interface Beginning {
  id: number;
  at: Date;
  title: string;
  text: string;
}

/** A call of the shop's server to the gateway. */
export interface CallStep extends Beginning {
  kind: 'call';
  method: 'GET' | 'POST';
  path: string;
  headers: [name: string, value: string][];
  /** Masked. */
  body: Json;
  /** How the request was signed, in words. */
  signed: string | null;
  /** Shown opened. */
  main: boolean;
  /** How many times in a row this question got this answer. */
  times: number;
  answer: {
    status: number;
    headers: [name: string, value: string][];
    body: Json;
    /** null: answers of this call are not signed. */
    verified: boolean | null;
    tookMs: number;
  } | null;
  /** Why there is no answer. */
  failure: string | null;
}

/** An event from the gateway. Only events with a right signature get here. */
export interface WebhookStep extends Beginning {
  kind: 'webhook';
  eventId: string;
  eventType: string;
  sequence: number;
  headers: [name: string, value: string][];
  body: Json;
  /** The Standard Webhooks signature beside X-Signature was right too. */
  standard: boolean;
  /** How often the same event came again. */
  duplicates: number;
}

/** The customer's browser goes somewhere, or comes back. */
export interface HopStep extends Beginning {
  kind: 'hop';
  url: string | null;
}

export type Step = CallStep | WebhookStep | HopStep;
/** A step without its number and time, which are added. */
export type NewStep<S extends Step> = Omit<S, 'id' | 'at'>;

export interface Order {
  id: string;
  /** merchantReference. */
  reference: string;
  way: Way;
  product: Product | null;
  quantity: number;
  country: Country;
  amountMinor: number;
  /** The money is held first, and charged when the order ships (`captureMode: manual`). */
  chargesLater: boolean;
  customer: { id: string; name: string; email: string; ip: string | null; userAgent: string };
  createdAt: Date;
  transactionId: string | null;
  /** null until the gateway has answered. */
  status: Status | null;
  /** The source of the status; never a return of the browser. */
  knownBy: Knowledge | null;
  /** A second source with the same status. */
  confirmedBy: Knowledge | null;
  reason: string | null;
  /** How the customer paid, in words. */
  paidWith: string | null;
  /** The gateway refused the request: no transaction exists. */
  refusal: string[] | null;
  /** A message about the customer's last act, to be read once. */
  notice: string | null;
  /** Where the customer goes next: the cashier, their bank. */
  goOnUrl: string | null;
  /** The customer was sent away and has not come back. */
  away: boolean;
  /** Set once: goods are packed at the first news of COMPLETED, however often it comes. */
  packedAt: Date | null;
  lastSequence: number;
  /** null: nothing is held, or not yet. */
  held: { until: string } | null;
  captures: { captureId: string; amountMinor: number; status: string }[];
  refunds: { refundId: string; amountMinor: number; status: string }[];
  disputes: {
    disputeId: string;
    status: string;
    amountMinor: number;
    fundsWithheld: boolean;
    sequence: number;
  }[];
  /** The bank of the customer took a debit back, or a payout did not arrive. */
  returned: { amountMinor: number; reason: string | null } | null;
  hybrid: { sessionId: string; options: Json[]; chosen: Json | null; suboptions: Json[] } | null;
  steps: Step[];
}

export type NewOrder = Pick<
  Order,
  'way' | 'product' | 'quantity' | 'country' | 'amountMinor' | 'chargesLater' | 'customer'
>;

export class Orders {
  readonly #byId = new Map<string, Order>();
  readonly #byReference = new Map<string, Order>();
  readonly #watchers = new Map<string, Set<() => void>>();
  readonly #formsUsed = new Map<string, Order>();

  /** `form`: the checkout page that the order came from, so that two clicks make one order. */
  open(fields: NewOrder, form: string): Order {
    const order: Order = {
      ...fields,
      id: randomBytes(16).toString('base64url'),
      reference: `HC-${readable(8)}`,
      createdAt: new Date(),
      transactionId: null,
      status: null,
      knownBy: null,
      confirmedBy: null,
      reason: null,
      paidWith: null,
      refusal: null,
      notice: null,
      goOnUrl: null,
      away: false,
      packedAt: null,
      lastSequence: 0,
      held: null,
      captures: [],
      refunds: [],
      disputes: [],
      returned: null,
      hybrid: null,
      steps: [],
    };
    this.#byId.set(order.id, order);
    this.#byReference.set(order.reference, order);
    this.#formsUsed.set(form, order);
    if (this.#byId.size > MOST_ORDERS) this.#forgetOldest();
    return order;
  }

  byId = (id: string): Order | undefined => this.#byId.get(id);
  byReference = (reference: string): Order | undefined => this.#byReference.get(reference);
  /** Returns only an order that may still succeed. After a decline the customer may send the same page again. */
  ofForm(form: string): Order | undefined {
    const order = this.#formsUsed.get(form);
    return order === undefined || hasFailed(order) ? undefined : order;
  }

  add<S extends Step>(order: Order, step: NewStep<S>): S {
    const id = (order.steps.at(-1)?.id ?? 0) + 1;
    const added = { ...step, id, at: new Date() } as unknown as S;
    order.steps.push(added);
    if (order.steps.length > MOST_STEPS) order.steps.splice(1, 1);
    this.changed(order);
    return added;
  }

  changed(order: Order): void {
    for (const tell of this.#watchers.get(order.id) ?? []) tell();
  }

  /** Calls `tell` after each change. The returned function stops that. */
  watch(order: Order, tell: () => void): () => void {
    const watchers = this.#watchers.get(order.id) ?? new Set();
    this.#watchers.set(order.id, watchers.add(tell));
    return () => {
      watchers.delete(tell);
      if (watchers.size === 0) this.#watchers.delete(order.id);
    };
  }

  #forgetOldest(): void {
    const [oldest] = this.#byId.values();
    this.#byId.delete(oldest!.id);
    this.#byReference.delete(oldest!.reference);
    for (const [form, order] of this.#formsUsed) if (order === oldest) this.#formsUsed.delete(form);
  }
}

export const hasFailed = (order: Order): boolean =>
  order.refusal !== null || order.status === 'DECLINED' || order.status === 'ERROR';
export const hasEnded = (order: Order): boolean => hasFailed(order) || order.status === 'COMPLETED';

/** The provider holds its money, and the shop has not charged it yet. */
export const isHeld = (order: Order): boolean => order.held !== null && !hasEnded(order);

/** Letters and digits that cannot be confused with each other. */
function readable(length: number): string {
  const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  return [...randomBytes(length)].map((byte) => alphabet[byte % 32]).join('');
}
