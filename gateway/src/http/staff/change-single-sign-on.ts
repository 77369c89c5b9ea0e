// Setting and removing a merchant's identity provider (contract 2 and 14). No answer has the client's secret.
import { putSingleSignOn, removeSingleSignOn } from '../../actions/single-sign-on/change-single-sign-on.ts';
import type { Operation } from '../calls/operation.ts';
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
    'OpenID Connect, with the code flow and PKCE. Register `redirectUrl` of the answer at the identity provider. ' +
    'Another issuer ends the sessions that the former issuer opened. Before single sign-on can be required of ' +
    'everybody, a user of the portal must sign in with it.',
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
    'All other sessions that single sign-on opened end at once. Users sign in with their passwords again. Users ' +
    'without a password need a new link. A user of the portal who calls this without a password must set one first.',
  answers: { 204: { description: 'Removed.', empty: true } },
  operator: { operationId: 'removeSingleSignOn' },
  portal: { operationId: 'removeOwnSingleSignOn', ...inPortal },
  handle: async (context, by) => {
    await removeSingleSignOn(context, by, by.merchantId);
  },
});
