// GET /operator/brands/{id}/webhook-endpoints (contract 2): where a brand's webhooks go, which address fails or is
// paused, and how many events wait for it. A plain read.
import { type Static, Type } from 'typebox';
import { requireBrand } from '../../../actions/merchants/change-brand.ts';
import type { Brand } from '../../../domain/merchants/brand.ts';
import { withoutQuery } from '../../../domain/webhooks/webhook-event.ts';
import {
  type BrandEndpoint,
  COUNTED_TO,
  endpointsOfBrand,
} from '../../../storage/webhooks/endpoint-health.ts';
import { call } from '../../call.ts';
import { string, time } from '../../schemas/answer-fields.ts';
import { choice, orNull, uuid } from '../../schemas/schema-fields.ts';
import * as examples from '../operator-examples.ts';
import { BrandPath, operatorErrors } from '../operator-schemas.ts';
import { seesPeople } from '../payments/show-payment.ts';

const Endpoint = Type.Object(
  {
    endpointId: uuid("The endpoint; that of the brand's own address is the id of the brand."),
    url: string(
      'The address, without its query. Of an address that a transaction named itself, the scope read sees the host alone.',
    ),
    isBrandAddress: Type.Boolean({ description: 'false: an address that transactions name themselves.' }),
    state: choice(['healthy', 'failing', 'paused'], 'failing: no try was answered 2xx since `failingSince`.'),
    failingSince: orNull(time('Time since which no try was answered 2xx.')),
    pausedAt: orNull(time('Time since which it is paused.')),
    pauseReason: orNull(string('Why it is paused.')),
    waiting: Type.Integer({ description: 'Events in its line. Counted to 10,000.' }),
    abandoned: Type.Integer({ description: 'Events that were given up. Counted to 10,000.' }),
  },
  { title: 'WebhookEndpoint', description: 'An address for webhooks.' },
);

export const listWebhookEndpointsCall = call({
  address: 'GET /operator/brands/:id/webhook-endpoints',
  operationId: 'listWebhookEndpoints',
  tags: ['Operator'],
  summary: "List a brand's webhook endpoints",
  description:
    "The brand's own address, if it has one, and further addresses that fail, are paused, or have events waiting. Resume them by `POST " +
    '…/webhooks/resume`.',
  access: 'operator',
  params: BrandPath,
  answers: {
    200: { description: 'The endpoints.', schema: Type.Array(Endpoint), examples: examples.webhookEndpoints },
    ...operatorErrors(),
  },
  handle: async ({ sql }, request) => {
    const brand = await requireBrand(sql, request.params.id);
    const found = withOwn(brand, await endpointsOfBrand(sql, brand));
    const { seesPeople: isWhole } = seesPeople(request);
    return found.map((one) => toWire(one, brand, isWhole));
  },
});

type Addressed = Pick<Brand, 'brandId' | 'notificationUrl'>;

/**
 * Leaves out deliveries to a former address of the brand. Adds a row for the brand's own address when it is healthy,
 * because storage then has none.
 */
function withOwn(
  { brandId, notificationUrl }: Addressed,
  endpoints: readonly BrandEndpoint[],
): BrandEndpoint[] {
  if (notificationUrl === null) return endpoints.filter((one) => one.endpointId !== brandId);
  const url = withoutQuery(notificationUrl);
  const healthy = { failingSince: null, pausedAt: null, pauseReason: null };
  const noted = endpoints.find((one) => one.endpointId === brandId);
  const own = noted?.url === url ? noted : { ...(noted ?? { waiting: 0, abandoned: 0 }), ...healthy };
  return [{ ...own, endpointId: brandId, url }, ...endpoints.filter((one) => one.endpointId !== brandId)];
}

function toWire(endpoint: BrandEndpoint, { brandId }: Addressed, isWhole: boolean): Static<typeof Endpoint> {
  const { endpointId, url, failingSince, pausedAt, pauseReason, waiting, abandoned } = endpoint;
  const isBrandAddress = endpointId === brandId;
  return {
    endpointId,
    // If a transaction gave the address, its path may name the customer.
    url: isWhole || isBrandAddress ? (url ?? '-') : (URL.parse(url ?? '')?.origin ?? '-'),
    isBrandAddress,
    state: pausedAt ? 'paused' : failingSince ? 'failing' : 'healthy',
    failingSince: failingSince?.toISOString() ?? null,
    pausedAt: pausedAt?.toISOString() ?? null,
    pauseReason,
    waiting: Math.min(waiting, COUNTED_TO),
    abandoned: Math.min(abandoned, COUNTED_TO),
  };
}
