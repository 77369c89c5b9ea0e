// What staff must know of a payment, as notifications in the admin. An event that comes twice tells once.
import type { MedusaContainer } from '@medusajs/framework/types';
import { ContainerRegistrationKeys, MedusaError, Modules } from '@medusajs/framework/utils';
import type { RefundEvent, WebhookEvent } from '@tollgate/sdk';
import type { PaidSession } from './find-session.ts';

type Fault = 'no-cart' | 'no-order' | 'cancelled' | 'paid-twice';
/** `hasMoney`: whether the payment is authorised or paid now, whatever the event says. */
type About = Readonly<{ session: PaidSession | undefined; hasMoney?: boolean; fault?: Fault }>;
type Words = Readonly<{ title: string; description: string }>;

export async function tellStaff(
  container: MedusaContainer,
  event: WebhookEvent,
  about: About,
): Promise<void> {
  const words = wordsFor(event, about);
  if (words === undefined) return;
  const notification = {
    to: '',
    channel: 'feed',
    template: 'admin-ui',
    data: words,
    resource_type: about.session?.orderId ? 'order' : 'payment_session',
    resource_id: about.session?.orderId ?? event.transactionId ?? null,
    // A fault is told once for its payment, whichever event shows it.
    idempotency_key: about.fault
      ? `tollgate-${event.transactionId}-${about.fault}`
      : `tollgate-${event.eventId}`,
  };
  try {
    await container.resolve(Modules.NOTIFICATION).createNotifications(notification);
  } catch (error) {
    // The shop has no provider for the channel `feed`. That must not keep the news itself away.
    if ((error as MedusaError).type !== MedusaError.Types.NOT_FOUND) throw error;
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
    logger.warn(`Tollgate could not tell staff: ${words.title}. ${words.description}`);
  }
}

function wordsFor(event: WebhookEvent, { session, hasMoney, fault }: About): Words | undefined {
  if (fault !== undefined) return wordsForFault(event, fault, session);
  const order = nameOf(session);
  switch (event.eventType) {
    case 'refund.failed':
      return {
        title: `A refund failed: ${order}`,
        description: `The refund of ${event.refund.amount} ${event.currency} did not reach the customer. Refund it in another way.`,
      };
    case 'refund.completed':
      return isOwnRefund(event, session)
        ? undefined
        : {
            title: `Refunded at Tollgate: ${order}`,
            description: `${event.refund.amount} ${event.currency} went back to the customer. ${bookingOf(event)}`,
          };
    case 'capture.failed':
      return {
        title: `A capture failed: ${order}`,
        description: `${event.capture.amount} ${event.currency} was not charged. Capture it again at Tollgate.`,
      };
    case 'payin.returned':
      return {
        title: `The money came back: ${order}`,
        description: `The bank returned ${event.returned?.amount} ${event.currency}. Do not ship, or ask the customer to pay again.`,
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
        ? { title: `Paid late: ${order}`, description: `${moneyOf(event)} came after the payment had ended.` }
        : undefined;
    case 'payin.declined':
      return session?.orderId && !hasMoney
        ? {
            title: `Not paid: ${order}`,
            description: `${event.errorReason ?? 'The payment did not succeed.'} Do not ship; ask the customer to pay.`,
          }
        : undefined;
    default:
      return undefined;
  }
}

function wordsForFault(event: WebhookEvent, fault: Fault, session: PaidSession | undefined): Words {
  const payment = `Payment ${event.transactionId} of ${moneyOf(event)}`;
  switch (fault) {
    case 'no-cart':
      return {
        title: 'Paid on a page that had ended',
        description: `${payment}: its cart changed or its order was cancelled before the money came. Give it back at Tollgate.`,
      };
    case 'cancelled':
      return {
        title: `Paid after it was cancelled: ${nameOf(session)}`,
        description: `${moneyOf(event)} came after the order was cancelled. Give it back.`,
      };
    case 'no-order':
      return {
        title: 'Paid, but not ordered',
        description: `${payment} is paid, but Medusa could not make an order of its cart. Complete it in Medusa, or give the money back at Tollgate.`,
      };
    case 'paid-twice':
      return {
        title: `${nameOf(session)} was paid twice`,
        description: `The second payment of ${moneyOf(event)} was given back.`,
      };
  }
}

/** Medusa made it, or the plugin did when it gave a whole payment back. */
function isOwnRefund({ refund, transactionId }: RefundEvent, session: PaidSession | undefined): boolean {
  const reference = String(refund.refundReference);
  return reference === `cancel-${transactionId}` || Boolean(session?.payment?.refunds.includes(reference));
}

function bookingOf({ refund }: RefundEvent): string {
  return refund.refundReference?.startsWith('ref_')
    ? 'Its answer was lost. Refund exactly this amount in Medusa: it moves no money again.'
    : 'Medusa does not know this refund; do not refund it again.';
}

function nameOf(session: PaidSession | undefined): string {
  return session?.orderNumber ? `Order #${session.orderNumber}` : 'A cart without an order';
}

function moneyOf({ amount, currency }: WebhookEvent): string {
  return `${amount} ${currency}`;
}
