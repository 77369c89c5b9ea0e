// POST …/developers/signatures/explain, and the secrets to choose from (contract 14): why a signature does not match. It
// shows the string that is signed and names the mistake; it must never answer a signature or a secret.
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { explainGivenSignature } from '../../../actions/keys/explain-signature.ts';
import { SIGNED_THINGS } from '../../../domain/keys/signature-debug.ts';
import { listCredentials } from '../../../storage/keys/credential-store.ts';
import type { Operation } from '../../operation.ts';
import { choice, closed, maybe, uuid } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';

const orNull = <T>(type: string, description: string) =>
  Type.Unsafe<T | null>({ type: [type, 'null'], description } as never);

const Question = closed({
  thing: choice(
    SIGNED_THINGS,
    'webhook: a webhook or an answer, whose raw body is signed. request: a body-signed call. session: a call that opens a session. ' +
      'card-request, card-answer: `Signature` of a card pay-in, `X-Signature` of its answer.',
  ),
  body: Type.String({
    minLength: 1,
    maxLength: 100_000,
    description: 'The JSON text, exactly as it was signed or received.',
  }),
  header: Type.String({ maxLength: 1_000, description: 'The value of the header.' }),
  secretId: maybe(uuid('Which secret it should be made with; left out: any of the brand.')),
});

const Explanation = Type.Object(
  {
    verdict: choice(
      ['matches', 'explained', 'unexplained'],
      'explained: it was made by a mistake that is known. unexplained: by none that is known, or with another secret.',
    ),
    stringToSign: orNull<string>(
      'string',
      'What the right signature is made of; null: the body cannot be read.',
    ),
    mistakes: Type.Array(
      Type.Object({
        of: choice(['text', 'encoding', 'secret'], 'What is wrong.'),
        says: Type.String({ description: 'What was done, and what to do.' }),
      }),
      { description: 'What the given signature was made with.' },
    ),
    difference: Type.Unsafe<{ at: number; signed: string; given: string } | null>({
      type: ['object', 'null'],
      description: 'Where the given body first differs from the string to sign; null: it does not.',
      properties: {
        at: Type.Integer({ description: 'Characters before it.' }),
        signed: Type.String({ description: 'The string to sign around there.' }),
        given: Type.String({ description: 'The given body around there.' }),
      },
      required: ['at', 'signed', 'given'],
    } as never),
    secretId: orNull<string>('string', 'Which secret the given signature was made with; null: none of them.'),
    knownEvent: Type.Boolean({
      description: 'The body names an event of the brand, so the bytes that were sent are known.',
    }),
  },
  { title: 'SignatureExplanation', description: 'Why a signature matches or does not. Never a signature.' },
);

const explain = {
  operationId: 'explainSignature',
  tags: ['Portal developers'],
  summary: 'Explain a signature',
  description: 'Finds out which text, encoding and secret a signature was made with.',
  access: 'portal',
  permission: 'developers.read',
  params: PortalBrandPath,
  body: Question,
  answers: {
    200: { description: 'The explanation.', schema: Explanation },
    ...portalErrors(),
  },
} satisfies Operation;

const list = {
  operationId: 'listSecretsToExplain',
  tags: ['Portal developers'],
  summary: 'List signing secrets by id',
  description: 'The secrets themselves are shown only when they are made.',
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
              hint: orNull<string>(
                'string',
                'What it begins and ends with; null: made before that was kept.',
              ),
              createdAt: Type.String({ format: 'moment', description: 'When it was made.' }),
              expiresAt: orNull<string>('string', 'When it ends or ended; null: when it is replaced.'),
              lastUsedAt: orNull<string>('string', 'When a request was last signed with it, to the minute.'),
            }),
            { description: 'The secrets.' },
          ),
        },
        { title: 'SecretIds', description: 'Signing secrets of the brand, without the secrets.' },
      ),
    },
    ...portalErrors(),
  },
} satisfies Operation;

export function explainSignatureRoute(app: FastifyInstance, context: Context): void {
  app.post<{ Body: Static<typeof Question> }>(
    '/portal/api/brands/:brandId/developers/signatures/explain',
    { schema: explain },
    async ({ portal: { brand }, body }) =>
      explainGivenSignature(context, brand, { ...body, secretId: body.secretId ?? null }),
  );
}

export function listSecretIdsRoute(app: FastifyInstance, context: Context): void {
  app.get(
    '/portal/api/brands/:brandId/developers/signatures/secrets',
    { schema: list },
    async ({ portal: { brand } }) => ({
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
  );
}
