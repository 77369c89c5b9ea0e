// The payment method of Vendure. Payments are begun by the mutation createTollgatePayment and booked by the news of the
// gateway; this handler settles (captures), cancels (voids) and refunds them.
import { type Tollgate, TollgateError, type Transaction } from '@tollgate/sdk';
import {
  type CancelPaymentErrorResult,
  type CancelPaymentResult,
  type Injector,
  LanguageCode,
  type Order,
  type Payment,
  PaymentMethodHandler,
  type RequestContext,
  type SettlePaymentErrorResult,
  type SettlePaymentResult,
  UserInputError,
} from '@vendure/core';
import { unitsOf, wireAmount } from '../amount.ts';
import { reasonOf, told } from '../refused.ts';
import { Shop } from '../shop.ts';
import { OrderBooks } from './order-books.ts';
import { hasFailed, isAuthorized } from './payment-state.ts';

export const HANDLER_CODE = 'tollgate';

/** Some providers tell the outcome of a capture a moment after they took it. */
const CAPTURE_WITHIN_MS = 8_000;
const LOOK_EVERY_MS = 250;

let gateway: Tollgate;
let books: OrderBooks;

export const tollgatePaymentHandler = new PaymentMethodHandler({
  code: HANDLER_CODE,
  description: [{ languageCode: LanguageCode.en, value: 'Tollgate: hosted cashier' }],
  args: {
    captureMode: {
      type: 'string',
      defaultValue: 'manual',
      label: [{ languageCode: LanguageCode.en, value: 'Charge' }],
      ui: {
        component: 'select-form-input',
        options: [
          { value: 'manual', label: [{ languageCode: LanguageCode.en, value: 'When the order ships' }] },
          { value: 'automatic', label: [{ languageCode: LanguageCode.en, value: 'With the order' }] },
        ],
      },
    },
  },
  init(injector: Injector) {
    gateway = injector.get(Shop).gateway;
    books = injector.get(OrderBooks);
  },
  createPayment() {
    throw new UserInputError(
      'Begin this payment with createTollgatePayment: the customer pays in the cashier.',
    );
  },
  settlePayment: (ctx, order, payment) => settle(ctx, order, payment),
  cancelPayment: (ctx, order, payment) => cancel(ctx, order, payment),
  // biome-ignore lint/complexity/useMaxParams: the parameters are those of Vendure
  async createRefund(ctx, _input, amount, order, payment) {
    await books.lock(ctx, order.id);
    const { merchantReference, country, currency } = await record(payment);
    // A second try after a lost answer has the same number, so it is the same refund.
    const number = ((await books.payment(ctx, order.id, payment.transactionId))?.refunds.length ?? 0) + 1;
    const answer = await told(() =>
      gateway.refunds.create({
        merchantReference,
        ...(country ? { country } : {}),
        amount: wireAmount(amount, currency, books.precision),
        refundReference: `${payment.transactionId}-${number}`,
      }),
    );
    return { state: 'Pending', transactionId: answer.refundId };
  },
});

async function settle(
  ctx: RequestContext,
  order: Order,
  payment: Payment,
): Promise<SettlePaymentResult | SettlePaymentErrorResult> {
  await books.lock(ctx, order.id);
  try {
    const before = await record(payment);
    const after = isAuthorized(before) ? await capture(ctx, order, payment, before) : before;
    if (after.status !== 'COMPLETED') return notSettled(payment, whyNot(after));
    // What the shop books is what the customer is charged, also if less than the authorisation was owed.
    payment.amount = unitsOf(after.amountCaptured, after.currency, books.precision);
    return { success: true };
  } catch (error) {
    if (!(error instanceof TollgateError)) throw error;
    return notSettled(payment, reasonOf(error));
  }
}

/** Charges what the order costs now, and releases the rest. Returns the payment once the outcome is known. */
async function capture(
  ctx: RequestContext,
  order: Order,
  payment: Payment,
  before: Transaction,
): Promise<Transaction> {
  const { transactionId, currency, captures } = before;
  const isUnderWay = captures.some(({ status }) => status === 'PENDING');
  if (!isUnderWay) {
    const owed = await owedTo(ctx, order, payment);
    if (owed <= 0) throw new UserInputError('Nothing is owed for this order: cancel the payment.');
    // A part may have been captured at the gateway.
    const rest = owed - unitsOf(before.amountCaptured, currency, books.precision);
    if (rest <= 0) await gateway.payments.void({ transactionId });
    else
      await gateway.payments.capture({
        transactionId,
        amount: wireAmount(rest, currency, books.precision),
        final: true,
        // A capture that failed needs another reference; a call whose answer was lost needs the same.
        captureReference: `settle-${transactionId}-${captures.length + 1}`,
      });
  }
  const end = Date.now() + CAPTURE_WITHIN_MS;
  for (;;) {
    const now = await gateway.payments.get(transactionId);
    const isOpen = now.captures.some(({ status }) => status === 'PENDING');
    if (!isOpen || Date.now() > end) return now;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** What the order costs now, less what other payments cover; never more than is authorised. */
async function owedTo(ctx: RequestContext, order: Order, payment: Payment): Promise<number> {
  const now = await books.order(ctx, order.id);
  return Math.min(payment.amount, books.open(now) + payment.amount);
}

function whyNot(payment: Transaction): string {
  const last = payment.captures.at(-1);
  if (last?.status === 'PENDING') return 'Tollgate: the capture is under way. Try again in a moment.';
  if (last?.status === 'FAILED')
    return `Tollgate: nothing was charged (${last.errorCode ?? 'no reason given'}).`;
  return `Tollgate: the payment is ${payment.status}${payment.errorReason ? `: ${payment.errorReason}` : ''}.`;
}

function notSettled(payment: Payment, errorMessage: string): SettlePaymentErrorResult {
  return { success: false, state: payment.state as never, errorMessage };
}

async function cancel(
  ctx: RequestContext,
  order: Order,
  payment: Payment,
): Promise<CancelPaymentResult | CancelPaymentErrorResult> {
  await books.lock(ctx, order.id);
  const refused = (errorMessage: string): CancelPaymentErrorResult => ({
    success: false,
    state: payment.state as never,
    errorMessage,
  });
  try {
    const now = await record(payment);
    if (now.status === 'COMPLETED') return refused('The payment was charged: refund it instead.');
    if (now.amountCaptured > 0 || now.captures.some(({ status }) => status === 'PENDING'))
      return refused('A part of the payment was charged: settle it, and refund it then.');
    if (!hasFailed(now)) await gateway.payments.void({ transactionId: now.transactionId });
    return { success: true };
  } catch (error) {
    if (!(error instanceof TollgateError)) throw error;
    return refused(reasonOf(error));
  }
}

async function record({ transactionId }: Payment): Promise<Transaction> {
  return await gateway.payments.get(transactionId);
}
