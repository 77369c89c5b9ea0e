// Later charges: a customer agrees once in the cashier, and the shop charges again without them. Medusa has no
// subscriptions. A job of the shop makes the cart and names the mandate in the data of its payment session.
import { MedusaError } from '@medusajs/framework/utils';
import type { PayinRequest, Tollgate } from '@tollgate/sdk';

type Request = Omit<PayinRequest, 'paymentOptionId' | 'paymentData'>;

/** Throws if the mandate is not one of the request's customer: a storefront may name any. */
export async function chargeMandate(gateway: Tollgate, mandateId: string, request: Request) {
  const mandate = await gateway.mandates.get(mandateId);
  if (!request.userId || mandate.userId !== request.userId || !mandate.paymentOption)
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, 'This mandate belongs to another customer.');
  const { redirectUrl: _, ...charge } = request;
  const { result } = await gateway.payments.create({
    ...charge,
    paymentOptionId: mandate.paymentOption.id,
    paymentData: { mandateId },
  });
  return { transactionId: result.transactionId!, cashierUrl: null };
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
