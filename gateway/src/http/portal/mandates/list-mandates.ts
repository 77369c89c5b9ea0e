// GET /portal/api/brands/{brandId}/customers/{userId}/mandates: to which later charges a customer agreed. Plain reads.
import { Type } from 'typebox';
import { listMandates } from '../../../storage/mandates/mandate-store.ts';
import { call } from '../../calls/call.ts';
import { closed, uuid } from '../../schemas/schema-fields.ts';
import { PAGE_LENGTH, PageQuery, requireCursor } from '../money/money-schemas.ts';
import { pageOf, portalErrors } from '../portal-schemas.ts';
import { PortalMandate, toPortalMandate } from './portal-mandate.ts';

export const listMandatesOfCustomerCall = call({
  address: 'GET /portal/api/brands/:brandId/customers/:userId/mandates',
  operationId: 'listMandatesOfCustomer',
  tags: ['Portal money'],
  summary: 'List the mandates of a customer',
  description:
    'All of them, also those that have ended, newest first. A customer without any gets an empty list.',
  access: 'portal',
  permission: 'payments.read',
  params: Type.Object({
    brandId: uuid('The brand.'),
    userId: Type.String({
      maxLength: 300,
      format: 'text',
      description: "The merchant's id of the customer.",
    }),
  }),
  querystring: closed(PageQuery),
  answers: {
    200: { description: 'A page of mandates.', schema: pageOf(PortalMandate, 'Newest first.') },
    ...portalErrors(),
  },
  handle: async (context, { portal: { brand }, params: { userId }, query }) => {
    const { merchantId, brandId } = brand;
    const limit = Number(query.limit ?? PAGE_LENGTH);
    const before = requireCursor(query.cursor);
    const wanted = { merchantId, brandId, userId, status: null, before, limit };
    const found = await listMandates(context.sql, wanted);
    const page = found.slice(0, limit);
    return {
      items: page.map((one) => toPortalMandate(context, one)),
      next: found.length > limit ? page.at(-1)!.id : null,
    };
  },
});
