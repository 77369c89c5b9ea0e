// GET /portal/api/brands/{brandId}/transactions: the list, filtered or searched, newest first, a page at a time. A
// plain read.
import { Type } from 'typebox';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { isUuid } from '../../../domain/text.ts';
import { readTransactions } from '../../../storage/transactions/read-transactions.ts';
import { call } from '../../calls/call.ts';
import { closed } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, pageOf, portalErrors } from '../portal-schemas.ts';
import { filterFields, readFilter, readPage } from './transaction-filter.ts';
import { TransactionItem, toItems } from './transaction-item.ts';

const Query = closed({
  ...filterFields,
  cursor: Type.Optional(Type.String({ maxLength: 100, description: '`next` of the page before.' })),
  limit: Type.Optional(
    Type.String({ pattern: '^([1-9][0-9]?|100)$', description: 'Page size: 1 to 100, default 50.' }),
  ),
});

const PAGE_LENGTH = 50;

export const listTransactionsCall = call({
  address: 'GET /portal/api/brands/:brandId/transactions',
  operationId: 'listTransactions',
  tags: ['Portal transactions'],
  summary: 'List transactions',
  description:
    'Pay-ins and payouts of the brand, newest first. A transaction must match all filters; `q` searches, and the ' +
    'filters apply to the results. New transactions do not change the later pages.',
  access: 'portal',
  permission: 'payments.read',
  params: PortalBrandPath,
  querystring: Query,
  answers: {
    200: { description: 'A page.', schema: pageOf(TransactionItem, 'Newest first.') },
    ...portalErrors(),
  },
  handle: async ({ sql, now }, { portal: { brand }, query }) => {
    const { cursor, limit } = query;
    if (cursor !== undefined && !isUuid(cursor)) {
      throw new Refusal(400, ['cursor: is not from this list; take `next` of the page before']);
    }
    const place = { before: cursor ?? null, limit: Number(limit ?? PAGE_LENGTH), now: now() };
    const { ids, next } = await readPage(sql, brand, readFilter(query, brand), place);
    const found = await readTransactions(sql, brand.merchantId, ids);
    return { items: await toItems(sql, brand.merchantId, found), next };
  },
});
