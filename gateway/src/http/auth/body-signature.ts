// X-Signature of the six body-signed calls (spec 5, contract 3): requests are checked where the brand enforces it, every
// 2xx answer is signed. Routes of http/legacy use both functions. Never shows a signature or a secret.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { type Brand, validSecrets } from '../../domain/brand.ts';
import { Refusal } from '../../domain/refusal.ts';
import { bodyString, emptyStringsToNull, hmacBase64, signaturesMatch } from '../../domain/signature.ts';

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/**
 * A preValidation hook: after the body was parsed, before its schema is asked. `emptyStringsToNull`: the rule of the two
 * session calls (spec 5, rule 2), which changes the body that is checked and used. `stringOf`: where the string is not
 * that of the body (multipart, spec 5, rule 3); null where it is.
 */
export function checkBodySignature(
  context: Pick<Context, 'config' | 'now'>,
  options: { emptyStringsToNull?: boolean; stringOf?: (request: FastifyRequest) => string | null } = {},
): Hook {
  return (request, _reply, done) => {
    try {
      if (options.emptyStringsToNull) request.body = emptyStringsToNull(request.body);
      const { brand } = request;
      if (brand.enforceSignatures) {
        const own = options.stringOf?.(request) ?? null;
        requireSignature(brand, own ?? bodyString(request.body), request.headers['x-signature'], {
          now: context.now(),
          showString: context.config.environment === 'test',
          signed: own === null ? 'JSON.stringify of the body' : 'the JSON of the text fields, in their order',
        });
      }
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  };
}

function requireSignature(
  brand: Brand,
  text: string,
  given: string | string[] | undefined,
  { now, showString, signed }: { now: Date; showString: boolean; signed: string },
): void {
  const signature = typeof given === 'string' ? given : undefined;
  // Every secret is tried, so that the time taken does not tell which one matched.
  let matches = false;
  for (const { secret } of validSecrets(brand, now)) {
    if (signaturesMatch(hmacBase64(secret, text), signature)) matches = true;
  }
  if (matches) return;
  throw new Refusal(
    403,
    signature === undefined
      ? `X-Signature: this brand requires the header; sign ${signed}`
      : `X-Signature: does not match ${signed}`,
    showString ? { stringToSign: text.slice(0, 2_000) } : {},
  );
}

/** Sends a 201 with the very bytes that were signed, under the brand's newest secret. */
export function sendSigned(reply: FastifyReply, brand: Brand, body: object): FastifyReply {
  const text = bodyString(body);
  return reply
    .code(201)
    .header('X-Signature', hmacBase64(brand.signingSecrets[0]!.secret, text))
    .type('application/json; charset=utf-8')
    .send(text);
}
