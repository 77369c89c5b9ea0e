// POST /sandbox/receiver/{brandId}: a receiver of webhooks for a brand without a server of its own, such as the sample
// shop. Test environment only. Like a merchant's receiver it checks the signature first, then answers. It must never
// keep or show an event.
import { bodyString, hmacBase64, signaturesMatch } from '../../domain/keys/signature.ts';
import { type Brand, validSecrets } from '../../domain/merchants/brand.ts';
import { call } from '../calls/call.ts';

export const receiveWebhookCall = call({
  address: 'POST /sandbox/receiver/:brandId',
  isTestOnly: true,
  handle: async ({ brands, now }, request, reply) => {
    const brand = brands.byId(request.params.brandId!);
    const given = request.headers['x-signature'];
    const isGenuine = brand !== undefined && isSignedBy(brand, request.body, String(given), now());
    return reply.code(isGenuine ? 200 : 401).send({ received: isGenuine });
  },
});

/** Webhooks are compact JSON, so writing the parsed body again gives the same bytes. */
function isSignedBy(brand: Brand, body: unknown, given: string, at: Date): boolean {
  const text = bodyString(body);
  return validSecrets(brand, at).some(({ secret }) => signaturesMatch(hmacBase64(secret, text), given));
}
