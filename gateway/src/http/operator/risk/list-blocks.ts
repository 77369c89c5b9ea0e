// GET /operator/brands/{id}/blocks (contract 12): the blocks in force. It must never show a card number.
import { Type } from 'typebox';
import { requireBrand } from '../../../actions/merchants/change-brand.ts';
import { loadBlocks } from '../../../storage/risk/block-store.ts';
import { call } from '../../calls/call.ts';
import { Block, toWireBlock } from '../../schemas/block-schemas.ts';
import * as examples from '../operator-examples.ts';
import { BrandPath, operatorErrors } from '../operator-schemas.ts';

export const listBlocksCall = call({
  address: 'GET /operator/brands/:id/blocks',
  operationId: 'listBlocks',
  tags: ['Operator'],
  summary: 'List the blocks of a brand',
  description: 'The active blocks, oldest first. Expired ones are not listed.',
  access: 'operator',
  params: BrandPath,
  answers: {
    200: { description: 'The blocks.', schema: Type.Array(Block), examples: examples.blocks },
    ...operatorErrors(),
  },
  handle: async (context, { params }) => {
    const { merchantId, brandId } = await requireBrand(context.sql, params.id);
    const blocks = await loadBlocks(context.sql, [merchantId], [brandId], context.now());
    return blocks.map(toWireBlock);
  },
});
