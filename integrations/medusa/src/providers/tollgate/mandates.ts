// Later charges: a customer agrees once in the cashier, and the shop charges again without them. Medusa has no
// subscriptions. A job of the shop makes the cart and names the mandate in the data of its payment session. The charge
// is made when the cart is completed, under the session's reference, so completing again charges once.
import { MedusaError } from '@medusajs/framework/utils';
import type { Tollgate, Transaction } from '@tollgate/sdk';
import type { Charge, SessionData } from './session-data.ts';

/** Throws if the mandate is not one of the customer: a storefront may name any. */
export async function chargeOf(
  gateway: Tollgate,
  mandateId: string,
  { userId, country }: { userId?: string; country?: string },
): Promise<Charge> {
  const mandate = await gateway.mandates.get(mandateId);
  if (userId === undefined || mandate.userId !== userId)
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, 'This mandate belongs to another customer.');
  return { mandateId, userId, country: country ?? null };
}

/** After a lost answer the next call finds the payment by its reference, and does not come here. */
export async function chargeMandate(
  gateway: Tollgate,
  { charge, reference, amount, currency, captureMode }: SessionData,
): Promise<Transaction> {
  const { mandateId, userId, country } = charge!;
  const { paymentOption } = await gateway.mandates.get(mandateId);
  const { result } = await gateway.payments.create({
    paymentOptionId: paymentOption?.id ?? '',
    paymentData: { mandateId },
    userId,
    country,
    merchantReference: reference,
    amount,
    currency,
    captureMode,
  });
  return await gateway.payments.get(result.transactionId!);
}

/** As payment methods of Medusa. */
export async function mandatesOf(gateway: Tollgate, userId: string) {
  const found = [];
  for await (const mandate of gateway.mandates.list({ userId, status: 'ACTIVE' })) {
    const { mandateId, reason, description, card, account, currency, maxAmount, expiresAt } = mandate;
    found.push({
      id: mandateId,
      data: { reason, description, card, account, currency, maxAmount, expiresAt },
    });
  }
  return found;
}
