// DELETE /operator/tokens/{id} (contract 12).
import { Type } from 'typebox';
import { removeOperatorToken } from '../../../actions/keys/remove-operator-token.ts';
import { call } from '../../calls/call.ts';
import { uuid } from '../../schemas/schema-fields.ts';
import { operatorErrors } from '../operator-schemas.ts';

export const removeOperatorTokenCall = call({
  address: 'DELETE /operator/tokens/:id',
  operationId: 'removeOperatorToken',
  tags: ['Operator'],
  summary: 'Remove an operator’s token',
  description: 'The token stops working at once. The audit log keeps its name.',
  access: 'operator',
  params: Type.Object({ id: uuid('The token.') }),
  answers: { 204: { description: 'Removed.', empty: true }, ...operatorErrors() },
  handle: async (context, { params, operator }) => {
    await removeOperatorToken(context, operator, params.id);
  },
});
