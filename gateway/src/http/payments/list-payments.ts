// GET /payments (spec 4.7, contract 5): the transactions under a reference, or all of a brand's, newest first, page by
// page. Plain reads.
import { type Static, Type } from 'typebox';
import type { Context } from '../../actions/context.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { KeyScope } from '../../domain/keys/key-scopes.ts';
import { findOption } from '../../domain/options/payment-option.ts';
import { isUuid } from '../../domain/text.ts';
import { STATUSES, type Transaction } from '../../domain/transactions/transaction.ts';
import type { TransactionFilter } from '../../storage/listing/filter.ts';
import { listTransactions } from '../../storage/listing/list-transactions.ts';
import { call } from '../calls/call.ts';
import { brandErrors } from '../calls/operation.ts';
import { recordList } from '../examples/examples.ts';
import { TransactionRecord } from '../schemas/record-schemas.ts';
import { Country, Currency, choice, closed, uuid } from '../schemas/schema-fields.ts';
import { shown } from './get-payment.ts';

const moment = (description: string) => Type.Optional(Type.String({ format: 'moment', description }));

const Query = closed({
  merchantReference: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      format: 'text',
      description: 'Your reference. 1 to 255 characters. Only `country` may be combined with it.',
    }),
  ),
  country: Type.Optional(Country),
  createdFrom: moment('Created at this time or later (RFC 3339, with its zone).'),
  createdTo: moment('Created before this time (RFC 3339, with its zone).'),
  status: Type.Optional(choice(STATUSES, 'Transactions that have this status now.')),
  type: Type.Optional(choice(['PAYIN', 'PAYOUT'], 'Only pay-ins or only payouts.')),
  currency: Type.Optional(Currency),
  paymentOptionId: Type.Optional(uuid('Made with this payment option, or with one of its suboptions.')),
  settlementId: Type.Optional(uuid('Settled in this payout of the provider.')),
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9][0-9]?|100)$',
      description: 'Page size: 1 to 100, default 20.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The cursor of the page, from the `Link` header of the page before.',
    }),
  ),
});
type Query = Static<typeof Query>;

const PAGE_LENGTH = 20;

export const listPaymentsCall = call({
  address: 'GET /payments',
  operationId: 'listPayments',
  tags: ['Transactions'],
  summary: 'List transactions',
  description:
    "With a `merchantReference`, for reconciliation after a lost answer: the brand's transactions with this " +
    'reference, zero or more. A reference is unique per country, so without `country` there may be ' +
    'several.\n\nWithout one: the transactions of the brand, newest first, a page at a time. The `Link` header has ' +
    'the address of the next page; the last page has none. New transactions do not change the pages that follow.', // Contract 5
  access: 'brand',
  scopes: ['read'],
  signed: 'never',
  querystring: Query,
  answers: {
    200: {
      description: 'The transactions.',
      schema: Type.Array(TransactionRecord),
      headers: { Link: 'The address of the next page: `<https://…>; rel="next"`.' },
      examples: recordList,
    },
    ...brandErrors(),
  },
  handle: async (context, { brand: { merchantId, brandId }, query, keyScopes }, reply) => {
    refuseMixture(query);
    const { merchantReference, country } = query;
    if (merchantReference !== undefined) {
      const found = context.transactions.findByReference(merchantId, brandId, merchantReference, country);
      return await recordsOf(context, await found, keyScopes);
    }
    const page = await listTransactions(context.sql, {
      merchantId,
      brandId,
      filter: filterOf(query),
      before: cursorOf(query),
      limit: Number(query.limit ?? PAGE_LENGTH),
    });
    if (page.next !== null) reply.header('link', nextPage(context, query, page.next));
    return await recordsOf(
      context,
      page.ids.map((id) => ({ merchantId, id })),
      keyScopes,
    );
  },
});

async function recordsOf(
  context: Context,
  found: readonly Pick<Transaction, 'merchantId' | 'id'>[],
  scopes: readonly KeyScope[] | null,
) {
  const records = await Promise.all(found.map((one) => context.transactions.record(one.merchantId, one.id)));
  return records.filter((recorded) => recorded !== null).map((recorded) => shown(context, recorded, scopes));
}

function refuseMixture({ merchantReference, country, ...filters }: Query): void {
  if (merchantReference === undefined) {
    if (country !== undefined) throw new Refusal(400, ['country: can only be sent with merchantReference']);
    return;
  }
  const faults = Object.keys(filters).map((name) => `${name}: cannot be combined with merchantReference`);
  if (faults.length > 0) throw new Refusal(400, faults);
}

/** Throws Refusal 400 for an option that the catalogue does not have. */
function filterOf(query: Query): TransactionFilter {
  const { createdFrom, createdTo, status, type, currency, paymentOptionId, settlementId } = query;
  return {
    createdFrom: createdFrom === undefined ? null : new Date(createdFrom),
    createdTo: createdTo === undefined ? null : new Date(createdTo),
    statuses: status === undefined ? [] : [status],
    types: type === undefined ? [] : [type],
    settlementId: settlementId ?? null,
    currencies: currency === undefined ? [] : [currency],
    optionIds: paymentOptionId === undefined ? [] : optionIdsOf(paymentOptionId),
  };
}

/** Throws Refusal 400 for a cursor that no answer contained. */
function cursorOf({ cursor }: Query): string | null {
  if (cursor === undefined) return null;
  const before = Buffer.from(cursor, 'base64url').toString('latin1');
  if (isUuid(before)) return before;
  throw new Refusal(400, ['cursor: is not from this list; take it from the Link header of the page before']);
}

/** An option includes its suboptions; a suboption includes only itself. */
function optionIdsOf(paymentOptionId: string): string[] {
  const found = findOption(paymentOptionId);
  if (!found) throw new Refusal(400, ['paymentOptionId: no such payment option']);
  const { option, suboption } = found;
  return suboption ? [suboption.id] : [option.id, ...option.suboptions.map(({ id }) => id)];
}

function nextPage({ config }: Context, query: Query, lastId: string): string {
  const cursor = Buffer.from(lastId, 'latin1').toString('base64url');
  const parameters = new URLSearchParams({ ...query, cursor });
  return `<${config.publicUrl}/payments?${parameters}>; rel="next"`;
}
