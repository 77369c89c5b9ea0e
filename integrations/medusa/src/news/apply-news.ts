// Brings the shop to what the gateway says of a payment. It goes by the payment as it is now, never by the order of the
// events. So an event that comes twice, late, or before the customer returns does no harm.
import { processPaymentWorkflow, refundPaymentWorkflow } from '@medusajs/core-flows';
import type { MedusaContainer, WebhookActionData } from '@medusajs/framework/types';
import { Modules, PaymentActions } from '@medusajs/framework/utils';
import type { WebhookEvent } from '@tollgate/sdk/webhooks';
import { findSession, otherSessions, type PaidSession, paidTwice } from './find-session.ts';
import { tellStaff } from './tell-staff.ts';

/** Longer than Medusa takes to complete a cart; the gateway waits fifteen seconds for the answer, and comes again. */
const LOCK = { timeout: 12 };

export async function applyNews(
  container: MedusaContainer,
  event: WebhookEvent,
  action: PaymentActions,
  { session_id, amount }: WebhookActionData,
): Promise<void> {
  const locking = container.resolve(Modules.LOCKING);
  // One event of a session at a time. The cart has a lock of its own, which Medusa takes.
  await locking.execute(
    [`tollgate-${session_id}`],
    async () => {
      const session = await findSession(container, session_id);
      const hasMoney = action === PaymentActions.AUTHORIZED || action === PaymentActions.SUCCESSFUL;
      if (session === undefined || !isNewest(session, event))
        await (hasMoney ? tellStaff(container, event, { fault: 'no-cart' }) : Promise.resolve());
      else if (hasMoney) await takeMoney(container, event, action, session, amount);
      if (session !== undefined) await tellStaff(container, event, { session });
    },
    LOCK,
  );
}

/** false: the amount changed after this payment was begun, so another payment took its place. */
function isNewest(session: PaidSession, event: WebhookEvent): boolean {
  return session.data.transactionId === event.transactionId;
}

async function takeMoney(
  container: MedusaContainer,
  event: WebhookEvent,
  action: PaymentActions,
  session: PaidSession,
  amount: WebhookActionData['amount'],
): Promise<void> {
  if (await paidTwice(container, session)) return await giveBack(container, event, session);
  // The order has this payment. Its captures are made in Medusa, so a capture that the gateway tells is known.
  if (session.payment !== null && session.orderId !== null) return;
  const known = session.payment === null ? action : PaymentActions.AUTHORIZED;
  await processPaymentWorkflow(container).run({
    input: { action: known, data: { session_id: session.id, amount } },
  });
  await closeOthers(container, session);
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
