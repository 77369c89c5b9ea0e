// Computes the right balance of a payment from events that arrived in any order. Each capture, each refund and each
// dispute counts by its own last event, and a return always counts. Only the status comes from the last event of the
// payment. The money of a payment that is captured later comes from its captures alone.
import type { WebhookEvent } from '../../tollgate.ts';

const STATUS = /^pay(in|out)\.(pending|processing|completed|declined|error)$/;

export function rightBalance(events: readonly WebhookEvent[]): number {
  const worth = new Map<string, number>();
  for (const event of [...events].sort((a, b) => a.sequence - b.sequence)) {
    const { eventType, type, status, amount, returned, capture, refund, dispute } = event;
    const isCapturedLater = event.captureMode === 'manual';
    const sign = type === 'PAYIN' ? 1 : -1;
    if (STATUS.test(eventType) && !isCapturedLater)
      worth.set('payment', status === 'COMPLETED' ? sign * amount : 0);
    if (eventType.endsWith('.returned') && !isCapturedLater) worth.set('returned', -sign * returned!.amount);
    if (capture) worth.set(capture.captureId, capture.status === 'COMPLETED' ? capture.amount : 0);
    if (refund) worth.set(refund.refundId, refund.status === 'COMPLETED' ? -refund.amount : 0);
    if (dispute) worth.set(dispute.disputeId, dispute.fundsWithheld ? -dispute.amount : 0);
  }
  const sum = [...worth.values()].reduce((sum, one) => sum + one, 0);
  // No currency has more than four decimals.
  return Math.round(sum * 10_000) / 10_000;
}
