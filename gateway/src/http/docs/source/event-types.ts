// The receiver's work for each type of event, for the page of webhooks. A type without advice does not compile.
import type { TestEvent } from '../../../domain/webhooks/test-event.ts';
import type { EventType } from '../../../domain/webhooks/webhook-event.ts';

const NOT_OVER = 'Keep the order open. It is neither paid nor failed.';
const NOT_SENT = 'Nothing left your balance. The payout was not made.';

export const EVENT_ADVICE = {
  'payin.pending': NOT_OVER,
  'payin.processing': `${NOT_OVER} With \`errorCode\` 9001 nobody knows yet: offer no second payment.`,
  'payin.completed':
    'Compare `amount` and `currency` with the order, book `amount` and deliver; also where you had closed the order (`lateSuccess`).',
  'payin.declined': 'Nothing was paid. Let the customer try again. `payin.completed` may still follow once.',
  'payin.error': 'Nothing was paid: a technical failure. `payin.completed` may still follow once.',
  'payin.returned':
    'The bank of the customer took a direct debit back. Take `returned.amount` out of your books; the order is not paid any more.',
  'payout.pending': 'It waits for your approval.',
  'payout.processing': 'The amount is set aside, and on its way.',
  'payout.completed': 'Book `amount` as money that left.',
  'payout.declined': NOT_SENT,
  'payout.error': NOT_SENT,
  'payout.returned': 'The money came back. Put `returned.amount` into your books again.',
  'refund.pending': 'Tell the customer that it is on its way. Book nothing yet.',
  'refund.completed': 'Book `refund.amount` as money that left, once for each `refundId`.',
  'refund.failed':
    'If this `refundId` was completed before, take that booking back; else there is nothing to book.',
  'dispute.opened':
    'Stop what was not sent yet. Take `dispute.amount` out if `fundsWithheld` is true, and only then. Answer before `deadline`.',
  'dispute.updated': 'The same with the new values: `fundsWithheld` may have become true now.',
  'dispute.won': 'Put `dispute.amount` back if this `disputeId` had taken it.',
  'dispute.lost':
    'The money is gone. Take `dispute.amount` out if this `disputeId` had not taken it before. Give nothing back.',
  'test.ping': 'Sent from the portal, about no payment. Nothing to do.',
  'test.check': 'Sent by *Check the receiver*, about no payment. Nothing to do.',
} as const satisfies Record<EventType | TestEvent['eventType'], string>;
