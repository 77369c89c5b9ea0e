// POST /operator/brands/{id}/api-keys (contract 2).
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { rotateApiKey } from '../../../actions/keys/rotate-api-key.ts';
import type { Operation } from '../../operation.ts';
import { KeyRotationBody, PreviousExpiresAt } from '../../schemas/brand-setting-schemas.ts';
import * as examples from '../operator-examples.ts';
import { BrandPath, operatorErrors } from '../operator-schemas.ts';

const operation = {
  operationId: 'rotateApiKey',
  tags: ['Operator'],
  summary: 'Create a new API key',
  description:
    'The new key works at once. Former keys work for another day, or for the time that you set. The key is shown ' +
    'only here.',
  access: 'operator',
  params: BrandPath,
  body: KeyRotationBody,
  examples: examples.rotation,
  answers: {
    201: {
      description: 'The new key.',
      schema: Type.Object({
        apiKey: Type.String({ description: 'For the X-API-KEY header.' }),
        previousExpiresAt: PreviousExpiresAt,
      }),
      examples: examples.newKey,
    },
    ...operatorErrors(),
  },
} satisfies Operation;

export function rotateApiKeyRoute(app: FastifyInstance, context: Context): void {
  app.post<{ Params: { id: string }; Body: Static<typeof KeyRotationBody> }>(
    '/operator/brands/:id/api-keys',
    { schema: operation },
    async ({ params, body, operator }, reply) => {
      const expirePreviousInSeconds = body.expirePreviousInSeconds ?? undefined;
      const { apiKey, previousExpiresAt } = await rotateApiKey(context, operator, params.id, {
        expirePreviousInSeconds,
        scopes: body.scopes,
      });
      return reply.code(201).send({ apiKey, previousExpiresAt: previousExpiresAt.toISOString() });
    },
  );
}
