// What the calls of Checkout v72 do to the stand-in's books, and their answers. Each takes a body that was already
// checked against the description, and the address of the stand-in's pages.
import { randomBytes } from 'node:crypto';
import { type Amount, afterDecision, type Books, cardVerdict, newReference, type Payment } from './books.ts';
import type { Answer } from './faults.ts';
import { reasonOf, type Verdict } from './refusal-triggers.ts';

export interface CheckoutCall {
  books: Books;
  body: Record<string, unknown>;
  /** The stand-in's own origin, without a slash at the end. */
  origin: string;
}

/** Adyen's test cards that ask for 3-D Secure. */
export const CARDS_WITH_3DS = ['4212345678901237', '4212345678910006', '5201282999999990'];

const BY_REDIRECT = ['ideal', 'paypal', 'klarna'];

export function takePayment(call: CheckoutCall): Answer {
  const { books, body } = call;
  const method = body.paymentMethod as Record<string, unknown>;
  const type = method.type === undefined ? 'scheme' : String(method.type);
  const payment = books.open({
    reference: String(body.reference),
    merchantAccount: String(body.merchantAccount),
    amount: body.amount as Amount,
    method: type,
    returnUrl: String(body.returnUrl),
    verdict: type === 'scheme' ? cardVerdict(method.holderName) : { resultCode: 'Authorised' },
    last4: type === 'scheme' && method.number !== undefined ? String(method.number).slice(-4) : null,
    isManual: isManual(body),
  });
  const { storedPaymentMethodId } = method;
  if (storedPaymentMethodId !== undefined) {
    const known = books.stored.find(
      ({ id, shopperReference }) =>
        id === storedPaymentMethodId && shopperReference === body.shopperReference,
    );
    books.payments.pop();
    if (!known) return refusal(422, '803', 'PaymentDetail not found');
    books.payments.push(payment);
    return answered(payment, books.finish(payment, laterVerdict(payment)));
  }
  if (body.storePaymentMethod === true) store(books, payment, String(body.shopperReference), method);
  if (type === 'scheme') return cardAnswer(call, payment, method);
  if (type === 'applepay') return applePayAnswer(call, payment, method);
  if (BY_REDIRECT.includes(type)) return redirectTo(call, payment, 'GET');
  if (type === 'pix') {
    const qrCodeData = `00020126580014br.gov.bcb.pix0136${payment.reference}5204000053039865802BR6304ABCD`;
    const action = { type: 'qrCode', paymentMethodType: 'pix', qrCodeData, expiresAt: inMinutes(60) };
    return answered(payment, { resultCode: 'Pending' }, { action });
  }
  if (type === 'boletobancario') {
    const action = {
      type: 'voucher',
      paymentMethodType: 'boletobancario_santander',
      reference: '03399.33335 33852.021011 05000.001021 1 98760000012345',
      expiresAt: inMinutes(60 * 24 * 3),
      initialAmount: payment.amount,
      totalAmount: payment.amount,
    };
    return answered(payment, { resultCode: 'PresentToShopper' }, { action });
  }
  if (type === 'sepadirectdebit') return answered(payment, { resultCode: 'Received' });
  return refusal(422, '14_006', 'the payment method is not supported');
}

/** A later charge whose amount ends in 38 needs the payer; one that ends in 02 is refused. */
function laterVerdict({ amount }: Payment): Verdict {
  const reason = { 2: '2', 38: '38' }[Number(amount.value % 100)];
  return reason === undefined ? { resultCode: 'Authorised' } : { resultCode: 'Refused', ...reasonOf(reason) };
}

export function store(books: Books, payment: Payment, shopperReference: string, means: unknown): void {
  const { type, number, expiryMonth, expiryYear, iban } = means as Record<string, string>;
  const isCard = number !== undefined;
  const own = {
    shopperReference,
    type: type ?? 'scheme',
    ...(isCard && { lastFour: number.slice(-4), expiryMonth, expiryYear: expiryYear?.slice(-2) }),
    ...(iban && { iban }),
  };
  const isKnown = books.stored.some(
    (one) =>
      one.shopperReference === shopperReference &&
      one.type === own.type &&
      one.lastFour === own.lastFour &&
      one.iban === own.iban,
  );
  if (isKnown) return;
  const { pspReference: firstPspReference } = payment;
  books.stored.push({ ...own, id: newReference(), firstPspReference, networkTxReference: newReference() });
}

export function listStored(books: Books, query: URLSearchParams): Answer {
  const shopperReference = query.get('shopperReference');
  const storedPaymentMethods = books.stored.filter((one) => one.shopperReference === shopperReference);
  const merchantAccount = query.get('merchantAccount');
  return { statusCode: 200, body: { merchantAccount, shopperReference, storedPaymentMethods } };
}

export function deleteStored(books: Books, id: string, query: URLSearchParams): Answer {
  const isIt = (one: { id: string; shopperReference: string }) =>
    one.id === id && one.shopperReference === query.get('shopperReference');
  if (!books.stored.some(isIt)) return refusal(422, '803', 'PaymentDetail not found');
  books.stored = books.stored.filter((one) => !isIt(one));
  return { statusCode: 204, body: null };
}

function cardAnswer(call: CheckoutCall, payment: Payment, card: Record<string, unknown>): Answer {
  const number = String(card.number);
  if (!passesLuhn(number)) return refusal(422, '101', 'Invalid card number');
  if (CARDS_WITH_3DS.includes(number)) {
    const isPost = String(card.holderName).toUpperCase() === 'BY POST';
    return redirectTo(call, payment, isPost ? 'POST' : 'GET');
  }
  return answered(payment, call.books.finish(payment));
}

const APPLE_MERCHANT = 'merchant.of.the.stand-in';

export function listMethods({ appleDomains }: Books): object[] {
  const configuration = { merchantId: APPLE_MERCHANT, merchantName: 'Stand-in' };
  const apple = { type: 'applepay', name: 'Apple Pay', brands: ['visa'], configuration };
  return [{ type: 'scheme', name: 'Cards' }, ...(appleDomains.length > 0 ? [apple] : [])];
}

/** Apple's answer, which only Apple and the browser understand. */
export function openAppleSession({ books, body }: CheckoutCall): Answer {
  const { merchantIdentifier, domainName, displayName } = body;
  if (merchantIdentifier !== APPLE_MERCHANT || !books.appleDomains.includes(String(domainName)))
    return refusal(422, '15_001', 'The domain is not registered for Apple Pay');
  const session = { domainName, displayName, nonce: newReference(), signature: 'of-apple' };
  return { statusCode: 200, body: { data: Buffer.from(JSON.stringify(session)).toString('base64') } };
}

/** A token whose `data` is "declined" is refused by the card's bank. */
function applePayAnswer(
  { books }: CheckoutCall,
  payment: Payment,
  { applePayToken }: Record<string, unknown>,
): Answer {
  let token: Record<string, unknown> | null = null;
  try {
    token = JSON.parse(Buffer.from(String(applePayToken), 'base64').toString('utf8'));
  } catch {}
  if (typeof token?.data !== 'string') {
    books.payments.pop();
    return refusal(422, '14_012', 'Invalid Apple Pay token');
  }
  const refused: Verdict = { resultCode: 'Refused', ...reasonOf('2') };
  const verdict = books.finish(payment, token.data === 'declined' ? refused : payment.verdict);
  return answered(payment, verdict);
}

function redirectTo({ books, origin }: CheckoutCall, payment: Payment, method: 'GET' | 'POST'): Answer {
  const token = randomBytes(18).toString('base64url');
  books.pages.set(token, payment);
  const action = {
    type: 'redirect',
    paymentMethodType: payment.method,
    method,
    url: `${origin}/page/${token}`,
    ...(method === 'POST' ? { data: { MD: 'md-of-the-bank', PaReq: 'request-of-the-bank' } } : {}),
  };
  // An open redirect has no pspReference.
  const body = { resultCode: 'RedirectShopper', action, ...said(payment) };
  return { statusCode: 200, body };
}

export function takeDetails({ books, body }: CheckoutCall): Answer {
  const { redirectResult, payload } = body.details as Record<string, unknown>;
  const found = books.results.get(String(redirectResult ?? payload));
  if (!found) return refusal(422, '101', 'Invalid redirectResult');
  if (found.isUsed) return refusal(422, '14_024', 'redirectResult was used');
  found.isUsed = true;
  const { payment, decision } = found;
  const verdict = afterDecision(payment, decision);
  if (payment.state === 'open') books.finish(payment, verdict);
  return answered(payment, verdict);
}

export function takeSession({ books, body, origin }: CheckoutCall): Answer {
  const session = {
    id: `CS${newReference()}`,
    token: randomBytes(18).toString('base64url'),
    result: randomBytes(18).toString('base64url'),
    reference: String(body.reference),
    merchantAccount: String(body.merchantAccount),
    amount: body.amount as Amount,
    returnUrl: String(body.returnUrl),
    isManual: isManual(body),
    storesFor: body.storePaymentMethodMode === 'enabled' ? String(body.shopperReference) : null,
    offers: body.allowedPaymentMethods as string[],
    expiresAt: inMinutes(60),
    status: 'active' as const,
    payments: [],
  };
  books.sessions.push(session);
  const { id, reference, merchantAccount, amount, returnUrl, expiresAt } = session;
  const shared = { id, reference, merchantAccount, amount, returnUrl, expiresAt };
  const isHosted = body.mode === 'hosted';
  return {
    statusCode: 201,
    body: isHosted
      ? { ...shared, mode: 'hosted', url: `${origin}/hosted/${session.token}` }
      : { ...shared, mode: 'embedded', sessionData: session.token },
  };
}

export function sessionResult(books: Books, id: string, result: string | null): Answer {
  const session = books.sessions.find((one) => one.id === id && one.result === result);
  if (!session) return refusal(422, '14_030', 'Invalid sessionResult');
  const payments = session.payments
    .filter(({ state }) => state === 'authorised')
    .map(({ pspReference, amount }) => ({ pspReference, amount, resultCode: 'Authorised' }));
  const { reference, status } = session;
  return { statusCode: 200, body: { id, status, reference, payments } };
}

/**
 * Takes our reference. It answers "received" whether or not the payment exists; the notification tells the result. An
 * open redirect has no payment yet that could be named.
 */
export function takeCancel({ books, body }: CheckoutCall): Answer {
  const paymentReference = String(body.paymentReference);
  const payment = books.payments.findLast(({ reference }) => reference === paymentReference);
  const pspReference = newReference();
  if (payment) {
    const isOpen = payment.state === 'open';
    if (isOpen) payment.state = 'cancelled';
    const event = books.tell(payment, 'TECHNICAL_CANCEL', {
      pspReference,
      success: isOpen ? 'true' : 'false',
      reason: isOpen ? '' : 'Transaction was completed',
    });
    if (isOpen) delete event.originalReference;
  }
  const { merchantAccount, reference } = body;
  const answer = { merchantAccount, paymentReference, reference, pspReference, status: 'received' };
  return { statusCode: 201, body: answer };
}

/** Refuses more than what is left at once. A capture whose amount ends in 02 fails later, by notification. */
export function takeCapture({ books, body }: CheckoutCall, pspReference: string): Answer {
  const payment = books.payments.find((one) => one.pspReference === pspReference);
  if (!payment) return refusal(422, '167', 'Original pspReference required');
  const event = books.capture(payment, body.amount as Amount, String(body.reference));
  if (!event) return refusal(422, '137', 'Invalid amount specified');
  return modification(body, payment, event, { amount: event.amount });
}

/** It answers "received" whether or not something can be cancelled; the notification tells the result. */
export function takeVoid({ books, body }: CheckoutCall, pspReference: string): Answer {
  const payment = books.payments.find((one) => one.pspReference === pspReference);
  if (!payment) return refusal(422, '167', 'Original pspReference required');
  return modification(body, payment, books.void(payment, String(body.reference)));
}

function modification(
  { merchantAccount, reference }: CheckoutCall['body'],
  { pspReference: paymentPspReference }: Payment,
  { pspReference }: { pspReference: string },
  more: object = {},
): Answer {
  const body = { merchantAccount, paymentPspReference, pspReference, reference, status: 'received', ...more };
  return { statusCode: 201, body };
}

function isManual({ additionalData }: CheckoutCall['body']): boolean {
  return (additionalData as Record<string, unknown> | undefined)?.manualCapture === 'true';
}

/** Refuses more than what is left at once. A refund whose amount ends in 02 fails later, by notification. */
export function takeRefund({ books, body }: CheckoutCall, pspReference: string): Answer {
  const payment = books.payments.find((one) => one.pspReference === pspReference);
  const amount = body.amount as Amount;
  if (payment?.state !== 'authorised') return refusal(422, '167', 'Original pspReference required');
  const paid = payment.isManual ? payment.captured : payment.amount.value;
  if (amount.currency !== payment.amount.currency || payment.refunded + amount.value > paid)
    return refusal(422, '137', 'Invalid amount specified');
  const isDone = amount.value % 100 !== 2;
  if (isDone) payment.refunded += amount.value;
  const event = books.tell(payment, 'REFUND', {
    merchantReference: String(body.reference),
    amount,
    success: isDone ? 'true' : 'false',
    reason: isDone ? '' : 'Insufficient balance on payment',
  });
  return modification(body, payment, event, { amount });
}

export function refusal(statusCode: number, errorCode: string, message: string): Answer {
  const errorType = statusCode === 401 || statusCode === 403 ? 'security' : 'validation';
  return { statusCode, body: { status: statusCode, errorCode, message, errorType } };
}

function answered(
  payment: Payment,
  verdict: Omit<Verdict, 'resultCode'> & { resultCode: string },
  more: object = {},
): Answer {
  const { pspReference } = payment;
  return { statusCode: 200, body: { pspReference, ...said(payment), ...verdict, ...more } };
}

function said({ reference, amount }: Payment) {
  return { merchantReference: reference, amount };
}

function inMinutes(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString();
}

function passesLuhn(number: string): boolean {
  if (!/^[0-9]{12,19}$/.test(number)) return false;
  const digits = [...number].reverse().map(Number);
  const sum = digits.reduce((total, digit, i) => {
    const weighted = i % 2 === 1 ? digit * 2 : digit;
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}
