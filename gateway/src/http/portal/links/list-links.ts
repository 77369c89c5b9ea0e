// GET /portal/api/brands/:brandId/links: the payment links that users of the brand made, newest first.
import { Type } from 'typebox';
import { LINK_STATES } from '../../../domain/cashier/link-state.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { isUuid } from '../../../domain/text.ts';
import { listLinks } from '../../../storage/cashier/link-store.ts';
import { call } from '../../calls/call.ts';
import { choice, closed } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, pageOf, portalErrors } from '../portal-schemas.ts';
import { Link, shownLink } from './shown-link.ts';

const Query = closed({
  state: Type.Optional(choice(LINK_STATES, 'Only links in this state.')),
  limit: Type.Optional(
    Type.String({ pattern: '^([1-9][0-9]?|100)$', description: 'Page size: 1 to 100. Default 25.' }),
  ),
  cursor: Type.Optional(Type.String({ description: '`next` of the page before.' })),
});

export const listLinksCall = call({
  address: 'GET /portal/api/brands/:brandId/links',
  operationId: 'listLinks',
  tags: ['Portal links'],
  summary: 'List payment links',
  description: 'Newest first, each with its address and state.',
  access: 'portal',
  permission: 'payments.read',
  params: PortalBrandPath,
  querystring: Query,
  answers: { 200: { description: 'A page.', schema: pageOf(Link, 'Links.') }, ...portalErrors() },
  handle: async (context, { portal: { brand }, query }) => {
    const { merchantId, brandId } = brand;
    const { state = null, cursor: before = null } = query;
    if (before !== null && !isUuid(before))
      throw new Refusal(400, 'cursor: is not from this list; take it from the page before');
    const limit = Number(query.limit ?? 25);
    const found = await listLinks(context.sql, { merchantId, brandId, state, before, limit });
    const page = found.slice(0, limit);
    const items = await Promise.all(
      page.map(async (link) => {
        const payin = await context.transactions.find(merchantId, link.transactionId);
        return await shownLink(context, link, payin!);
      }),
    );
    return { items, next: found.length > limit ? page.at(-1)!.transactionId : null };
  },
});
