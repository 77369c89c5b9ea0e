// POST /operator/brands/{id}/blocks (contract 12).
import { addBlock } from '../../../actions/risk/add-block.ts';
import { call } from '../../call.ts';
import { Block, NewBlockBody, newBlockOf, toWireBlock } from '../../schemas/block-schemas.ts';
import * as examples from '../operator-examples.ts';
import { BrandPath, operatorErrors } from '../operator-schemas.ts';

export const addBlockCall = call({
  address: 'POST /operator/brands/:id/blocks',
  operationId: 'addBlock',
  tags: ['Operator'],
  summary: 'Block a card, a customer, a network or a country',
  description:
    'Matching pay-ins and payouts of the brand are declined with 2203, and no provider is asked; in the cashier ' +
    'each attempt is checked. A block is independent of the `risk` setting, and works in every process within two ' +
    'seconds. To block a card, name one of its transactions; the card is recognised by its number, also if it is ' +
    'saved under a token. At most 10,000 blocks for a brand.',
  access: 'operator',
  params: BrandPath,
  body: NewBlockBody,
  examples: examples.newBlocks,
  answers: {
    201: { description: 'Blocked.', schema: Block, examples: examples.block },
    ...operatorErrors({ 409: 'The brand has the maximum number of blocks.' }),
  },
  handle: async (context, { params, body, operator }) => {
    const block = await addBlock(context, operator, params.id, newBlockOf(body));
    return toWireBlock(block);
  },
});
