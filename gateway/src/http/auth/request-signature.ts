// The signatures of a brand's requests (spec 5, contract 3): `X-Signature` over the body, and `Signature` of a card pay-in.
// It never shows a signature, a secret or the details of a card.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { shownString } from '../../domain/keys/shown-string.ts';
import {
  bodyString,
  cardRequestString,
  emptyStringsToNull,
  hmacBase64,
  multipartString,
  signaturesMatch,
} from '../../domain/keys/signature.ts';
import { validSecrets } from '../../domain/merchants/brand.ts';

type Facts = Pick<Context, 'config' | 'now' | 'brands'>;
type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/** Spec 5: calls whose bodies are signed if the brand enforces signatures. Links are signed like the sessions that they are. */
const BODY_SIGNED = new Set([
  '/payment-links',
  '/payment-session',
  '/payout-session',
  '/confirm-payment',
  '/cancel-payment',
  '/settle-payout',
  '/refund/by-reference',
]);

/**
 * Checks the body of every POST of the scope, after it was parsed and before its schema is checked. It must be called
 * before the routes are registered. A call outside the list above must be signed by brands that sign all requests, so a
 * new route cannot be forgotten.
 */
export function checkBodySignatures(scope: FastifyInstance, facts: Facts): void {
  scope.addHook('onRoute', (route) => {
    if (route.method !== 'POST' || route.url.startsWith('/sandbox/')) return;
    // After the route's own hooks: a missing body is 400, and some hooks normalise the body.
    const own = [route.preValidation ?? []].flat();
    route.preValidation = [...own, bodyHook(facts, BODY_SIGNED.has(route.url))];
  });
}

function bodyHook(facts: Facts, isBodySigned: boolean): Hook {
  return (request, _reply, done) => {
    const { enforceSignatures, signAllRequests } = request.brand;
    try {
      if (isBodySigned ? enforceSignatures : signAllRequests) requireBodySignature(facts, request);
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  };
}

function requireBodySignature(facts: Facts, request: FastifyRequest): void {
  const { form, body } = request;
  const header = 'X-Signature';
  // Of a form only the text fields are signed (spec 5, rule 3). Routes that take no form have no `form`.
  if (form)
    requireSignature(facts, request, { header, text: multipartString(form.texts), shown: TEXT_FIELDS });
  else
    requireSignature(facts, request, { header, text: bodyString(body), shown: 'JSON.stringify of the body' });
}

const TEXT_FIELDS = 'the JSON of the text fields, in their order';

/** `Signature` of a card pay-in, if the brand enforces signatures (spec 5, rule 4). */
export function checkCardSignature(
  facts: Facts,
  request: FastifyRequest,
  body: Parameters<typeof cardRequestString>[0],
): void {
  if (!request.brand.enforceSignatures) return;
  requireSignature(facts, request, {
    header: 'Signature',
    text: cardRequestString(body),
    shown: 'paymentOptionId:merchantReference:currency:amount',
  });
}

/** A preValidation hook of the two session calls (spec 5, rule 2): it changes the body that is checked and used. */
export const nullEmptyStrings: Hook = (request, _reply, done) => {
  request.body = emptyStringsToNull(request.body);
  done();
};

interface Signed {
  header: 'X-Signature' | 'Signature';
  text: string;
  /** What `text` is, for the error message. */
  shown: string;
}

/** 403 unless the header is the signature of `text` under one of the brand's secrets. */
function requireSignature(
  { config, now, brands }: Facts,
  request: FastifyRequest,
  { header, text, shown }: Signed,
): void {
  const given = request.headers[header.toLowerCase()];
  const signature = typeof given === 'string' ? given : undefined;
  // Every secret is tried, so that the time taken does not tell which one matched.
  let matched: string | null = null;
  for (const { id, secret } of validSecrets(request.brand, now())) {
    if (signaturesMatch(hmacBase64(secret, text), signature)) matched = id;
  }
  if (matched !== null) {
    brands.noteSecretUse(request.brand, matched, request);
    return;
  }
  throw new Refusal(
    403,
    signature === undefined
      ? `${header}: this brand requires the header; sign ${shown}`
      : `${header}: does not match ${shown}`,
    { reason: 'signature', ...(config.environment === 'test' && { stringToSign: shownString(text) }) },
  );
}
