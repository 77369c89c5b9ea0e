// POST /operator/brands/{id}/api-keys (contract 2).
import { Type } from 'typebox';
import { rotateApiKey } from '../../../actions/keys/rotate-api-key.ts';
import { call } from '../../calls/call.ts';
import { KeyRotationBody, PreviousExpiresAt } from '../../schemas/brand-setting-schemas.ts';
import * as examples from '../operator-examples.ts';
import { BrandPath, operatorErrors } from '../operator-schemas.ts';

export const rotateApiKeyCall = call({
  address: 'POST /operator/brands/:id/api-keys',
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
  handle: async (context, { params, body, operator }) => {
    const expirePreviousInSeconds = body.expirePreviousInSeconds ?? undefined;
    const { apiKey, previousExpiresAt } = await rotateApiKey(context, operator, params.id, {
      expirePreviousInSeconds,
      scopes: body.scopes,
    });
    return { apiKey, previousExpiresAt: previousExpiresAt.toISOString() };
  },
});
