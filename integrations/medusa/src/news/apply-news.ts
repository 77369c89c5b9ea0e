// Brings the shop to what the gateway says of a payment. It goes by the payment as it is now, never by the order of the
// events. So an event that comes twice, late, or before the customer returns does no harm.

import type { PaymentActions as Action, MedusaContainer } from '@medusajs/framework/types';
import { MathBN, Modules, PaymentActions } from '@medusajs/framework/utils';
import { processPaymentWorkflow, refundPaymentWorkflow } from '@medusajs/medusa/core-flows';
import type { WebhookEvent } from '@tollgate/sdk/webhooks';
import { ENDED, findSession, otherSessions, type PaidSession, paidTwice } from './find-session.ts';
import { followCaptures } from './follow-captures.ts';
import { tellStaff } from './tell-staff.ts';

type News = Readonly<{
  event: WebhookEvent;
  sessionId: string;
  /** What the payment is now, and the amount that it has. */
  action: `${Action}`;
  amount: number;
}>;

/** Longer than Medusa takes to complete a cart; the gateway waits fifteen seconds for the answer, and comes again. */
const LOCK = { timeout: 12 };

export async function applyNews(container: MedusaContainer, news: News): Promise<void> {
  const session = await findSession(container, news.sessionId);
  // One event of a collection at a time: which of its payments an order keeps is decided once. The cart has a lock of
  // its own, which Medusa takes.
  const key = `tollgate-${session?.collectionId ?? news.sessionId}`;
  await container.resolve(Modules.LOCKING).execute([key], () => applyAlone(container, news), LOCK);
}

async function applyAlone(container: MedusaContainer, news: News): Promise<void> {
  const { event, sessionId, action } = news;
  const session = await findSession(container, sessionId);
  const hasMoney = action === PaymentActions.AUTHORIZED || action === PaymentActions.SUCCESSFUL;
  // The cart or the order is gone, or its amount changed and another payment took the place of this one.
  if (session === undefined || session.data.reference !== event.merchantReference)
    return await tellOfFormer(container, event, hasMoney);
  if (hasMoney) await takeMoney(container, news, session);
  // Now the cart may have become an order.
  const now = await findSession(container, sessionId);
  if (now === undefined) return;
  await markEnded(container, now, action);
  const isOpen = now.payment === null || !now.payment.isGivenBack;
  if (hasMoney && now.orderId === null)
    await tellStaff(container, event, { session: now, fault: 'no-order' });
  if (hasMoney && now.isCancelled && isOpen)
    await tellStaff(container, event, { session: now, fault: 'cancelled' });
  await tellStaff(container, event, { session: now, hasMoney });
}

/** What is not captured of it now is not held any more, so the customer owes it again. */
async function markEnded(container: MedusaContainer, { payment }: PaidSession, action: News['action']) {
  const isOver = action === PaymentActions.FAILED || action === PaymentActions.SUCCESSFUL;
  if (!isOver || payment === null || payment.isEnded || MathBN.gte(payment.captured, payment.amount)) return;
  await container
    .resolve(Modules.PAYMENT)
    .updatePayment({ id: payment.id, metadata: { ...payment.metadata, ...ENDED } } as never);
}

async function tellOfFormer(
  container: MedusaContainer,
  event: WebhookEvent,
  hasMoney: boolean,
): Promise<void> {
  if (hasMoney) await tellStaff(container, event, { session: undefined, fault: 'no-cart' });
  await tellStaff(container, event, { session: undefined, hasMoney });
}

async function takeMoney(container: MedusaContainer, news: News, session: PaidSession): Promise<void> {
  const { event, action, amount } = news;
  if (await paidTwice(container, session)) return await giveBack(container, event, session);
  if (session.payment !== null && session.orderId !== null)
    return await followCaptures(container, session, Number(event.amountCaptured));
  // Before the cart is completed: Medusa authorises the first of its sessions, whichever was paid.
  await closeOthers(container, session);
  await processPaymentWorkflow(container).run({
    input: {
      action: session.payment === null ? action : PaymentActions.AUTHORIZED,
      data: { session_id: session.id, amount },
    },
  });
  // Another session of the cart was paid as well, and the order has that one.
  const now = await findSession(container, session.id);
  if (now?.payment === null && (await paidTwice(container, now))) await giveBack(container, event, now);
}

/** The cart has one order, and one payment. The pages that a double click opened beside it end. */
async function closeOthers(container: MedusaContainer, session: PaidSession): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT);
  for (const other of await otherSessions(container, session)) {
    try {
      await payments.deletePaymentSession(other);
    } catch {
      // It is paid too, or its outcome is not known yet: its own webhook brings it here.
    }
  }
}

/** The customer paid twice. The second payment comes into the books of the order, and goes out of them again. */
async function giveBack(
  container: MedusaContainer,
  event: WebhookEvent,
  session: PaidSession,
): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT);
  const payment = session.payment ?? (await payments.authorizePaymentSession(session.id, {})) ?? undefined;
  if (payment === undefined || session.payment?.isGivenBack) return;
  const { captured_at } = await payments.retrievePayment(payment.id);
  if (captured_at) await refundPaymentWorkflow(container).run({ input: { payment_id: payment.id } });
  else await payments.cancelPayment(payment.id);
  await tellStaff(container, event, { session, fault: 'paid-twice' });
}
