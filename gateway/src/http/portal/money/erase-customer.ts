// POST /portal/api/brands/{brandId}/customers/erase: the owner erases a customer who asked to be forgotten. Nobody can
// undo it, so the owner gives the password again.
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { eraseCustomer } from '../../../actions/erasure/erase-customer.ts';
import type { Operation } from '../../operation.ts';
import { ERASURE_DESCRIPTION, ErasedAnswer, ErasureBody } from '../../schemas/erasure-schemas.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';

const operation = {
  operationId: 'eraseBrandCustomer',
  tags: ['Portal money'],
  summary: 'Erase the personal data of a customer',
  description: ERASURE_DESCRIPTION,
  access: 'portal',
  permission: 'customers.erase',
  needsConfirmation: true,
  params: PortalBrandPath,
  body: ErasureBody,
  answers: { 200: { description: 'Erased.', schema: ErasedAnswer }, ...portalErrors() },
} satisfies Operation;

export function eraseBrandCustomerRoute(app: FastifyInstance, context: Context): void {
  app.post<{ Body: Static<typeof ErasureBody> }>(
    '/portal/api/brands/:brandId/customers/erase',
    { schema: operation },
    async ({ portal, body }) => {
      const { userId = null, email = null } = body;
      return await eraseCustomer(context, portal.actor, portal.brand.brandId, { userId, email });
    },
  );
}
