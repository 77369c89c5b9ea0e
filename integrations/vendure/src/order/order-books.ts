// What the shop has booked for an order, and the lock under which that changes.
import { type ID, Logger, Order, Payment, type RequestContext, totalCoveredByPayments } from '@vendure/core';
import type { Shop } from '../shop.ts';

export class OrderBooks {
  readonly #shop: Shop;

  constructor(shop: Shop) {
    this.#shop = shop;
    if (!this.#canLock()) Logger.warn('Two payments at once are kept apart on PostgreSQL only.', 'Tollgate');
  }

  /** How many decimals the amounts of this shop have. */
  get precision(): number {
    return this.#shop.config.entityOptions.moneyStrategy.precision ?? 2;
  }

  /**
   * Until the transaction of `ctx` ends, nobody else changes the payments of this order: not a webhook, the returning
   * customer, a second click or staff. Take it before you ask the gateway.
   */
  async lock(ctx: RequestContext, orderId: ID): Promise<void> {
    if (!this.#canLock()) return;
    await this.#shop.connection
      .getRepository(ctx, Order)
      .createQueryBuilder('order')
      .setLock('pessimistic_write')
      .where('order.id = :orderId', { orderId })
      .getOne();
  }

  /** Others read what they saw before they got the lock, or have none. */
  #canLock(): boolean {
    return this.#shop.connection.rawConnection.options.type === 'postgres';
  }

  /** The order as it is now, with its payments. */
  async order(ctx: RequestContext, orderId: ID): Promise<Order> {
    return await this.#shop.connection.getEntityOrThrow(ctx, Order, orderId, {
      relations: ['payments', 'payments.refunds', 'customer', 'customer.user', 'channels', 'surcharges'],
    });
  }

  async payment(ctx: RequestContext, orderId: ID, transactionId: string): Promise<Payment | null> {
    return await this.#shop.connection.getRepository(ctx, Payment).findOne({
      where: { order: { id: orderId }, transactionId },
      relations: ['refunds', 'order'],
    });
  }

  /** What nobody has paid yet. Negative: more is paid than the order costs. */
  open(order: Order): number {
    return order.totalWithTax - totalCoveredByPayments(order);
  }
}
