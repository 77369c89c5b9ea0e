// POST …/developers/signatures/explain, and the secrets to choose from (contract 14): why a signature does not match.
// It shows the string to sign and names the mistake; it must never answer a signature or a secret.
import { Type } from 'typebox';
import { explainGivenSignature } from '../../../actions/keys/explain-signature.ts';
import { SIGNED_THINGS } from '../../../domain/keys/signature-debug.ts';
import { listCredentials } from '../../../storage/keys/credential-store.ts';
import { call } from '../../calls/call.ts';
import { choice, closed, maybe, textOrNull, uuid } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';

const Question = closed({
  thing: choice(
    SIGNED_THINGS,
    'webhook: a webhook or an answer; its raw body is signed. request: a call whose body is signed. session: a ' +
      'call that opens a session. card-request, card-answer: `Signature` of a card pay-in, `X-Signature` of its ' +
      'answer.',
  ),
  body: Type.String({
    minLength: 1,
    maxLength: 100_000,
    description: 'The JSON text, exactly as it was signed or received.',
  }),
  header: Type.String({ maxLength: 1_000, description: 'The value of the header.' }),
  secretId: maybe(uuid('The expected secret; omitted: any secret of the brand.')),
});

const Explanation = Type.Object(
  {
    verdict: choice(
      ['matches', 'explained', 'unexplained'],
      'explained: a known mistake made the signature wrong. unexplained: an unknown mistake, or another secret.',
    ),
    stringToSign: textOrNull('The text of the right signature; null: the body cannot be read.'),
    mistakes: Type.Array(
      Type.Object({
        of: choice(['text', 'encoding', 'secret'], 'The kind of mistake.'),
        says: Type.String({ description: 'The mistake, and how to correct it.' }),
      }),
      { description: 'The mistakes of the given signature.' },
    ),
    difference: Type.Unsafe<{ at: number; signed: string; given: string } | null>({
      type: ['object', 'null'],
      description: 'Where the given body first differs from the string to sign; null: they are equal.',
      properties: {
        at: Type.Integer({ description: 'Number of characters before the difference.' }),
        signed: Type.String({ description: 'The string to sign around the difference.' }),
        given: Type.String({ description: 'The given body around the difference.' }),
      },
      required: ['at', 'signed', 'given'],
    } as never),
    secretId: textOrNull('The secret of the given signature; null: none of them.'),
    knownEvent: Type.Boolean({
      description:
        'Whether the body belongs to a known event of the brand. The gateway knows the bytes that it sent.',
    }),
  },
  { title: 'SignatureExplanation', description: 'Why a signature matches or does not. Never a signature.' },
);

export const explainSignatureCall = call({
  address: 'POST /portal/api/brands/:brandId/developers/signatures/explain',
  operationId: 'explainSignature',
  tags: ['Portal developers'],
  summary: 'Explain a signature',
  description:
    'Finds out how a signature was made: from which text, in which encoding, and with which secret.',
  access: 'portal',
  permission: 'developers.read',
  params: PortalBrandPath,
  body: Question,
  answers: {
    200: { description: 'The explanation.', schema: Explanation },
    ...portalErrors(),
  },
  handle: async (context, { portal: { brand }, body }) =>
    explainGivenSignature(context, brand, { ...body, secretId: body.secretId ?? null }),
});

export const listSecretsToExplainCall = call({
  address: 'GET /portal/api/brands/:brandId/developers/signatures/secrets',
  operationId: 'listSecretsToExplain',
  tags: ['Portal developers'],
  summary: 'List the ids of signing secrets',
  description: 'A secret itself is shown only when it is created.',
  access: 'portal',
  permission: 'developers.read',
  params: PortalBrandPath,
  answers: {
    200: {
      description: 'The secrets, newest first.',
      schema: Type.Object(
        {
          items: Type.Array(
            Type.Object({
              id: uuid('The secret.'),
              hint: textOrNull('Its first and last characters; null: created before they were stored.'),
              createdAt: Type.String({ format: 'moment', description: 'When it was created.' }),
              expiresAt: textOrNull('When it expires or expired; null: it is valid until it is replaced.'),
              lastUsedAt: textOrNull('When a request was last signed with it, rounded to the minute.'),
            }),
            { description: 'The secrets.' },
          ),
        },
        { title: 'SecretIds', description: 'Signing secrets of the brand, without the secrets.' },
      ),
    },
    ...portalErrors(),
  },
  handle: async (context, { portal: { brand } }) => ({
    items: (await listCredentials(context.sql, 'signing-secret', brand.merchantId, brand.brandId)).map(
      ({ id, hint, createdAt, expiresAt, lastUsedAt }) => ({
        id,
        hint,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt?.toISOString() ?? null,
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      }),
    ),
  }),
});
