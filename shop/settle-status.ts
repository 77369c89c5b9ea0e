// The status of an order, from a source the shop believes: the answer to its own call, a signed webhook, or a question it
// asked. The customer's return to the shop must never count. Goods are packed once, at the first news of success.
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

/** `record`: of a webhook, of GET /payments/{id}, or the result of a direct payment; all have these fields. */
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
  if (status === 'COMPLETED') order.packedAt ??= new Date();
}

/** A refund, as in its answer, an event or the record. */
export function settleRefund(order: Order, refund: Json): void {
  const known = order.refunds.find((one) => one.refundId === refund.refundId);
  if (known === undefined) {
    const { refundId, amount, status } = refund;
    order.refunds.push({ refundId, amountMinor: minorOf(amount), status });
  } else if (known.status === 'PENDING') known.status = refund.status;
}

/** The amount that can still be refunded. */
export function refundableMinor(order: Order): number {
  const given = order.refunds.filter((one) => one.status !== 'FAILED');
  return order.amountMinor - given.reduce((sum, one) => sum + one.amountMinor, 0);
}

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
