// PUT, GET and DELETE /operator/merchants/{id}/single-sign-on (contract 2): a merchant's identity provider. No answer
// has the secret.
import {
  putSingleSignOn,
  removeSingleSignOn,
  showSingleSignOn,
} from '../../../actions/single-sign-on/change-single-sign-on.ts';
import { call } from '../../call.ts';
import type { Operation } from '../../operation.ts';
import {
  answerSingleSignOn,
  SingleSignOnAnswer,
  SingleSignOnBody,
  singleSignOnOf,
} from '../../schemas/single-sign-on-schemas.ts';
import * as examples from '../access-examples.ts';
import { MerchantPath, operatorErrors } from '../operator-schemas.ts';

const about = {
  tags: ['Operator'],
  access: 'operator',
  params: MerchantPath,
} satisfies Partial<Operation>;
const answer = { schema: SingleSignOnAnswer, examples: examples.singleSignOn };

export const putSingleSignOnCall = call({
  address: 'PUT /operator/merchants/:id/single-sign-on',
  ...about,
  operationId: 'putSingleSignOn',
  summary: "Set a merchant's single sign-on",
  description:
    'OpenID Connect, by the code flow with PKCE. Register `redirectUrl` of the answer at the identity provider. Another issuer ends ' +
    'the sessions that the former one opened.',
  body: SingleSignOnBody,
  examples: examples.newSingleSignOn,
  answers: { 200: { description: 'Set.', ...answer }, ...operatorErrors() },
  handle: async (context, { params, body, operator }) => {
    const by = { actor: operator, session: null };
    return answerSingleSignOn(context, await putSingleSignOn(context, by, params.id, singleSignOnOf(body)));
  },
});

export const showSingleSignOnCall = call({
  address: 'GET /operator/merchants/:id/single-sign-on',
  ...about,
  operationId: 'showSingleSignOn',
  summary: "Show a merchant's single sign-on",
  description: "Everything but the client's secret.",
  answers: { 200: { description: 'The settings.', ...answer }, ...operatorErrors() },
  handle: async (context, { params }) =>
    answerSingleSignOn(context, await showSingleSignOn(context, params.id)),
});

export const removeSingleSignOnCall = call({
  address: 'DELETE /operator/merchants/:id/single-sign-on',
  ...about,
  operationId: 'removeSingleSignOn',
  summary: "Remove a merchant's single sign-on",
  description:
    'The sessions that it opened end at once. Users sign in by their passwords again; who has none needs a new link.',
  answers: { 204: { description: 'Removed.', empty: true }, ...operatorErrors() },
  handle: async (context, { params, operator }) => {
    await removeSingleSignOn(context, { actor: operator, session: null }, params.id);
  },
});
