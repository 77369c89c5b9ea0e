// Small merchants for the test of the rehearsal. Each is wrong in one thing, and names the chapters that it fails.
import { CHAPTERS } from '../src/cli/rehearsal/chapters.ts';
import { FORGETFUL_SHOPS } from './forgetful-shops.ts';
import {
  books,
  type Event,
  has,
  hmac,
  ledger,
  movements,
  overRaw,
  overText,
  RIGHT,
  RULES,
  signOf,
  type WrongShop,
} from './rehearsal-shops.ts';
import { WRONG_CAPTURE_SHOPS } from './wrong-capture-shops.ts';
import { WRONG_MANDATE_SHOPS } from './wrong-mandate-shops.ts';

const sorted = (value: Event): Event =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.keys(value)
          .sort()
          .map((key) => [key, sorted(value[key])]),
      );

const isYounger = (event: Event) => (other: Event) =>
  other.transactionId === event.transactionId && other.sequence > event.sequence;

const ALL = Object.keys(CHAPTERS);
/** Nothing is booked in them at any step. */
const NOTHING_LEFT = ['capture-failed-disordered', 'lapsed', 'mandate-declined'];
/** Their amounts have no decimals, or nothing is left in the end. */
const WHOLE = [
  'endpoint',
  'unknown',
  'late',
  'refunds',
  'dispute-lost',
  'return-disordered',
  ...NOTHING_LEFT,
];
const DISPUTES = ['dispute', 'dispute-lost', 'disputes', 'dispute-reversed', 'dispute-disordered'];
const PARTS = ['backlog', 'replay', 'restart', 'refunds', 'refunds-disordered'];

export const WRONG_SHOPS: WrongShop[] = [
  {
    ...RIGHT,
    name: 'checks no signature',
    isGenuine: () => true,
    fails: ['endpoint', 'refunds', 'dispute', 'debit-returned', 'payout-returned', 'captures'],
    says: [
      /another secret: it accepted/,
      /without a signature: it accepted/,
      /changed on its way: it accepted/,
    ],
  },
  {
    ...RIGHT,
    name: 'checks a signature only if there is one',
    isGenuine: (raw, given, secret) => !given || overRaw(raw, given, secret),
    fails: ['endpoint'],
    says: [/without a signature: it accepted/, /an empty signature: it accepted/],
  },
  ...(['refund', 'dispute', 'payin.returned', 'payout', 'capture'] as const).map((type) => ({
    ...RIGHT,
    name: `does not check the signature of ${type}`,
    isGenuine: (raw: string, given: string | undefined, secret: string) =>
      JSON.parse(raw).eventType?.startsWith(type) || overRaw(raw, given, secret),
    fails: {
      refund: ['refunds'],
      dispute: ['dispute'],
      'payin.returned': ['debit-returned'],
      payout: ['payout-returned'],
      capture: ['captures'],
    }[type],
    says: [/a forged [a-z]+: it accepted/],
  })),
  {
    ...RIGHT,
    name: 'ignores capital letters when it compares signatures',
    isGenuine: (raw, given, secret) => given?.toLowerCase() === hmac(raw, secret).toLowerCase(),
    fails: ['endpoint'],
    says: [/the wrong case of letters: it accepted/],
  },
  {
    ...RIGHT,
    name: 'sorts the fields before it checks the signature',
    isGenuine: overText((raw) => JSON.stringify(sorted(JSON.parse(raw)))),
    fails: 'all',
  },
  {
    ...RIGHT,
    name: 'escapes characters before it checks the signature',
    isGenuine: overText((raw) =>
      JSON.stringify(JSON.parse(raw)).replaceAll(
        /[\u007f-\uffff]/g,
        (one) => `\\u${one.charCodeAt(0).toString(16)}`,
      ),
    ),
    fails: ['signed'],
  },
  {
    ...RIGHT,
    name: 'books the same amount for every payment',
    balance: books({
      payment: (event) => {
        const entry = RULES.payment(event);
        return entry && [entry[0], Math.sign(entry[1]) * 25];
      },
      capture: (event) => {
        const entry = RULES.capture(event);
        return entry && [entry[0], Math.sign(entry[1]) * 25];
      },
    }),
    fails: ALL.slice(1).filter((name) => !NOTHING_LEFT.includes(name)),
  },
  {
    ...RIGHT,
    name: 'believes that every currency has cents',
    balance: (arrived) => books()(arrived) / (arrived[0]?.currency === 'JPY' ? 100 : 1),
    fails: ['refunds'],
  },
  {
    ...RIGHT,
    name: 'rounds amounts to whole units',
    balance: (arrived) => Math.round(books()(arrived)),
    fails: ALL.filter((name) => !WHOLE.includes(name)),
  },
  ...WRONG_CAPTURE_SHOPS,
  ...WRONG_MANDATE_SHOPS,
  {
    ...RIGHT,
    name: 'books by status instead of event type',
    balance: books({
      payment: (event) => ['payment', event.status === 'COMPLETED' ? signOf(event) * event.amount : 0],
    }),
    fails: ['endpoint', 'unknown', 'captures', 'capture-failed', 'capture-failed-disordered'],
  },
  {
    ...RIGHT,
    name: 'books amount instead of refund.amount',
    balance: books({
      refund: (event) =>
        event.refund && [event.refund.refundId, event.refund.status === 'COMPLETED' ? -event.amount : 0],
    }),
    fails: PARTS,
  },
  {
    ...RIGHT,
    name: 'keeps only one refund of each payment',
    balance: books({
      refund: (event) => {
        const entry = RULES.refund(event);
        return entry && ['refund', entry[1]];
      },
    }),
    fails: PARTS.filter((name) => name !== 'restart'),
  },
  {
    ...RIGHT,
    name: 'books a refund when it is pending',
    balance: books({
      refund: ({ refund }) => refund && [refund.refundId, refund.status === 'FAILED' ? 0 : -refund.amount],
    }),
    fails: ['refunds', 'refunds-disordered'],
  },
  {
    ...RIGHT,
    name: 'books a payout that is still processing',
    balance: books({
      payment: (event) =>
        event.eventType === 'payout.processing' ? ['payment', -event.amount] : RULES.payment(event),
    }),
    fails: ['payout-returned'],
  },
  {
    ...RIGHT,
    name: 'books a completed refund after its failure',
    balance: (arrived) =>
      books({ refund: () => null })(arrived) +
      ledger(({ eventType, refund }, before) => {
        const wasTaken = has(
          before,
          (one) => one.eventType === 'refund.completed' && one.refund.refundId === refund?.refundId,
        );
        if (eventType === 'refund.completed') return -refund.amount;
        return eventType === 'refund.failed' && wasTaken ? refund.amount : 0;
      })(arrived),
    fails: ['refund-failed-disordered'],
  },
  {
    ...RIGHT,
    name: 'believes a late payin.declined that is older than payin.completed',
    balance: (arrived) => {
      const at = (type: string) => arrived.findIndex(({ eventType }) => eventType === type);
      return at('payin.declined') > at('payin.completed') ? 0 : books()(arrived);
    },
    fails: ['late-disordered'],
  },
  {
    ...RIGHT,
    name: 'keeps only one dispute of each payment',
    balance: books({
      dispute: (event) => {
        const entry = RULES.dispute(event);
        return entry && ['dispute', entry[1]];
      },
    }),
    fails: ['disputes'],
  },
  {
    ...RIGHT,
    name: 'ignores failures of refunds',
    balance: books({
      refund: (event) => (event.eventType === 'refund.failed' ? null : RULES.refund(event)),
    }),
    fails: ['refund-failed', 'refund-failed-disordered'],
  },
  {
    ...RIGHT,
    name: 'books every failed refund back, even if it never booked the refund',
    balance: (arrived) =>
      books({ refund: (event) => (event.eventType === 'refund.failed' ? null : RULES.refund(event)) })(
        arrived,
      ) + ledger(({ eventType, refund }) => (eventType === 'refund.failed' ? refund.amount : 0))(arrived),
    fails: ['backlog', 'replay', 'refunds', 'refund-failed-disordered'],
  },
  {
    ...RIGHT,
    name: 'believes the event that arrived last',
    balance: books({ order: (arrived) => [...arrived] }),
    fails: [
      'disordered',
      'restart',
      'late-disordered',
      'refunds-disordered',
      'refund-failed-disordered',
      'dispute-disordered',
      'capture-failed-disordered',
    ],
  },
  {
    ...RIGHT,
    name: 'ignores an event that arrives after a newer one',
    balance: (arrived) => books()(arrived.filter((one, at) => !arrived.slice(0, at).some(isYounger(one)))),
    fails: ['refunds-disordered', 'return-disordered'],
  },
  {
    ...RIGHT,
    name: 'books money back at dispute.won, even if it was never withheld',
    balance: (arrived) =>
      books({ dispute: () => null })(arrived) +
      ledger(({ dispute, eventType }, before) => {
        if (eventType === 'dispute.won') return dispute.amount;
        const last = before.filter((one) => one.dispute?.disputeId === dispute?.disputeId).at(-1);
        return dispute?.fundsWithheld && !last?.dispute?.fundsWithheld ? -dispute.amount : 0;
      })(arrived),
    fails: ['dispute-disordered'],
  },
  {
    ...RIGHT,
    name: 'books money back at dispute.lost',
    balance: books({
      dispute: (event) =>
        event.dispute && [
          event.dispute.disputeId,
          event.dispute.fundsWithheld && event.dispute.status !== 'LOST' ? -event.dispute.amount : 0,
        ],
    }),
    fails: ['dispute-lost', 'disputes', 'dispute-reversed'],
  },
  {
    ...RIGHT,
    name: 'ignores fundsWithheld',
    balance: books({
      dispute: (event) =>
        event.dispute && [
          event.dispute.disputeId,
          event.dispute.status === 'WON' ? 0 : -event.dispute.amount,
        ],
    }),
    fails: ['disputes'],
  },
  {
    ...RIGHT,
    name: 'books amount instead of dispute.amount',
    balance: books({
      dispute: (event) =>
        event.dispute && [event.dispute.disputeId, event.dispute.fundsWithheld ? -event.amount : 0],
    }),
    fails: ['disputes', 'dispute-reversed'],
  },
  {
    ...RIGHT,
    name: 'ignores disputes',
    balance: books({ dispute: () => null }),
    fails: DISPUTES.slice(0, 4),
  },
  {
    ...RIGHT,
    name: 'believes that a won dispute stays won',
    balance: books({
      order: (arrived) =>
        RULES.order(arrived).filter(
          (_, at, all) => !all.slice(0, at).some(({ eventType }) => eventType === 'dispute.won'),
        ),
    }),
    fails: ['dispute-reversed'],
  },
  {
    ...RIGHT,
    name: 'ignores payin.returned',
    balance: books({
      returned: (event) => (event.eventType === 'payin.returned' ? null : RULES.returned(event)),
    }),
    fails: ['debit-returned', 'return-disordered'],
  },
  {
    ...RIGHT,
    name: 'ignores payout.returned',
    balance: books({
      returned: (event) => (event.eventType === 'payout.returned' ? null : RULES.returned(event)),
    }),
    fails: ['payout-returned'],
  },
  {
    ...RIGHT,
    name: 'never lets a balance fall below zero',
    balance: (arrived) => Math.max(0, books()(arrived)),
    fails: ['dispute', 'payout-returned'],
  },
  {
    ...RIGHT,
    name: 'believes that a declined payment stays declined',
    balance: (arrived) => (has(arrived, ({ status }) => status === 'DECLINED') ? 0 : books()(arrived)),
    fails: ['late', 'late-disordered'],
  },
  {
    ...RIGHT,
    name: 'treats an unknown outcome as a failure',
    balance: (arrived) => (has(arrived, ({ errorCode }) => errorCode === '9001') ? 0 : books()(arrived)),
    fails: ['unknown-outcome'],
  },
  {
    ...RIGHT,
    name: 'books a repeated message again',
    once: false,
    balance: movements,
    fails: ['doubled', 'backlog', 'replay', 'restart'],
  },
  {
    ...RIGHT,
    name: 'remembers only the last eventId',
    once: false,
    balance: (arrived) =>
      movements(arrived.filter(({ eventId }, at) => arrived[at - 1]?.eventId !== eventId)),
    fails: ['backlog', 'replay', 'restart'],
  },
  ...FORGETFUL_SHOPS,
  {
    ...RIGHT,
    name: 'books a repeated refund again after a restart',
    forgets: (arrived) => arrived,
    forgetsIds: true,
    balance: (arrived) =>
      books({ refund: () => null })(arrived) -
      ledger(({ eventType, refund }) => (eventType === 'refund.completed' ? refund.amount : 0))(arrived) +
      ledger(({ eventType, refund }) => (eventType === 'refund.failed' ? refund.amount : 0))(
        arrived.filter(({ refund }, at) =>
          has(
            arrived.slice(0, at),
            (one) => one.eventType === 'refund.completed' && one.refund.refundId === refund?.refundId,
          ),
        ),
      ),
    fails: ['restart', 'refund-failed-disordered'],
  },
];
