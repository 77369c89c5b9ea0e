// POST /portal/api/brands/{brandId}/mandates/{mandateId}/revoke: a person ends a mandate. The rules are those of the
// API. A second click gets the same answer.
import { Type } from 'typebox';
import { revokeMandate } from '../../../actions/mandates/revoke-mandate.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { findMandate } from '../../../storage/mandates/mandate-store.ts';
import { call } from '../../calls/call.ts';
import { closed, uuid, visibleText } from '../../schemas/schema-fields.ts';
import { portalErrors } from '../portal-schemas.ts';
import { PortalMandate, toPortalMandate } from './portal-mandate.ts';

export const revokePortalMandateCall = call({
  address: 'POST /portal/api/brands/:brandId/mandates/:mandateId/revoke',
  operationId: 'revokeMandateOfCustomer',
  tags: ['Portal money'],
  summary: 'Revoke a mandate',
  description:
    'From then on a charge of it is declined, errorCode 2014. A charge that is under way continues. The provider is ' +
    'told where it can be. A mandate that has expired or failed is refused (409).',
  access: 'portal',
  permission: 'mandates.revoke',
  params: Type.Object({ brandId: uuid('The brand.'), mandateId: uuid('The mandate.') }),
  body: closed({ reason: visibleText(255, 'Why; shown in the audit log.', { minLength: 3 }) }),
  answers: { 200: { description: 'The mandate as it is now.', schema: PortalMandate }, ...portalErrors(409) },
  handle: async (context, { portal: { brand, actor }, params, body }) => {
    const mandate = await findMandate(context.sql, brand, params.mandateId);
    if (!mandate) throw new Refusal(404, 'mandateId: no such mandate');
    const after = await revokeMandate(context, actor, mandate, body.reason);
    if (after.status !== 'REVOKED')
      throw new Refusal(409, `mandateId: it has ended already, with status ${after.status}`);
    return toPortalMandate(context, after);
  },
});
