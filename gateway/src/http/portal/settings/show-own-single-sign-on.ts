// Shows the merchant's identity provider to its owners (contract 14). Behind the session's hook. No answer may hold the
// client's secret.
import { Type } from 'typebox';
import { findSingleSignOn } from '../../../storage/access/single-sign-on-store.ts';
import { call } from '../../calls/call.ts';
import type { Operation } from '../../calls/operation.ts';
import {
  answerSingleSignOn,
  redirectUrlOf,
  SingleSignOnAnswer,
} from '../../schemas/single-sign-on-schemas.ts';
import { portalErrors } from '../portal-schemas.ts';

const about: Pick<Operation, 'tags' | 'access' | 'permission'> = {
  tags: ['Portal settings'],
  access: 'portal',
  permission: 'users.change',
};

const Shown = Type.Object(
  {
    settings: Type.Union([SingleSignOnAnswer, Type.Null()], {
      description: 'The settings; null: there is no single sign-on.',
    }),
    redirectUrl: Type.String({ description: 'The redirect address to register at the identity provider.' }),
    signedInByIt: Type.Boolean({
      description: 'Whether the caller signed in with it. Then it works and may be required.',
    }),
  },
  { title: 'OwnSingleSignOn', description: "The merchant's single sign-on." },
);

export const showOwnSingleSignOnCall = call({
  address: 'GET /portal/api/single-sign-on',
  ...about,
  operationId: 'showOwnSingleSignOn',
  summary: 'Show single sign-on',
  description: "All settings except the client's secret.",
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
