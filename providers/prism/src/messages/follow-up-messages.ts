// The messages about captures, voids and refunds, in the library's words. Pure.
import type { Capture, Refund, Transaction } from '@tollgate/provider-kit';
import { type AccessToken, type ChargeIds, money, secret, state } from './charge-messages.ts';

const feature = (featureData: string | undefined) => (featureData ? secret(featureData) : undefined);

export function captureMessage(capture: Capture, { id, featureData }: ChargeIds, token: AccessToken | null) {
  return {
    merchantCaptureId: capture.id,
    merchantRequestId: capture.id,
    connectorTransactionId: id,
    amountToCapture: money(capture.amountMinor, capture.currency),
    captureMethod: 'MANUAL',
    connectorFeatureData: feature(featureData),
    state: state(token),
  };
}

export function voidMessage(
  { amountMinor, currency, id: transactionId }: Transaction,
  { id, featureData }: ChargeIds,
  token: AccessToken | null,
) {
  return {
    merchantVoidId: `${transactionId}-void`,
    merchantRequestId: `${transactionId}-void`,
    connectorTransactionId: id,
    cancellationReason: 'requested_by_customer',
    amount: money(amountMinor, currency),
    connectorFeatureData: feature(featureData),
    state: state(token),
  };
}

export function refundMessage(
  transaction: Transaction,
  refund: Refund,
  { id, featureData }: ChargeIds,
  { token, notificationUrl }: { token: AccessToken | null; notificationUrl: string | undefined },
) {
  return {
    merchantRefundId: refund.id,
    merchantRequestId: refund.id,
    connectorTransactionId: id,
    paymentAmount: Number(transaction.amountMinor),
    refundAmount: money(refund.amountMinor, refund.currency),
    webhookUrl: notificationUrl,
    connectorFeatureData: feature(featureData),
    state: state(token),
  };
}

export function refundGetMessage(
  transaction: Transaction,
  refund: Refund,
  connectorRefundId: string,
  token: AccessToken | null,
) {
  return {
    merchantRefundId: refund.id,
    merchantRequestId: refund.id,
    refundId: connectorRefundId,
    connectorRefundId,
    connectorTransactionId: transaction.providerReference ?? '',
    refundAmount: money(refund.amountMinor, refund.currency),
    state: state(token),
  };
}
