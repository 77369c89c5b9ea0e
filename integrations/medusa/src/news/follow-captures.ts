// Books captures that Medusa does not know: they were made in the portal, or their answer was lost. Medusa stores a
// capture of its own before it asks the gateway, so the gateway never has more than Medusa unless Medusa lost it.

import type { MedusaContainer } from '@medusajs/framework/types';
import { MathBN } from '@medusajs/framework/utils';
import { capturePaymentWorkflow } from '@medusajs/medusa/core-flows';
import type { PaidSession } from './find-session.ts';

/** `captured`: by the gateway, in units of the currency. */
export async function followCaptures(
  container: MedusaContainer,
  { payment }: PaidSession,
  captured: number,
): Promise<void> {
  if (payment === null || payment.isGivenBack) return;
  const missing = MathBN.sub(captured, payment.captured);
  if (MathBN.lte(missing, 0)) return;
  // The gateway is not asked again.
  const booked = { payment_id: payment.id, amount: missing.toNumber(), is_captured: true };
  await capturePaymentWorkflow(container).run({ input: booked });
}
