// The ways to pay an order, and to pay out a deposit: each is a few calls of the shop's server to the gateway. Each
// function returns where the customer's browser goes next. Card details are passed to the gateway and must not be kept.
import { MOST_PIECES } from './catalogue.ts';
import type { GatewayClient, Outcome, ShopOptions } from './gateway-client.ts';
import { wireAmount } from './money.ts';
import type { HopStep, Json, Order, Orders } from './orders.ts';
import { settleStatus } from './settle-status.ts';

export interface Till {
  options: ShopOptions;
  orders: Orders;
  gateway: GatewayClient;
}

export interface CardDetails {
  cardNumber: string;
  expiryMonth: string;
  expiryYear: string;
  cardCvv: string;
  cardHolder: string;
}

export const orderPath = (order: Order): string => `/shop/orders/${order.id}`;

export async function payHosted(till: Till, order: Order): Promise<string> {
  const shown = {
    title: 'Open a session',
    text: 'Our server tells the gateway the amount to pay. It answers with a link to the cashier.',
    main: true,
  };
  const body = transactionOf(till, order);
  return goToCashier(
    till,
    order,
    await till.gateway.call(order, shown, (tollgate) => tollgate.sessions.create(body)),
  );
}

export async function payOut(till: Till, order: Order): Promise<string> {
  const shown = {
    title: 'Open a payout session',
    text: 'Our server tells the gateway the amount to pay out. The recipient gives the account to the cashier, not to us.',
    main: true,
  };
  const body = transactionOf(till, order);
  return goToCashier(
    till,
    order,
    await till.gateway.call(order, shown, (tollgate) => tollgate.sessions.createPayout(body)),
  );
}

function goToCashier(
  till: Till,
  order: Order,
  outcome: Outcome<{ transactionId: string; cashierUrl: string }>,
): string {
  const opened = answerOf(order, outcome);
  if (opened === null) return orderPath(order);
  order.transactionId = opened.transactionId;
  order.status ??= 'INIT';
  return sendAway(till, order, opened.cashierUrl, {
    title: 'The customer goes to the cashier',
    text: 'The browser is redirected to exactly this link. It works for one hour and belongs to this order alone.',
  });
}

export async function payByCard(till: Till, order: Order, card: CardDetails): Promise<string> {
  const { code: country, currency } = order.country;
  const asked = {
    title: 'Find the card option',
    text: 'Which ways to pay are there in this country and currency? We need the one of type CARD.',
  };
  const query = { country, currency, excludeCountries: true };
  const options = answerOf(
    order,
    await till.gateway.call(order, asked, (tollgate) => tollgate.payments.options(query)),
  );
  if (options === null) return orderPath(order);
  const option = options.find((one) => one.type === 'CARD');
  if (option === undefined) {
    order.refusal = [`cards cannot be used in ${currency}`];
    return orderPath(order);
  }
  const [firstName = '', ...rest] = card.cardHolder.split(' ');
  const { customer, ...transaction } = transactionOf(till, order);
  const { name: _name, ...others } = customer;
  const body = {
    paymentOptionId: option.id,
    ...transaction,
    customer: { firstName, lastName: rest.join(' ') || firstName, ...others },
    paymentData: { ...card },
  };
  const shown = {
    title: 'Make the payment',
    text: 'One call. The Idempotency-Key makes a retry safe: the same key never charges twice. The card passes through our server once and is not kept.',
    main: true,
  };
  const outcome = await till.gateway.call(order, shown, (tollgate) =>
    tollgate.payments.create(body, { idempotencyKey: order.id }),
  );
  if (outcome === null)
    order.notice = 'We got no answer. Your card may or may not be charged, so we ask for the status first.';
  const result = answerOf(order, outcome);
  return result === null ? orderPath(order) : readResult(till, order, result);
}

/** The next page for a business result: a redirect is followed, every other result is shown by its status. */
function readResult(till: Till, order: Order, { resultType, result }: Json): string {
  settleStatus(order, result, { source: 'answer', detail: `POST /v3/payment, ${resultType}` });
  if (resultType !== 'redirect') return orderPath(order);
  return sendAway(till, order, result.redirectUrl, {
    title: 'The customer confirms with the bank',
    text: '3-D Secure. The browser is redirected to exactly this address, in the same window, never in a frame.',
  });
}

export async function openHybrid(till: Till, order: Order): Promise<string> {
  const shown = {
    title: 'Open a session and list the methods',
    text: 'The shop wants to show the methods itself, so it opens a session and gets the methods that can be used for this amount.',
    main: true,
  };
  const body = transactionOf(till, order);
  const opened = answerOf(
    order,
    await till.gateway.call(order, shown, (tollgate) => tollgate.hybrid.open(body)),
  );
  if (opened === null) return orderPath(order);
  const { transactionId, sessionId, paymentOptions } = opened;
  order.transactionId = transactionId;
  order.status ??= 'INIT';
  order.hybrid = { sessionId, options: paymentOptions, chosen: null, suboptions: [] };
  return orderPath(order);
}

/**
 * The customer chose a method on the shop's page. The shop then asks for its bank or wallet, or the payment goes on at
 * once.
 */
export async function chooseMethod(till: Till, order: Order, optionId: string): Promise<string> {
  const { hybrid } = order;
  const chosen = hybrid?.options.find((one) => one.paymentOptionId === optionId);
  if (hybrid === null || chosen === undefined) return orderPath(order);
  const shown = {
    title: `Does ${chosen.name} have suboptions?`,
    text: 'Banks and wallets are suboptions. An empty list means there is nothing more to choose.',
  };
  const body = { sessionId: hybrid.sessionId, paymentOptionId: optionId };
  const outcome = await till.gateway.call(order, shown, (tollgate) => tollgate.hybrid.suboptions(body));
  if (outcome === null || 'faults' in outcome) return notNow(order, outcome);
  const suboptions: Json[] = outcome.answer.result.options;
  if (suboptions.length > 0) {
    Object.assign(hybrid, { chosen, suboptions });
    return orderPath(order);
  }
  return payHybrid(till, order, chosen, null);
}

export async function chooseSuboption(till: Till, order: Order, suboptionId: string): Promise<string> {
  const { hybrid } = order;
  const suboption = hybrid?.suboptions.find((one) => one.id === suboptionId);
  if (!hybrid?.chosen || suboption === undefined) return orderPath(order);
  return payHybrid(till, order, hybrid.chosen, suboption);
}

async function payHybrid(till: Till, order: Order, option: Json, suboption: Json | null): Promise<string> {
  const shown = {
    title: `Get the link for ${suboption?.name ?? option.name}`,
    text: 'The same session, with the choice made. The cashier will ask only for what this method needs.',
    main: true,
  };
  const body = {
    sessionId: order.hybrid!.sessionId,
    paymentOptionId: option.paymentOptionId,
    ...(suboption && { optionId: suboption.id }),
  };
  const outcome = await till.gateway.call(order, shown, (tollgate) => tollgate.hybrid.choose(body));
  if (outcome === null || 'faults' in outcome) return notNow(order, outcome);
  order.paidWith = suboption?.name ?? option.name;
  order.hybrid = null;
  return sendAway(till, order, outcome.answer.result.redirectUrl, {
    title: 'The customer goes to the cashier',
    text: `The link already has ${order.paidWith} chosen.`,
  });
}

/** The order has not changed; the page tells the customer, who may try again. */
function notNow(order: Order, outcome: { faults: readonly string[] } | null): string {
  order.notice = outcome === null ? 'We got no answer. Try again.' : outcome.faults.join(' · ');
  return orderPath(order);
}

/** null: there is no answer. A refusal before a transaction exists is the end of the order: nothing was paid. */
function answerOf<T>(order: Order, outcome: Outcome<T>): T | null {
  if (outcome !== null && 'faults' in outcome) order.refusal = [...outcome.faults];
  return outcome !== null && 'answer' in outcome ? outcome.answer : null;
}

function sendAway(
  till: Till,
  order: Order,
  url: string,
  { title, text }: Pick<HopStep, 'title' | 'text'>,
): string {
  order.goOnUrl = url;
  order.away = true;
  till.orders.add<HopStep>(order, { kind: 'hop', title, text, url });
  return url;
}

/** The fields that every way of paying shares. */
function transactionOf({ options }: Till, order: Order) {
  const { customer, country, product, quantity } = order;
  return {
    country: country.code,
    currency: country.currency,
    amount: wireAmount(order.amountMinor),
    ...(order.chargesLater && { captureMode: 'manual' }),
    merchantReference: order.reference,
    userId: customer.id,
    redirectUrl: `${options.publicUrl}${orderPath(order)}`,
    notificationUrl: `${options.publicUrl}/shop/webhooks`,
    customer: {
      name: customer.name,
      email: customer.email,
      ...(customer.ip && { ip: customer.ip }),
      ...(customer.userAgent && { userAgent: customer.userAgent }),
      userDevice: /mobi/i.test(customer.userAgent) ? 'MOBILE' : 'DESKTOP',
      address: { country: country.code },
    },
    ...(product && {
      orderDetails: [
        {
          productName: product.name,
          description: product.kind,
          quantity: Math.min(quantity, MOST_PIECES),
        },
      ],
    }),
  };
}
