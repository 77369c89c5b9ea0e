// GET /portal/api/brands/{brandId}/customers and …/{userId}: the brand's payers, masked as in records, and their
// payments. Plain reads: it must not change or erase a customer.
import { fullName } from '@tollgate/provider-kit/seam/customer';
import { type Static, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import type { BrandId } from '../../../domain/merchants/brand.ts';
import { toWire } from '../../../domain/money/money.ts';
import {
  type AfterEnd,
  MONEY_BACK,
  moneyBackOf,
  NOTHING_AFTER_END,
} from '../../../domain/records/money-back.ts';
import { maskedCustomer } from '../../../domain/records/record.ts';
import {
  capturedMinor,
  isAuthorized,
  STATUSES,
  type Transaction,
} from '../../../domain/transactions/transaction.ts';
import { afterEndOf } from '../../../storage/after-end/after-end-of.ts';
import {
  type CustomerSums,
  customersByPayment,
  findCustomers,
  type KnownCustomer,
  listCustomers,
  sumsOfCustomers,
} from '../../../storage/listing/customer-list.ts';
import { searchTransactions } from '../../../storage/listing/search-transactions.ts';
import { readTransactions } from '../../../storage/transactions/read-transactions.ts';
import { call } from '../../calls/call.ts';
import { choice, closed, orNull, text, textOrNull, timeOrNull, uuid } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, pageOf, portalErrors } from '../portal-schemas.ts';
import { amount, count, currency, methodName, moment, PageQuery, requireCursor } from './money-schemas.ts';

const ListQuery = closed({
  ...PageQuery,
  search: Type.Optional(
    text(320, 'The beginning of a user id; or a whole e-mail address, phone number or reference.', {
      numbers: 'any',
    }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 300, format: 'text', description: '`next` of the page before.' }),
  ),
});
const UserPath = Type.Object({
  brandId: uuid('The brand.'),
  userId: Type.String({ maxLength: 300, format: 'text', description: "The merchant's id of the customer." }),
});
const UserQuery = closed(PageQuery);

const PortalCustomer = Type.Object(
  {
    userId: Type.String({ description: "The merchant's id of the customer." }),
    name: textOrNull('The name that was given last.'),
    email: textOrNull('Masked.'),
    phone: textOrNull('Masked.'),
    lastSeenAt: moment('When the customer last gave details.'),
    payments: count('Completed pay-ins among the latest transactions.'),
    lastPaymentAt: timeOrNull('When the last of them was created; null: there is none.'),
    paid: Type.Array(
      Type.Object(
        { currency, amount: amount('Paid amount minus refunds, disputes and returns.') },
        { description: 'A sum.' },
      ),
      { description: 'Sums of these pay-ins, by currency.' },
    ),
    more: Type.Boolean({ description: 'true: there are older transactions, which are not counted here.' }),
  },
  { title: 'PortalCustomer', description: 'A customer of a brand.' },
);

const CustomerPayment = Type.Object(
  {
    transactionId: uuid('The transaction.'),
    type: choice(['PAYIN', 'PAYOUT'], 'Pay-in or payout.'),
    status: choice(STATUSES, 'The current status.'),
    merchantReference: Type.String({ description: "The merchant's reference." }),
    currency,
    amount: amount('Its amount.'),
    moneyBack: orNull(
      choice(MONEY_BACK, 'What of its money came back, or is on its way back; null: nothing.'),
    ),
    captured: amount('What was charged.'),
    captureBefore: timeOrNull('Until when it can be captured, while its money is held.'),
    method: textOrNull('Name of the payment method.'),
    createdAt: moment('When it was created.'),
  },
  { title: 'CustomerPayment', description: 'A transaction on the page of its customer.' },
);

const CustomerPage = Type.Object(
  {
    customer: PortalCustomer,
    ...pageOf(CustomerPayment, 'Newest first.').properties,
  },
  { title: 'CustomerPage', description: 'A customer, and a page of their transactions.' },
);

const CUSTOMERS = 25;
/** How many of the latest matching transactions a search reads to find their customers. */
const COUNTED = 200;
const PAYMENTS = 50;

export const listCustomersCall = call({
  address: 'GET /portal/api/brands/:brandId/customers',
  operationId: 'listCustomers',
  tags: ['Portal money'],
  summary: 'List customers',
  description: 'Customers who gave details with a payment, sorted by their ids.',
  access: 'portal',
  permission: 'payments.read',
  params: PortalBrandPath,
  querystring: ListQuery,
  answers: {
    200: { description: 'A page of customers.', schema: pageOf(PortalCustomer, 'By user id.') },
    ...portalErrors(),
  },
  handle: async (context, { portal: { brand }, query }) => {
    const limit = Number(query.limit ?? CUSTOMERS);
    const { search = '', cursor: after = null } = query;
    const [known, paid] = await Promise.all([
      listCustomers(context.sql, brand, { prefix: search, after, limit: limit + 1 }),
      search === '' || after !== null ? [] : customersByPayment(context.sql, brand, search, COUNTED),
    ]);
    const others = paid.filter((userId) => !known.some((one) => one.userId === userId));
    const found = others.length > 0 ? await findCustomers(context.sql, brand, others) : [];
    const items = await shownOf(context, brand, [...found, ...known.slice(0, limit)]);
    return { items, next: known.length > limit ? known[limit - 1]!.userId : null };
  },
});

export const showCustomerCall = call({
  address: 'GET /portal/api/brands/:brandId/customers/:userId',
  operationId: 'showCustomer',
  tags: ['Portal money'],
  summary: 'Show a customer',
  description: 'The customer, and their transactions, newest first.',
  access: 'portal',
  permission: 'payments.read',
  params: UserPath,
  querystring: UserQuery,
  answers: { 200: { description: 'The customer.', schema: CustomerPage }, ...portalErrors() },
  handle: async (context, { portal: { brand }, params: { userId }, query }) => {
    const [known] = await findCustomers(context.sql, brand, [userId]);
    if (!known) throw new Refusal(404, 'userId: no such customer');
    const limit = Number(query.limit ?? PAYMENTS);
    const before = requireCursor(query.cursor);
    const page = transactionsOf(context, brand, userId, { before, limit });
    const [[customer], { transactions, next }] = await Promise.all([shownOf(context, brand, [known]), page]);
    const afterEnd = await afterEndOf(context.sql, brand.merchantId, transactions);
    const items = transactions.map((one) => toPayment(one, afterEnd.get(one.id)));
    return { customer: customer!, items, next };
  },
});

async function shownOf(
  { sql }: Context,
  brand: BrandId,
  customers: readonly KnownCustomer[],
): Promise<Static<typeof PortalCustomer>[]> {
  const ids = customers.map(({ userId }) => userId);
  const sums = await sumsOfCustomers(sql, brand, ids);
  return customers.map((one) => shown(one, sums.get(one.userId)!));
}

function shown(
  { userId, profile, updatedAt }: KnownCustomer,
  { payments, lastPaymentAt, paid, more }: CustomerSums,
): Static<typeof PortalCustomer> {
  const masked = maskedCustomer(profile);
  return {
    userId,
    name: fullName(masked),
    email: masked?.email ?? null,
    phone: masked?.phone ?? null,
    lastSeenAt: updatedAt.toISOString(),
    payments,
    lastPaymentAt: lastPaymentAt?.toISOString() ?? null,
    paid: paid.map(({ currency, amountMinor }) => ({ currency, amount: toWire(amountMinor, currency) })),
    more,
  };
}

/** Newest first. The text of the search may also be another customer's reference. */
async function transactionsOf(
  { sql }: Context,
  { merchantId, brandId }: BrandId,
  userId: string,
  place: { before: string | null; limit: number },
) {
  const wanted = { merchantId, brandId, filter: {}, text: userId, ...place };
  const { ids, next } = await searchTransactions(sql, wanted);
  const found = await readTransactions(sql, merchantId, ids);
  return { transactions: found.filter((one) => one.userId === userId), next };
}

function toPayment(one: Transaction, afterEnd: AfterEnd = NOTHING_AFTER_END): Static<typeof CustomerPayment> {
  return {
    transactionId: one.id,
    type: one.type,
    status: one.status,
    merchantReference: one.merchantReference,
    currency: one.currency,
    amount: toWire(one.amountMinor, one.currency),
    moneyBack: moneyBackOf(one, afterEnd),
    captured: toWire(capturedMinor(one), one.currency),
    captureBefore: isAuthorized(one) ? one.authorized!.captureBefore.toISOString() : null,
    method: methodName(one.optionId),
    createdAt: one.createdAt.toISOString(),
  };
}
