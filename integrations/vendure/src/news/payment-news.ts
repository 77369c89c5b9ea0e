// Brings an order to what the gateway says of a payment. It goes by the payment as it is now, never by the order of the
// events. So an event that comes twice, late, or before the customer returns does no harm.
import type { Transaction } from '@tollgate/sdk';
import type { WebhookEvent } from '@tollgate/sdk/webhooks';
import { Logger, Order, type RequestContext } from '@vendure/core';
import type { OrderBooks } from '../order/order-books.ts';
import { orderCodeOf } from '../order/payment-reference.ts';
import { hasMoney } from '../order/payment-state.ts';
import { told } from '../refused.ts';
import type { Shop } from '../shop.ts';
import { noteOf } from './event-notes.ts';
import type { Journal } from './journal.ts';
import type { PaymentRecorder } from './payment-recorder.ts';
import { tellStaff } from './tell-staff.ts';

export class PaymentNews {
  readonly #shop: Shop;
  readonly #books: OrderBooks;
  readonly #recorder: PaymentRecorder;
  readonly #journal: Journal;

  constructor(shop: Shop, books: OrderBooks, recorder: PaymentRecorder, journal: Journal) {
    this.#shop = shop;
    this.#books = books;
    this.#recorder = recorder;
    this.#journal = journal;
  }

  /** Every event is in the journal. One of a payment without an order of this shop changes nothing else. */
  async onEvent(event: WebhookEvent): Promise<void> {
    await this.#journal.keep(event);
    if (event.type !== 'PAYIN') return;
    const order = await this.#orderOf(event.merchantReference);
    if (order === null) {
      if (event.status === 'COMPLETED')
        Logger.warn(`${event.merchantReference} is paid, but its order does not exist`, 'Tollgate');
      return;
    }
    const payment = await this.#apply(order, event.transactionId, event);
    if (payment === undefined)
      Logger.warn(`${event.eventType} of ${event.merchantReference} is not of its order`, 'Tollgate');
  }

  /** For the page that customers return to: the webhook may come after them. undefined: there is no such payment. */
  async look(merchantReference: string): Promise<{ order: Order; payment: Transaction } | undefined> {
    const order = await this.#orderOf(merchantReference);
    if (order === null) return undefined;
    const found = await told(() => this.#shop.gateway.payments.find({ merchantReference }));
    const [{ transactionId } = { transactionId: undefined }] = found.filter(({ type }) => type === 'PAYIN');
    const payment = transactionId && (await this.#apply(order, transactionId));
    if (!payment) return undefined;
    const { state } = await this.#shop.connection.rawConnection
      .getRepository(Order)
      .findOneByOrFail({ id: order.id });
    order.state = state;
    return { order, payment };
  }

  async #orderOf(merchantReference: string | null | undefined): Promise<Order | null> {
    const code = orderCodeOf(merchantReference);
    if (code === undefined) return null;
    const orders = this.#shop.connection.rawConnection.getRepository(Order);
    return await orders.findOne({ where: { code }, relations: ['channels'] });
  }

  async #apply(order: Order, transactionId: string, event?: WebhookEvent): Promise<Transaction | undefined> {
    const ctx = await this.#contextOf(order);
    return await this.#shop.connection.withTransaction(ctx, async (tx) => {
      await this.#books.lock(tx, order.id);
      // Asked under the lock, so that an older answer never follows a newer one.
      const payment = await this.#shop.gateway.payments.get(transactionId);
      if (orderCodeOf(payment.merchantReference) !== order.code) return undefined;
      await this.#recorder.bring(tx, order.id, payment);
      const text = event && this.#isNews(event, payment) ? noteOf(event) : undefined;
      if (text !== undefined)
        await tellStaff(this.#shop.history, tx, order.id, { key: event!.eventId, text });
      return payment;
    });
  }

  /** A decline is no news if this shop cancelled the payment (3001), if it was paid after that, or was held before. */
  #isNews(event: WebhookEvent, payment: Transaction): boolean {
    if (event.eventType !== 'payin.declined') return true;
    return event.errorCode !== '3001' && !hasMoney(payment) && payment.amountAuthorized === 0;
  }

  /** In the order's own channel: stock, prices and payment methods are those of the channel. */
  async #contextOf(order: Order): Promise<RequestContext> {
    const channel = order.channels.find(({ code }) => code !== '__default_channel__') ?? order.channels[0]!;
    return await this.#shop.contexts.create({
      apiType: 'admin',
      channelOrToken: channel.token,
      languageCode: channel.defaultLanguageCode,
      currencyCode: order.currencyCode,
    });
  }
}
