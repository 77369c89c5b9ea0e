// Books a payment of the gateway in an order, under the order's lock. Money that came is always booked, whatever became
// of the order meanwhile; staff are told where the order cannot follow.
import { type Transaction, ValidationError } from '@tollgate/sdk';
import {
  type ErrorResult,
  type ID,
  isGraphQlErrorResult,
  type Order,
  type OrderState,
  Payment,
  type PaymentMetadata,
  type PaymentState,
  type RequestContext,
  UserInputError,
} from '@vendure/core';
import { unitsOf } from '../amount.ts';
import type { OrderBooks } from '../order/order-books.ts';
import { hasFailed, hasMoney, isAuthorized, moneyOf } from '../order/payment-state.ts';
import { messageOf } from '../refused.ts';
import type { Shop } from '../shop.ts';
import type { RefundRecorder } from './refund-recorder.ts';
import { tellStaff } from './tell-staff.ts';

/** Where an order goes on after it was paid for an addition: the furthest state that its parcels allow. */
const AFTER_ADDITION: readonly OrderState[] = [
  'PartiallyDelivered',
  'Shipped',
  'PartiallyShipped',
  'PaymentSettled',
  'PaymentAuthorized',
];

const COVERING: readonly PaymentState[] = ['Authorized', 'Settled'];

export class PaymentRecorder {
  readonly #shop: Shop;
  readonly #books: OrderBooks;
  readonly #refunds: RefundRecorder;

  constructor(shop: Shop, books: OrderBooks, refunds: RefundRecorder) {
    this.#shop = shop;
    this.#books = books;
    this.#refunds = refunds;
  }

  async bring(ctx: RequestContext, orderId: ID, payment: Transaction): Promise<void> {
    const row = await this.#books.payment(ctx, orderId, payment.transactionId);
    // Money may come after an authorisation has ended, as after a decline.
    const isNew = row === null || (row.state === 'Cancelled' && !row.metadata.givenBack);
    if (isNew) {
      if (hasMoney(payment)) await this.#record(ctx, orderId, payment, row);
      return;
    }
    if (row.state === 'Authorized' && payment.status === 'COMPLETED')
      done(await this.#shop.orders.settlePayment(ctx, row.id));
    if (row.state === 'Authorized' && hasFailed(payment)) await this.#release(ctx, orderId, row, payment);
    await this.#refunds.bring(ctx, orderId, payment);
  }

  /** `ended`: the row of this payment, from before the money came. */
  async #record(
    ctx: RequestContext,
    orderId: ID,
    payment: Transaction,
    ended: Payment | null,
  ): Promise<void> {
    const order = await this.#books.order(ctx, orderId);
    const { transactionId, currency } = payment;
    const isCovered =
      this.#books.open(order) <= 0 && order.payments.some(({ state }) => COVERING.includes(state));
    const isOther = currency !== order.currencyCode;
    const kept = isCovered || isOther ? await this.#giveBack(ctx, order, payment, ended) : undefined;
    if (kept === 'given back') return;
    if (order.state === 'AddingItems')
      await this.#shop.orders.transitionToState(ctx, orderId, 'ArrangingPayment');
    const row = ended ?? (await this.#create(ctx, order, payment));
    const answer = isAuthorized(payment)
      ? await this.#shop.payments.transitionToState(ctx, row.id, 'Authorized')
      : await this.#shop.payments.settlePayment(ctx, row.id);
    const { state, errorMessage } = done<Payment>(answer);
    if (!COVERING.includes(state)) throw new UserInputError(errorMessage ?? 'The payment is not booked.');
    const fault = kept ?? (await this.#faultOf(ctx, orderId, payment));
    await this.#tell(ctx, orderId, `money-${transactionId}`, fault);
    if (order.state === 'ArrangingAdditionalPayment') await this.#endAddition(ctx, orderId, row);
    await this.#refunds.bring(ctx, orderId, payment);
  }

  async #create(ctx: RequestContext, order: Order, payment: Transaction): Promise<Payment> {
    const { transactionId, merchantReference, country, currency, card, paymentOption } = payment;
    const paidWith = card ? `${card.brand} ${card.last4}` : paymentOption?.name;
    const metadata: PaymentMetadata = { merchantReference, country, public: { paidWith } };
    return await this.#shop.payments.create(ctx, {
      order,
      amount: unitsOf(moneyOf(payment), currency, this.#books.precision),
      method: methodOf(payment),
      transactionId,
      metadata,
    });
  }

  /**
   * Another payment covers the order already, or this one is of another currency: nobody owes it. Returns what to tell
   * staff if its method cannot give money back.
   */
  async #giveBack(
    ctx: RequestContext,
    order: Order,
    payment: Transaction,
    ended: Payment | null,
  ): Promise<string> {
    const { transactionId, merchantReference, country, currency } = payment;
    const money = `${moneyOf(payment)} ${currency}`;
    const why =
      currency === order.currencyCode ? 'The order was paid twice' : `The order is in ${order.currencyCode}`;
    try {
      if (isAuthorized(payment)) await this.#shop.gateway.payments.void({ transactionId });
      else if (payment.amountRefunded < payment.amountCaptured)
        await this.#shop.gateway.refunds.create({
          merchantReference,
          ...(country ? { country } : {}),
          refundReference: `twice-${transactionId}`,
        });
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      return `${why}, and the payment of ${money} cannot be refunded (${error.message}). Give the money back in another way.`;
    }
    const row = ended ?? (await this.#create(ctx, order, payment));
    // Without the handler, which would void it again.
    row.state = 'Cancelled';
    row.metadata = { ...row.metadata, givenBack: true };
    await this.#shop.connection.getRepository(ctx, Payment).save(row, { reload: false });
    await this.#tell(
      ctx,
      order.id,
      `twice-${transactionId}`,
      `${why}. The payment of ${money} was given back.`,
    );
    return 'given back';
  }

  /** The authorisation lapsed, or somebody voided it at the gateway. */
  async #release(ctx: RequestContext, orderId: ID, row: Payment, payment: Transaction): Promise<void> {
    done(await this.#shop.orders.cancelPayment(ctx, row.id));
    if (row.order.state === 'Cancelled') return;
    const text = `The authorisation of ${payment.amount} ${payment.currency} ended without a charge. Do not ship; ask the customer to pay again.`;
    await this.#tell(ctx, orderId, `ended-${payment.transactionId}`, text);
  }

  /** Why an order with money does not go on by itself; undefined: it does. */
  async #faultOf(ctx: RequestContext, orderId: ID, payment: Transaction): Promise<string | undefined> {
    const order = await this.#books.order(ctx, orderId);
    const money = `${moneyOf(payment)} ${payment.currency}`;
    const open = this.#books.open(order);
    const inMajor = (units: number) =>
      `${Number(`${units}e-${this.#books.precision}`)} ${order.currencyCode}`;
    if (order.state === 'Cancelled')
      return `${money} came after the order was cancelled. Refund it, or send the goods by a new order.`;
    if (open > 0)
      return `${money} came, but the order costs ${inMajor(open)} more: it changed after the payment was begun.`;
    if (open < 0 && !isAuthorized(payment))
      return `${money} came, which is ${inMajor(-open)} more than the order costs: it changed after the payment was begun. Refund the difference.`;
    if (!order.active || order.state !== 'AddingItems') return undefined;
    const answer = await this.#shop.orders.transitionToState(ctx, orderId, 'ArrangingPayment');
    const reason = isGraphQlErrorResult(answer) ? answer.transitionError : 'unknown';
    return `${money} came, but the order cannot be placed: ${reason}`;
  }

  /** The order was modified and costs more. This payment is for that, and the order goes on where it was. */
  async #endAddition(ctx: RequestContext, orderId: ID, row: Payment): Promise<void> {
    const order = await this.#books.order(ctx, orderId);
    if (this.#books.open(order) > 0) return;
    for (const modification of await this.#shop.orders.getOrderModifications(ctx, orderId)) {
      if (modification.isSettled) continue;
      modification.payment = row;
      await this.#shop.connection
        .getRepository(ctx, modification.constructor as new () => typeof modification)
        .save(modification, { reload: false });
    }
    for (const state of AFTER_ADDITION) {
      if (!this.#shop.orders.getNextOrderStates(order).includes(state)) continue;
      if (!isGraphQlErrorResult(await this.#shop.orders.transitionToState(ctx, orderId, state))) return;
    }
  }

  async #tell(ctx: RequestContext, orderId: ID, key: string, text: string | undefined): Promise<void> {
    if (text !== undefined) await tellStaff(this.#shop.history, ctx, orderId, { key, text });
  }
}

/** Throws if Vendure refused it: everything is undone, and the webhook comes again. */
function done<T extends object>(answer: T | ErrorResult): T {
  if (isGraphQlErrorResult(answer as T)) throw new UserInputError(messageOf(answer));
  return answer as T;
}

/** The payment method that the customer chose stands with the payment. */
function methodOf({ extra1 }: Transaction): string {
  if (!extra1) throw new UserInputError('This payment was not begun by @tollgate/vendure.');
  return extra1;
}
