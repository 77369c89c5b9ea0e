// GET /mandates/{mandateId} (contract 16): a plain read.
import { toMandateRecord } from '../../../domain/mandates/mandate.ts';
import { call } from '../../calls/call.ts';
import { brandErrors } from '../../calls/operation.ts';
import { activeMandate } from '../../examples/mandate-examples.ts';
import { MandateRecord } from '../../schemas/record-schemas.ts';
import { findMandateOf, MandatePath } from './find-mandate.ts';

export const getMandateCall = call({
  address: 'GET /mandates/:mandateId',
  operationId: 'getMandate',
  tags: ['Mandates'],
  summary: 'Retrieve a mandate',
  description: 'The present state of a mandate.',
  access: 'brand',
  scopes: ['read'],
  signed: 'never',
  params: MandatePath,
  answers: {
    200: {
      description: 'The mandate.',
      schema: MandateRecord,
      examples: { active: { summary: 'It can be charged', value: activeMandate } },
    },
    ...brandErrors(404),
  },
  handle: async (context, { brand, params }) =>
    toMandateRecord(await findMandateOf(context, brand, params.mandateId)),
});
