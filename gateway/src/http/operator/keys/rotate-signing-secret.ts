// POST /operator/brands/{id}/signing-secrets (contract 2).
import { Type } from 'typebox';
import { rotateSigningSecret } from '../../../actions/keys/rotate-signing-secret.ts';
import { call } from '../../calls/call.ts';
import { PreviousExpiresAt, RotationBody } from '../../schemas/brand-setting-schemas.ts';
import * as examples from '../operator-examples.ts';
import { BrandPath, operatorErrors } from '../operator-schemas.ts';

export const rotateSigningSecretCall = call({
  address: 'POST /operator/brands/:id/signing-secrets',
  operationId: 'rotateSigningSecret',
  tags: ['Operator'],
  summary: 'Create a new signing secret',
  description:
    'Answers and webhooks are signed with the new secret at once. Requests are accepted with it and, for a day or ' +
    'for the time that you set, with the former ones. The secret is shown only here.',
  access: 'operator',
  params: BrandPath,
  body: RotationBody,
  examples: examples.rotation,
  answers: {
    201: {
      description: 'The new secret.',
      schema: Type.Object({
        signingSecret: Type.String({ description: 'Use it unchanged, as UTF-8 text.' }), // Spec 5.3
        previousExpiresAt: PreviousExpiresAt,
      }),
      examples: examples.newSecret,
    },
    ...operatorErrors(),
  },
  handle: async (context, { params, body, operator }) => {
    const expirePreviousInSeconds = body.expirePreviousInSeconds ?? undefined;
    const made = await rotateSigningSecret(context, operator, params.id, { expirePreviousInSeconds });
    const { signingSecret, previousExpiresAt } = made;
    return { signingSecret, previousExpiresAt: previousExpiresAt.toISOString() };
  },
});
