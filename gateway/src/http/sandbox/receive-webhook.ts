// POST /sandbox/receiver/{brandId}: a receiver of webhooks for a brand that has no server of its own, such as the sample shop. Test
// environment only. It does what a merchant's does first: it checks the signature, and answers. It must never keep or show an event.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { bodyString, hmacBase64, signaturesMatch } from '../../domain/keys/signature.ts';
import { type Brand, validSecrets } from '../../domain/merchants/brand.ts';

export function receiveWebhookRoute(app: FastifyInstance, { brands, now }: Context): void {
  app.post<{ Params: { brandId: string } }>('/sandbox/receiver/:brandId', async (request, reply) => {
    const brand = brands.byId(request.params.brandId);
    const given = request.headers['x-signature'];
    const isGenuine = brand !== undefined && isSignedBy(brand, request.body, String(given), now());
    return reply.code(isGenuine ? 200 : 401).send({ received: isGenuine });
  });
}

/** Webhooks are compact JSON, so the parsed body is written again as it came. */
function isSignedBy(brand: Brand, body: unknown, given: string, at: Date): boolean {
  const text = bodyString(body);
  return validSecrets(brand, at).some(({ secret }) => signaturesMatch(hmacBase64(secret, text), given));
}
