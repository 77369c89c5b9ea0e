// POST /admin/tollgate/payment-links {order_id, provider_id?}: a link for what is open of an order that staff made.

import type { AuthenticatedMedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import type { BigNumberInput } from '@medusajs/framework/types';
import { ContainerRegistrationKeys, MathBN, MedusaError, Modules } from '@medusajs/framework/utils';
import {
  createOrderPaymentCollectionWorkflow,
  createPaymentSessionsWorkflow,
} from '@medusajs/medusa/core-flows';
import { ENDED } from '../../../../news/find-session.ts';

type Body = Readonly<{ order_id?: unknown; provider_id?: unknown }>;

export async function POST(req: AuthenticatedMedusaRequest<Body>, res: MedusaResponse): Promise<void> {
  const { order_id, provider_id } = req.body;
  if (typeof order_id !== 'string') throw invalid('order_id is required');
  const provider = typeof provider_id === 'string' ? provider_id : await firstProvider(req.scope);
  if (!provider.startsWith('pp_tollgate')) throw invalid('provider_id must be a provider of Tollgate');
  const collection = await collectionOf(req.scope, order_id);
  const { result: session } = await createPaymentSessionsWorkflow(req.scope).run({
    input: { payment_collection_id: collection, provider_id: provider, data: { link: true } },
  });
  res.status(201).json({ url: session.data.cashierUrl, payment_session_id: session.id });
}

/** The unpaid collection of the order, or a new one of what is open. */
async function collectionOf(scope: AuthenticatedMedusaRequest['scope'], orderId: string): Promise<string> {
  const query = scope.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({
    entity: 'order',
    filters: { id: orderId },
    fields: ['id', 'summary', 'payment_collections.*', 'payment_collections.payments.*', HELD],
  });
  const [order] = data;
  if (order === undefined) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${orderId}`);
  const collections = (order.payment_collections ?? []) as unknown as Collection[];
  const unpaid = collections.find(({ status }) => ['not_paid', 'awaiting'].includes(status));
  if (unpaid) return unpaid.id;
  const amount = openAmount(order.summary as unknown as Summary, collections);
  if (MathBN.lte(amount, 0)) throw invalid(`Nothing is open of order ${orderId}`);
  const { result } = await createOrderPaymentCollectionWorkflow(scope).run({
    input: { order_id: orderId, amount: amount.toNumber() },
  });
  return result[0]!.id;
}

type Summary = Readonly<{ pending_difference?: BigNumberInput }> | undefined;
type Collection = Readonly<{ id: string; status: string; payments?: Payment[] }>;
type Payment = Readonly<{
  amount: BigNumberInput;
  canceled_at: unknown;
  metadata: Record<string, unknown> | null;
  captures?: { amount: BigNumberInput }[];
}>;
const HELD = 'payment_collections.payments.captures.amount';

/** What is held is no debt of the customer, even before it is captured. */
function openAmount(summary: Summary, collections: Collection[]) {
  const payments = collections.flatMap((one) => one.payments ?? []);
  const held = payments.filter(
    ({ canceled_at, metadata }) => !canceled_at && metadata?.tollgate !== ENDED.tollgate,
  );
  return held.reduce(
    (open, { amount, captures = [] }) => {
      const captured = captures.reduce((sum, capture) => MathBN.add(sum, capture.amount), MathBN.convert(0));
      return MathBN.sub(open, MathBN.sub(amount, captured));
    },
    MathBN.convert(summary?.pending_difference ?? 0),
  );
}

async function firstProvider(scope: AuthenticatedMedusaRequest['scope']): Promise<string> {
  const providers = await scope.resolve(Modules.PAYMENT).listPaymentProviders({ is_enabled: true });
  const found = providers.find(({ id }) => id.startsWith('pp_tollgate'));
  if (found === undefined) throw invalid('no provider of Tollgate is configured');
  return found.id;
}

function invalid(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.INVALID_DATA, message);
}
