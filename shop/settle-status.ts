// The status of an order, from a source the shop believes: the answer to its own call, a signed webhook, or a question
// it asked. The customer's return to the shop must never count. Goods are packed once, at the first news of success.
import { minorOf } from './money.ts';
import type { Json, Knowledge, Order, Status } from './orders.ts';

/** How far a payment is: it never goes back. COMPLETED is last, because a late success overrules an expiry. */
const RANK: Record<Status, number> = {
  INIT: 0,
  PROCESSING: 1,
  PENDING: 1,
  DECLINED: 2,
  ERROR: 2,
  COMPLETED: 3,
};

/** `record`: from a webhook, from GET /payments/{id}, or the result of a direct payment; all have these fields. */
export function settleStatus(order: Order, record: Json, known: Knowledge): void {
  const status = record.status as Status;
  if (!(status in RANK)) return;
  order.transactionId ??= record.transactionId ?? null;
  if (order.status !== null && RANK[status] < RANK[order.status]) return;
  if (order.status !== status) {
    order.knownBy = known;
    order.confirmedBy = null;
  } else if (order.knownBy?.source === 'answer' && known.source !== 'answer') order.confirmedBy ??= known;
  order.status = status;
  order.reason = status === 'COMPLETED' ? null : (record.errorReason ?? order.reason);
  order.paidWith = paidWith(record) ?? order.paidWith;
  // A direct payment says so in its result; records and webhooks have the time alone.
  if (record.captureBefore) order.held = { until: record.captureBefore };
  if (status === 'COMPLETED') order.packedAt ??= new Date();
}

/** A refund or a capture never goes back, except that a completed one can fail days later. */
const RANK_OF_STEP: Record<string, number> = { PENDING: 0, COMPLETED: 1, FAILED: 2 };

/** A refund, as in its answer, an event or the record. */
export function settleRefund(order: Order, refund: Json): void {
  const known = order.refunds.find((one) => one.refundId === refund.refundId);
  if (known === undefined) {
    const { refundId, amount, status } = refund;
    order.refunds.push({ refundId, amountMinor: minorOf(amount), status });
  } else if (RANK_OF_STEP[refund.status]! > RANK_OF_STEP[known.status]!) known.status = refund.status;
}

/** A capture, as in its answer, an event or the record. A completed one can still fail. */
export function settleCapture(order: Order, { captureId, amount, status }: Json): void {
  const known = order.captures.find((one) => one.captureId === captureId);
  if (known === undefined) order.captures.push({ captureId, amountMinor: minorOf(amount), status });
  else if (RANK_OF_STEP[status]! > RANK_OF_STEP[known.status]!) known.status = status;
}

/** For each dispute the event with the highest sequence counts. */
export function settleDispute(order: Order, dispute: Json, sequence: number): void {
  const { disputeId, status, amount, fundsWithheld } = dispute;
  const known = order.disputes.find((one) => one.disputeId === disputeId);
  const told = { disputeId, status, amountMinor: minorOf(amount), fundsWithheld, sequence };
  if (known === undefined) order.disputes.push(told);
  else if (sequence > known.sequence) Object.assign(known, told);
}

/** A payout or a debit came back. That happens only once. */
export function settleReturn(order: Order, returned: Json): void {
  order.returned ??= { amountMinor: minorOf(returned.amount), reason: returned.reason };
}

/** The amount that can still be refunded. */
export function refundableMinor(order: Order): number {
  const given = order.refunds.filter((one) => one.status !== 'FAILED');
  const captured = order.captures.filter((one) => one.status === 'COMPLETED');
  return (order.chargesLater ? sumOf(captured) : order.amountMinor) - sumOf(given);
}

const sumOf = (parts: readonly { amountMinor: number }[]): number =>
  parts.reduce((sum, one) => sum + one.amountMinor, 0);

function paidWith({ card, paymentOption }: Json): string | null {
  if (card?.last4) return `${brandName(card.brand)} •••• ${card.last4}`;
  return paymentOption?.name ?? null;
}

function brandName(brand: string | null): string {
  if (brand === null || brand === undefined) return 'Card';
  return brand
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
