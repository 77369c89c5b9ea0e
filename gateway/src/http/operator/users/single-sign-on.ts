// PUT, GET and DELETE /operator/merchants/{id}/single-sign-on (contract 2): a merchant's identity provider. No answer
// has the secret.
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import {
  putSingleSignOn,
  removeSingleSignOn,
  showSingleSignOn,
} from '../../../actions/single-sign-on/change-single-sign-on.ts';
import type { Operation } from '../../operation.ts';
import {
  answerSingleSignOn,
  SingleSignOnAnswer,
  SingleSignOnBody,
  singleSignOnOf,
} from '../../schemas/single-sign-on-schemas.ts';
import * as examples from '../access-examples.ts';
import { MerchantPath, operatorErrors } from '../operator-schemas.ts';

const Path = '/operator/merchants/:id/single-sign-on';
const about: Pick<Operation, 'tags' | 'access' | 'params'> = {
  tags: ['Operator'],
  access: 'operator',
  params: MerchantPath,
};
const answer = { schema: SingleSignOnAnswer, examples: examples.singleSignOn };

const put = {
  ...about,
  operationId: 'putSingleSignOn',
  summary: "Set a merchant's single sign-on",
  description:
    'OpenID Connect, by the code flow with PKCE. Register `redirectUrl` of the answer at the identity provider. Another issuer ends ' +
    'the sessions that the former one opened.',
  body: SingleSignOnBody,
  examples: examples.newSingleSignOn,
  answers: { 200: { description: 'Set.', ...answer }, ...operatorErrors() },
} satisfies Operation;

const show = {
  ...about,
  operationId: 'showSingleSignOn',
  summary: "Show a merchant's single sign-on",
  description: "Everything but the client's secret.",
  answers: { 200: { description: 'The settings.', ...answer }, ...operatorErrors() },
} satisfies Operation;

const remove = {
  ...about,
  operationId: 'removeSingleSignOn',
  summary: "Remove a merchant's single sign-on",
  description:
    'The sessions that it opened end at once. Users sign in by their passwords again; who has none needs a new link.',
  answers: { 204: { description: 'Removed.', empty: true }, ...operatorErrors() },
} satisfies Operation;

type Of = { Params: { id: string } };

export function singleSignOnRoutes(app: FastifyInstance, context: Context): void {
  app.put<Of & { Body: Static<typeof SingleSignOnBody> }>(
    Path,
    { schema: put },
    async ({ params, body, operator }) => {
      const by = { actor: operator, session: null };
      return answerSingleSignOn(context, await putSingleSignOn(context, by, params.id, singleSignOnOf(body)));
    },
  );
  app.get<Of>(Path, { schema: show }, async ({ params }) =>
    answerSingleSignOn(context, await showSingleSignOn(context, params.id)),
  );
  app.delete<Of>(Path, { schema: remove }, async ({ params, operator }, reply) => {
    await removeSingleSignOn(context, { actor: operator, session: null }, params.id);
    return reply.code(204).send();
  });
}
