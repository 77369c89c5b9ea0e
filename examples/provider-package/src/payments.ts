// Takes a payment, asks about it, and cancels it. Acme moves money only after the shopper has confirmed on its page.
import {
  type AboutCharge,
  type Call,
  CODE,
  chargeReference,
  type ErrorCode,
  formatMinor,
  type Instrument,
  NOTHING_DONE,
  type Outcome,
  type PayinCall,
  parseDecimal,
  type Transaction,
} from '@tollgate/provider-kit';
import type { AcmeClient, AcmeObject, Answer } from './client.ts';
import { CAPABILITIES } from './methods.ts';

/** A pay-in's call may run a minute, and its request some time longer. */
const CALL_MAY_TAKE_MS = 120_000;

/** Acme's reasons for a decline, in the gateway's codes. */
const DECLINES: ReadonlyMap<unknown, ErrorCode> = new Map([
  ['insufficient_funds', CODE.insufficientFunds],
  ['card_expired', CODE.cardExpired],
  ['refused_by_issuer', CODE.doNotHonour],
  ['suspected_fraud', CODE.fraudSuspected],
]);

export async function takePayment(
  client: AcmeClient,
  transaction: Transaction,
  instrument: Instrument,
  call: PayinCall,
): Promise<Outcome> {
  const { currency, amountMinor, country, details } = transaction;
  // A card that was entered elsewhere is not sent: the shopper enters it on Acme's page.
  const method = instrument.kind === 'card' ? 'card' : instrument.method;
  const isServed = CAPABILITIES.methods.some(
    (one) => one.method === method && one.currencies.includes(currency),
  );
  if (!isServed || amountMinor <= 0n || instrument.kind === 'mandate')
    return { kind: 'failed', errorCode: NOTHING_DONE };

  const known = await call.state();
  if (known) return await askAboutPayment(client, transaction, call).then(heard);

  const reference = chargeReference(transaction);
  const answer = await client.send('POST', '/v1/payments', {
    body: {
      amount: formatMinor(amountMinor, currency),
      currency,
      method,
      country,
      reference,
      description: details.paymentReference.slice(0, 140).toWellFormed(),
      returnUrl: call.returnUrl(),
    },
    key: reference,
    signal: call.signal,
  });
  if (answer.kind !== 'object') return refused(answer);
  // Kept before the shopper can pay, so that asking about it never depends on this process.
  await call.keep({ payment: answer.object.id });
  return outcomeOf(client, answer.object);
}

/** `unheard`: Acme never received it. Never said while the call may be under way. */
export async function askAboutPayment(
  client: AcmeClient,
  transaction: Transaction,
  call: Call,
): Promise<Outcome | { kind: 'unheard' }> {
  const payment = await findPayment(client, transaction, call);
  if (payment === 'none') return { kind: mayBeUnderWay(client, transaction) ? 'unknown' : 'unheard' };
  return payment === null ? { kind: 'unknown' } : outcomeOf(client, payment);
}

export async function cancelPayment(
  client: AcmeClient,
  transaction: Transaction,
  call: Call,
): Promise<Outcome> {
  const payment = await findPayment(client, transaction, call);
  if (payment === null) return { kind: 'unknown' };
  if (payment === 'none')
    return mayBeUnderWay(client, transaction)
      ? { kind: 'unknown' }
      : { kind: 'failed', errorCode: NOTHING_DONE };
  const path = `/v1/payments/${encodeURIComponent(payment.id)}/cancel`;
  const answer = await client.send('POST', path, { key: `${payment.id}-cancel`, signal: call.signal });
  // Acme answers with the payment as it is now: cancelled, or paid before.
  return answer.kind === 'object' ? outcomeOf(client, answer.object) : { kind: 'unknown' };
}

/** By the id that was kept; without one by the reference, because the answer to its creation may be lost. */
async function findPayment(
  client: AcmeClient,
  transaction: Transaction,
  call: Call,
): Promise<AcmeObject | 'none' | null> {
  const known = await call.state();
  const path = known?.payment
    ? `/v1/payments/${encodeURIComponent(known.payment)}`
    : `/v1/payments/by-reference/${encodeURIComponent(chargeReference(transaction))}`;
  const answer = await client.send('GET', path, { signal: call.signal });
  if (answer.kind === 'not-found') return 'none';
  return answer.kind === 'object' ? answer.object : null;
}

/** What a payment of Acme means. */
export function outcomeOf({ parts }: AcmeClient, payment: AcmeObject): Outcome {
  const of = aboutPayment(payment);
  if (!of) return { kind: 'unknown' };
  const said = { of, providerReference: payment.id };
  switch (payment.status) {
    case 'open': {
      const expiresAt = new Date(String(payment.expiresAt));
      const redirectUrl = String(payment.page);
      const isPage = /^https?:\/\//.test(redirectUrl) && Number.isFinite(expiresAt.getTime());
      return isPage ? { kind: 'redirect', redirectUrl, expiresAt, ...said } : { kind: 'unknown' };
    }
    case 'pending':
      return { kind: 'pending', ...said };
    case 'paid':
      return { kind: 'completed', ...said };
    case 'failed': {
      const errorCode = DECLINES.get(payment.reason);
      if (!errorCode) parts.unknownValue('payment.reason', String(payment.reason));
      return { kind: 'declined', errorCode: errorCode ?? CODE.doNotHonour, ...said };
    }
    case 'cancelled':
      return { kind: 'declined', errorCode: CODE.cancelled, ...said };
    case 'expired':
      return { kind: 'expired' };
    default:
      // Counted, and the payment stays as it is.
      parts.unknownValue('payment.status', String(payment.status));
      return { kind: 'unknown', answered: true };
  }
}

/** The gateway compares it with its own payment: an answer about another one is never applied. */
export function aboutPayment({ reference, amount, currency }: Record<string, unknown>): AboutCharge | null {
  const amountMinor = parseDecimal(amount, currency);
  if (amountMinor === null || typeof reference !== 'string') return null;
  return { reference, amountMinor, currency: String(currency) };
}

function refused(answer: Answer): Outcome {
  if (answer.kind !== 'nothing-done') return { kind: 'unknown' };
  const failed = { kind: 'failed', errorCode: NOTHING_DONE } as const;
  return answer.status === null ? failed : { ...failed, answered: true };
}

const heard = (answer: Outcome | { kind: 'unheard' }): Outcome =>
  answer.kind === 'unheard' ? { kind: 'unknown' } : answer;

function mayBeUnderWay({ parts }: AcmeClient, { attemptedAt, createdAt }: Transaction): boolean {
  return parts.now().getTime() - (attemptedAt ?? createdAt).getTime() < CALL_MAY_TAKE_MS;
}
