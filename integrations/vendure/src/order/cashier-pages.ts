// The cashier pages of an order. It has one page at a time: a second click gets the same one, and a page of another
// amount ends before a new one opens.
import { createHash } from 'node:crypto';
import {
  DuplicateReferenceError,
  type PayinRequest,
  type SessionRequest,
  TollgateError,
  type Transaction,
} from '@tollgate/sdk';
import {
  type ID,
  idsAreEqual,
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
import { messageOf, reasonOf, told } from '../refused.ts';
import type { Shop } from '../shop.ts';
import type { OrderBooks } from './order-books.ts';
import { orderDetailsOf } from './order-details.ts';
import { HANDLER_CODE } from './payment-method-handler.ts';
import { referenceOf } from './payment-reference.ts';
import { hasFailed, hasMoney } from './payment-state.ts';

/** More tries than any customer needs. */
const MOST_PAYMENTS = 100;

const ARRANGED: readonly OrderState[] = ['ArrangingPayment', 'ArrangingAdditionalPayment'];

/** Also orders of other payment methods change, and must not wait long for this gateway. */
const QUICK = { retries: 0, timeoutMs: 5_000 };

export const PAID = 'The customer has just paid for this order.';

export interface Page {
  /** The cashier, or the return page if nothing is left to pay. */
  url: string;
  transactionId: string | null;
  merchantReference: string | null;
}

export type MandateWish = NonNullable<SessionRequest['mandate']>;

interface Wish {
  /** The code of a payment method. Default: the first one of Tollgate. */
  methodCode?: string | null | undefined;
  /** A link that can be paid for days. */
  isLink?: boolean;
  /** What the customer agrees to for later charges. */
  mandate?: MandateWish | null | undefined;
  /** Charges this mandate, without the customer. */
  mandateId?: string;
}

interface Wanted extends Wish {
  order: Order;
  method: PaymentMethod;
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
  async open(ctx: RequestContext, orderId: ID, wish: Wish = {}): Promise<Page> {
    await this.#books.lock(ctx, orderId);
    const method = await this.#method(ctx, orderId, wish.methodCode);
    if (!(await this.#arrange(ctx, orderId))) throw new UserInputError('Nothing is open of this order.');
    for (let number = 1; number <= MOST_PAYMENTS; number += 1) {
      const order = await this.#books.order(ctx, orderId);
      if (this.#books.open(order) <= 0) return await this.#paid(ctx, order);
      const page = await this.#pageAt(ctx, number, { ...wish, order, method });
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
    let isOurs = false;
    try {
      for (let number = 1; number <= MOST_PAYMENTS; number += 1) {
        const found = await this.#find(referenceOf(code, number), QUICK);
        if (found.length === 0) return undefined;
        isOurs = true;
        for (const payment of found) {
          if (hasMoney(payment) && !(await this.#isBooked(ctx, id, payment))) return PAID;
          if (isOpen(payment))
            await this.#shop.gateway.payments.cancel({ transactionId: payment.transactionId });
        }
      }
      return undefined;
    } catch (error) {
      if (!(error instanceof TollgateError)) throw error;
      if (isOurs) return reasonOf(error);
      // It may be an order of another payment method. If it has a page that is paid, the money is booked.
      Logger.warn(`The cashier pages of ${code} were not ended: ${error.message}`, 'Tollgate');
      return undefined;
    }
  }

  /** undefined: try the next number. */
  async #pageAt(ctx: RequestContext, number: number, wanted: Wanted): Promise<Page | undefined> {
    const { order, isLink } = wanted;
    const merchantReference = referenceOf(order.code, number);
    const amount = await told(async () =>
      wireAmount(this.#books.open(order), order.currencyCode, this.#books.precision),
    );
    const [payment] = await told(() => this.#find(merchantReference));
    if (payment === undefined) return await this.#create(ctx, { merchantReference, amount }, wanted);
    // The webhook of this payment is on its way.
    if (hasMoney(payment)) await this.#recorder.bring(ctx, order.id, payment);
    if (!isOpen(payment)) return undefined;
    if (payment.initiator === 'MERCHANT')
      throw new UserInputError('A later charge of this order is under way. Its webhook tells the outcome.');
    const { transactionId, cashierUrl } = payment;
    const isSame =
      payment.amount === amount &&
      payment.currency === order.currencyCode &&
      payment.captureMode === captureModeOf(wanted) &&
      payment.extra1 === wanted.method.code &&
      payment.extra2 === nameOf(wanted.mandate);
    if (isSame && wanted.mandateId === undefined && cashierUrl !== null && (!isLink || isForDays(payment)))
      return { url: cashierUrl, transactionId, merchantReference };
    await told(() => this.#shop.gateway.payments.cancel({ transactionId }));
    return undefined;
  }

  async #create(
    ctx: RequestContext,
    due: { merchantReference: string; amount: number },
    wanted: Wanted,
  ): Promise<Page | undefined> {
    const { order, isLink, mandate, mandateId } = wanted;
    const { customer, currencyCode } = order;
    const userId = userIdOf(ctx, order);
    if ((mandate || mandateId) && userId === undefined)
      throw new UserInputError('Later charges need a customer with an account.');
    const country = this.#shop.options.country ?? countryOf(order);
    const request = {
      ...due,
      currency: currencyCode,
      captureMode: captureModeOf(wanted),
      extra1: wanted.method.code,
      ...(country ? { country } : {}),
      ...(userId ? { userId } : {}),
      ...(customer ? { customer: { email: customer.emailAddress } } : {}),
    };
    try {
      if (mandateId) return await this.#charge(ctx, order, { ...request, mandateId });
      const details = await this.#details(ctx, order);
      const onPage = {
        ...request,
        redirectUrl: this.#shop.options.returnUrl,
        orderDetails: details,
        ...(mandate ? { mandate, extra2: nameOf(mandate) } : {}),
      };
      const { gateway } = this.#shop;
      const made = isLink
        ? await gateway.links.create({ ...onPage, description: `Order ${order.code}` })
        : await gateway.sessions.create(onPage);
      return { ...due, url: made.cashierUrl, transactionId: made.transactionId };
    } catch (error) {
      if (error instanceof DuplicateReferenceError) return undefined;
      throw error instanceof TollgateError ? new UserInputError(reasonOf(error)) : error;
    }
  }

  /** A later charge. The answer never has a step for the customer. */
  async #charge(
    ctx: RequestContext,
    order: Order,
    { mandateId, ...request }: Omit<PayinRequest, 'paymentOptionId'> & { mandateId: string },
  ): Promise<Page> {
    const { gateway, options } = this.#shop;
    const mandate = await gateway.mandates.get(mandateId);
    if (mandate.userId !== request.userId || !mandate.paymentOption)
      throw new UserInputError('This mandate belongs to another customer.');
    const { result } = await gateway.payments.create({
      ...request,
      paymentOptionId: mandate.paymentOption.id,
      paymentData: { mandateId },
    });
    const transactionId = result.transactionId!;
    await this.#recorder.bring(ctx, order.id, await gateway.payments.get(transactionId));
    return { url: options.returnUrl, transactionId, merchantReference: request.merchantReference! };
  }

  async #details(ctx: RequestContext, { id }: Order): Promise<SessionRequest['orderDetails']> {
    const order = await this.#shop.orders.findOne(ctx, id);
    return order && orderDetailsOf(order, this.#books.precision);
  }

  async #paid(ctx: RequestContext, order: Order): Promise<Page> {
    const state: OrderState = order.payments.some(({ state }) => state === 'Authorized')
      ? 'PaymentAuthorized'
      : 'PaymentSettled';
    if (order.state === 'ArrangingPayment') await this.#shop.orders.transitionToState(ctx, order.id, state);
    const paid = order.payments.findLast(
      ({ metadata, state }) => metadata?.merchantReference && state !== 'Cancelled',
    );
    const url = new URL(this.#shop.options.returnUrl);
    const merchantReference: string | null = paid?.metadata.merchantReference ?? null;
    if (merchantReference !== null) url.searchParams.set('merchantReference', merchantReference);
    return { url: url.href, transactionId: null, merchantReference };
  }

  /**
   * Checks stock, shipping and customer before anybody pays, and keeps the order from changing. false: nobody owes
   * anything for this order, because it is cancelled, or what is missing of its money was refunded.
   */
  async #arrange(ctx: RequestContext, orderId: ID): Promise<boolean> {
    const order = await this.#books.order(ctx, orderId);
    const next: Partial<Record<OrderState, OrderState>> = {
      AddingItems: 'ArrangingPayment',
      Draft: 'ArrangingPayment',
      PaymentAuthorized: 'ArrangingAdditionalPayment',
    };
    if (order.state === 'Cancelled') return false;
    if (this.#books.open(order) <= 0) return true;
    const state = next[order.state];
    if (state === undefined) return ARRANGED.includes(order.state);
    const answer = await this.#shop.orders.transitionToState(ctx, orderId, state);
    if (isGraphQlErrorResult(answer)) throw new UserInputError(messageOf(answer));
    return true;
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

  async #find(merchantReference: string, options = {}): Promise<Transaction[]> {
    const found = await this.#shop.gateway.payments.find({ merchantReference }, options);
    return found.filter(({ type }) => type === 'PAYIN');
  }

  async #isBooked(ctx: RequestContext, orderId: ID, { transactionId }: Transaction): Promise<boolean> {
    return (await this.#books.payment(ctx, orderId, transactionId)) !== null;
  }
}

/**
 * The customer's saved cards and mandates have this name. Only for the customer who is signed in, or for staff: in some
 * shops a guest may type the e-mail address of another.
 */
function userIdOf(ctx: RequestContext, { customer }: Order): string | undefined {
  if (!customer?.user) return undefined;
  const isTheirs = ctx.apiType === 'admin' || idsAreEqual(ctx.activeUserId, customer.user.id);
  return isTheirs ? `vendure-${customer.id}` : undefined;
}

/** Tells the pages apart that ask for different mandates. null: for none. */
function nameOf(mandate: MandateWish | null | undefined): string | null {
  if (!mandate) return null;
  const { reason, description, maxAmount } = mandate;
  const text = JSON.stringify([reason, description ?? null, maxAmount ?? null]);
  return `mandate ${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}

function isOpen(payment: Transaction): boolean {
  return !hasMoney(payment) && !hasFailed(payment);
}

/** A link, not the page of a visit. */
function isForDays({ expiresAt }: Transaction): boolean {
  return expiresAt !== null && Date.parse(expiresAt) - Date.now() > 3_600_000;
}

/** A later charge is charged at once: the mandate is for money that is due. */
function captureModeOf({ method: { handler }, mandateId }: Wanted): 'manual' | 'automatic' {
  if (mandateId !== undefined) return 'automatic';
  const value = handler.args.find(({ name }) => name === 'captureMode')?.value;
  return value === 'automatic' ? 'automatic' : 'manual';
}

function countryOf({ billingAddress, shippingAddress }: Order): string | undefined {
  return (billingAddress?.countryCode ?? shippingAddress?.countryCode)?.toUpperCase();
}
