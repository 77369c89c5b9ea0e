// What an event says about money, for a shop that keeps books: one place for the rules that README and guide tell.
import type { WebhookEvent } from '../client/webhook-event.ts';

export interface Movement {
  /**
   * `payment`, `returned`, or the id of the capture, refund or dispute. For each subject of a transaction, the event
   * with the highest `sequence` counts; the sum over the subjects is the balance of the transaction.
   */
  subject: string;
  /** In units of the currency. Positive: the money is yours. 0: it is not, or not any more. */
  amount: number;
}

const STATUS = /^pay(in|out)\.(pending|processing|completed|declined|error)$/;

/** null: the event says nothing about money. A payment that is captured later is booked by its captures. */
export function movementOf(event: WebhookEvent): Movement | null {
  const { eventType, type, returned, capture, refund, dispute } = event;
  if (capture)
    return { subject: capture.captureId, amount: capture.status === 'COMPLETED' ? capture.amount : 0 };
  if (refund) return { subject: refund.refundId, amount: refund.status === 'COMPLETED' ? -refund.amount : 0 };
  if (dispute) return { subject: dispute.disputeId, amount: dispute.fundsWithheld ? -dispute.amount : 0 };
  if (event.captureMode === 'manual') return null;
  if (STATUS.test(eventType))
    return { subject: 'payment', amount: event.status === 'COMPLETED' ? paidAmount(event) : 0 };
  if (returned && eventType.endsWith('.returned'))
    return { subject: 'returned', amount: type === 'PAYIN' ? -returned.amount : returned.amount };
  return null;
}

/** Less than `amount` may have come for a pay-in: a part payment. Events of release 0.2.0 have no `amountCaptured`. */
function paidAmount({ type, amount, amountCaptured = amount }: WebhookEvent): number {
  return type === 'PAYIN' ? amountCaptured : -amount;
}
