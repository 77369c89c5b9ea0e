// POST /mandates/{mandateId}/revoke (contract 16): afterwards the mandate cannot be charged. The provider is told where
// it can be. A mandate that has ended stays as it is, so callers can repeat the call after a lost answer.
import { Type } from 'typebox';
import { revokeMandate } from '../../../actions/mandates/revoke-mandate.ts';
import { toMandateRecord } from '../../../domain/mandates/mandate.ts';
import { apiActor } from '../../auth/audit-actor.ts';
import { call } from '../../calls/call.ts';
import { brandErrors, SIGNED_BY_STRICT_BRANDS } from '../../calls/operation.ts';
import { revokedMandate } from '../../examples/mandate-examples.ts';
import { MandateRecord } from '../../schemas/record-schemas.ts';
import { maybe, orNull, visibleText } from '../../schemas/schema-fields.ts';
import { findMandateOf, MandatePath } from './find-mandate.ts';

const RevokeRequest = Type.Object(
  { reason: maybe(visibleText(255, 'Why, for the audit log.', { examples: ['the customer cancelled'] })) },
  { title: 'RevokeMandateRequest', description: 'Fields that are not listed are ignored.' },
);

export const revokeMandateCall = call({
  address: 'POST /mandates/:mandateId/revoke',
  operationId: 'revokeMandate',
  tags: ['Mandates'],
  summary: 'Revoke a mandate',
  description:
    'From then on a charge of it is declined, errorCode 2014. A charge that is under way continues. Event: ' +
    '`mandate.revoked`. A second call gets the same answer; a mandate that has expired or failed stays as it is. The ' +
    'body may be left out; a brand that signs all requests then signs the path.',
  access: 'brand',
  scopes: ['payments'],
  signed: 'strict',
  requestHeaders: SIGNED_BY_STRICT_BRANDS,
  params: MandatePath,
  body: orNull(RevokeRequest),
  isBodyOptional: true,
  examples: { reason: { summary: 'With a reason', value: { reason: 'the customer cancelled' } } },
  answers: {
    200: {
      description: 'The mandate as it is now.',
      schema: MandateRecord,
      examples: { revoked: { summary: 'Revoked', value: revokedMandate } },
    },
    ...brandErrors(404, 413, 415),
  },
  handle: async (context, request) => {
    const { brand, params, body } = request;
    const mandate = await findMandateOf(context, brand, params.mandateId);
    return toMandateRecord(await revokeMandate(context, apiActor(request), mandate, body?.reason ?? null));
  },
});
