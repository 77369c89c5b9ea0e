// POST /check-signature: tells whether a program signs as this gateway expects, without a payment. It changes nothing
// and must tell only whether a signature matches: no secret, and not the right signature.
import { Type } from 'typebox';
import { KEY_SCOPES } from '../../domain/keys/key-scopes.ts';
import { bodyString, hmacBase64, signaturesMatch } from '../../domain/keys/signature.ts';
import { validSecrets } from '../../domain/merchants/brand.ts';
import { call } from '../calls/call.ts';
import { brandErrors } from '../calls/operation.ts';
import { choice, text } from '../schemas/schema-fields.ts';

const Checked = Type.Object(
  {
    matches: Type.Boolean({
      description:
        "Whether the request has an `X-Signature` that was made with one of the brand's valid secrets.",
    }),
    secret: Type.Unsafe<'newest' | 'former' | null>({
      ...choice(['newest', 'former'], 'The secret that matches; null: none.'),
      type: ['string', 'null'],
      enum: ['newest', 'former', null],
    }),
    validUntil: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Until when the former secret stays valid; null: no end is set.',
    }),
  },
  { title: 'CheckedSignature', description: 'The result of checking a signature.' },
);

export const checkSignatureCall = call({
  address: 'POST /check-signature',
  operationId: 'checkSignature',
  tags: ['Signatures'],
  summary: 'Check a signature',
  description:
    'Sign this request as you sign a payment. The answer says whether your secret and your way of signing are right. ' +
    'Nothing is stored. If the brand signs all requests, a wrong signature gets 403, as in every call.',
  access: 'brand',
  scopes: KEY_SCOPES,
  signed: 'strict',
  requestHeaders: {
    'X-Signature':
      'Base64 of HMAC-SHA256, keyed with the signing secret, over the body as compact JSON, as `JSON.stringify` ' +
      'writes it.',
  },
  body: Type.Object({
    message: text(255, 'Any text. Use letters that need an escape to test your program better.', {
      minLength: 1,
    }),
  }),
  examples: { any: { summary: 'A text', value: { message: 'Grüße' } } },
  answers: {
    201: {
      description: 'The result of the check.',
      schema: Checked,
      examples: {
        right: { summary: 'Right', value: { matches: true, secret: 'newest', validUntil: null } },
        former: {
          summary: 'Right, with the former secret',
          value: { matches: true, secret: 'former', validUntil: '2026-03-02T10:00:00.000Z' },
        },
        wrong: { summary: 'Wrong', value: { matches: false, secret: null, validUntil: null } },
      },
    },
    ...brandErrors(413, 415),
  },
  handle: async ({ now }, { brand, body, headers }) => {
    const given = headers['x-signature'];
    const signature = typeof given === 'string' ? given : undefined;
    const signed = bodyString(body);
    const secrets = validSecrets(brand, now());
    // It tries every secret, so that the time taken does not tell which one matched.
    const matching = secrets.filter(({ secret }) => signaturesMatch(hmacBase64(secret, signed), signature));
    const [match] = matching;
    return {
      matches: match !== undefined,
      secret: match ? (match === secrets[0] ? 'newest' : 'former') : null,
      validUntil: match?.expiresAt?.toISOString() ?? null,
    };
  },
});
