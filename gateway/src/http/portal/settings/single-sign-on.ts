// The merchant's identity provider, for its owners (contract 14). Behind the session's hook. No answer may hold the
// client's secret.
import { Type } from 'typebox';
import {
  putSingleSignOn,
  removeSingleSignOn,
} from '../../../actions/single-sign-on/change-single-sign-on.ts';
import { findSingleSignOn } from '../../../storage/access/single-sign-on-store.ts';
import type { PortalCaller } from '../../auth/portal-session.ts';
import { call } from '../../call.ts';
import type { Operation } from '../../operation.ts';
import {
  answerSingleSignOn,
  redirectUrlOf,
  SingleSignOnAnswer,
  SingleSignOnBody,
  singleSignOnOf,
} from '../../schemas/single-sign-on-schemas.ts';
import { portalErrors } from '../portal-schemas.ts';

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

export const showOwnSingleSignOnCall = call({
  address: 'GET /portal/api/single-sign-on',
  ...about,
  operationId: 'showOwnSingleSignOn',
  summary: 'Show single sign-on',
  description: "Everything but the client's secret.",
  answers: { 200: { description: 'The settings.', schema: Shown }, ...portalErrors() },
  handle: async (context, { portal }) => {
    const found = await findSingleSignOn(context.sql, portal.merchantId);
    return {
      settings: found && answerSingleSignOn(context, found),
      redirectUrl: redirectUrlOf(context, portal.merchantId),
      signedInByIt: portal.session.bySingleSignOn,
    };
  },
});

export const putOwnSingleSignOnCall = call({
  address: 'PUT /portal/api/single-sign-on',
  ...about,
  operationId: 'putOwnSingleSignOn',
  summary: 'Set single sign-on',
  description: 'It can be required of everybody once the caller has signed in by it.',
  needsConfirmation: true,
  body: SingleSignOnBody,
  answers: { 200: { description: 'Set.', schema: SingleSignOnAnswer }, ...portalErrors(409) },
  handle: async (context, { portal, body }) => {
    const set = await putSingleSignOn(context, by(portal), portal.merchantId, singleSignOnOf(body));
    return answerSingleSignOn(context, set);
  },
});

export const removeOwnSingleSignOnCall = call({
  address: 'DELETE /portal/api/single-sign-on',
  ...about,
  operationId: 'removeOwnSingleSignOn',
  summary: 'Remove single sign-on',
  description: 'The other sessions that it opened end at once. A caller without a password sets one first.',
  needsConfirmation: true,
  answers: { 204: { description: 'Removed.', empty: true }, ...portalErrors(409) },
  handle: async (context, { portal }) => {
    await removeSingleSignOn(context, by(portal), portal.merchantId);
  },
});

const by = ({ actor, session }: PortalCaller) => ({ actor, session });
