// DELETE /operator/brands/{id}/blocks/{blockId} (contract 12).
import { Type } from 'typebox';
import { removeBlock } from '../../../actions/risk/remove-block.ts';
import { call } from '../../call.ts';
import { uuid } from '../../schemas/schema-fields.ts';
import { operatorErrors } from '../operator-schemas.ts';

export const removeBlockCall = call({
  address: 'DELETE /operator/brands/:id/blocks/:blockId',
  operationId: 'removeBlock',
  tags: ['Operator'],
  summary: 'Remove a block',
  description: 'Transactions that it blocked are accepted again, in every process within two seconds.',
  access: 'operator',
  params: Type.Object({ id: uuid('The brand.'), blockId: uuid('The block.') }),
  answers: {
    204: { description: 'Gone.', empty: true },
    ...operatorErrors(),
  },
  handle: async (context, { params, operator }) => {
    await removeBlock(context, operator, params.id, params.blockId);
  },
});
