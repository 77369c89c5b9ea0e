// Sends a pay-in to Mollie: a payment on its page, or a later charge of a mandate (contract 13, 16). Called by
// mollie.ts. It stores the id of a payment before anybody learns its page, so a payment on a page without a stored id
// was never paid. A later charge moves money by itself: its customer is stored before it is sent, because the list of
// the customer's payments shows whether it was made.
import {
  type ChargeState,
  CODE,
  chargeReference,
  type Instrument,
  isCapturedLater,
  NOTHING_DONE,
  type Outcome,
  type PayinCall,
  type Transaction,
} from '@tollgate/provider-kit';
import type { MollieAccount } from './account.ts';
import { type MollieAmount, toMollieAmount } from './amounts.ts';
import { failureOf, isGone } from './client.ts';
import { firstTryAt } from './inquiries.ts';
import { createCustomer, whyMandateFails } from './mandates.ts';
import { describeMethod, localeOf, orderName, type PaymentRequest, servedMethod } from './methods.ts';
import { isWebAddress, type MolliePayment, objectOf } from './objects.ts';
import { aboutPayment, outcomeOfRefusal, standingOf } from './standing.ts';

const MINUTE_MS = 60_000;
/**
 * Mollie's pages name an hour and a day for its keys; the shorter counts. After it the call would be another payment.
 */
export const LATEST_REPLAY_MS = 55 * MINUTE_MS;
/** Contract 4: a redirect without an end of its own. */
const REDIRECT_MS = 15 * MINUTE_MS;

interface Sending {
  at: MollieAccount;
  transaction: Transaction;
  call: PayinCall;
  amount: MollieAmount;
}

export async function takePayin(
  at: MollieAccount,
  transaction: Transaction,
  instrument: Instrument,
  call: PayinCall,
): Promise<Outcome> {
  const method = servedMethod(at.parts, instrument, transaction);
  if (method === null) return { kind: 'failed', errorCode: NOTHING_DONE };
  const amount = toMollieAmount(transaction);
  if (amount === null) return { kind: 'declined', errorCode: CODE.currencyNotSupported };
  const isStoredOnly = transaction.details.mandate !== undefined && !isCapturedLater(transaction);
  if (transaction.amountMinor === 0n && !isStoredOnly)
    return { kind: 'declined', errorCode: CODE.amountTooSmall };
  const age = at.parts.now().getTime() - firstTryAt(transaction).getTime();
  if (age >= LATEST_REPLAY_MS) return { kind: 'unknown' };
  const sending = { at, transaction, call, amount };
  return instrument.kind === 'mandate'
    ? await chargeMandate(sending, instrument)
    : await openPage(sending, method);
}

async function openPage(sending: Sending, method: string): Promise<Outcome> {
  const { at, transaction, call, amount } = sending;
  const described = describeMethod(method, transaction, amount);
  if (described === null) return { kind: 'declined', errorCode: CODE.customerDataMissing };
  const request: PaymentRequest = { ...commonPart(sending), ...described, redirectUrl: call.returnUrl() };
  const locale = localeOf(transaction);
  if (locale !== undefined) request.locale = locale;
  if (isCapturedLater(transaction)) request.captureMode = 'manual';
  // Klarna is captured later unless it is told otherwise.
  else if (method === 'klarna') request.captureMode = 'automatic';
  if (transaction.details.mandate) {
    try {
      request.customerId = await createCustomer(at, transaction, call.signal);
    } catch (error) {
      // A customer alone moves no money, so certainly nothing was done.
      const outcome = outcomeOfRefusal(error);
      return outcome.kind === 'unknown' ? { kind: 'failed', errorCode: NOTHING_DONE } : outcome;
    }
    request.sequenceType = 'first';
  }
  const { payment, refusal } = await createPayment(sending, request);
  if (payment === null) return refusal;
  await call.keep({ payment: payment.id });
  return firstAnswer(at, payment);
}

function firstAnswer({ parts }: MollieAccount, payment: MolliePayment): Outcome {
  const standing = standingOf(payment, parts.unknownValue);
  if (standing.kind !== 'open') return standing;
  const of = aboutPayment(payment);
  const expiresAt = standing.expiresAt ?? new Date(parts.now().getTime() + REDIRECT_MS);
  if (!of || !isWebAddress(standing.page) || expiresAt <= parts.now()) return { kind: 'unknown' };
  return { kind: 'redirect', redirectUrl: standing.page, expiresAt, of, providerReference: payment.id };
}

/** The payer is absent. Another account's mandate cannot be charged here: no card number is sent to Mollie. */
async function chargeMandate(
  sending: Sending,
  { stored }: Extract<Instrument, { kind: 'mandate' }>,
): Promise<Outcome> {
  const { at, transaction, call } = sending;
  const customer = stored?.more?.customer;
  if (!stored || customer === undefined) return { kind: 'failed', errorCode: NOTHING_DONE };
  const state: ChargeState = { customer };
  await call.keep(state);
  const request: PaymentRequest = {
    ...commonPart(sending),
    sequenceType: 'recurring',
    customerId: customer,
    mandateId: stored.id,
  };
  if (isCapturedLater(transaction)) request.captureMode = 'manual';
  const { payment, refusal, isRefused } = await createPayment(sending, request);
  // A refusal has several causes, so Mollie is asked about the mandate itself.
  if (payment === null) return (isRefused && (await whyMandateFails(at, stored, call.signal))) || refusal;
  await call.keep({ ...state, payment: payment.id });
  const standing = standingOf(payment, at.parts.unknownValue);
  return standing.kind === 'open' ? { kind: 'unknown' } : standing;
}

/** Our reference lets everybody who reads the payment later find its transaction. */
function commonPart({ at, transaction, amount }: Sending): PaymentRequest {
  const request: PaymentRequest = {
    amount,
    description: orderName(transaction),
    metadata: { reference: chargeReference(transaction) },
  };
  const webhookUrl = webhookUrlOf(at);
  if (webhookUrl !== undefined) request.webhookUrl = webhookUrl;
  return request;
}

/**
 * Mollie refuses a payment with a notification address on this machine. Without one it tells nothing, and the gateway
 * asks. The stand-in at an `endpoint` may be told any address.
 */
function webhookUrlOf({ account, parts }: MollieAccount): string | undefined {
  const { notificationUrl: url } = parts;
  if (url === undefined || account.endpoint !== null) return url;
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);
  return isHere ? undefined : url;
}

/**
 * `refusal`: the outcome if Mollie answered without a payment. `isRefused`: Mollie certainly made none, or has no such
 * customer.
 */
type Created =
  | { payment: MolliePayment; refusal: null; isRefused: false }
  | { payment: null; refusal: Outcome; isRefused: boolean };

async function createPayment({ at, transaction, call }: Sending, request: PaymentRequest): Promise<Created> {
  const key = chargeReference(transaction);
  try {
    const made = await at.client.post('payments', { body: request, key, signal: call.signal });
    return { payment: objectOf<MolliePayment>(made, 'payment'), refusal: null, isRefused: false };
  } catch (error) {
    const refusal = outcomeOfRefusal(error);
    const isAnswered = refusal.kind === 'failed' && refusal.answered === true;
    return { payment: null, refusal, isRefused: isAnswered || isGone(failureOf(error)) };
  }
}
