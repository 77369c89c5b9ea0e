// The signatures of a brand's requests (spec 5, contract 3): `X-Signature` over the body, or over path and query
// where an operation has no body, and `Signature` of a card pay-in. `signed` of the operation says which brands must
// sign it. It never shows a signature, a secret or the details of a card.
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
import type { Operation } from '../calls/operation.ts';
import { takeWarnings, warn } from '../warnings.ts';

type Facts = Pick<Context, 'config' | 'now' | 'brands'>;
type Call = { request: FastifyRequest; reply: FastifyReply };
type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/** In `test`: names the faults for which a brand that enforces signatures would be refused. */
export const WARNING_HEADER = 'X-Signature-Warning';

/**
 * Checks `X-Signature` of each call of the scope, whatever its method. The check runs after the body is parsed and
 * before its schema is checked. The operation's own `signed` decides. Call it before the routes are registered.
 */
export function checkBodySignatures(scope: FastifyInstance, facts: Facts): void {
  takeWarnings(scope);
  scope.addHook('onRoute', (route) => {
    const { signed, body } = (route.schema ?? {}) as Partial<Operation>;
    if (signed === 'never') return;
    // After the route's own hooks: a missing body is 400, and some hooks normalise the body.
    const own = [route.preValidation ?? []].flat();
    const hasBody = body !== undefined;
    route.preValidation = [...own, signatureHook(facts, { isEnforced: signed === 'enforced', hasBody })];
  });
}

/** Brands that sign all requests must also sign an operation without `signed`, so a forgotten setting fails closed. */
function signatureHook(
  facts: Facts,
  { isEnforced, hasBody }: { isEnforced: boolean; hasBody: boolean },
): Hook {
  return (request, reply, done) => {
    const { enforceSignatures, signAllRequests } = request.brand;
    try {
      const check = (isEnforced ? enforceSignatures : signAllRequests) ? requireSignature : warnOfSignature;
      // A call whose body is optional signs its path if it leaves the body out (contract 3).
      const isBodySigned = hasBody && request.body !== undefined;
      check(facts, { request, reply }, isBodySigned ? bodySigned(request) : pathSigned(request));
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  };
}

function bodySigned({ form, body }: FastifyRequest): Signed {
  const header = 'X-Signature';
  // A form's signature covers only the text fields (spec 5, rule 3). Routes that take no form have no `form`.
  if (form) return { header, text: multipartString(form.texts), shown: TEXT_FIELDS };
  return { header, text: bodyString(body), shown: 'JSON.stringify of the body' };
}

/** For calls that take no body. Even a sent body is not signed: else one signature of `{}` would fit every path. */
const pathSigned = ({ url }: FastifyRequest): Signed => ({
  header: 'X-Signature',
  text: url,
  shown: 'the path and query of the call',
});

const TEXT_FIELDS = 'the JSON of the text fields, in their order';

/** `Signature` of a card pay-in, if the brand enforces signatures (spec 5, rule 4). */
export function checkCardSignature(
  facts: Facts,
  call: Call,
  body: Parameters<typeof cardRequestString>[0],
): void {
  const check = call.request.brand.enforceSignatures ? requireSignature : warnOfSignature;
  check(facts, call, {
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
  /** The name of `text` in the error message. */
  shown: string;
}

/** 403 unless the header is the signature of `text` under one of the brand's secrets. */
function requireSignature(facts: Facts, { request }: Call, signed: Signed): void {
  const { header, text, shown } = signed;
  const signature = headerOf(request, header);
  const secretId = matchedSecret(facts, request, signature, text);
  if (secretId !== null) {
    facts.brands.noteSecretUse(request.brand, secretId, request);
    return;
  }
  throw new Refusal(
    403,
    signature === undefined
      ? `${header}: this brand requires the header; sign ${shown}`
      : `${header}: does not match ${shown}`,
    { reason: 'signature', ...(facts.config.environment === 'test' && { stringToSign: shownString(text) }) },
  );
}

/**
 * In `test`, reports a wrong signature that is not required yet, in a header and in the request log (contract 3). So
 * the merchant does not find it only at go-live. The call goes on.
 */
function warnOfSignature(facts: Facts, { request, reply }: Call, { header, text, shown }: Signed): void {
  if (facts.config.environment !== 'test' || request.headers[header.toLowerCase()] === undefined) return;
  if (matchedSecret(facts, request, headerOf(request, header), text) !== null) return;
  const warning = `${header}: does not match ${shown}; if the brand required it, this request would be refused`;
  warn(request, reply, WARNING_HEADER, warning);
}

/** A header that was sent twice counts as no signature. */
function headerOf(request: FastifyRequest, header: string): string | undefined {
  const given = request.headers[header.toLowerCase()];
  return typeof given === 'string' ? given : undefined;
}

/** Returns the id of the secret. It tries every secret, so that the time taken does not tell which one matched. */
function matchedSecret(
  { now }: Facts,
  { brand }: FastifyRequest,
  signature: string | undefined,
  text: string,
): string | null {
  let matched: string | null = null;
  for (const { id, secret } of validSecrets(brand, now())) {
    if (signaturesMatch(hmacBase64(secret, text), signature)) matched = id;
  }
  return matched;
}
