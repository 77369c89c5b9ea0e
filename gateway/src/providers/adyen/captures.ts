// Authorised payments at Adyen (contract 16): captures, voids, and the release of the rest. Adyen only answers that it
// has received a request; a notification tells the outcome. It must never use /reversals: for a payment that was
// captured in part, that would give the captured money back too.
import type { PaymentCaptureRequest } from '@adyen/api-library/lib/src/typings/checkout/paymentCaptureRequest.js';
import {
  type Capture,
  type CaptureOutcome,
  CODE,
  type Outcome,
  paidReference,
  type Transaction,
} from '@tollgate/provider-kit';
import { toAdyen } from './amounts.ts';
import { fieldsOf, idOf, textOf } from './answers.ts';
import { AdyenRefusal, type Connection, isStillProcessed, outcomeOfFailure } from './client.ts';
import { linesOf } from './payments.ts';

export async function capturePayment(
  { client, merchantAccount, parts }: Connection,
  transaction: Transaction,
  capture: Capture,
  signal: AbortSignal,
): Promise<CaptureOutcome> {
  const amount = toAdyen(capture.amountMinor, capture.currency);
  const { providerReference } = transaction;
  // The capture is sent only with Adyen's id of the payment, and only for an amount that Adyen can express.
  if (providerReference === null || amount === null) return { kind: 'failed', errorCode: CODE.captureFailed };
  const request = {
    merchantAccount,
    amount,
    reference: capture.id,
    ...(parts.methodOf(transaction) === 'klarna' ? { lineItems: linesOf({ transaction, amount }) } : {}),
  } as PaymentCaptureRequest;
  try {
    const answer = await client.call({ signal, idempotencyKey: capture.id }, (api, options) =>
      api.modifications.captureAuthorisedPayment(providerReference, request, options),
    );
    const { status, pspReference } = fieldsOf(answer);
    if (status !== 'received') {
      if (textOf(status) !== null) parts.unknownValue('capture.status', String(status));
      return { kind: 'unknown' };
    }
    const captureReference = idOf(pspReference);
    return { kind: 'pending', ...(captureReference === null ? {} : { providerReference: captureReference }) };
  } catch (error) {
    const isUndone = outcomeOfFailure(error).kind === 'failed';
    return isUndone ? { kind: 'failed', errorCode: CODE.captureFailed } : { kind: 'unknown' };
  }
}

/**
 * Adyen answers no question about a capture. If it never said that it has received the capture, the same request is
 * sent again: under the same key Adyen captures once, and it keeps a key for longer than the gateway asks. A refusal
 * now says nothing about the first request, so it is unknown too.
 */
export async function captureAgain(
  connection: Connection,
  transaction: Transaction,
  capture: Capture,
  signal: AbortSignal,
): Promise<CaptureOutcome> {
  if (capture.providerReference !== null) return { kind: 'unknown' };
  const outcome = await capturePayment(connection, transaction, capture, signal);
  return outcome.kind === 'failed' ? { kind: 'unknown' } : outcome;
}

/** If the payment was captured meanwhile, Adyen refuses the void later, by a notification. */
export async function voidPayment(
  connection: Connection,
  transaction: Transaction,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const isReceived = await cancelRest(connection, transaction, { what: 'void', signal });
    return isReceived ? { kind: 'declined', errorCode: CODE.cancelled } : { kind: 'unknown' };
  } catch {
    return { kind: 'unknown' };
  }
}

/** After the final capture of a part, where Adyen takes several captures and so keeps the rest. */
export async function releaseRest(
  connection: Connection,
  transaction: Transaction,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return await cancelRest(connection, transaction, { what: 'release', signal });
  } catch (error) {
    // Adyen understood the request and says that there is nothing to cancel.
    return error instanceof AdyenRefusal && error.statusCode === 422 && !isStillProcessed(error);
  }
}

async function cancelRest(
  { client, merchantAccount }: Connection,
  transaction: Transaction,
  { what, signal }: { what: 'void' | 'release'; signal: AbortSignal },
): Promise<boolean> {
  const { providerReference } = transaction;
  if (providerReference === null) return false;
  const reference = paidReference(transaction);
  const request = { merchantAccount, reference };
  const answer = await client.call({ signal, idempotencyKey: `${reference}-${what}` }, (api, options) =>
    api.modifications.cancelAuthorisedPaymentByPspReference(providerReference, request, options),
  );
  const { status, paymentPspReference } = fieldsOf(answer);
  const isOurs = paymentPspReference === undefined || paymentPspReference === providerReference;
  return status === 'received' && isOurs;
}
