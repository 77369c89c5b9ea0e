// POST /operator/tokens (contract 12): a token for a named operator. No other answer shows it.
import { Type } from 'typebox';
import { createOperatorToken } from '../../../actions/keys/create-operator-token.ts';
import { ALL_OPERATOR_SCOPES } from '../../../domain/keys/operator-scopes.ts';
import { call } from '../../calls/call.ts';
import { closed, maybe, uuid } from '../../schemas/schema-fields.ts';
import * as examples from '../operator-examples.ts';
import { OperatorName, OperatorScopes, operatorErrors } from '../operator-schemas.ts';

const Body = closed({
  name: OperatorName,
  expiresAt: maybe(
    Type.String({
      format: 'date-time',
      description:
        'When it expires: a future time with its time zone. Absent: it is valid until it is removed.',
      examples: ['2027-03-01T00:00:00Z'],
    }),
  ),
  scopes: maybe(OperatorScopes),
});

export const createOperatorTokenCall = call({
  address: 'POST /operator/tokens',
  operationId: 'createOperatorToken',
  tags: ['Operator'],
  summary: 'Create a token for an operator',
  description:
    'For one person or one program, so that the audit log shows who did what. Without `scopes` it allows the same ' +
    'calls as OPERATOR_TOKEN. A call outside its scopes gets 403.',
  access: 'operator',
  body: Body,
  examples: examples.newToken,
  answers: {
    201: {
      description: 'The token. Shown only here.',
      schema: Type.Object({
        tokenId: uuid('Id of the token in the list and in the audit log.'),
        name: OperatorName,
        token: Type.String({ description: 'For the Authorization header, as Bearer.' }),
      }),
      examples: examples.token,
    },
    ...operatorErrors(),
  },
  handle: async (context, { body, operator }) => {
    const expiresAt = body.expiresAt ? new Date(body.expiresAt) : null;
    const scopes = [...(body.scopes ?? ALL_OPERATOR_SCOPES)];
    const made = await createOperatorToken(context, operator, { name: body.name, expiresAt, scopes });
    return made;
  },
});
