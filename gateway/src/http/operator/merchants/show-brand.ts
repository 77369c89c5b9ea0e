// GET /operator/brands/{id} (contract 2): the settings. It must never show a key or a secret.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../actions/context.ts';
import { showBrand } from '../../../actions/merchants/change-brand.ts';
import type { Operation } from '../../operation.ts';
import * as examples from '../operator-examples.ts';
import { answerBrand, Brand, BrandPath, operatorErrors } from '../operator-schemas.ts';

const operation = {
  operationId: 'showBrand',
  tags: ['Operator'],
  summary: 'Show a brand',
  description: 'The present settings of a brand.',
  access: 'operator',
  params: BrandPath,
  answers: {
    200: { description: 'The settings.', schema: Brand, examples: examples.brand },
    ...operatorErrors(),
  },
} satisfies Operation;

export function showBrandRoute(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { id: string } }>('/operator/brands/:id', { schema: operation }, async ({ params }) =>
    answerBrand(context, await showBrand(context, params.id)),
  );
}
