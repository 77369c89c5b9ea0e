// POST /operator/merchants (contract 2).
import { Type } from 'typebox';
import { createMerchant } from '../../../actions/merchants/create-merchant.ts';
import { call } from '../../calls/call.ts';
import { closed, uuid } from '../../schemas/schema-fields.ts';
import * as examples from '../operator-examples.ts';
import { MerchantName, operatorErrors } from '../operator-schemas.ts';

const Body = closed({ name: MerchantName });

export const createMerchantCall = call({
  address: 'POST /operator/merchants',
  operationId: 'createMerchant',
  tags: ['Operator'],
  summary: 'Create a merchant',
  description: 'A merchant has brands, which make the transactions, and portal users.', // Contract 2
  access: 'operator',
  body: Body,
  examples: examples.newMerchant,
  answers: {
    201: {
      description: 'Created.',
      schema: Type.Object({ merchantId: uuid('The merchant.'), name: MerchantName }),
      examples: examples.merchant,
    },
    ...operatorErrors({
      409: 'Another merchant has this name. Upper and lower case and spaces do not count.',
    }),
  },
  handle: async (context, request) => {
    const merchant = await createMerchant(context, request.operator, { name: request.body.name });
    return merchant;
  },
});
