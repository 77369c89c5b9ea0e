// The answers to a capture and to a cancellation, made again from the record of the payment after they were lost. They
// must never take somebody else's capture or cancellation for the lost one.
import type { Schemas } from '../api-types.ts';
import type { Transaction } from './recovery.ts';

const CAPTURE_RESULTS: Record<string, string> = {
  PENDING: 'The capture was accepted. Its final status follows by webhook.',
  COMPLETED: 'The amount was captured.',
  FAILED: 'The provider did not capture the amount.',
};

/** @internal undefined: the payment has no capture with this reference. */
export function capturedAs(
  captureReference: string,
  payment: Transaction | undefined,
): Schemas['CaptureAnswer'] | undefined {
  const capture = payment?.captures.find((one) => one.captureReference === captureReference);
  if (payment === undefined || capture === undefined) return undefined;
  const { captureId, status, amount } = capture;
  return {
    statusCode: '000',
    captureId,
    transactionId: payment.transactionId,
    status,
    amount,
    amountCapturable: restOf(payment),
    result: CAPTURE_RESULTS[status] ?? status,
  };
}

function restOf({ status, amountAuthorized, captures }: Transaction): number {
  const counted = captures.filter((one) => one.status !== 'FAILED');
  if (status !== 'PROCESSING' || counted.some(({ final }) => final)) return 0;
  const rest = counted.reduce((left, { amount }) => left - amount, amountAuthorized);
  // No currency has more than eight decimals.
  return Math.round(rest * 1e8) / 1e8;
}

/** @internal undefined: it was not cancelled. */
export function cancelledAs(payment: Transaction): Schemas['CancelResult'] | undefined {
  const { type, status, errorCode, transactionId } = payment;
  const isCancelled = status === 'DECLINED' && errorCode === '3001';
  if (!isCancelled && !hasReleasedRest(payment)) return undefined;
  const result = type === 'PAYIN' ? 'Payment cancelled' : 'Payout cancelled';
  return { statusCode: '000', status: isCancelled ? 'DECLINED' : 'COMPLETED', result, transactionId };
}

/** A part was captured, and the rest was released without a final capture. */
const hasReleasedRest = ({ status, captureMode, amountAuthorized, amountCaptured, captures }: Transaction) =>
  status === 'COMPLETED' &&
  captureMode === 'manual' &&
  amountCaptured < amountAuthorized &&
  !captures.some((one) => one.final && one.status !== 'FAILED');
