// Before an order is cancelled: ends its open cashier pages and links, and releases the rest of a payment of which a
// part was captured. Medusa ends no sessions. It voids a payment only if nothing of it was captured, and refunds what
// was; the gateway refunds a payment that has ended.
import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import type { BigNumberInput } from '@medusajs/framework/types';
import { ContainerRegistrationKeys, MathBN, Modules } from '@medusajs/framework/utils';
import { IS_PAID } from '../providers/tollgate/told.ts';

type Request = MedusaRequest & { auth_context?: { actor_type: string } };

export async function releaseRest(req: Request, _res: MedusaResponse, next: MedusaNextFunction) {
  try {
    if (['user', 'api-key'].includes(String(req.auth_context?.actor_type))) await release(req);
    next();
  } catch (error) {
    next(error);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: rows of Medusa's query, whose types depend on the shop's modules
type Row = Record<string, any>;

async function release(req: Request): Promise<void> {
  const { data } = await req.scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: 'order',
    filters: { id: req.params.id! },
    fields: [
      'status',
      'fulfillments.canceled_at',
      'payment_collections.payment_sessions.id',
      'payment_collections.payment_sessions.provider_id',
      'payment_collections.payment_sessions.payment.id',
      'payment_collections.payments.*',
      'payment_collections.payments.captures.amount',
    ],
  });
  const order = data[0] as Row | undefined;
  if (order === undefined || !canBeCancelled(order)) return;
  const payments = req.scope.resolve(Modules.PAYMENT);
  const collections = (order.payment_collections ?? []).filter(Boolean) as Row[];
  for (const { id } of collections.flatMap((one) => one.payment_sessions ?? []).filter(isOpen))
    await payments.deletePaymentSession(id).catch(refuseIfPaid);
  for (const { id } of collections.flatMap((one) => one.payments ?? []).filter(isPartlyCaptured))
    await payments.cancelPayment(id);
}

/** If Medusa will refuse it, everything stays as it is. */
function canBeCancelled(order: Row): boolean {
  const isOver = ['canceled', 'completed'].includes(order.status);
  return !isOver && !order.fulfillments?.some((one: Row) => !one.canceled_at);
}

function isOpen({ provider_id, payment }: Row): boolean {
  return isOurs(provider_id) && !payment;
}

/** A payment that cannot be ended any more at its provider may still bring money: then staff are told. */
function refuseIfPaid(error: { code?: string }): void {
  if (error.code === IS_PAID) throw error;
}

function isPartlyCaptured({ provider_id, amount, canceled_at, captures }: Row): boolean {
  const captured = (captures ?? []).reduce(
    (sum: BigNumberInput, capture: Row) => MathBN.add(sum, capture.amount),
    0,
  );
  return isOurs(provider_id) && !canceled_at && MathBN.gt(captured, 0) && MathBN.lt(captured, amount);
}

function isOurs(provider: unknown): boolean {
  return String(provider).startsWith('pp_tollgate');
}
