// A merchant's shop in a crash test. It pays, retries unanswered requests (same key, same body), follows 3-D Secure
// pages, forces competing outcomes, and remembers every answer. It complains about contradictions that it sees itself;
// proof.ts checks the rest.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Complain } from './complaint.ts';
import type { GatewayChild, Reply } from './gateway-child.ts';
import { nextGroup, type Order, type Random } from './orders.ts';

/** Longer than a restart takes on a busy machine. */
const PATIENCE_MS = 12_000;

export interface Ending {
  status: string;
  errorCode: string | null;
}

export class Shop {
  readonly #gateways: readonly GatewayChild[];
  readonly #headers: Record<string, string>;
  readonly #random: Random;
  readonly #complain: Complain;
  /** Share of the open transactions that get competing ends. */
  readonly #quarrels: number;
  readonly orders: Order[] = [];
  /** Final statuses that a client was told, by transaction. */
  readonly endings = new Map<string, Ending>();
  /**
   * Transactions ended by hand while the bank reported a payment. The bank's word counts after any end (contract 13).
   */
  readonly finalAnswers = new Set<string>();
  /** Orders without an answer yet: the first request with their key is in flight, or no process answers. */
  readonly undecided = new Set<Order>();
  readonly counts = { calls: 0, unanswered: 0, retries: 0, replays: 0, duplicates: 0, quarrels: 0 };

  constructor(options: {
    gateways: readonly GatewayChild[];
    apiKey: string;
    random: Random;
    complain: Complain;
    quarrels: number;
  }) {
    this.#gateways = options.gateways;
    this.#headers = { 'x-api-key': options.apiKey };
    this.#random = options.random;
    this.#complain = options.complain;
    this.#quarrels = options.quarrels;
  }

  /** Serves one customer after the other until `isOpen` says no. */
  async serve(isOpen: () => boolean): Promise<void> {
    while (isOpen()) {
      const group = nextGroup(this.#random, this.orders.length);
      this.orders.push(...group.map(({ order }) => order));
      await Promise.all(
        group.flatMap(({ order, times }) => Array.from({ length: times }, () => this.#order(order))),
      );
      await sleep(this.#random() * 20);
    }
  }

  /** Asks again for orders in flight; true when none is left. */
  async askAgain(): Promise<boolean> {
    await oneAfterTheOther([...this.undecided], (order) => this.#order(order));
    return this.undecided.size === 0;
  }

  /** Sends every key again. The stored answer must come back byte for byte, marked as a replay. */
  async replayAll(): Promise<void> {
    await oneAfterTheOther(
      this.orders.filter((order) => order.key !== null && order.answer !== null),
      async (order) => {
        const reply = await this.#pay(order);
        if (reply?.headers['idempotent-replayed'] !== 'true') {
          this.#complain('replay differs', `key ${order.key} answered ${reply?.status} ${reply?.text}`);
        } else this.#noteAnswer(order, reply);
      },
    );
  }

  async #order(order: Order): Promise<void> {
    const canRetry = order.key !== null || order.reference !== null;
    const patienceEnd = Date.now() + PATIENCE_MS;
    for (let attempt = 1; ; attempt++) {
      const reply = await this.#pay(order);
      if (reply !== null && (await this.#understand(order, reply)) === 'answered') return;
      // The request is in flight and its process may be dead, so the resolver needs time.
      if (reply !== null && attempt >= 4) return void this.undecided.add(order);
      if (reply === null && !canRetry) return;
      if (reply === null && Date.now() > patienceEnd) return void this.undecided.add(order);
      this.counts.retries++;
      await sleep(30 + this.#random() * 200);
    }
  }

  async #pay(order: Order): Promise<Reply | null> {
    const key = order.key === null ? undefined : { 'idempotency-key': order.key };
    return await this.#call('POST', '/v3/payment', order.body, key);
  }

  async #understand(order: Order, reply: Reply): Promise<'answered' | 'in flight'> {
    const body = JSON.parse(reply.text);
    if (reply.status === 201) {
      this.undecided.delete(order);
      const isNews = this.#noteAnswer(order, reply);
      if (isNews && body.result.status === 'PROCESSING') await this.#follow(body);
      return 'answered';
    }
    if (reply.status === 409 && body.errorCode === '1020' && typeof body.transactionId === 'string') {
      this.counts.duplicates++;
      this.undecided.delete(order);
      if (order.answer === null) order.refused = true;
      else if (order.key !== null) {
        this.#complain('replay differs', `key ${order.key} was answered before, now: ${reply.text}`);
      }
      await this.#look(body.transactionId);
      return 'answered';
    }
    if (reply.status === 409 && order.key !== null && typeof body.transactionId === 'string')
      return 'in flight';
    this.#complain('unexpected answer', `POST /v3/payment: ${reply.status} ${reply.text}`);
    return 'answered';
  }

  /** True for the first answer of an order. */
  #noteAnswer(order: Order, reply: Reply): boolean {
    const { result } = JSON.parse(reply.text);
    if (reply.headers['idempotent-replayed'] === 'true') this.counts.replays++;
    this.#noteEnding(result.transactionId, result);
    if (
      result.amount !== order.amount ||
      (order.reference ?? result.merchantReference) !== result.merchantReference
    )
      this.#complain('unexpected answer', `asked for ${order.body}, answered ${reply.text}`);
    if (order.answer === null) {
      order.answer = reply.text;
      order.transactionId = result.transactionId;
      return true;
    }
    if (order.key !== null && order.answer !== reply.text)
      this.#complain('replay differs', `key ${order.key}: first ${order.answer}, then ${reply.text}`);
    if (order.transactionId !== result.transactionId)
      this.#complain(
        'charged twice',
        `order ${order.key} ${order.reference} has two transactions: ${reply.text}`,
      );
    return false;
  }

  #noteEnding(transactionId: string, seen: Ending): void {
    if (!['COMPLETED', 'DECLINED', 'ERROR'].includes(seen.status)) return;
    const known = this.endings.get(transactionId);
    // Answers can overtake each other, so either answer may have been the first.
    const isTold = this.finalAnswers.has(transactionId);
    if (known && (isLateSuccess(known, seen, isTold) || isLateSuccess(seen, known, isTold)))
      seen = { ...seen, status: 'COMPLETED' };
    else if (known && known.status !== seen.status) {
      this.#complain(
        'final status changed',
        `transaction ${transactionId}: ${known.status}, then ${seen.status}`,
      );
    }
    this.endings.set(transactionId, { status: seen.status, errorCode: seen.errorCode ?? null });
  }

  /** Continues a payment that is still open. */
  async #follow({ result }: { result: { transactionId: string; redirectUrl?: string } }): Promise<void> {
    const page = result.redirectUrl === undefined ? null : new URL(result.redirectUrl).pathname;
    const draw = this.#random();
    if (draw < this.#quarrels) await this.#quarrel(result.transactionId, page);
    else if (page !== null && draw < 0.9) {
      await this.#decide(page, draw < 0.75 ? 'approve' : draw < 0.83 ? 'decline' : 'cancel');
    }
    await this.#look(result.transactionId);
  }

  /** Several callers end it at once, each in another way, at both processes. Only one may win. */
  async #quarrel(transactionId: string, page: string | null): Promise<void> {
    this.counts.quarrels++;
    const wishes = ['COMPLETED', 'DECLINED', 'ERROR', 'EXPIRED', 'COMPLETED'].map((outcome) =>
      this.#force(transactionId, outcome),
    );
    if (page !== null) {
      this.finalAnswers.add(transactionId);
      wishes.push(this.#decide(page, 'approve'), this.#decide(page, 'approve'));
    }
    await Promise.all(wishes);
  }

  async #force(transactionId: string, outcome: string): Promise<void> {
    const path = `/sandbox/transactions/${transactionId}/outcome`;
    const reply = await this.#call('POST', path, JSON.stringify({ outcome }));
    if (reply?.status === 200) this.#noteEnding(transactionId, JSON.parse(reply.text));
    else if (reply !== null && reply.status !== 400)
      this.#complain('unexpected answer', `POST ${path}: ${reply.status} ${reply.text}`);
  }

  async #decide(page: string, decision: string): Promise<void> {
    const reply = await this.#call('POST', page, `decision=${decision}`, {
      'content-type': 'application/x-www-form-urlencoded',
    });
    // After competing ends some pages say "expired" with 410.
    if (reply !== null && ![200, 303, 410].includes(reply.status))
      this.#complain('unexpected answer', `POST ${page.slice(0, 20)}…: ${reply.status} ${reply.text}`);
    // Some shoppers close the bank's window and never come back.
    if (reply?.status === 303 && this.#random() < 0.8) await this.#comeBack(String(reply.headers.location));
  }

  /** Follows the return address. These orders name no shop page, so the way ends there. */
  async #comeBack(location: string): Promise<void> {
    const { pathname, search } = new URL(location);
    const reply = await this.#call('GET', `${pathname}${search}`);
    if (reply !== null && reply.status !== 200)
      this.#complain('unexpected answer', `GET ${pathname.slice(0, 20)}…: ${reply.status} ${reply.text}`);
  }

  async #look(transactionId: string): Promise<void> {
    const reply = await this.#call('GET', `/payments/${transactionId}`);
    if (reply?.status === 200) this.#noteEnding(transactionId, JSON.parse(reply.text));
    else if (reply !== null)
      this.#complain('payment lost', `GET /payments/${transactionId}: ${reply.status} ${reply.text}`);
  }

  async #call(
    method: 'GET' | 'POST',
    path: string,
    body?: string,
    headers?: Record<string, string>,
  ): Promise<Reply | null> {
    const gateway = this.#gateways[Math.floor(this.#random() * this.#gateways.length)]!;
    this.counts.calls++;
    const reply = await gateway.call(method, path, {
      headers: { ...this.#headers, ...headers },
      ...(body !== undefined && { body }),
    });
    if (reply === null) this.counts.unanswered++;
    return reply;
  }
}

/** The only exception to a final status (contract 4, 13): money after expiry, or money that a provider reported. */
export function isLateSuccess(before: Ending, after: { status: string }, isTold: boolean): boolean {
  if (after.status !== 'COMPLETED') return false;
  if (before.status === 'DECLINED' && before.errorCode === '3002') return true;
  return isTold && (before.status === 'DECLINED' || before.status === 'ERROR');
}

async function oneAfterTheOther<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items[Symbol.iterator]();
  const turns = Array.from({ length: 16 }, async () => {
    for (const item of left) await work(item);
  });
  await Promise.all(turns);
}
