// The payment session of Medusa that an event is about, with its payment and its order.
import type { MedusaContainer } from '@medusajs/framework/types';
import { ContainerRegistrationKeys, MathBN } from '@medusajs/framework/utils';

export type PaidSession = Readonly<{
  id: string;
  data: Readonly<Record<string, unknown>>;
  collectionId: string;
  payment: Readonly<{ id: string; isGivenBack: boolean }> | null;
  orderId: string | null;
  /** The number that staff and customers know. */
  orderNumber: number | null;
}>;

type Row = Record<string, any>;

const PAYMENT = ['payment.id', 'payment.canceled_at', 'payment.amount', 'payment.refunds.amount'];

export async function findSession(container: MedusaContainer, id: string): Promise<PaidSession | undefined> {
  const rows = await find(container, 'payment_session', { id }, [
    'id',
    'data',
    'payment_collection_id',
    ...PAYMENT,
  ]);
  const [row] = rows;
  if (row === undefined) return undefined;
  const collectionId = row.payment_collection_id as string;
  const [link] = await find(container, 'order_payment_collection', { payment_collection_id: collectionId }, [
    'order_id',
    'order.display_id',
  ]);
  const cartOrder = link ?? (await orderOfCart(container, collectionId));
  return {
    id,
    data: row.data ?? {},
    collectionId,
    payment: row.payment ? { id: row.payment.id, isGivenBack: isGivenBack(row.payment) } : null,
    orderId: cartOrder?.order_id ?? null,
    orderNumber: cartOrder?.order?.display_id ?? null,
  };
}

async function orderOfCart(container: MedusaContainer, collectionId: string): Promise<Row | undefined> {
  const [cart] = await find(container, 'cart_payment_collection', { payment_collection_id: collectionId }, [
    'cart_id',
  ]);
  if (cart === undefined) return undefined;
  const [order] = await find(container, 'order_cart', { cart_id: cart.cart_id }, [
    'order_id',
    'order.display_id',
  ]);
  return order;
}

/** Sessions of the same collection that have no payment. */
export async function otherSessions(container: MedusaContainer, session: PaidSession): Promise<string[]> {
  const rows = await find(container, 'payment_session', { payment_collection_id: session.collectionId }, [
    'id',
    'payment.id',
  ]);
  return rows.filter((row) => row.id !== session.id && !row.payment).map((row) => row.id as string);
}

/** Whether another payment of the collection already covers what it asks for. */
export async function paidTwice(container: MedusaContainer, session: PaidSession): Promise<boolean> {
  const [collection] = await find(container, 'payment_collection', { id: session.collectionId }, [
    'amount',
    'payments.id',
    'payments.amount',
    'payments.canceled_at',
    'payments.refunds.amount',
  ]);
  const others = ((collection?.payments ?? []) as Row[]).filter(
    (payment) => payment.id !== session.payment?.id && !isGivenBack(payment),
  );
  const paid = others.reduce((sum, payment) => MathBN.add(sum, payment.amount), MathBN.convert(0));
  return others.length > 0 && MathBN.gte(paid, collection!.amount);
}

function isGivenBack(payment: Row): boolean {
  const refunded = ((payment.refunds ?? []) as Row[]).reduce(
    (sum, refund) => MathBN.add(sum, refund.amount),
    MathBN.convert(0),
  );
  return Boolean(payment.canceled_at) || (MathBN.gt(refunded, 0) && MathBN.gte(refunded, payment.amount));
}

async function find(
  container: MedusaContainer,
  entity: string,
  filters: Row,
  fields: string[],
): Promise<Row[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({ entity, fields, filters } as never);
  return data as Row[];
}
