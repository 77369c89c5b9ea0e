// What staff must know of an event that changes no payment of Vendure.
import type { WebhookEvent } from '@tollgate/sdk/webhooks';

export function noteOf(event: WebhookEvent): string | undefined {
  const { currency, amount } = event;
  switch (event.eventType) {
    case 'refund.failed':
      return `The refund of ${event.refund.amount} ${currency} failed. The customer did not get it: refund it in another way.`;
    case 'capture.failed':
      return `${event.capture.amount} ${currency} was not charged: the capture failed. Settle the payment again, or capture it at Tollgate.`;
    case 'payin.returned':
      return `The bank returned the payment of ${event.returned.amount} ${currency}. Do not ship, or ask the customer to pay again.`;
    case 'dispute.opened':
      return `The customer disputes ${event.dispute.amount} ${currency}. Answer the chargeback at Tollgate in time.`;
    case 'dispute.won':
      return `The chargeback of ${event.dispute.amount} ${currency} is won.`;
    case 'dispute.lost':
      return `The chargeback of ${event.dispute.amount} ${currency} is lost.`;
    case 'payin.completed':
      return event.lateSuccess ? `${amount} ${currency} came late, after the payment had ended.` : undefined;
    case 'payin.declined':
      return `A payment of ${amount} ${currency} ended without money: ${event.errorReason ?? 'it was declined'}.`;
    default:
      return undefined;
  }
}
