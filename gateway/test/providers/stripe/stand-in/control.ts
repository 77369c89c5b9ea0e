// Controls Stripe's stand-in from another process: POST /stand-in/<command> with a JSON object, for tests that run
// whole gateways. Used by stand-in.ts, whose methods do the same within a process.
import { type Books, IBAN_THAT_FAILS } from './books.ts';
import type { RequestCheck } from './description.ts';
import type { EventSender } from './events.ts';
import type { FaultKind, Faults } from './faults.ts';
import type { IdempotencyKeys } from './idempotency.ts';
import { captureIntent, detachMeans, endMandate } from './later.ts';
import { book, createPayout, movePayout, reconcilePayout } from './payouts.ts';
import type { Thing } from './records.ts';

/** The controlled stand-in. */
interface Steered {
  books: Books;
  sender: EventSender;
  faults: Faults;
  keys: IdempotencyKeys;
  description: RequestCheck;
  charges(reference: string): number;
  of(reference: string, kind?: string): Thing | undefined;
  calls(): string[];
}

/** The caller's JSON object; each command reads its own fields. */
// biome-ignore lint/suspicious/noExplicitAny: tests alone write these
type Said = Record<string, any>;

type Command = (standIn: Steered, said: Said) => unknown;

const COMMANDS: Readonly<Record<string, Command>> = {
  /** {reference} → {charges, intent, session}. */
  async look(standIn, { reference }) {
    const [intent, session] = ['payment_intent', 'checkout.session'].map((kind) =>
      standIn.of(reference, kind),
    );
    return { charges: standIn.charges(reference), intent: intent ?? null, session: session ?? null };
  },
  calls: (standIn) => ({ calls: standIn.calls(), unknown: [...standIn.description.unknown] }),
  fault: (standIn, { on, kind, times }) => standIn.faults.add(on, kind as FaultKind, times),
  'clear-faults': (standIn) => standIn.faults.clear(),
  release: (standIn) => standIn.faults.release(),
  'prune-keys': (standIn) => standIn.keys.prune(),
  'decline-next': (standIn, { code, decline_code }) => {
    standIn.books.nextDecline = { code, ...(decline_code && { decline_code }) };
  },
  /** {url, automatic}. */
  notify: (standIn, { url, automatic = true }) => {
    standIn.sender.notificationUrl = url;
    standIn.sender.isAutomatic = automatic;
  },
  /** {session, number}: a shopper enters a card on the page. */
  'pay-by-card': (standIn, { session, number }) => standIn.books.payByCard(session, number),
  /** {intent, decision}: a shopper decides at a bank or a wallet. */
  decide: (standIn, { intent, decision }) => decide(standIn, intent, decision),
  'settle-debits': (standIn) => ({ settled: settleDebits(standIn) }),
  'move-refund': (standIn, { refund, status }) => standIn.books.moveRefund(refund, status),
  'refund-in-dashboard': (standIn, { intent, amount }) =>
    standIn.books.createRefund({ payment_intent: intent, ...(amount && { amount: String(amount) }) }),
  'open-dispute': (standIn, { intent, fields }) => standIn.books.openDispute(intent, fields),
  'move-dispute': (standIn, { dispute, kind, fields }) => standIn.books.moveDispute(dispute, kind, fields),
  'expire-page': (standIn, { session }) => standIn.books.expireSession(session),
  /** {granted}: whether a card payment may be captured several times; null: the account may not even ask. */
  multicapture: (standIn, { granted }) => {
    standIn.books.multicapture = granted;
  },
  'capture-in-dashboard': (standIn, { intent, amount }) =>
    captureIntent(standIn.books, intent, amount ? { amount_to_capture: String(amount) } : {}),
  'lapse-authorization': (standIn, { intent }) =>
    standIn.books.cancelIntent(intent, { cancellation_reason: 'expired' }),
  'end-mandate': (standIn, { means }) => endMandate(standIn.books, means),
  'detach-means': (standIn, { means }) => detachMeans(standIn.books, means),
  /** {category, source, fields}: money moves in the balance. */
  book: (standIn, { category, source = null, fields }) => book(standIn.books, category, source, fields),
  /** {transactions, fields}: the balance transactions with these ids are paid out. */
  'pay-out': (standIn, { transactions = [], fields }) => {
    const found = transactions.map((id: string) => standIn.books.find(id));
    return createPayout(standIn.books, found, fields);
  },
  'move-payout': (standIn, { payout, status, fields }) => movePayout(standIn.books, payout, status, fields),
  'reconcile-payout': (standIn, { payout }) => reconcilePayout(standIn.books, payout),
  events: (standIn) => ({ events: standIn.books.events }),
  /** {event, ageSeconds, secret, changes} → {status}; the same event may be sent twice. */
  async send(standIn, { event, ...sending }) {
    const found = standIn.books.events.find(({ id }) => id === event);
    if (!found) throw new Error('no such event');
    return { status: await standIn.sender.send(found, sending) };
  },
};

export async function steer(standIn: Steered, command: string, said: Said): Promise<unknown> {
  const carryOut = COMMANDS[command];
  if (!carryOut) throw new Error(`no such command: ${command}`);
  return carryOut(standIn, said);
}

export function decide({ books }: Pick<Steered, 'books'>, id: string, decision: 'approve' | 'fail'): Thing {
  const intent = books.find(id);
  if (decision === 'fail') books.decline(intent, { code: 'payment_intent_authentication_failure' });
  else if (intent.session) books.completeSession(books.find(intent.session), intent);
  else books.succeed(intent);
  return intent;
}

/** Settles the accepted debits: all are paid except the one from the account without money. */
export function settleDebits({ books }: Pick<Steered, 'books'>): number {
  const open = books.of('payment_intent').filter(({ status }) => status === 'processing');
  for (const intent of open) {
    if (intent.iban !== IBAN_THAT_FAILS) books.succeed(intent);
    else
      books.decline(intent, {
        code: 'payment_intent_payment_attempt_failed',
        decline_code: 'insufficient_funds',
      });
  }
  return open.length;
}
