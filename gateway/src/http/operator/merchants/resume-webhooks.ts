// POST /operator/brands/{id}/webhooks/resume (contract 2): starts the webhooks of a paused endpoint again.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { requireBrand } from '../../../actions/merchants/change-brand.ts';
import { resumeWebhooks } from '../../../actions/webhooks/resume-webhooks.ts';
import type { Operation } from '../../operation.ts';
import { closed } from '../../schemas/schema-fields.ts';
import * as examples from '../operator-examples.ts';
import { BrandPath, operatorErrors } from '../operator-schemas.ts';

const operation = {
  operationId: 'resumeWebhooks',
  tags: ['Operator'],
  summary: 'Resume paused webhooks',
  description:
    'Endpoints of the brand that are paused, after three days without a success or an answer 410, go on with what they ' +
    'missed. What was given up within the last 90 days, and what is to be tried much later, is tried again soon, also ' +
    'where none is paused. To correct a wrong address, change notificationUrl; that needs no resumption.',
  access: 'operator',
  params: BrandPath,
  body: closed({}),
  examples: examples.resumeRequest,
  answers: {
    200: {
      description: 'What goes on.',
      schema: Type.Object({
        resumed: Type.Array(
          Type.Object({
            url: Type.String({ description: 'The endpoint, without its query.' }),
            waitingEvents: Type.Integer({ description: 'Events that it missed and gets now.' }),
          }),
          { description: 'The endpoints that were paused; empty where none was.' },
        ),
      }),
      examples: examples.resumed,
    },
    ...operatorErrors(),
  },
} satisfies Operation;

export function resumeWebhooksRoute(app: FastifyInstance, context: Context): void {
  app.post<{ Params: { id: string } }>(
    '/operator/brands/:id/webhooks/resume',
    { schema: operation },
    async ({ params, operator }) =>
      resumeWebhooks(context, operator, await requireBrand(context.sql, params.id)),
  );
}
