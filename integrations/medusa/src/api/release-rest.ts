// Before an order is cancelled of which a part was captured: releases the rest of its payment. Medusa voids a payment
// only if nothing of it was captured, and refunds what was. The gateway refunds a payment that has ended.
import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import type { BigNumberInput } from '@medusajs/framework/types';
import { ContainerRegistrationKeys, MathBN, Modules } from '@medusajs/framework/utils';

export async function releaseRest(
  req: MedusaRequest & { auth_context?: { actor_type: string } },
  _res: MedusaResponse,
  next: MedusaNextFunction,
): Promise<void> {
  if (req.auth_context?.actor_type === 'user') {
    const query = req.scope.resolve(ContainerRegistrationKeys.QUERY);
    const payments = 'payment_collections.payments';
    const { data } = await query.graph({
      entity: 'order',
      filters: { id: req.params.id! },
      fields: [
        'status',
        'fulfillments.canceled_at',
        `${payments}.id`,
        `${payments}.provider_id`,
        `${payments}.amount`,
        `${payments}.canceled_at`,
        `${payments}.captures.amount`,
      ],
    });
    for (const id of partlyCaptured(data[0])) await req.scope.resolve(Modules.PAYMENT).cancelPayment(id);
  }
  next();
}

// biome-ignore lint/suspicious/noExplicitAny: rows of Medusa's query, whose types depend on the shop's modules
type Row = Record<string, any>;

/** None, if Medusa will refuse to cancel the order. */
function partlyCaptured(order: Row | undefined): string[] {
  if (order === undefined || order.status === 'canceled') return [];
  if (order.fulfillments?.some((one: Row) => !one.canceled_at)) return [];
  const payments = (order.payment_collections ?? []).flatMap((one: Row) => one?.payments ?? []) as Row[];
  return payments.filter(isPartlyCaptured).map(({ id }) => id);
}

function isPartlyCaptured({ provider_id, amount, canceled_at, captures }: Row): boolean {
  const captured = (captures ?? []).reduce(
    (sum: BigNumberInput, capture: Row) => MathBN.add(sum, capture.amount),
    0,
  );
  return (
    String(provider_id).startsWith('pp_tollgate') &&
    !canceled_at &&
    MathBN.gt(captured, 0) &&
    MathBN.lt(captured, amount)
  );
}
