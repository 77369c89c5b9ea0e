// What a payment of the gateway means for an order.
import type { Transaction } from '@tollgate/sdk';

/** The money is held until the capture. */
export function isAuthorized({ status, amountAuthorized }: Transaction): boolean {
  return status === 'PROCESSING' && amountAuthorized > 0;
}

export function hasMoney(payment: Transaction): boolean {
  return isAuthorized(payment) || (payment.status === 'COMPLETED' && payment.amountCaptured > 0);
}

export function hasFailed({ status }: Transaction): boolean {
  return status === 'DECLINED' || status === 'ERROR';
}

/** What is paid, or held to be paid. */
export function moneyOf(payment: Transaction): number {
  return isAuthorized(payment) ? payment.amountAuthorized : payment.amountCaptured;
}
