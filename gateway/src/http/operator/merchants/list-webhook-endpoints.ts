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
import { call } from '../../calls/call.ts';
import { string, time } from '../../schemas/answer-fields.ts';
import { choice, orNull, uuid } from '../../schemas/schema-fields.ts';
import * as examples from '../operator-examples.ts';
import { BrandPath, operatorErrors } from '../operator-schemas.ts';
import { seesPeople } from '../payments/show-payment.ts';

const Endpoint = Type.Object(
  {
    endpointId: uuid("The endpoint. If it is the brand's own address, the id of the brand."),
    url: string(
      'The address, without its query. If a transaction named the address, the scope read sees only the host.',
    ),
    isBrandAddress: Type.Boolean({ description: 'false: an address that transactions name themselves.' }),
    state: choice(['healthy', 'failing', 'paused'], 'failing: no try since `failingSince` was answered 2xx.'),
    failingSince: orNull(time('When its tries began to fail. No later try was answered 2xx.')),
    pausedAt: orNull(time('When it was paused.')),
    pauseReason: orNull(string('Why it is paused.')),
    waiting: Type.Integer({ description: 'Events that wait in its line. Counted up to 10,000.' }),
    abandoned: Type.Integer({ description: 'Events that the gateway gave up. Counted up to 10,000.' }),
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
 * Puts the brand's own address first. Storage has no row for it while it is healthy, so this makes one. Failures at a
 * former address of the brand do not count.
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
