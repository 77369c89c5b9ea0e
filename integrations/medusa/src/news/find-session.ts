// The payment session of Medusa that an event is about, with its payment and its order.
import type { BigNumberInput, MedusaContainer } from '@medusajs/framework/types';
import { ContainerRegistrationKeys, MathBN } from '@medusajs/framework/utils';

/** `captured`: in Medusa's books. `refunds`: the ids of Medusa's refunds, which are the references at the gateway. */
type PaymentOfSession = Readonly<{
  id: string;
  captured: BigNumberInput;
  refunds: readonly string[];
  isGivenBack: boolean;
  /** Nothing of it is held any more at the gateway. */
  isEnded: boolean;
  amount: BigNumberInput;
  metadata: Readonly<Record<string, unknown>> | null;
}>;

export type PaidSession = Readonly<{
  id: string;
  data: Readonly<Record<string, unknown>>;
  collectionId: string;
  payment: PaymentOfSession | null;
  orderId: string | null;
  /** The number that staff and customers know. */
  orderNumber: number | null;
  isCancelled: boolean;
}>;

// biome-ignore lint/suspicious/noExplicitAny: rows of Medusa's query, whose types depend on the shop's modules
type Row = Record<string, any>;

const PAYMENT = [
  'id',
  'canceled_at',
  'amount',
  'metadata',
  'captures.amount',
  'refunds.id',
  'refunds.amount',
];
const ORDER = ['order_id', 'order.display_id', 'order.status'];
/** In the metadata of a payment that ended at the gateway before all of it was captured. */
export const ENDED = { tollgate: 'ended' };

export async function findSession(container: MedusaContainer, id: string): Promise<PaidSession | undefined> {
  const rows = await find(container, 'payment_session', { id }, [
    'id',
    'data',
    'payment_collection_id',
    ...PAYMENT.map((field) => `payment.${field}`),
  ]);
  const [row] = rows;
  if (row === undefined) return undefined;
  const collectionId = row.payment_collection_id as string;
  const [link] = await find(
    container,
    'order_payment_collection',
    { payment_collection_id: collectionId },
    ORDER,
  );
  const cartOrder = link ?? (await orderOfCart(container, collectionId));
  return {
    id,
    data: row.data ?? {},
    collectionId,
    payment: row.payment ? paymentOf(row.payment) : null,
    orderId: cartOrder?.order_id ?? null,
    orderNumber: cartOrder?.order?.display_id ?? null,
    isCancelled: cartOrder?.order?.status === 'canceled',
  };
}

function paymentOf(row: Row): PaymentOfSession {
  const refunds = (row.refunds ?? []) as Row[];
  return {
    id: row.id,
    captured: sumOf(row.captures),
    refunds: refunds.map(({ id }) => id),
    isGivenBack: isGivenBack(row),
    isEnded: row.metadata?.tollgate === ENDED.tollgate,
    amount: row.amount,
    metadata: row.metadata ?? null,
  };
}

async function orderOfCart(container: MedusaContainer, collectionId: string): Promise<Row | undefined> {
  const [cart] = await find(container, 'cart_payment_collection', { payment_collection_id: collectionId }, [
    'cart_id',
  ]);
  if (cart === undefined) return undefined;
  const [order] = await find(container, 'order_cart', { cart_id: cart.cart_id }, ORDER);
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
    ...PAYMENT.map((field) => `payments.${field}`),
  ]);
  const others = ((collection?.payments ?? []) as Row[])
    .filter(({ id }) => id !== session.payment?.id)
    .map(paymentOf)
    .filter((payment) => !payment.isGivenBack)
    .map(({ isEnded, captured, amount }) => ({ amount: isEnded ? captured : amount }));
  return others.length > 0 && MathBN.gte(sumOf(others), collection!.amount);
}

function isGivenBack(payment: Row): boolean {
  const refunded = sumOf(payment.refunds);
  return Boolean(payment.canceled_at) || (MathBN.gt(refunded, 0) && MathBN.gte(refunded, payment.amount));
}

function sumOf(rows: { amount: BigNumberInput }[] | undefined) {
  return (rows ?? []).reduce((sum, { amount }) => MathBN.add(sum, amount), MathBN.convert(0));
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
