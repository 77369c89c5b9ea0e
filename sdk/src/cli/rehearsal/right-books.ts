// Computes the right balance of a payment from events that arrived in any order. Each refund and each dispute counts by
// its own last event, and a return always counts. Only the status comes from the last event of the payment.
import type { WebhookEvent } from '../../tollgate.ts';

const STATUS = /^pay(in|out)\.(pending|processing|completed|declined|error)$/;

export function rightBalance(events: readonly WebhookEvent[]): number {
  const worth = new Map<string, number>();
  for (const event of [...events].sort((a, b) => a.sequence - b.sequence)) {
    const { eventType, type, status, amount, returned, refund, dispute } = event;
    const sign = type === 'PAYIN' ? 1 : -1;
    if (STATUS.test(eventType)) worth.set('payment', status === 'COMPLETED' ? sign * amount : 0);
    if (eventType.endsWith('.returned')) worth.set('returned', -sign * returned!.amount);
    if (refund) worth.set(refund.refundId, refund.status === 'COMPLETED' ? -refund.amount : 0);
    if (dispute) worth.set(dispute.disputeId, dispute.fundsWithheld ? -dispute.amount : 0);
  }
  const sum = [...worth.values()].reduce((sum, one) => sum + one, 0);
  // No currency has more than four decimals.
  return Math.round(sum * 10_000) / 10_000;
}
