// What follows in the shop and at the gateway when an order changes its state: its page ends, a cancelled order is
// voided, and the shipment charges.
import {
  type FulfillmentProcess,
  type Injector,
  isGraphQlErrorResult,
  type Order,
  type OrderProcess,
  OrderService,
  type Payment,
  PaymentMethodService,
  type PaymentProcess,
  type RequestContext,
  type RuntimeVendureConfig,
  UserInputError,
} from '@vendure/core';
import { messageOf } from '../refused.ts';
import { CashierPages, PAID } from './cashier-pages.ts';
import { OrderBooks } from './order-books.ts';
import { HANDLER_CODE } from './payment-method-handler.ts';

type RefundProcess = NonNullable<RuntimeVendureConfig['paymentOptions']['refundProcess']>[number];

let orders: OrderService;
let methods: PaymentMethodService;
let pages: CashierPages;
let books: OrderBooks;

function init(injector: Injector): void {
  orders = injector.get(OrderService);
  methods = injector.get(PaymentMethodService);
  pages = injector.get(CashierPages);
  books = injector.get(OrderBooks);
}

export const tollgateOrderProcess: OrderProcess<string> = {
  init,
  /** The customer goes back to change the order, so the page of the old amount ends. */
  async onTransitionStart(fromState, toState, { ctx, order }) {
    if (fromState !== 'ArrangingPayment' || toState !== 'AddingItems') return;
    const fault = await pages.end(ctx, order);
    if (fault !== undefined) return fault;
    // A webhook may have placed the order since Vendure read it.
    const { state } = await books.order(ctx, order.id);
    if (state !== fromState) return PAID;
  },
  /** At the end: if the gateway refuses, the error undoes the whole cancellation. */
  async onTransitionEnd(fromState, toState, { ctx, order }) {
    if (toState !== 'Cancelled' || fromState === 'AddingItems') return;
    const fault = await pages.end(ctx, order);
    if (fault !== undefined) throw new UserInputError(fault);
    for (const payment of await authorized(ctx, order)) {
      const answer = await orders.cancelPayment(ctx, payment.id);
      if (isGraphQlErrorResult(answer)) throw new UserInputError(messageOf(answer));
    }
  },
};

export const tollgateFulfillmentProcess: FulfillmentProcess<string> = {
  init,
  /** A parcel leaves only if the payment is charged. The first parcel charges the whole order. */
  async onTransitionStart(_fromState, toState, data) {
    if (toState !== 'Shipped' && toState !== 'Delivered') return;
    for (const order of data.orders) {
      for (const payment of await authorized(data.ctx, order)) {
        const answer = await orders.settlePayment(data.ctx, payment.id);
        if (isGraphQlErrorResult(answer)) return messageOf(answer);
      }
      // Vendure moves the order on from the state that it knows.
      order.state = (await books.order(data.ctx, order.id)).state;
    }
  },
};

/** The money of an authorisation that has ended may still come. */
export const tollgatePaymentProcess: PaymentProcess<string> = {
  transitions: { Cancelled: { to: ['Settled'], mergeStrategy: 'merge' } },
};

/** A refund begins as pending and stays so until its news come. A bank may refuse it after it was completed. */
export const tollgateRefundProcess: RefundProcess = {
  transitions: {
    Pending: { to: ['Pending'], mergeStrategy: 'merge' },
    Settled: { to: ['Failed'], mergeStrategy: 'merge' },
  },
};

async function authorized(ctx: RequestContext, { id }: Order): Promise<Payment[]> {
  const payments = (await orders.getOrderPayments(ctx, id)).filter(({ state }) => state === 'Authorized');
  if (payments.length === 0) return [];
  const ours = (await methods.findAll(ctx, { filter: {} })).items.filter(
    ({ handler }) => handler.code === HANDLER_CODE,
  );
  return payments.filter(({ method }) => ours.some(({ code }) => code === method));
}
