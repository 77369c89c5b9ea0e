// GET /payment-links (contract 8): the links of the brand, newest first, page by page. Plain reads.
import { Type } from 'typebox';
import { LINK_STATES } from '../../../domain/cashier/link-state.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { isUuid } from '../../../domain/text.ts';
import { listLinks } from '../../../storage/cashier/link-store.ts';
import { call } from '../../calls/call.ts';
import { brandErrors } from '../../calls/operation.ts';
import { choice, closed } from '../../schemas/schema-fields.ts';
import { linkExample, PaymentLink, toPaymentLink } from './payment-link-schemas.ts';

const PAGE_LENGTH = 20;

const Query = closed({
  state: Type.Optional(choice(LINK_STATES, 'Only links in this state.')),
  limit: Type.Optional(
    Type.String({ pattern: '^([1-9][0-9]?|100)$', description: 'Page size: 1 to 100, default 20.' }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The cursor of the page, from the `Link` header of the page before.',
    }),
  ),
});

export const listPaymentLinksCall = call({
  address: 'GET /payment-links',
  operationId: 'listPaymentLinks',
  tags: ['Sessions'],
  summary: 'List payment links',
  description:
    'Newest first, including links that people made in the portal. The `Link` header has the address of the next ' +
    'page; the last page has none.',
  access: 'brand',
  scopes: ['read'],
  signed: 'never',
  querystring: Query,
  answers: {
    200: {
      description: 'The links.',
      schema: Type.Array(PaymentLink),
      headers: { Link: 'The address of the next page: `<https://…>; rel="next"`.' },
      examples: { one: { summary: 'One link', value: [linkExample] } },
    },
    ...brandErrors(),
  },
  handle: async (context, { brand: { merchantId, brandId }, query }, reply) => {
    const { state = null, cursor: before = null } = query;
    if (before !== null && !isUuid(before))
      throw new Refusal(400, [
        'cursor: is not from this list; take it from the Link header of the page before',
      ]);
    const limit = Number(query.limit ?? PAGE_LENGTH);
    const found = await listLinks(context.sql, { merchantId, brandId, state, before, limit });
    const page = found.slice(0, limit);
    if (found.length > limit) {
      const next = new URLSearchParams({ ...query, cursor: page.at(-1)!.transactionId });
      reply.header('link', `<${context.config.publicUrl}/payment-links?${next}>; rel="next"`);
    }
    const links = page.map(async (link) => {
      const payin = await context.transactions.find(merchantId, link.transactionId);
      return await toPaymentLink(context, link, payin!);
    });
    return await Promise.all(links);
  },
});
