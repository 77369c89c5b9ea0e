// POST …/webhooks/pause and …/webhooks/resume (contract 14): a user pauses the webhooks of the brand's address, and
// resumes them.
import { Type } from 'typebox';
import { pauseWebhooks } from '../../../actions/webhooks/pause-webhooks.ts';
import { resumeWebhooks } from '../../../actions/webhooks/resume-webhooks.ts';
import { call } from '../../call.ts';
import { closed, maybe, visibleText } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';

const PauseBody = closed({ reason: maybe(visibleText(200, 'The reason, for colleagues.')) });

export const pauseOwnWebhooksCall = call({
  address: 'POST /portal/api/brands/:brandId/webhooks/pause',
  operationId: 'pauseOwnWebhooks',
  tags: ['Portal developers'],
  summary: 'Pause webhooks',
  description:
    'Within two seconds nothing more is sent to the notification address. Missed events wait in line and are sent ' +
    'after you resume. A new notification address ends the pause.',
  access: 'portal',
  permission: 'webhooks.change',
  params: PortalBrandPath,
  body: PauseBody,
  answers: { 204: { description: 'Paused.', empty: true }, ...portalErrors(409) },
  handle: async (context, { portal: { brand, actor }, body }) => {
    await pauseWebhooks(context, actor, brand, body.reason ?? null);
  },
});

export const resumeOwnWebhooksCall = call({
  address: 'POST /portal/api/brands/:brandId/webhooks/resume',
  operationId: 'resumeOwnWebhooks',
  tags: ['Portal developers'],
  summary: 'Resume webhooks',
  description:
    'Sends the missed events to paused addresses, in order. Events that were given up within the last 90 days, or ' +
    'that wait long for their next try, are tried again soon.',
  access: 'portal',
  permission: 'webhooks.change',
  params: PortalBrandPath,
  body: closed({}),
  answers: {
    200: {
      description: 'The resumed endpoints.',
      schema: Type.Object(
        {
          resumed: Type.Array(
            Type.Object({
              url: Type.String({ description: 'The address, without its query.' }),
              waitingEvents: Type.Integer({ description: 'Number of missed events that are sent now.' }),
            }),
            { description: 'The addresses that were paused; empty if none was.' },
          ),
        },
        { title: 'ResumedWebhooks', description: 'The resumed endpoints.' },
      ),
    },
    ...portalErrors(),
  },
  handle: async (context, { portal: { brand, actor } }) => resumeWebhooks(context, actor, brand),
});
