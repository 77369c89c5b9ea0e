// Harbour Coffee, a demonstration merchant at /shop. It knows only the address of the gateway, an API key and a signing
// secret. This file has every address, who may call it, and its answer. In `test` only. Orders are kept in memory, and
// no card number or security code may be kept, logged or sent back to a page.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { askStatus, cancel, refund, settlePayout, ship } from './after-sale.ts';
import { GatewayClient, type ShopOptions } from './gateway-client.ts';
import { LiveOrders } from './live.ts';
import { parseAmount } from './money.ts';
import { type HopStep, hasEnded, type Order, Orders } from './orders.ts';
import { checkoutPage } from './pages/checkout.ts';
import { depositPage } from './pages/deposit.ts';
import { homePage } from './pages/home.ts';
import { messagePage } from './pages/message.ts';
import { orderPage } from './pages/order.ts';
import { BadRequest, Form, isFromElsewhere, readBody, visitorOf } from './read-request.ts';
import { receiveWebhook } from './receive-webhook.ts';
import { readAssets, sendAsset, sendAway, sendPage, sendText } from './send-answer.ts';
import { takeDeposit, takeOrder } from './take-order.ts';
import { chooseMethod, chooseSuboption, orderPath, type Till } from './take-payment.ts';

export type { ShopOptions };

const FORM_BYTES = 16 * 1024;
const WEBHOOK_BYTES = 256 * 1024;

export class Shop {
  readonly #options: ShopOptions;
  readonly #orders = new Orders();
  readonly #till: Till;
  readonly #live: LiveOrders;
  readonly #assets = readAssets();

  constructor(options: ShopOptions) {
    this.#options = options;
    this.#till = { options, orders: this.#orders, gateway: new GatewayClient(options, this.#orders) };
    this.#live = new LiveOrders(this.#till);
  }

  /** Ends the open event streams, which would keep connections open. */
  close(): void {
    this.#live.close();
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#route(request, response);
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error;
      const page = messagePage('That did not work', error.message);
      sendPage(response, error.status, page);
    }
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop');
    const path = pathname.replace(/^\/shop\/?/, '');
    if (request.method === 'GET' || request.method === 'HEAD') {
      return this.#show(path, searchParams, request, response);
    }
    if (request.method !== 'POST') throw new BadRequest(405, 'The shop does not do that.');
    if (path === 'webhooks') {
      const body = await readBody(request, WEBHOOK_BYTES);
      const { signingSecret } = this.#options;
      const status = await receiveWebhook(this.#orders, signingSecret, body, request.headers);
      return sendText(response, status, status === 200 ? 'received' : 'the signature is wrong');
    }
    if (isFromElsewhere(request, this.#options.publicUrl))
      throw new BadRequest(403, 'This form was not sent by the shop itself.');
    const form = new Form((await readBody(request, FORM_BYTES)).toString('utf8'));
    return this.#act(path, form, request, response);
  }

  #show(path: string, query: URLSearchParams, request: IncomingMessage, response: ServerResponse): unknown {
    if (path === '') return sendPage(response, 200, homePage(query.get('country')));
    if (path === 'checkout') {
      return sendPage(response, 200, checkoutPage(query), visitorOf(request).cookie);
    }
    if (path === 'deposit') return sendPage(response, 200, depositPage(query), visitorOf(request).cookie);
    const asset = path.startsWith('assets/') && this.#assets.get(path.slice('assets/'.length));
    if (asset) return sendAsset(request, response, asset);
    const [, id, events] = /^orders\/([\w-]{22})(\/events)?$/.exec(path) ?? [];
    const order = id === undefined ? undefined : this.#orders.byId(id);
    if (order && events) return this.#live.stream(order, response);
    if (order) {
      if (query.has('transactionId')) this.#welcomeBack(order, query);
      return sendPage(response, 200, orderPage(order, this.#options.publicUrl));
    }
    const forgotten = id !== undefined && 'Orders are kept in memory: a restart of the shop forgets them.';
    sendPage(response, 404, messagePage('Nothing here', forgotten || 'There is no such page in this shop.'));
  }

  /** The customer's return proves nothing (spec 1), so it changes nothing. It is only a reason to ask the gateway. */
  #welcomeBack(order: Order, query: URLSearchParams): void {
    if (!order.away) return;
    order.away = false;
    const shown = new URLSearchParams();
    for (const name of ['transactionId', 'merchantReference']) shown.set(name, query.get(name) ?? '');
    this.#orders.add<HopStep>(order, {
      kind: 'hop',
      title: 'The customer comes back',
      text: 'A return proves nothing: anybody can open this address. So the shop changes nothing and asks the gateway.',
      url: `${this.#options.publicUrl}${orderPath(order)}?${shown}`,
    });
    // The order itself tells the page the answer; a failure becomes a step of the order.
    if (!hasEnded(order)) askStatus(this.#till, order).catch(() => {});
  }

  async #act(path: string, form: Form, request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const visitor = visitorOf(request);
    if (path === 'orders' || path === 'deposits') {
      const taken = await (path === 'orders' ? takeOrder : takeDeposit)(this.#till, form, visitor);
      if ('page' in taken) return sendPage(response, 400, taken.page, visitor.cookie);
      return sendAway(response, taken.goTo, visitor.cookie);
    }
    const [, id, deed] = /^orders\/([\w-]{22})\/(\w+)$/.exec(path) ?? [];
    const order = id === undefined ? undefined : this.#orders.byId(id);
    if (order === undefined) throw new BadRequest(404, 'The shop no longer knows this order.');
    order.notice = null;
    const goTo = await this.#actOn(order, deed!, form);
    this.#orders.changed(order);
    sendAway(response, goTo ?? orderPath(order));
  }

  async #actOn(order: Order, deed: string, form: Form): Promise<string | null> {
    if (deed === 'choose') return chooseMethod(this.#till, order, form.text('option'));
    if (deed === 'suboption') return chooseSuboption(this.#till, order, form.text('option'));
    if (order.transactionId === null) return null;
    if (deed === 'ask') await askStatus(this.#till, order);
    else if (deed === 'ship') await ship(this.#till, order);
    else if (deed === 'cancel') await cancel(this.#till, order);
    else if (deed === 'refund') await refund(this.#till, order, parseAmount(form.text('amount')) ?? 0);
    else if (deed === 'settle' && order.way === 'payout') {
      await settlePayout(this.#till, order, form.text('decision') === 'APPROVE' ? 'APPROVE' : 'DECLINE');
    } else throw new BadRequest(404, 'The shop does not do that.');
    return null;
  }
}
