// Where a gateway is killed while a payment is at Adyen or at Stripe, and how each payment must end. Most gateways kill
// themselves: one changed sentence of the source ends the process at that point, for the payment with one amount only.
// The others die while the stand-in holds back its answer.
import { aCardPayin, eventually } from '../stage/harness.ts';
import type { Change } from './mutants.ts';
import type { At, ProviderStage } from './provider-stage.ts';

export interface Order {
  at: At;
  /** Unique, so it also identifies the order. */
  amount: number;
  status: 'COMPLETED' | 'PROCESSING' | 'ERROR';
  errorCode: string | null;
  /** How often the stand-in charged the shopper. */
  charges: 0 | 1;
}

export interface Kill {
  name: string;
  /** Absent: the test kills it from outside, after `begin`. */
  change?: Change;
  orders: readonly Order[];
  /** Runs until the process is dead, or until the test may kill it. */
  begin(stage: ProviderStage): Promise<unknown>;
  /** Runs with the next process, a minute later. */
  recover(stage: ProviderStage): Promise<unknown>;
}

const DIE = "process.kill(process.pid, 'SIGKILL')";
const OPEN = { status: 'PROCESSING', errorCode: '9001', charges: 0 } as const;
const PAID = { status: 'COMPLETED', errorCode: null, charges: 1 } as const;
const UNDONE = { status: 'ERROR', errorCode: '9002', charges: 0 } as const;
/** Longer than the early inquiries, and than a confirmation may still be on its way. */
const MINUTES_PASS_MS = 400_000;

const cents = (amount: number) => `${Math.round(amount * 100)}n`;
const payByCard = (stage: ProviderStage, amount: number) =>
  stage.pay('adyen', amount, { ...aCardPayin({ amount }), country: 'DE' });

/** The shopper approves at the bank and never comes back. */
async function approve(stage: ProviderStage, { at, amount }: Order): Promise<void> {
  const { transactionId } = await stage.record(at, amount);
  if (at === 'adyen') stage.adyen.books.finish(stage.adyen.books.latest(transactionId));
  else stage.stripe.books.succeed(stage.stripe.of(transactionId)!);
}

/** Asks Stripe until no call of the dead process can still be on its way. */
async function giveUp(stage: ProviderStage, amount: number): Promise<void> {
  await stage.becomes('stripe', amount, ({ errorCode }) => errorCode === '9001');
  await stage.passTime(MINUTES_PASS_MS);
}

/** Dies right before it makes the call. */
const BEFORE_SENDING = (amount: number): Change => ({
  name: 'dies before the provider is asked',
  file: 'actions/submission/send-to-providers.ts',
  original: 'const ask = (call: Call) => send(provider, transaction, call);',
  replacement: `const ask = (call: Call) => {
    if (transaction.amountMinor === ${cents(amount)}) ${DIE};
    return send(provider, transaction, call);
  };`,
});

const BEFORE_APPLYING = (amount: number): Change => ({
  name: 'dies with the answer in its hand',
  file: 'actions/submission/send-to-providers.ts',
  original: 'return await applyOutcome(context, current, lastWord(transaction, outcome), { actor });',
  replacement: `if (transaction.amountMinor === ${cents(amount)}) ${DIE};
  return await applyOutcome(context, current, lastWord(transaction, outcome), { actor });`,
});

const KEEPS = 'await call.keep(stateOf({ session: null, intent: intent.id }));';
const dieIf = (amount: number) => `if (transaction.amountMinor === ${cents(amount)}) ${DIE};`;

/** The kills that `npm test` plays come first (how-much.ts). */
export const KILLS: readonly Kill[] = [
  {
    name: 'between request and answer, at both',
    orders: [
      { at: 'adyen', amount: 12.01, ...PAID },
      { at: 'stripe', amount: 12.02, ...PAID },
    ],
    async begin(stage) {
      stage.adyen.fault({ path: '/payments', fault: { kind: 'late', delayMs: 3_000 } });
      stage.stripe.fault('POST .*/confirm', 'held');
      void payByCard(stage, 12.01);
      void stage.pay('stripe', 12.02);
      const isCharged = () => stage.adyen.books.payments.some(({ amount }) => amount.value === 1201);
      await eventually(() => isCharged() && stage.stripe.faults.heldCount === 1);
    },
    async recover(stage) {
      stage.stripe.faults.release();
      await approve(stage, this.orders[1]!);
      await stage.tellAdyen();
    },
  },
  {
    name: 'between a refund and its answer, at both',
    orders: [
      { at: 'adyen', amount: 18.01, ...PAID },
      { at: 'stripe', amount: 18.02, ...PAID },
    ],
    async begin(stage) {
      const [first, second] = this.orders;
      await payByCard(stage, first!.amount);
      await stage.pay('stripe', second!.amount);
      await approve(stage, second!);
      await stage.tellStripe();
      for (const { at, amount } of this.orders)
        await stage.becomes(at, amount, ({ status }) => status === 'COMPLETED');
      await stage.tellAdyen();
      stage.adyen.fault({ path: '/refunds', fault: { kind: 'late', delayMs: 3_000 } });
      stage.stripe.fault('POST /v1/refunds', 'held');
      for (const { at, amount } of this.orders) void stage.refund(at, amount);
      const isMade = () => stage.adyen.books.events.some(({ eventCode }) => eventCode === 'REFUND');
      await eventually(() => isMade() && stage.stripe.faults.heldCount === 1);
    },
    async recover(stage) {
      stage.stripe.faults.release();
      const { transactionId } = await stage.record('stripe', 18.02);
      const atStripe = stage.stripe.books.of('refund');
      if (atStripe.length !== 1) throw new Error(`${transactionId} was refunded ${atStripe.length} times`);
      stage.stripe.books.moveRefund(atStripe[0]!.id, 'succeeded');
      await stage.tellAdyen();
      await stage.tellStripe();
      for (const { at, amount } of this.orders)
        await stage.becomes(at, amount, ({ refunds }) => refunds[0]?.status === 'COMPLETED');
    },
  },
  {
    name: 'before Adyen is asked: the payment stays unknown',
    change: BEFORE_SENDING(11.01),
    orders: [{ at: 'adyen', amount: 11.01, ...OPEN }],
    begin: (stage) => payByCard(stage, 11.01),
    recover: (stage) => stage.tellAdyen(),
  },
  {
    name: 'after Stripe made the PaymentIntent, before its id is stored: it is never confirmed',
    change: {
      name: 'dies before it keeps the id',
      file: 'providers/stripe/intents.ts',
      original: KEEPS,
      replacement: `${dieIf(14.01)}\n  ${KEEPS}`,
    },
    orders: [{ at: 'stripe', amount: 14.01, ...UNDONE }],
    begin: (stage) => stage.pay('stripe', 14.01),
    recover: (stage) => giveUp(stage, 14.01),
  },
  {
    name: 'after a notification was stored, before Adyen got the answer: it comes again, and counts once',
    change: {
      name: 'dies before it answers a notification',
      file: 'http/notifications/take-notification.ts',
      original: "case 'stored': {",
      replacement: `case 'stored': {
            if (/"value":1501\\b/.test(String(body))) ${DIE};`,
    },
    orders: [{ at: 'adyen', amount: 15.01, ...PAID }],
    async begin(stage) {
      await stage.pay('adyen', 15.01);
      await approve(stage, this.orders[0]!);
      await stage.tellAdyen([...stage.adyen.books.events]);
    },
    async recover(stage) {
      await stage.tellAdyen();
      const found = (await stage.judged('adyen')).find(({ amount }) => amount === 15.01);
      if (found?.deliveries !== 2) throw new Error(`it came ${found?.deliveries} times`);
    },
  },
  {
    name: 'before Stripe is asked: no id was stored, so nothing was done',
    change: BEFORE_SENDING(11.02),
    orders: [{ at: 'stripe', amount: 11.02, ...UNDONE }],
    begin: (stage) => stage.pay('stripe', 11.02),
    recover: (stage) => giveUp(stage, 11.02),
  },
  {
    name: 'after Adyen’s answer, before it was applied',
    change: BEFORE_APPLYING(13.01),
    orders: [{ at: 'adyen', amount: 13.01, ...PAID }],
    begin: (stage) => payByCard(stage, 13.01),
    recover: (stage) => stage.tellAdyen(),
  },
  {
    name: 'after Stripe’s answer, before it was applied',
    change: BEFORE_APPLYING(13.02),
    orders: [{ at: 'stripe', amount: 13.02, ...PAID }],
    begin: (stage) => stage.pay('stripe', 13.02),
    async recover(stage) {
      await approve(stage, this.orders[0]!);
      await stage.tellStripe();
    },
  },
  {
    name: 'after the id of a PaymentIntent was stored, before it is confirmed: it is cancelled',
    change: {
      name: 'dies before it confirms',
      file: 'providers/stripe/intents.ts',
      original: KEEPS,
      replacement: `${KEEPS}\n  ${dieIf(14.02)}`,
    },
    orders: [{ at: 'stripe', amount: 14.02, ...UNDONE }],
    begin: (stage) => stage.pay('stripe', 14.02),
    async recover(stage) {
      await giveUp(stage, 14.02);
      const { transactionId } = await stage.becomes('stripe', 14.02, ({ status }) => status === 'ERROR');
      const { status } = stage.stripe.of(transactionId)!;
      if (status !== 'canceled') throw new Error(`it could still be confirmed: ${status}`);
    },
  },
  {
    name: 'after a notification of Stripe was applied, before that is noted: it is applied again without effect',
    change: {
      name: 'dies before it notes what became of a notification',
      file: 'actions/notifications/apply-notification.ts',
      original: 'const saved = await saveVerdict(context.sql, item, {',
      replacement: `if (item.kind === 'payment_intent.succeeded' && item.amountMinor === 1601n) ${DIE};
  const saved = await saveVerdict(context.sql, item, {`,
    },
    orders: [{ at: 'stripe', amount: 16.01, ...PAID }],
    async begin(stage) {
      await stage.pay('stripe', 16.01);
      await approve(stage, this.orders[0]!);
      await stage.tellStripe();
    },
    async recover(stage) {
      await stage.tellStripe();
      const told = (await stage.judged('stripe')).find(
        ({ kind, amount }) => kind === 'payment_intent.succeeded' && amount === 16.01,
      );
      if (told?.state !== 'applied') throw new Error(`it is ${told?.state}: ${told?.reason}`);
    },
  },
  {
    name: 'after Adyen’s answer to a return, before it is applied: the shopper loads the page again',
    change: {
      name: 'dies before it applies what a return brought',
      file: 'actions/transactions/resume-transaction.ts',
      original: 'return saysSomething(outcome) ? await apply(outcome) : transaction;',
      replacement: `if (transaction.amountMinor === 1701n) ${DIE};
  return saysSomething(outcome) ? await apply(outcome) : transaction;`,
    },
    orders: [{ at: 'adyen', amount: 17.01, ...PAID }],
    async begin(stage) {
      const reply = await stage.pay('adyen', 17.01);
      const page = JSON.parse(reply!.text).result.redirectUrl;
      const left = await fetch(`${page}/approve`, { redirect: 'manual' });
      stage.adyen.books.events.length = 0;
      backFromAdyen = left.headers.get('location')!;
      await stage.browse(backFromAdyen);
    },
    recover: (stage) => stage.browse(backFromAdyen),
  },
];

let backFromAdyen = '';
