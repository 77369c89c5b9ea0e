// The shopper came back from a page (contract 13, "Return"). The query is only a hint that anybody can make up: the
// adapter sends it to Adyen, and only Adyen's answer counts. If an answer does not show that it is about this payment,
// it is `waiting` and changes nothing. After a lost answer the payment may have been made: that is `unknown`, and a
// notification will tell the outcome.
import { createHash } from 'node:crypto';
import type { PaymentCompletionDetails } from '@adyen/api-library/lib/src/typings/checkout/paymentCompletionDetails.js';
import {
  type Call,
  CODE,
  chargeReference,
  type Outcome,
  type ReturnParameters,
  type Transaction,
} from '@tollgate/provider-kit';
import { type AnswerContext, aboutOf, fieldsOf, outcomeOf, successOf, textOf } from './answers.ts';
import { type Connection, isParameterRefusal, outcomeOfFailure } from './client.ts';

const WAITING: Outcome = { kind: 'waiting' };
/** Adyen accepts 20,000 characters. */
const LONGEST_RESULT = 20_000;

export async function resumePayment(
  connection: Connection,
  asked: AnswerContext,
  parameters: ReturnParameters,
  call: Call,
): Promise<Outcome> {
  const redirectResult = parameterOf(parameters, 'redirectResult');
  const payload = parameterOf(parameters, 'payload');
  const sessionId = parameterOf(parameters, 'sessionId');
  const sessionResult = parameterOf(parameters, 'sessionResult');
  if (redirectResult) return await askDetails(connection, asked, { redirectResult }, call);
  if (payload) return await askDetails(connection, asked, { payload }, call);
  if (!sessionId || !sessionResult) return WAITING;
  try {
    return await askSession(connection, asked, { sessionId, sessionResult }, call);
  } catch {
    // The client has logged the error. Asking for a session's result changes nothing at Adyen.
    return WAITING;
  }
}

/** This call may charge the card. */
async function askDetails(
  { client }: Connection,
  asked: AnswerContext,
  details: PaymentCompletionDetails,
  { signal }: Call,
): Promise<Outcome> {
  const idempotencyKey = keyOf(asked.transaction, details.redirectResult ?? details.payload ?? '');
  try {
    const answer = await client.call({ signal, idempotencyKey }, ({ payments }, options) =>
      payments.paymentsDetails({ details }, options),
    );
    return outcomeOfDetails(answer, asked);
  } catch (error) {
    if (isParameterRefusal(error)) return WAITING;
    const { answered } = outcomeOfFailure(error);
    return answered ? { kind: 'unknown', answered } : { kind: 'unknown' };
  }
}

function outcomeOfDetails(answer: unknown, asked: AnswerContext): Outcome {
  const { merchantReference, amount } = fieldsOf(answer);
  const reference = textOf(merchantReference);
  const outcome = outcomeOf(answer, asked);
  // Without a reference or an amount, nobody knows whether the answer is about this payment.
  const isSuccess = outcome.kind === 'completed' || outcome.kind === 'authorized';
  const isUnsaid = reference === null || (isSuccess && amount === undefined);
  if (outcome.kind !== 'unknown' && !isUnsaid) return outcome;
  // Adyen also answers somebody else's result, with its own reference. That says nothing about this payment.
  const isAnothers = reference !== null && reference !== chargeReference(asked.transaction);
  return isAnothers ? WAITING : { kind: 'unknown' };
}

/** Asks about Adyen's page on which the shopper entered the card. */
async function askSession(
  { client }: Connection,
  asked: AnswerContext,
  { sessionId, sessionResult }: { sessionId: string; sessionResult: string },
  { signal, state }: Call,
): Promise<Outcome> {
  const kept = await state();
  if (kept?.sessionId !== sessionId) return WAITING;
  const answer = await client.call({ signal }, ({ payments }, options) =>
    payments.getResultOfPaymentSession(sessionId, sessionResult, options),
  );
  const fields = fieldsOf(answer);
  if (textOf(fields.id) !== sessionId) return WAITING;
  const reference = textOf(fields.reference) ?? chargeReference(asked.transaction);
  const status = textOf(fields.status);
  switch (status) {
    case 'completed':
      return paidInSession(fields.payments, reference, asked);
    case 'refused':
      return { kind: 'declined', errorCode: CODE.doNotHonour };
    case 'canceled':
      return { kind: 'declined', errorCode: CODE.cancelled };
    case 'expired':
      return { kind: 'declined', errorCode: CODE.expired };
    case 'active':
    case 'paymentPending':
      return WAITING;
    default:
      if (status !== null) asked.unknownValue('session.status', status);
      return WAITING;
  }
}

/** Without its id a payment could not be refunded, so then the gateway waits for the notification. */
function paidInSession(payments: unknown, reference: string, asked: AnswerContext): Outcome {
  const list: unknown[] = Array.isArray(payments) ? payments : [];
  const paid = list.map(fieldsOf).find(({ resultCode }) => resultCode === 'Authorised');
  if (!paid || textOf(paid.pspReference) === null || paid.amount === undefined) return WAITING;
  const about = aboutOf({ ...paid, merchantReference: reference }, asked);
  return about === null ? WAITING : { ...successOf(asked), ...about };
}

/** Each result of a payment has one key, so a shopper who reloads the page gets the first answer again. */
function keyOf(transaction: Transaction, result: string): string {
  const digest = createHash('sha256').update(result).digest('hex').slice(0, 12);
  return `${chargeReference(transaction)}-${digest}`.slice(0, 64);
}

function parameterOf(parameters: ReturnParameters, name: string): string | null {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_RESULT ? value : null;
}
