// POST /portal/api/brands/{brandId}/customers/erase: the owner erases a customer who asked to be forgotten. Nobody can
// undo it, so the owner gives the password again.
import { eraseCustomer } from '../../../actions/erasure/erase-customer.ts';
import { call } from '../../call.ts';
import { ERASURE_DESCRIPTION, ErasedAnswer, ErasureBody } from '../../schemas/erasure-schemas.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';

export const eraseBrandCustomerCall = call({
  address: 'POST /portal/api/brands/:brandId/customers/erase',
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
  handle: async (context, { portal, body }) => {
    const { userId = null, email = null } = body;
    return await eraseCustomer(context, portal.actor, portal.brand.brandId, { userId, email });
  },
});
