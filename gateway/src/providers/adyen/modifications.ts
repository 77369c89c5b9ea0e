// Cancelling and refunding at Adyen (contract 13). Adyen only answers that it has received the request. A notification
// tells the outcome of a refund, or that a payment was made before its cancellation arrived.
import type { PaymentRefundRequest } from '@adyen/api-library/lib/src/typings/checkout/paymentRefundRequest.js';
import {
  CODE,
  chargeReference,
  isAuthorized,
  type Outcome,
  type Refund,
  type RefundOutcome,
  type RefundReason,
  type Transaction,
} from '@tollgate/provider-kit';
import { toAdyen } from './amounts.ts';
import { fieldsOf, idOf, textOf } from './answers.ts';
import { voidPayment } from './captures.ts';
import { type Connection, outcomeOfFailure } from './client.ts';

const REASONS: Readonly<Record<RefundReason, string>> = {
  DUPLICATE: 'DUPLICATE',
  FRAUD: 'FRAUD',
  CUSTOMER_REQUEST: 'CUSTOMER REQUEST',
  RETURN: 'RETURN',
  OTHER: 'OTHER',
};

/** Cancels an open payment by our reference, because a redirect has no id at Adyen yet. `unknown` changes nothing. */
export async function cancelPayment(
  connection: Connection,
  transaction: Transaction,
  signal: AbortSignal,
): Promise<Outcome> {
  // For a completed payment too, Adyen would accept the cancellation and give the money back.
  if (transaction.status === 'COMPLETED') return { kind: 'unknown' };
  if (isAuthorized(transaction) && transaction.providerReference !== null)
    return await voidPayment(connection, transaction, signal);
  const { client, merchantAccount } = connection;
  const reference = chargeReference(transaction);
  const request = { merchantAccount, paymentReference: reference, reference };
  try {
    const answer = await client.call({ signal, idempotencyKey: `${reference}-cancel` }, (api, options) =>
      api.modifications.cancelAuthorisedPayment(request, options),
    );
    const { status, paymentReference } = fieldsOf(answer);
    const isOurs = paymentReference === undefined || paymentReference === reference;
    const isReceived = status === 'received' && isOurs;
    return isReceived ? { kind: 'declined', errorCode: CODE.cancelled } : { kind: 'unknown' };
  } catch {
    return { kind: 'unknown' };
  }
}

export async function refundPayment(
  { client, merchantAccount, parts }: Connection,
  { providerReference }: Transaction,
  refund: Refund,
  signal: AbortSignal,
): Promise<RefundOutcome> {
  const amount = toAdyen(refund.amountMinor, refund.currency);
  // The refund is sent only with Adyen's id of the payment, and only for an amount that Adyen can express.
  if (providerReference === null || amount === null) return { kind: 'failed', errorCode: CODE.refundFailed };
  const request = {
    merchantAccount,
    amount,
    reference: refund.id,
    ...(refund.reason === null ? {} : { merchantRefundReason: REASONS[refund.reason] }),
  } as PaymentRefundRequest;
  try {
    const answer = await client.call({ signal, idempotencyKey: refund.id }, (api, options) =>
      api.modifications.refundCapturedPayment(providerReference, request, options),
    );
    const { status, pspReference } = fieldsOf(answer);
    if (status !== 'received') {
      if (textOf(status) !== null) parts.unknownValue('refund.status', String(status));
      return { kind: 'unknown' };
    }
    const refundReference = idOf(pspReference);
    return { kind: 'pending', ...(refundReference === null ? {} : { providerReference: refundReference }) };
  } catch (error) {
    // No other account can make this refund. If certainly nothing was done, it has failed: no connection, a withdrawn
    // key, more than is left at Adyen. The merchant may make another one.
    const isUndone = outcomeOfFailure(error).kind === 'failed';
    return isUndone ? { kind: 'failed', errorCode: CODE.refundFailed } : { kind: 'unknown' };
  }
}
