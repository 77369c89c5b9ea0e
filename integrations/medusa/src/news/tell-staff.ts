// What staff must know of a payment, as notifications in the admin. An event that comes twice tells once.
import type { MedusaContainer } from '@medusajs/framework/types';
import { Modules } from '@medusajs/framework/utils';
import type { WebhookEvent } from '@tollgate/sdk/webhooks';
import type { PaidSession } from './find-session.ts';

type About = Readonly<{ session?: PaidSession; fault?: 'no-cart' | 'paid-twice' }>;
type Words = Readonly<{ title: string; description: string }>;

export async function tellStaff(
  container: MedusaContainer,
  event: WebhookEvent,
  about: About,
): Promise<void> {
  const words = wordsFor(event, about);
  if (words === undefined) return;
  await container.resolve(Modules.NOTIFICATION).createNotifications({
    to: '',
    channel: 'feed',
    template: 'admin-ui',
    data: words,
    resource_type: about.session?.orderId ? 'order' : 'payment_session',
    resource_id: about.session?.orderId ?? event.transactionId ?? null,
    idempotency_key: `tollgate-${event.eventId}-${about.fault ?? 'news'}`,
  });
}

function wordsFor(event: WebhookEvent, { session, fault }: About): Words | undefined {
  const order = session?.orderNumber ? `Order #${session.orderNumber}` : 'A cart without an order';
  const money = 'amount' in event && event.amount !== null ? `${event.amount} ${event.currency}` : '';
  const payment = `Payment ${event.transactionId}`;
  if (fault === 'no-cart')
    return {
      title: 'Paid for a cart that changed',
      description: `${payment} of ${money} belongs to no cart any more. Give the money back at Tollgate.`,
    };
  if (fault === 'paid-twice')
    return {
      title: `${order} was paid twice`,
      description: `The second payment of ${money} was given back.`,
    };
  switch (event.eventType) {
    case 'refund.failed':
      return {
        title: `A refund failed: ${order}`,
        description: `The refund of ${event.refund.amount} ${event.currency} did not reach the customer. Refund it in another way.`,
      };
    case 'capture.failed':
      return {
        title: `A capture failed: ${order}`,
        description: `${event.capture.amount} ${event.currency} was not charged. Capture it again at Tollgate.`,
      };
    case 'payin.returned':
      return {
        title: `The money came back: ${order}`,
        description: `The bank returned the payment of ${money}. Do not ship, or ask the customer to pay again.`,
      };
    case 'dispute.opened':
      return {
        title: `Chargeback opened: ${order}`,
        description: `The customer disputes ${event.dispute.amount} ${event.currency}. Answer at Tollgate in time.`,
      };
    case 'dispute.won':
    case 'dispute.lost':
      return {
        title: `Chargeback ${event.eventType === 'dispute.won' ? 'won' : 'lost'}: ${order}`,
        description: `It was about ${event.dispute.amount} ${event.currency}.`,
      };
    case 'payin.completed':
      return 'lateSuccess' in event && event.lateSuccess
        ? { title: `Paid late: ${order}`, description: `${money} came after the payment had ended.` }
        : undefined;
    case 'payin.declined':
      return session?.orderId
        ? {
            title: `Not paid: ${order}`,
            description: `${event.errorReason ?? 'The payment did not succeed.'} Do not ship; ask the customer to pay.`,
          }
        : undefined;
    default:
      return undefined;
  }
}
