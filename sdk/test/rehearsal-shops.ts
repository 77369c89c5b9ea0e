// Small merchants for the test of the rehearsal. All are right, each in its own way. They compute their books with code
// of their own, so that a mistake in the rehearsal's books shows.
import { createHmac } from 'node:crypto';

// biome-ignore lint/suspicious/noExplicitAny: events of every kind, read freely
export type Event = any;

export interface Shop {
  name: string;
  isGenuine(raw: string, signature: string | undefined, secret: string): boolean;
  /** Whether it drops an event that comes again. */
  once: boolean;
  /** `arrived`: in the order of arrival. */
  balance(arrived: readonly Event[]): number;
  /** The events that it still knows after a restart. */
  forgets?(arrived: Event[]): Event[];
  /** It keeps the ids of events only in memory. */
  forgetsIds?: true;
}

/** It is wrong in one thing. */
export interface WrongShop extends Shop {
  /** The chapters that it fails. */
  fails: 'all' | string[];
  says?: RegExp[];
}

/** The effect of an event on the books: the part `part` is now worth `amount`. */
type Entry = [part: string, amount: number] | null;

interface Rules {
  order(arrived: readonly Event[]): Event[];
  payment(event: Event): Entry;
  returned(event: Event): Entry;
  capture(event: Event): Entry;
  refund(event: Event): Entry;
  dispute(event: Event): Entry;
}

export const signOf = ({ type }: Event) => (type === 'PAYIN' ? 1 : -1);
/** Its captures are its money. */
const isLater = ({ captureMode }: Event) => captureMode === 'manual';
export const RULES: Rules = {
  order: (arrived) => [...arrived].sort((a, b) => a.sequence - b.sequence),
  payment: (event) =>
    !isLater(event) && /^pay(in|out)\.(pending|processing|completed|declined|error)$/.test(event.eventType)
      ? ['payment', event.eventType.endsWith('completed') ? signOf(event) * event.amount : 0]
      : null,
  returned: (event) =>
    !isLater(event) && /\.returned$/.test(event.eventType)
      ? ['returned', -signOf(event) * event.returned.amount]
      : null,
  capture: ({ capture }) =>
    capture ? [capture.captureId, capture.status === 'COMPLETED' ? capture.amount : 0] : null,
  refund: ({ refund }) =>
    refund ? [refund.refundId, refund.status === 'COMPLETED' ? -refund.amount : 0] : null,
  dispute: ({ dispute }) =>
    dispute ? [dispute.disputeId, dispute.fundsWithheld ? -dispute.amount : 0] : null,
};

/** Each part of the books is worth what its last entry says. */
export const books = (mistakes: Partial<Rules> = {}) => {
  const rules = { ...RULES, ...mistakes };
  return (arrived: readonly Event[]): number => {
    const worth = new Map<string, number>();
    for (const event of rules.order(arrived))
      for (const entry of [rules.payment, rules.returned, rules.capture, rules.refund, rules.dispute].map(
        (rule) => rule(event),
      ))
        if (entry) worth.set(...entry);
    return [...worth.values()].reduce((sum, one) => sum + one, 0);
  };
};

/** Each event adds something. */
export const ledger =
  (entry: (event: Event, before: readonly Event[]) => number) => (arrived: readonly Event[]) =>
    arrived.reduce((sum, event, at) => sum + entry(event, arrived.slice(0, at)), 0);

export const hmac = (text: string, secret: string) =>
  createHmac('sha256', secret).update(text).digest('base64');
export const overText =
  (textOf: (raw: string) => string) => (raw: string, given: string | undefined, secret: string) =>
    given === hmac(textOf(raw), secret);
export const overRaw = overText((raw) => raw);
export const RIGHT: Shop = {
  name: 'books the state of each part of a payment',
  isGenuine: overRaw,
  once: true,
  balance: books(),
};

export const has = (before: readonly Event[], test: (event: Event) => boolean) => before.some(test);
/** Books each movement of money once, as it comes, and remembers it. */
export const movements = ledger((event, before) => {
  const { eventType, sequence, amount, capture, refund, dispute, returned } = event;
  const isNewest = (id: (one: Event) => string | undefined) =>
    !has(before, (one) => id(one) === id(event) && one.sequence > sequence);
  const lastOf = (id: (one: Event) => string | undefined) =>
    before
      .filter((one) => id(one) === id(event))
      .sort((a, b) => a.sequence - b.sequence)
      .at(-1);
  if (capture) {
    const id = (one: Event) => one.capture?.captureId;
    const worth = (one: Event) => (one?.capture.status === 'COMPLETED' ? one.capture.amount : 0);
    return isNewest(id) ? worth(event) - worth(lastOf(id)) : 0;
  }
  if (refund) {
    const id = (one: Event) => one.refund?.refundId;
    const worth = (one: Event) => (one?.refund.status === 'COMPLETED' ? one.refund.amount : 0);
    return isNewest(id) ? worth(lastOf(id)) - worth(event) : 0;
  }
  if (dispute) {
    const id = (one: Event) => one.dispute?.disputeId;
    const worth = (one: Event) => (one?.dispute.fundsWithheld ? one.dispute.amount : 0);
    return isNewest(id) ? worth(lastOf(id)) - worth(event) : 0;
  }
  if (isLater(event)) return 0;
  if (/\.completed$/.test(eventType)) return signOf(event) * amount;
  return /\.returned$/.test(eventType) ? -signOf(event) * returned.amount : 0;
});

/** Knows no captures: it books what payin.completed says was captured. */
const unaware = books({
  payment: (event) =>
    /^pay(in|out)\.(pending|processing|completed|declined|error)$/.test(event.eventType)
      ? ['payment', event.eventType.endsWith('completed') ? signOf(event) * bookedOf(event) : 0]
      : null,
  returned: (event) =>
    /\.returned$/.test(event.eventType) ? ['returned', -signOf(event) * event.returned.amount] : null,
  capture: () => null,
});
const bookedOf = ({ type, amount, amountCaptured }: Event) => (type === 'PAYIN' ? amountCaptured : amount);

export const RIGHT_SHOPS: Shop[] = [
  RIGHT,
  { ...RIGHT, name: 'books amountCaptured at payin.completed', balance: unaware },
  { ...RIGHT, name: 'books each movement of money', balance: movements },
  {
    ...RIGHT,
    name: 'verifies JSON.stringify of the parsed payload, as spec 6.2 allows',
    isGenuine: overText((raw) => JSON.stringify(JSON.parse(raw))),
  },
];
