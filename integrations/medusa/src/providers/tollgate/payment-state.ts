// What a payment of the gateway means for a payment session of Medusa.
import { PaymentSessionStatus } from '@medusajs/framework/utils';
import type { Transaction } from '@tollgate/sdk';
import type { SessionData } from './session-data.ts';

/** A payment that another amount, currency or reference belongs to counts as a fault, never as paid. */
export function sessionStatus(payment: Transaction, session: SessionData): PaymentSessionStatus {
  if (!isOfSession(payment, session)) return PaymentSessionStatus.ERROR;
  switch (payment.status) {
    case 'COMPLETED':
      // After a part was captured and the rest released, Medusa must not count the whole as captured.
      return payment.amountCaptured === payment.amount
        ? PaymentSessionStatus.CAPTURED
        : PaymentSessionStatus.AUTHORIZED;
    case 'DECLINED':
      return payment.errorCode === '3001' ? PaymentSessionStatus.CANCELED : PaymentSessionStatus.ERROR;
    case 'ERROR':
      return PaymentSessionStatus.ERROR;
    default:
      if (isAuthorized(payment)) return PaymentSessionStatus.AUTHORIZED;
      return isUnderWay(payment) ? PaymentSessionStatus.PENDING_AUTHORIZATION : PaymentSessionStatus.PENDING;
  }
}

export function isAuthorized(payment: Transaction): boolean {
  return payment.status === 'PROCESSING' && payment.amountAuthorized > 0;
}

function isOfSession(payment: Transaction, session: SessionData): boolean {
  return (
    payment.type === 'PAYIN' &&
    payment.transactionId === session.transactionId &&
    payment.merchantReference === session.reference &&
    payment.currency === session.currency &&
    payment.amount === session.amount &&
    payment.captureMode === session.captureMode
  );
}

/** Results after which the customer has done their part, and the money follows: a transfer, a voucher, a code. */
const THEIR_PART_DONE = new Set(['info', 'barcode', 'fawry', 'receipt', 'mobile', 'success']);

function isUnderWay(payment: Transaction): boolean {
  return payment.status === 'PROCESSING' && THEIR_PART_DONE.has(String(payment.resultType));
}
