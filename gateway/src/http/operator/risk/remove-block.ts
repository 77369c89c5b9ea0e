// DELETE /operator/brands/{id}/blocks/{blockId} (contract 12).
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { removeBlock } from '../../../actions/risk/remove-block.ts';
import type { Operation } from '../../operation.ts';
import { uuid } from '../../schemas/schema-fields.ts';
import { operatorErrors } from '../operator-schemas.ts';

const operation = {
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
} satisfies Operation;

export function removeBlockRoute(app: FastifyInstance, context: Context): void {
  app.delete<{ Params: { id: string; blockId: string } }>(
    '/operator/brands/:id/blocks/:blockId',
    { schema: operation },
    async ({ params, operator }, reply) => {
      await removeBlock(context, operator, params.id, params.blockId);
      return reply.code(204).send();
    },
  );
}
