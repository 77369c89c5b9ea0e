// Starts the webhooks of a paused endpoint again (contract 2).
import { Type } from 'typebox';
import { resumeWebhooks } from '../../actions/webhooks/resume-webhooks.ts';
import * as examples from '../operator/operator-examples.ts';
import { closed } from '../schemas/schema-fields.ts';
import { staffCalls } from './staff-calls.ts';

const Resumed = Type.Object(
  {
    resumed: Type.Array(
      Type.Object({
        url: Type.String({ description: 'The endpoint, without its query.' }),
        waitingEvents: Type.Integer({ description: 'Number of missed events that are sent now.' }),
      }),
      { description: 'The endpoints that were paused; empty if there were none.' },
    ),
  },
  { title: 'ResumedWebhooks', description: 'The resumed endpoints.' },
);

export const resumeWebhooksCalls = staffCalls({
  under: 'brand',
  address: 'POST /webhooks/resume',
  summary: 'Resume paused webhooks',
  description:
    'Resumes the paused endpoints of the brand, and sends them the events that they missed, in order. An endpoint ' +
    'is paused after three days without a success, or after an answer 410. Events that the gateway gave up within ' +
    'the last 90 days, or that wait long for their next try, are tried again soon, even if no endpoint is paused. ' +
    'If the address is wrong, change notificationUrl instead: a new address also resumes the endpoint.',
  body: closed({}),
  answers: { 200: { description: 'The resumed endpoints.', schema: Resumed, examples: examples.resumed } },
  operator: { operationId: 'resumeWebhooks', operatorScope: 'support', examples: examples.resumeRequest },
  portal: {
    operationId: 'resumeOwnWebhooks',
    tags: ['Portal developers'],
    permission: 'webhooks.change',
  },
  handle: async (context, { actor, brand }) => await resumeWebhooks(context, actor, brand),
});
