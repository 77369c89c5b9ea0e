// Confirms the caller's identity once more (contract 14), before they change the account, users, keys or approvals.
// Behind the session's hook.
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { Type } from 'typebox';
import { confirmedUntil } from '../../../actions/access/refuse-unconfirmed.ts';
import { confirmIdentity } from '../../../actions/second-factor/confirm-identity.ts';
import { FACTORS, waysToProve } from '../../../domain/access/second-factor.ts';
import { findUser } from '../../../storage/access/user-store.ts';
import { call } from '../../calls/call.ts';
import type { Operation } from '../../calls/operation.ts';
import { choice, closed, timeOrNull } from '../../schemas/schema-fields.ts';
import { portalErrors } from '../portal-schemas.ts';
import { browserAnswer, Code, Password } from './access-fields.ts';
import { browserOf } from './browser-of.ts';

const about: Pick<Operation, 'tags' | 'access' | 'permission'> = {
  tags: ['Portal access'],
  access: 'portal',
  permission: 'account.change',
};

const Body = closed({
  password: Password,
  totp: Type.Optional(Code),
  recoveryCode: Type.Optional(Code),
  passkey: Type.Optional(
    browserAnswer<AuthenticationResponseJSON>("The browser's answer to the challenge of `askPasskey`."),
  ),
});

export const showConfirmationCall = call({
  address: 'GET /portal/api/account/confirmation',
  ...about,
  operationId: 'showConfirmation',
  summary: "Show whether the user's identity was confirmed",
  description:
    "Operations with `x-needs-confirmation` require this confirmation: those that change the user's own account, " +
    'users, keys or approvals.',
  answers: {
    200: {
      description: 'The state of the confirmation.',
      schema: Type.Object(
        {
          until: timeOrNull('When the confirmation expires; null: `confirmIdentity` is required.'),
          singleSignOn: Type.Boolean({
            description: 'true: single sign-on opened this session, so confirm by `confirmBySingleSignOn`.',
          }),
          ways: Type.Array(choice(FACTORS, 'A way.'), {
            description:
              "The user's second factors, the best first. One of them is required besides the password; empty: the " +
              'password is enough.',
          }),
        },
        { title: 'Confirmation', description: "Whether the user's identity was confirmed recently." },
      ),
    },
    ...portalErrors(),
  },
  handle: async (context, { portal }) => {
    const { merchantId, userId } = portal.session;
    const user = (await findUser(context.sql, merchantId, userId))!;
    const until = confirmedUntil(portal.session, context.now())?.toISOString() ?? null;
    return { until, singleSignOn: portal.session.bySingleSignOn, ways: waysToProve(user) };
  },
});

export const confirmIdentityCall = call({
  address: 'POST /portal/api/account/confirmation',
  ...about,
  operationId: 'confirmIdentity',
  summary: "Confirm the user's identity",
  description:
    'The password and, if there is a second factor, one of `totp`, `recoveryCode` and `passkey`. Valid for ten ' +
    'minutes, in this session. Failures count towards the lock of the sign-in.',
  body: Body,
  answers: { 204: { description: 'Confirmed.', empty: true }, ...portalErrors(409, 429) },
  handle: async (context, request) => {
    await confirmIdentity(context, request.portal.session, request.body, browserOf(request, context.config));
  },
});
