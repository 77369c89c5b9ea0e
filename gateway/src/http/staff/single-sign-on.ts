// Setting and removing a merchant's identity provider (contract 2 and 14). No answer has the client's secret.
import { putSingleSignOn, removeSingleSignOn } from '../../actions/single-sign-on/change-single-sign-on.ts';
import type { Operation } from '../operation.ts';
import * as examples from '../operator/access-examples.ts';
import {
  answerSingleSignOn,
  SingleSignOnAnswer,
  SingleSignOnBody,
  singleSignOnOf,
} from '../schemas/single-sign-on-schemas.ts';
import { staffCalls } from './staff-calls.ts';

const inPortal: Pick<Operation, 'tags' | 'permission' | 'needsConfirmation'> & {
  errors: Record<number, string>;
} = {
  errors: { 409: 'Not possible in the current state; the message says why.' },
  tags: ['Portal settings'],
  permission: 'users.change',
  needsConfirmation: true,
};

export const putSingleSignOnCalls = staffCalls({
  under: 'merchant',
  address: 'PUT /single-sign-on',
  summary: "Set a merchant's single sign-on",
  description:
    'OpenID Connect, by the code flow with PKCE. Register `redirectUrl` of the answer at the identity provider. Another issuer ends ' +
    'the sessions that the former one opened. A user of the portal signs in by it before it can be required of everybody.',
  body: SingleSignOnBody,
  answers: { 200: { description: 'Set.', schema: SingleSignOnAnswer, examples: examples.singleSignOn } },
  operator: { operationId: 'putSingleSignOn', examples: examples.newSingleSignOn },
  portal: { operationId: 'putOwnSingleSignOn', ...inPortal },
  handle: async (context, by, { body }) =>
    answerSingleSignOn(context, await putSingleSignOn(context, by, by.merchantId, singleSignOnOf(body))),
});

export const removeSingleSignOnCalls = staffCalls({
  under: 'merchant',
  address: 'DELETE /single-sign-on',
  summary: "Remove a merchant's single sign-on",
  description:
    'The other sessions that it opened end at once. Users sign in by their passwords again; who has none needs a new link. ' +
    'A user of the portal without a password sets one first.',
  answers: { 204: { description: 'Removed.', empty: true } },
  operator: { operationId: 'removeSingleSignOn' },
  portal: { operationId: 'removeOwnSingleSignOn', ...inPortal },
  handle: async (context, by) => {
    await removeSingleSignOn(context, by, by.merchantId);
  },
});
