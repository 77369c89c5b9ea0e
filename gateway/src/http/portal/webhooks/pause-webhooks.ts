// POST …/webhooks/pause and …/webhooks/resume (contract 14): a user pauses the webhooks of the brand's address, and
// resumes them.
import { pauseWebhooks } from '../../../actions/webhooks/pause-webhooks.ts';
import { call } from '../../calls/call.ts';
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
