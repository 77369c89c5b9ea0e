// The cashier pages of an order. It has one page at a time: a second click gets the same one, and a page of another
// amount ends before a new one opens.
import { ConnectionError, DuplicateReferenceError, TollgateError, type Transaction } from '@tollgate/sdk';
import {
  type ID,
  isGraphQlErrorResult,
  Logger,
  type Order,
  type OrderState,
  type PaymentMethod,
  type RequestContext,
  UserInputError,
} from '@vendure/core';
import { wireAmount } from '../amount.ts';
import type { PaymentRecorder } from '../news/payment-recorder.ts';
import { reasonOf, told } from '../refused.ts';
import type { Shop } from '../shop.ts';
import type { OrderBooks } from './order-books.ts';
import { HANDLER_CODE } from './payment-method-handler.ts';
import { referenceOf } from './payment-reference.ts';
import { hasFailed, hasMoney } from './payment-state.ts';

/** More tries than any customer needs. */
const MOST_PAYMENTS = 100;

export const PAID = 'The customer has just paid for this order.';

export interface Page {
  /** The cashier, or the return page if nothing is left to pay. */
  url: string;
  transactionId: string | null;
  merchantReference: string | null;
}

interface Wanted {
  order: Order;
  method: PaymentMethod;
  isLink: boolean;
}

export class CashierPages {
  readonly #shop: Shop;
  readonly #books: OrderBooks;
  readonly #recorder: PaymentRecorder;

  constructor(shop: Shop, books: OrderBooks, recorder: PaymentRecorder) {
    this.#shop = shop;
    this.#books = books;
    this.#recorder = recorder;
  }

  /** A page for what is open of the order. `ctx` must be in a transaction. */
  async open(
    ctx: RequestContext,
    orderId: ID,
    { methodCode, isLink = false }: { methodCode?: string | null | undefined; isLink?: boolean } = {},
  ): Promise<Page> {
    await this.#books.lock(ctx, orderId);
    const method = await this.#method(ctx, orderId, methodCode);
    await this.#arrange(ctx, orderId);
    for (let number = 1; number <= MOST_PAYMENTS; number += 1) {
      const order = await this.#books.order(ctx, orderId);
      if (this.#books.open(order) <= 0) return await this.#paid(ctx, order);
      const page = await this.#pageAt(ctx, number, { order, method, isLink });
      if (page !== undefined) return page;
    }
    throw new UserInputError('Too many payments were begun for this order.');
  }

  /**
   * The order changes or is cancelled, so nobody may pay its page any more. Returns why not: the customer has paid, or
   * a payment is under way.
   */
  async end(ctx: RequestContext, { id, code }: Order): Promise<string | undefined> {
    await this.#books.lock(ctx, id);
    try {
      for (let number = 1; number <= MOST_PAYMENTS; number += 1) {
        const found = await this.#find(referenceOf(code, number));
        if (found.length === 0) return undefined;
        for (const payment of found) {
          if (hasMoney(payment) && !(await this.#isBooked(ctx, id, payment))) return PAID;
          if (isOpen(payment))
            await this.#shop.gateway.payments.cancel({ transactionId: payment.transactionId });
        }
      }
      return undefined;
    } catch (error) {
      if (!(error instanceof TollgateError)) throw error;
      if (!(error instanceof ConnectionError)) return reasonOf(error);
      // An order of another payment method must not wait for this gateway. If its page is paid, the money is booked.
      Logger.warn(`The cashier pages of ${code} were not ended: ${error.message}`, 'Tollgate');
      return undefined;
    }
  }

  /** undefined: try the next number. */
  async #pageAt(ctx: RequestContext, number: number, wanted: Wanted): Promise<Page | undefined> {
    const { order, method, isLink } = wanted;
    const merchantReference = referenceOf(order.code, number);
    const amount = await told(async () =>
      wireAmount(this.#books.open(order), order.currencyCode, this.#books.precision),
    );
    const [payment] = await told(() => this.#find(merchantReference));
    if (payment === undefined) return await this.#create(merchantReference, amount, wanted);
    // The webhook of this payment is on its way.
    if (hasMoney(payment)) await this.#recorder.bring(ctx, order.id, payment);
    if (!isOpen(payment)) return undefined;
    const { transactionId, cashierUrl } = payment;
    const isSame =
      payment.amount === amount &&
      payment.currency === order.currencyCode &&
      payment.captureMode === captureModeOf(method);
    if (isSame && cashierUrl !== null && (!isLink || isForDays(payment)))
      return { url: cashierUrl, transactionId, merchantReference };
    await told(() => this.#shop.gateway.payments.cancel({ transactionId }));
    return undefined;
  }

  async #create(merchantReference: string, amount: number, wanted: Wanted): Promise<Page | undefined> {
    const { order, method, isLink } = wanted;
    const { customer, currencyCode } = order;
    const country = this.#shop.options.country ?? countryOf(order);
    const request = {
      currency: currencyCode,
      amount,
      merchantReference,
      captureMode: captureModeOf(method),
      redirectUrl: this.#shop.options.returnUrl,
      extra1: method.code,
      ...(country ? { country } : {}),
      ...(customer?.user ? { userId: String(customer.id) } : {}),
      ...(customer ? { customer: { email: customer.emailAddress } } : {}),
    };
    try {
      if (isLink) {
        const { cashierUrl, transactionId } = await this.#shop.gateway.links.create({
          ...request,
          description: `Order ${order.code}`,
        });
        return { url: cashierUrl, transactionId, merchantReference };
      }
      const { cashierUrl, transactionId } = await this.#shop.gateway.sessions.create(request);
      return { url: cashierUrl, transactionId, merchantReference };
    } catch (error) {
      if (error instanceof DuplicateReferenceError) return undefined;
      throw error instanceof TollgateError ? new UserInputError(reasonOf(error)) : error;
    }
  }

  async #paid(ctx: RequestContext, order: Order): Promise<Page> {
    const state: OrderState = order.payments.some(({ state }) => state === 'Authorized')
      ? 'PaymentAuthorized'
      : 'PaymentSettled';
    if (order.state === 'ArrangingPayment') await this.#shop.orders.transitionToState(ctx, order.id, state);
    return { url: this.#shop.options.returnUrl, transactionId: null, merchantReference: null };
  }

  /** Checks stock, shipping and customer before anybody pays, and keeps the order from changing. */
  async #arrange(ctx: RequestContext, orderId: ID): Promise<void> {
    const order = await this.#books.order(ctx, orderId);
    const next: Partial<Record<OrderState, OrderState>> = {
      AddingItems: 'ArrangingPayment',
      Draft: 'ArrangingPayment',
      PaymentAuthorized: 'ArrangingAdditionalPayment',
    };
    const state = next[order.state];
    if (state === undefined || this.#books.open(order) <= 0) return;
    const answer = await this.#shop.orders.transitionToState(ctx, orderId, state);
    if (isGraphQlErrorResult(answer)) throw new UserInputError(answer.transitionError);
  }

  async #method(ctx: RequestContext, orderId: ID, code: string | null | undefined): Promise<PaymentMethod> {
    const eligible = await this.#shop.orders.getEligiblePaymentMethods(ctx, orderId);
    const ours = (await this.#shop.methods.getActivePaymentMethods(ctx)).filter(
      (method) =>
        method.handler.code === HANDLER_CODE &&
        eligible.some(({ id, isEligible }) => isEligible && String(id) === String(method.id)),
    );
    const method = code ? ours.find((one) => one.code === code) : ours[0];
    if (method === undefined)
      throw new UserInputError(`${code ?? 'A payment method'} of Tollgate is not available for this order.`);
    return method;
  }

  async #find(merchantReference: string): Promise<Transaction[]> {
    const found = await this.#shop.gateway.payments.find({ merchantReference });
    return found.filter(({ type }) => type === 'PAYIN');
  }

  async #isBooked(ctx: RequestContext, orderId: ID, { transactionId }: Transaction): Promise<boolean> {
    return (await this.#books.payment(ctx, orderId, transactionId)) !== null;
  }
}

function isOpen(payment: Transaction): boolean {
  return !hasMoney(payment) && !hasFailed(payment);
}

/** A link, not the page of a visit. */
function isForDays({ expiresAt }: Transaction): boolean {
  return expiresAt !== null && Date.parse(expiresAt) - Date.now() > 3_600_000;
}

function captureModeOf({ handler }: PaymentMethod): 'manual' | 'automatic' {
  const value = handler.args.find(({ name }) => name === 'captureMode')?.value;
  return value === 'automatic' ? 'automatic' : 'manual';
}

function countryOf({ billingAddress, shippingAddress }: Order): string | undefined {
  return (billingAddress?.countryCode ?? shippingAddress?.countryCode)?.toUpperCase();
}
