// The merchant's identity provider, for its owners (contract 14). Behind the session's hook. No answer may hold the
// client's secret.
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import {
  putSingleSignOn,
  removeSingleSignOn,
} from '../../../actions/single-sign-on/change-single-sign-on.ts';
import { findSingleSignOn } from '../../../storage/access/single-sign-on-store.ts';
import type { PortalCaller } from '../../auth/portal-session.ts';
import type { Operation } from '../../operation.ts';
import {
  answerSingleSignOn,
  redirectUrlOf,
  SingleSignOnAnswer,
  SingleSignOnBody,
  singleSignOnOf,
} from '../../schemas/single-sign-on-schemas.ts';
import { portalErrors } from '../portal-schemas.ts';

const PATH = '/portal/api/single-sign-on';
const about: Pick<Operation, 'tags' | 'access' | 'permission'> = {
  tags: ['Portal settings'],
  access: 'portal',
  permission: 'users.change',
};

const Shown = Type.Object(
  {
    settings: Type.Union([SingleSignOnAnswer, Type.Null()], { description: 'null: there is none.' }),
    redirectUrl: Type.String({ description: 'The redirect address to register at the identity provider.' }),
    signedInByIt: Type.Boolean({
      description: 'The caller signed in by it, so it works and may be required.',
    }),
  },
  { title: 'OwnSingleSignOn', description: "The merchant's single sign-on." },
);

const show = {
  ...about,
  operationId: 'showOwnSingleSignOn',
  summary: 'Show single sign-on',
  description: "Everything but the client's secret.",
  answers: { 200: { description: 'The settings.', schema: Shown }, ...portalErrors() },
} satisfies Operation;

const put = {
  ...about,
  operationId: 'putOwnSingleSignOn',
  summary: 'Set single sign-on',
  description: 'It can be required of everybody once the caller has signed in by it.',
  needsConfirmation: true,
  body: SingleSignOnBody,
  answers: { 200: { description: 'Set.', schema: SingleSignOnAnswer }, ...portalErrors(409) },
} satisfies Operation;

const remove = {
  ...about,
  operationId: 'removeOwnSingleSignOn',
  summary: 'Remove single sign-on',
  description: 'The other sessions that it opened end at once. A caller without a password sets one first.',
  needsConfirmation: true,
  answers: { 204: { description: 'Removed.', empty: true }, ...portalErrors(409) },
} satisfies Operation;

export function ownSingleSignOnRoutes(app: FastifyInstance, context: Context): void {
  const by = ({ actor, session }: PortalCaller) => ({ actor, session });
  app.get(PATH, { schema: show }, async ({ portal }) => {
    const found = await findSingleSignOn(context.sql, portal.merchantId);
    return {
      settings: found && answerSingleSignOn(context, found),
      redirectUrl: redirectUrlOf(context, portal.merchantId),
      signedInByIt: portal.session.bySingleSignOn,
    };
  });
  app.put<{ Body: Static<typeof SingleSignOnBody> }>(PATH, { schema: put }, async ({ portal, body }) => {
    const set = await putSingleSignOn(context, by(portal), portal.merchantId, singleSignOnOf(body));
    return answerSingleSignOn(context, set);
  });
  app.delete(PATH, { schema: remove }, async ({ portal }, reply) => {
    await removeSingleSignOn(context, by(portal), portal.merchantId);
    return reply.code(204).send();
  });
}
