// Refunds end after Vendure has made them, and some are made at the gateway. The books of the shop follow both.
import type { Transaction } from '@tollgate/sdk';
import { type ID, type Payment, type PaymentMetadata, Refund, type RequestContext } from '@vendure/core';
import { unitsOf } from '../amount.ts';
import type { OrderBooks } from '../order/order-books.ts';
import type { Shop } from '../shop.ts';
import { tellStaff } from './tell-staff.ts';

type GatewayRefund = Transaction['refunds'][number];

export class RefundRecorder {
  readonly #shop: Shop;
  readonly #books: OrderBooks;

  constructor(shop: Shop, books: OrderBooks) {
    this.#shop = shop;
    this.#books = books;
  }

  async bring(ctx: RequestContext, orderId: ID, payment: Transaction): Promise<void> {
    const row = await this.#books.payment(ctx, orderId, payment.transactionId);
    if (row?.state !== 'Settled') return;
    for (const told of payment.refunds) {
      const known = row.refunds.find(({ transactionId }) => transactionId === told.refundId);
      if (known) await this.#follow(ctx, known, told);
      else if (told.status !== 'FAILED') await this.#adopt(ctx, orderId, { row, told, payment });
    }
  }

  async #follow(ctx: RequestContext, { id, state }: Refund, told: GatewayRefund): Promise<void> {
    if (told.status === 'COMPLETED' && state === 'Pending')
      await this.#shop.orders.settleRefund(ctx, { id, transactionId: told.refundId });
    // A bank may refuse a refund days after it was completed.
    if (told.status === 'FAILED' && state !== 'Failed')
      await this.#shop.orders.transitionRefundToState(ctx, id, 'Failed', told.refundId);
  }

  /** Somebody refunded at the gateway, or the answer for a refund of this shop was lost. */
  async #adopt(
    ctx: RequestContext,
    orderId: ID,
    { row, told, payment }: { row: Payment; told: GatewayRefund; payment: Transaction },
  ): Promise<void> {
    const { refundId, refundReference, amount, status } = told;
    const metadata: PaymentMetadata = { refundReference };
    const refund = new Refund({
      payment: row,
      total: unitsOf(amount, payment.currency, this.#books.precision),
      items: 0,
      shipping: 0,
      adjustment: 0,
      method: row.method,
      reason: 'Made at Tollgate',
      state: status === 'COMPLETED' ? 'Settled' : 'Pending',
      transactionId: refundId,
      metadata,
    });
    await this.#shop.connection.getRepository(ctx, Refund).save(refund);
    const text = `${amount} ${payment.currency} was refunded at Tollgate, not in this shop. The refund is booked here.`;
    await tellStaff(this.#shop.history, ctx, orderId, { key: refundId, text });
  }
}
