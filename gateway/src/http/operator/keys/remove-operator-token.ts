// DELETE /operator/tokens/{id} (contract 12).
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { removeOperatorToken } from '../../../actions/keys/remove-operator-token.ts';
import type { Operation } from '../../operation.ts';
import { uuid } from '../../schemas/schema-fields.ts';
import { operatorErrors } from '../operator-schemas.ts';

const operation = {
  operationId: 'removeOperatorToken',
  tags: ['Operator'],
  summary: 'Remove an operator’s token',
  description: 'The token stops working at once. The audit log keeps its name.',
  access: 'operator',
  params: Type.Object({ id: uuid('The token.') }),
  answers: { 204: { description: 'Removed.', empty: true }, ...operatorErrors() },
} satisfies Operation;

export function removeOperatorTokenRoute(app: FastifyInstance, context: Context): void {
  app.delete<{ Params: { id: string } }>(
    '/operator/tokens/:id',
    { schema: operation },
    async ({ params, operator }, reply) => {
      await removeOperatorToken(context, operator, params.id);
      return reply.code(204).send();
    },
  );
}
