// GET …/webhooks/health (contract 14): the notification address, its latest deliveries, the waiting events. A plain
// read.
import { Type } from 'typebox';
import { withoutQuery } from '../../../domain/webhooks/webhook-event.ts';
import { COUNTED_TO, readWebhookHealth } from '../../../storage/webhooks/endpoint-health.ts';
import { call } from '../../calls/call.ts';
import { orNull, textOrNull } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';
import { momentOrNull } from './delivery-schemas.ts';

const count = (description: string) => Type.Integer({ description: `${description} Counted up to 10,000.` });

const Endpoint = Type.Object({
  url: Type.String({ description: 'The address, without its query.' }),
  isBrandAddress: Type.Boolean({ description: 'false: an address that transactions name themselves.' }),
  failingSince: momentOrNull('When its tries began to fail. No later try was answered 2xx.'),
  pausedAt: momentOrNull('When it was paused.'),
  pauseReason: textOrNull('Why it is paused: its answers, or the person who paused it.'),
});

const WebhookHealth = Type.Object(
  {
    url: textOrNull('The notification address of the brand, without its query.'),
    tries: Type.Integer({ description: 'Number of tries of the latest 500 events.' }),
    succeeded: Type.Integer({ description: 'Number of these tries that were answered 2xx.' }),
    p50Ms: orNull(Type.Integer({ description: 'Half of these took at most this long, in milliseconds.' })),
    p95Ms: orNull(
      Type.Integer({ description: '95 of 100 of these took at most this long, in milliseconds.' }),
    ),
    since: momentOrNull('When the first of these tries was made.'),
    waiting: count('Events that wait in the line of an address.'),
    retrying: count('Events that failed and are tried again.'),
    abandoned: count('Events that the gateway gave up.'),
    unaddressed: count('Events without an address.'),
    countedTo: Type.Integer({ description: 'The highest number that a count reaches.' }),
    endpoints: Type.Array(Endpoint, { description: 'Addresses that fail or are paused.' }),
  },
  { title: 'WebhookHealth', description: "The health of a brand's webhooks." },
);

export const showWebhookHealthCall = call({
  address: 'GET /portal/api/brands/:brandId/webhooks/health',
  operationId: 'showWebhookHealth',
  tags: ['Portal developers'],
  summary: 'Show the health of webhooks',
  description: 'Success rate and latency of the latest deliveries, waiting events, and addresses in trouble.',
  access: 'portal',
  permission: 'payments.read',
  params: PortalBrandPath,
  answers: { 200: { description: 'The health.', schema: WebhookHealth }, ...portalErrors() },
  handle: async ({ sql }, { portal: { brand } }) => {
    const { brandId, notificationUrl } = brand;
    const url = notificationUrl && withoutQuery(notificationUrl);
    const { since, endpoints, ...health } = await readWebhookHealth(sql, brand);
    return {
      url,
      ...health,
      since: since?.toISOString() ?? null,
      countedTo: COUNTED_TO,
      // Deliveries to a former address of the brand do not count.
      endpoints: endpoints
        .filter((one) => one.endpointId !== brandId || one.url === url)
        .map((one) => ({
          url: one.url,
          isBrandAddress: one.endpointId === brandId,
          failingSince: one.failingSince?.toISOString() ?? null,
          pausedAt: one.pausedAt?.toISOString() ?? null,
          pauseReason: one.pauseReason,
        })),
    };
  },
});
