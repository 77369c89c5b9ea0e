// GET /operator/tokens (contract 12): who has a token. It must never show the token.
import { Type } from 'typebox';
import { listOperatorTokens } from '../../../storage/keys/operator-token-store.ts';
import { call } from '../../calls/call.ts';
import { timeOrNull, uuid } from '../../schemas/schema-fields.ts';
import * as examples from '../operator-examples.ts';
import { OperatorName, OperatorScopes, operatorErrors } from '../operator-schemas.ts';

export const listOperatorTokensCall = call({
  address: 'GET /operator/tokens',
  operationId: 'listOperatorTokens',
  tags: ['Operator'],
  summary: 'List operators’ tokens',
  description: 'Oldest first, including expired ones. OPERATOR_TOKEN is not in the list.',
  access: 'operator',
  answers: {
    200: {
      description: 'The tokens, without their values.',
      schema: Type.Array(
        Type.Object({
          tokenId: uuid('The token.'),
          name: OperatorName,
          scopes: OperatorScopes,
          createdAt: Type.String({ format: 'date-time', description: 'When it was created.' }),
          expiresAt: timeOrNull('When it expires; null: it is valid until it is removed.'),
          lastUsedAt: timeOrNull('When it was last used, rounded to the minute; null: never.'),
        }),
      ),
      examples: examples.tokens,
    },
    ...operatorErrors(),
  },
  handle: async (context) => {
    const tokens = await listOperatorTokens(context.sql);
    return tokens.map(({ id, name, scopes, createdAt, expiresAt, lastUsedAt }) => ({
      tokenId: id,
      name,
      scopes,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }));
  },
});
