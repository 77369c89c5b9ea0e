// Mixed load on the gateways of a world, and what each client saw: cards with and without 3-D Secure, payouts with
// their approval, refunds, and sessions paid in the cashier. A client without an answer asks again like a merchant:
// same key, same reference. Contradictions become complaints here; checks.ts does the rest.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SettleAction } from '../../src/actions/payouts/settle-payout.ts';
import type { Complain } from '../crash/complaint.ts';
import { CARD_OPTION_ID } from '../stage/harness.ts';
import { aPayout } from '../stage/payouts.ts';
import { refundReference } from './money.ts';
import type { Reply } from './world/gateway.ts';
import { cardFor, decideOn, pageIn, placeOf, submissionFor } from './world/provider-shopper.ts';
import type { Merchant, World } from './world.ts';

export interface Order {
  kind: 'card' | 'payout' | 'session';
  merchant: Merchant;
  reference: string;
  body: Record<string, unknown>;
  amount: number;
  /** The first 201, byte for byte. */
  answer: string | null;
  transactionId: string | null;
  /** No answer to its client rules out that it was stored. */
  mayBeStored: boolean;
  /** Where its shopper continues: the bank's page, or the cashier. */
  pagePath: string | null;
  /** For a merchant at a provider: the provider's page, until somebody decides there. */
  providerPage: string | null;
  /** Its provider may have it and does not say so yet. */
  isUnknown: boolean;
  /** Its merchant cancelled it while it was at a provider. If it was paid anyway, that counts. */
  isCalledOff: boolean;
  /** The final status that a client was told. */
  ending: string | null;
  refund: { amount: number; answer: string | null } | null;
  /** Acknowledged decisions on a payout. */
  decisions: SettleAction[];
}

/** Its answer had no page. If the bank asks for a challenge later, the shopper cannot decide. */
export const wasShownNoPage = ({ kind, merchant, answer, pagePath }: Order): boolean =>
  kind === 'card' && merchant.provider === null && answer !== null && pagePath === null;

/** In order: taken at once; declined; taken after a while; 3-D Secure with a page and without; a technical failure. */
const CARDS: readonly string[] = [
  ...Array(8).fill('4242424242424242'),
  ...Array(2).fill('4000000000000002'),
  ...Array(3).fill('4000000000000259'),
  ...Array(5).fill('4000000000003220'),
  '4000000000003055',
  '4000000000000119',
];
const FINAL = ['COMPLETED', 'DECLINED', 'ERROR'];
/** Every status that a client may get: done, seen, the page's way on, refused with a reason, busy. */
const UNDERSTOOD = [200, 201, 303, 400, 404, 409, 410, 429, 503];

export class Load {
  readonly #world: World;
  readonly #complain: Complain;
  readonly orders: Order[] = [];
  /** Counts of answers by request and status; 0: no answer. */
  readonly statuses = new Map<string, number>();
  /** Calls that got 503. */
  unavailable = 0;
  #open = true;
  #clients: Promise<void>[] = [];
  #made = 0;

  constructor(world: World, complain: Complain) {
    this.#world = world;
    this.#complain = complain;
  }

  start(clients: number): void {
    this.#open = true;
    this.#clients = Array.from({ length: clients }, async () => {
      while (this.#open) {
        await this.#take(this.#next());
        await sleep(Math.random() * 30);
      }
    });
  }

  /** Makes no new orders. Requests in flight get their answer or are given up. */
  async stop(): Promise<void> {
    this.#open = false;
    await Promise.all(this.#clients);
  }

  completed(): number {
    return this.orders.filter((one) => one.ending === 'COMPLETED').length;
  }

  /** Counts all calls, and the calls that got no answer or failed because of us. */
  failedCalls(): { failed: number; all: number } {
    let failed = 0;
    let all = 0;
    for (const [what, times] of this.statuses) {
      all += times;
      if (/ (0|5\d\d)$/.test(what)) failed += times;
    }
    return { failed, all };
  }

  /** Waits for this many more completed orders, but not longer than `mostMs`: a fault may let none pass. */
  async someMore(count: number, mostMs: number): Promise<void> {
    const before = this.completed();
    const end = performance.now() + mostMs;
    while (this.completed() < before + count && performance.now() < end) await sleep(20);
  }

  /** Continues open orders; true once every order has ended. */
  async goOn(): Promise<boolean> {
    const open = this.orders.filter((one) => one.ending === null);
    for (let i = 0; i < open.length; i += 16)
      await Promise.all(open.slice(i, i + 16).map((one) => this.#pursue(one)));
    return this.orders.every((one) => one.ending !== null || one.isUnknown || wasShownNoPage(one));
  }

  /** One plain payment at one gateway; true if it was taken at once. */
  async probe(at: number, merchant: Merchant): Promise<Order | null> {
    const order = this.#make('card', merchant, '4242424242424242', true);
    const reply = await this.#pay(order, at);
    if (reply?.status === 201) this.#noteAnswer(order, reply);
    if (order.providerPage !== null) await this.#visitProvider(order, true);
    if (merchant.provider !== null) await this.#pursue(order);
    return order.ending === 'COMPLETED' ? order : null;
  }

  #next(): Order {
    const { merchants } = this.#world;
    const merchant = merchants[this.#made % merchants.length]!;
    const draw = Math.random();
    if (draw < 0.15) return this.#make('payout', merchant);
    if (draw < 0.25) return this.#make('session', merchant);
    return this.#make('card', merchant, CARDS[Math.floor(Math.random() * CARDS.length)]!);
  }

  #make(kind: Order['kind'], merchant: Merchant, number = '4242424242424242', isProbe = false): Order {
    const reference = `${kind}-${++this.#made}`;
    // Avoids the last digits that make the sandbox play something else.
    const amount = (1_000 + Math.floor(Math.random() * 400) * 100 + 50) / 100;
    const common = { ...placeOf(merchant.provider), amount, merchantReference: reference };
    const bodies = {
      card: {
        ...common,
        paymentOptionId: CARD_OPTION_ID,
        paymentData: merchant.provider === null ? card(number) : cardFor(merchant.provider, isProbe),
      },
      payout: { ...aPayout({ amount, merchantReference: reference }) },
      session: common,
    };
    const order: Order = {
      kind,
      merchant,
      reference,
      body: bodies[kind],
      amount,
      answer: null,
      transactionId: null,
      mayBeStored: false,
      pagePath: null,
      providerPage: null,
      isUnknown: false,
      isCalledOff: false,
      ending: null,
      refund: null,
      decisions: [],
    };
    this.orders.push(order);
    return order;
  }

  async #take(order: Order): Promise<void> {
    // A client without an answer, or with a "busy" answer, tries again after a moment.
    for (let attempt = 1; attempt <= 3; attempt++) {
      const reply = await this.#pay(order);
      if (reply?.status === 201) {
        this.#noteAnswer(order, reply);
        break;
      }
      if (reply?.status === 409) {
        order.transactionId ??= JSON.parse(reply.text).transactionId ?? null;
        break;
      }
      await sleep(50 + Math.random() * 200);
    }
    await this.#pursue(order);
    if (order.ending === 'COMPLETED' && order.kind === 'card' && Math.random() < 0.2)
      await this.#giveBack(order);
  }

  async #pay(order: Order, at?: number): Promise<Reply | null> {
    const path = { card: '/v3/payment', payout: '/v3/payout', session: '/payment-session' }[order.kind];
    const key = order.kind === 'card' ? { 'idempotency-key': order.reference } : undefined;
    const reply = await this.#call(order, 'POST', path, order.body, key, at);
    this.#noteWhetherStored(order, reply);
    return reply;
  }

  /**
   * A client that was told that nothing was stored, or that asks for the first time, must not be refused because of a
   * stored order.
   */
  #noteWhetherStored(order: Order, reply: Reply | null): void {
    if (reply?.status === 409 && !order.mayBeStored)
      this.#complain('untrue signal', `${order.reference} was refused because of itself: ${reply.text}`);
    const isRefused = reply !== null && reply.status >= 400 && reply.status < 500;
    if (!isRefused && !reply?.text.includes('nothing was stored')) order.mayBeStored = true;
  }

  #noteAnswer(order: Order, { text }: Reply): void {
    const body = JSON.parse(text);
    const transactionId = body.transactionId ?? body.result?.transactionId;
    if (order.answer !== null && order.kind === 'card' && order.answer !== text)
      this.#complain('replay differs', `${order.reference}: first ${order.answer}, then ${text}`);
    if (order.transactionId !== null && order.transactionId !== transactionId)
      this.#complain('charged twice', `${order.reference} has two transactions: ${text}`);
    order.answer ??= text;
    order.transactionId = transactionId;
    const page = body.cashierUrl ?? body.result?.redirectUrl;
    if (typeof page === 'string' && order.providerPage === null) {
      order.providerPage = pageIn(page);
      if (order.providerPage === null) order.pagePath = new URL(page).pathname;
    }
    if (body.result?.status !== undefined) this.#noteStatus(order, body.result.status);
  }

  #noteStatus(order: Order, status: string): void {
    if (!FINAL.includes(status)) return;
    if (order.ending !== null && order.ending !== status)
      this.#complain(
        'final status changed',
        `${order.reference}: a client saw ${order.ending}, then ${status}`,
      );
    order.ending = status;
  }

  /** Looks at the order's state and does what its merchant or shopper would do next. */
  async #pursue(order: Order): Promise<void> {
    if (order.ending !== null) return;
    const reply = await this.#call(order, 'GET', `/payments?merchantReference=${order.reference}`);
    if (reply?.status !== 200) return;
    const [record] = JSON.parse(reply.text);
    if (record === undefined) {
      if (order.transactionId !== null)
        this.#complain('payment lost', `${order.reference} was answered ${order.answer}; there is no record`);
      // Nothing was done, so the merchant orders again.
      else if (!this.#open) {
        const again = await this.#pay(order);
        if (again?.status === 201) this.#noteAnswer(order, again);
      }
      return;
    }
    order.transactionId ??= record.transactionId;
    this.#noteStatus(order, record.status);
    order.isUnknown = order.merchant.provider !== null && record.errorCode === '9001';
    if (order.ending !== null) return;
    if (order.merchant.provider !== null && order.kind !== 'payout') await this.#actAtProvider(order, record);
    else await this.#act(order, record);
  }

  async #act(
    order: Order,
    record: { status: string; transactionId: string; errorCode: string | null },
  ): Promise<void> {
    const { kind, pagePath } = order;
    const { status, transactionId } = record;
    if (kind === 'payout' && status === 'PENDING') {
      await this.#settle(order, transactionId);
    } else if (kind === 'card' && order.answer === null) {
      // The stored answer to the same key says where the shopper continues.
      const again = await this.#pay(order);
      if (again?.status === 201) this.#noteAnswer(order, again);
    } else if (kind === 'card' && pagePath !== null) {
      await this.#decide(order, pagePath);
    } else if (kind === 'session' && status === 'PROCESSING' && ![null, '9001'].includes(record.errorCode)) {
      // The attempt was declined, and the shopper gives up.
      await this.#call(order, 'POST', '/cancel-payment', { transactionId });
    } else if (kind === 'session' && status === 'INIT') {
      const paymentData = card('4242424242424242');
      const submission = { attempt: 0, optionId: CARD_OPTION_ID, country: 'DE', paymentData };
      // The link was in an answer that never arrived, so the merchant cancels the session.
      if (pagePath === null) await this.#call(order, 'POST', '/cancel-payment', { transactionId });
      else await this.#call(order, 'POST', `${pagePath}/submit`, submission);
    }
  }

  /** The same for a merchant whose pay-ins go to a provider. */
  async #actAtProvider(
    order: Order,
    { status, transactionId, errorCode }: { status: string; transactionId: string; errorCode: string | null },
  ): Promise<void> {
    const { kind, pagePath, merchant } = order;
    if (kind === 'card' && order.answer === null) {
      const again = await this.#pay(order);
      if (again?.status === 201) this.#noteAnswer(order, again);
    } else if (order.providerPage !== null) {
      await this.#visitProvider(order, false);
    } else if (kind === 'session' && status === 'INIT' && pagePath !== null) {
      const sent = await this.#call(order, 'POST', `${pagePath}/submit`, submissionFor(merchant.provider!));
      order.providerPage = sent?.status === 200 ? pageIn(sent.text) : null;
    } else if (status === 'INIT' || (status === 'PROCESSING' && errorCode !== '9001' && !this.#open)) {
      // The page is lost, or the payment was declined there, so the merchant cancels it.
      order.isCalledOff = true;
      await this.#call(order, 'POST', '/cancel-payment', { transactionId });
    }
  }

  /** The shopper decides there once and usually comes back. */
  async #visitProvider(order: Order, isSure: boolean): Promise<void> {
    const page = order.providerPage!;
    order.providerPage = null;
    const back = await decideOn(page, isSure).catch(() => null);
    if (back === null || (!isSure && Math.random() < 0.1)) return;
    const { pathname, search } = new URL(back);
    await this.#call(order, 'GET', `${pathname}${search}`);
  }

  /** The shopper decides at the bank and usually comes back. */
  async #decide(order: Order, pagePath: string): Promise<void> {
    const decision = Math.random() < 0.8 ? 'approve' : 'decline';
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = await this.#call(order, 'POST', pagePath, `decision=${decision}`, type);
    if (sent?.status !== 303 || Math.random() < 0.1) return;
    const { pathname, search } = new URL(String(sent.headers.location));
    await this.#call(order, 'GET', `${pathname}${search}`);
  }

  async #settle(order: Order, transactionId: string): Promise<void> {
    const action = Math.random() < 0.85 ? 'APPROVE' : 'DECLINE';
    const reply = await this.#call(order, 'POST', '/settle-payout', { action, transactionId });
    if (reply?.status !== 201) return;
    const { statusCode, status } = JSON.parse(reply.text);
    if (action === 'DECLINE' || statusCode === '000') order.decisions.push(action);
    this.#noteStatus(order, status);
  }

  async #giveBack(order: Order): Promise<void> {
    order.refund ??= { amount: Math.floor(order.amount / 2), answer: null };
    const { amount } = order.refund;
    const body = {
      merchantReference: order.reference,
      country: placeOf(order.merchant.provider).country,
      amount,
      refundReference: refundReference(order.reference),
    };
    for (let attempt = 1; attempt <= 3; attempt++) {
      const reply = await this.#call(order, 'POST', '/refund/by-reference', body);
      if (reply?.status !== 201) continue;
      if (order.refund.answer !== null && order.refund.answer !== reply.text)
        this.#complain(
          'replay differs',
          `refund of ${order.reference}: ${order.refund.answer}, then ${reply.text}`,
        );
      order.refund.answer = reply.text;
      return;
    }
  }

  async #call(
    order: Order,
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    at?: number,
  ): Promise<Reply | null> {
    const { gateways } = this.#world;
    const open = gateways.filter((one) => one.inService);
    const gateway = at === undefined ? open[Math.floor(Math.random() * open.length)] : gateways[at];
    const asked = gateway ?? gateways[0]!;
    const reply = await asked.call(method, path, {
      headers: { 'x-api-key': order.merchant.apiKey, ...headers },
      body,
    });
    const [route = ''] = path.split('?');
    const what = `${method} ${route.replace(/[A-Za-z0-9_.-]{30,}/, '…')} ${reply?.status ?? 0}`;
    this.statuses.set(what, (this.statuses.get(what) ?? 0) + 1);
    if (reply?.status === 503) this.#noteUnavailable(`${method} ${path}`, reply);
    if (reply !== null && !UNDERSTOOD.includes(reply.status))
      this.#complain(
        'unexpected answer',
        `${asked.name}${asked.settings.main ? ', of other sources' : ''}: ${method} ${path}: ${reply.status} ${reply.text.slice(0, 300)}`,
      );
    // No gateway answered; hurrying would only keep the machine busy.
    if (reply === null) await sleep(100);
    return reply;
  }

  #noteUnavailable(what: string, { headers, text }: Reply): void {
    this.unavailable += 1;
    if (!(Number(headers['retry-after']) > 0))
      this.#complain('unexpected answer', `${what}: 503 without Retry-After: ${text.slice(0, 300)}`);
  }
}

function card(cardNumber: string): Record<string, string> {
  return { cardNumber, expiryMonth: '12', expiryYear: '2035', cardCvv: '123', cardHolder: 'Ada Lovelace' };
}
