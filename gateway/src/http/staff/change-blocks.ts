// Blocking a card, a customer, a network or a country, and removing a block (contract 12). A request must name a card
// by one of its transactions, never by its number.
import { addBlock } from '../../actions/risk/add-block.ts';
import { removeBlock } from '../../actions/risk/remove-block.ts';
import * as examples from '../operator/operator-examples.ts';
import { Block, NewBlockBody, newBlockOf, toWireBlock } from '../schemas/block-schemas.ts';
import { uuid } from '../schemas/schema-fields.ts';
import { staffCalls } from './staff-calls.ts';

export const addBlockCalls = staffCalls({
  under: 'brand',
  address: 'POST /blocks',
  summary: 'Block a card, a customer, a network or a country',
  description:
    'Matching pay-ins and payouts of the brand are declined with 2203, and no provider is asked; in the cashier ' +
    'each attempt is checked. A block is independent of the `risk` setting, and works in every process within two ' +
    'seconds. To block a card, name one of its transactions. The gateway recognises the card by its number, also ' +
    'if it is saved under a token. At most 10,000 blocks for a brand.',
  body: NewBlockBody,
  answers: { 201: { description: 'Blocked.', schema: Block, examples: examples.block } },
  errors: { 409: 'The brand has the maximum number of blocks.' },
  operator: { operationId: 'addBlock', examples: examples.newBlocks },
  portal: { operationId: 'addBrandBlock', tags: ['Portal settings'], permission: 'blocks.change' },
  handle: async (context, { actor, brand }, { body }) =>
    toWireBlock(await addBlock(context, actor, brand.brandId, newBlockOf(body))),
});

export const removeBlockCalls = staffCalls({
  under: 'brand',
  address: 'DELETE /blocks/:blockId',
  ids: { blockId: uuid('The block.') },
  summary: 'Remove a block',
  description: 'Every process accepts such transactions again within two seconds.',
  answers: { 204: { description: 'Removed.', empty: true } },
  operator: { operationId: 'removeBlock' },
  portal: { operationId: 'removeBrandBlock', tags: ['Portal settings'], permission: 'blocks.change' },
  handle: async (context, { actor, brand }, { params }) => {
    await removeBlock(context, actor, brand.brandId, params.blockId.toLowerCase());
  },
});
