// The ways an order is paid, and a deposit paid out: each is a few calls of the shop's server to the gateway. Each function
// returns where the customer's browser goes next. Card details are passed to the gateway and must not be kept.
import { MOST_PIECES } from './catalogue.ts';
import { type Answer, faultsOf, type GatewayClient, type ShopOptions } from './gateway-client.ts';
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
  const answer = await till.gateway.call(order, {
    title: 'Open a session',
    text: 'Our server tells the gateway what is to be paid. It answers with a link to the cashier.',
    method: 'POST',
    path: '/payment-session',
    body: transactionOf(till, order),
    signing: 'body',
    main: true,
  });
  return goToCashier(till, order, answer);
}

export async function payOut(till: Till, order: Order): Promise<string> {
  const answer = await till.gateway.call(order, {
    title: 'Open a payout session',
    text: 'Our server tells the gateway what is to be paid out. The recipient gives the account to the cashier, not to us.',
    method: 'POST',
    path: '/payout-session',
    body: transactionOf(till, order),
    signing: 'body',
    main: true,
  });
  return goToCashier(till, order, answer);
}

function goToCashier(till: Till, order: Order, answer: Answer | null): string {
  if (answer === null || refused(order, answer)) return orderPath(order);
  order.transactionId = answer.body.transactionId;
  order.status ??= 'INIT';
  return sendAway(till, order, answer.body.cashierUrl, {
    title: 'The customer goes to the cashier',
    text: 'The browser is redirected to exactly this link. It works for one hour and belongs to this order alone.',
  });
}

export async function payByCard(till: Till, order: Order, card: CardDetails): Promise<string> {
  const { code, currency } = order.country;
  const options = await till.gateway.call(order, {
    title: 'Find the card option',
    text: 'Which ways to pay are there in this country and currency? The one of type CARD is what we need.',
    method: 'GET',
    path: `/v3/payment-options?country=${code}&currency=${currency}&excludeCountries=true`,
  });
  if (options === null || refused(order, options)) return orderPath(order);
  const option = (options.body as Json[]).find((one) => one.type === 'CARD');
  if (option === undefined) {
    order.refusal = [`cards cannot be used in ${currency}`];
    return orderPath(order);
  }
  const [firstName = '', ...rest] = card.cardHolder.split(' ');
  const { customer, ...transaction } = transactionOf(till, order);
  const answer = await till.gateway.call(order, {
    title: 'Make the payment',
    text: 'One call. The Idempotency-Key makes a retry safe: the same key never charges twice. The card passes through our server once and is not kept.',
    method: 'POST',
    path: '/v3/payment',
    body: {
      paymentOptionId: option.id,
      ...transaction,
      customer: {
        firstName,
        lastName: rest.join(' ') || firstName,
        ...(({ name: _name, ...others }) => others)(customer),
      },
      paymentData: { ...card },
    },
    signing: 'card',
    idempotencyKey: order.id,
    main: true,
  });
  if (answer === null) {
    order.notice = 'We did not hear back. Your card may or may not be charged, so we are asking first.';
    return orderPath(order);
  }
  if (refused(order, answer)) return orderPath(order);
  return readResult(till, order, answer.body);
}

/** What a business result asks for: a redirect is followed, every other result is shown by its status. */
function readResult(till: Till, order: Order, { resultType, result }: Json): string {
  settleStatus(order, result, { source: 'answer', detail: `POST /v3/payment, ${resultType}` });
  if (resultType !== 'redirect') return orderPath(order);
  return sendAway(till, order, result.redirectUrl, {
    title: 'The customer confirms with the bank',
    text: '3-D Secure. The browser is redirected to exactly this address, in the same window, never in a frame.',
  });
}

export async function openHybrid(till: Till, order: Order): Promise<string> {
  const answer = await till.gateway.call(order, {
    title: 'Open a session and list the methods',
    text: 'The shop wants to show the methods itself, so it opens a session and gets what can be used for this amount.',
    method: 'POST',
    path: '/v2/payment-options',
    body: transactionOf(till, order),
    main: true,
  });
  if (answer === null || refused(order, answer)) return orderPath(order);
  const { transactionId, sessionId, paymentOptions } = answer.body;
  order.transactionId = transactionId;
  order.status ??= 'INIT';
  order.hybrid = { sessionId, options: paymentOptions, chosen: null, suboptions: [] };
  return orderPath(order);
}

/** The customer chose a method on the shop's page: then its banks or wallets are asked for, or the payment goes on at once. */
export async function chooseMethod(till: Till, order: Order, optionId: string): Promise<string> {
  const { hybrid } = order;
  const chosen = hybrid?.options.find((one) => one.paymentOptionId === optionId);
  if (hybrid === null || chosen === undefined) return orderPath(order);
  const answer = await till.gateway.call(order, {
    title: `Has ${chosen.name} anything to choose?`,
    text: 'Banks and wallets are suboptions. An empty list means there is nothing more to choose.',
    method: 'POST',
    path: '/v2/payment-suboptions',
    body: { sessionId: hybrid.sessionId, paymentOptionId: optionId },
  });
  if (answer === null || answer.status >= 400) return notNow(order, answer);
  const suboptions = answer.body.result.options as Json[];
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
  const answer = await till.gateway.call(order, {
    title: `Get the link for ${suboption?.name ?? option.name}`,
    text: 'The same session, with the choice made. The cashier will ask only for what this method needs.',
    method: 'POST',
    path: '/v2/hybrid-payment',
    body: {
      sessionId: order.hybrid!.sessionId,
      paymentOptionId: option.paymentOptionId,
      ...(suboption && { optionId: suboption.id }),
    },
    main: true,
  });
  if (answer === null || answer.status >= 400) return notNow(order, answer);
  order.paidWith = suboption?.name ?? option.name;
  order.hybrid = null;
  return sendAway(till, order, answer.body.result.redirectUrl, {
    title: 'The customer goes to the cashier',
    text: `The link has ${order.paidWith} chosen already.`,
  });
}

/** The order has not changed; the customer is told and may try again. */
function notNow(order: Order, answer: Answer | null): string {
  order.notice = answer === null ? 'We did not hear back. Try it again.' : faultsOf(answer).join(' · ');
  return orderPath(order);
}

/** An HTTP error before a transaction exists: nothing was paid. */
function refused(order: Order, answer: Answer): boolean {
  if (answer.status < 400) return false;
  order.refusal = faultsOf(answer);
  return true;
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
