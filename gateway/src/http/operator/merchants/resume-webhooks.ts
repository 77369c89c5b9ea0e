// POST /operator/brands/{id}/webhooks/resume (contract 2): starts the webhooks of a paused endpoint again.
import { Type } from 'typebox';
import { requireBrand } from '../../../actions/merchants/change-brand.ts';
import { resumeWebhooks } from '../../../actions/webhooks/resume-webhooks.ts';
import { call } from '../../call.ts';
import { closed } from '../../schemas/schema-fields.ts';
import * as examples from '../operator-examples.ts';
import { BrandPath, operatorErrors } from '../operator-schemas.ts';

export const resumeWebhooksCall = call({
  address: 'POST /operator/brands/:id/webhooks/resume',
  operationId: 'resumeWebhooks',
  tags: ['Operator'],
  summary: 'Resume paused webhooks',
  description:
    'Resumes paused endpoints of the brand, and sends them the events that they missed. An endpoint is paused ' +
    'after three days without a success, or after an answer 410. Events that were given up within the last 90 ' +
    'days, or that wait long for their next try, are tried again soon, even if no endpoint is paused. If the ' +
    'address is wrong, change notificationUrl instead: this resumes too.',
  access: 'operator',
  params: BrandPath,
  body: closed({}),
  examples: examples.resumeRequest,
  answers: {
    200: {
      description: 'The resumed endpoints.',
      schema: Type.Object({
        resumed: Type.Array(
          Type.Object({
            url: Type.String({ description: 'The endpoint, without its query.' }),
            waitingEvents: Type.Integer({ description: 'Number of missed events that are sent now.' }),
          }),
          { description: 'The endpoints that were paused; empty if none was.' },
        ),
      }),
      examples: examples.resumed,
    },
    ...operatorErrors(),
  },
  handle: async (context, { params, operator }) =>
    resumeWebhooks(context, operator, await requireBrand(context.sql, params.id)),
});
