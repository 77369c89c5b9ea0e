// The receiver's work for each type of event, for the page of webhooks. A type without advice does not compile.
import type { TestEvent } from '../../../domain/webhooks/test-event.ts';
import type { EventType } from '../../../domain/webhooks/webhook-event.ts';

const NOT_OVER = 'Keep the order open. It is neither paid nor failed.';
const NOT_SENT = 'Nothing left your balance. The payout was not made.';

export const EVENT_ADVICE = {
  'payin.pending': NOT_OVER,
  'payin.processing': `${NOT_OVER} With \`errorCode\` 9001 the outcome is unknown: do not offer a second payment.`,
  'payin.authorized':
    'The money is held and not paid yet. Deliver, and capture before `captureBefore`; or cancel the payment.',
  'payin.completed':
    'Compare `amount` and `currency` with the order, book `amountCaptured` and deliver, even if you had closed the order (`lateSuccess`). If you book each `capture.completed`, book nothing here.',
  'payin.declined': 'Nothing was paid. Let the customer try again. `payin.completed` may still follow once.',
  'payin.error': 'Nothing was paid because of a technical failure. `payin.completed` may still follow once.',
  'payin.returned':
    "The customer's bank took a direct debit back, or the last capture of the payment failed. Subtract `returned.amount` from your books; the order is no longer paid. If you book captures, `capture.failed` has told it already.",
  'payout.pending': 'The payout waits for your approval.',
  'payout.processing': 'The amount is reserved and on its way.',
  'payout.completed': 'Book `amount` as money that left.',
  'payout.declined': NOT_SENT,
  'payout.error': NOT_SENT,
  'payout.returned': 'The money came back. Add `returned.amount` to your books again.',
  'capture.completed': 'Book `capture.amount` as paid, once for each `captureId`.',
  'capture.failed':
    'If this `captureId` was completed before, reverse that booking. Otherwise capture again before `captureBefore`.',
  'mandate.active': 'The customer agreed. Keep `mandate.mandateId`: you can charge it from now on.',
  'mandate.revoked': 'Charge it no more. Ask the customer to agree again if they stay.',
  'mandate.expired': 'Its time is over. Ask the customer to agree again before the next charge.',
  'mandate.failed':
    'The issuer will not pay with it again. Ask the customer for another way to pay, and for a new mandate.',
  'refund.pending': 'Tell the customer that the refund is on its way. Book nothing yet.',
  'refund.completed': 'Book `refund.amount` as money that left, once for each `refundId`.',
  'refund.failed':
    'If this `refundId` was completed before, reverse that booking. Otherwise there is nothing to book.',
  'dispute.opened':
    'Stop a delivery that was not sent yet. Subtract `dispute.amount` only if `fundsWithheld` is true. Answer before `deadline`.',
  'dispute.updated': 'Do the same with the new values: `fundsWithheld` may be true now.',
  'dispute.won': 'Add `dispute.amount` again if you had subtracted it for this `disputeId`.',
  'dispute.lost':
    'The money is gone. Subtract `dispute.amount` if you had not done so for this `disputeId`. Refund nothing.',
  'test.ping': 'Sent from the portal. It belongs to no payment. There is nothing to do.',
  'test.check': 'Sent by *Check the receiver*. It belongs to no payment. There is nothing to do.',
} as const satisfies Record<EventType | TestEvent['eventType'], string>;
