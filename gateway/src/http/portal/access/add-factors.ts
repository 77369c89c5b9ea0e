// Adding a second factor (contract 14): an authenticator app or a passkey. Behind the session's hook. A user without
// any factor may add the first one during the sign-in, which completes it with a new cookie.
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import type { AddedFactor } from '../../../actions/second-factor/add-factor.ts';
import { beginPasskey, finishPasskey } from '../../../actions/second-factor/passkeys.ts';
import { beginTotp, finishTotp } from '../../../actions/second-factor/totp.ts';
import { setSessionCookie } from '../../auth/portal-session.ts';
import { call } from '../../calls/call.ts';
import type { Operation } from '../../calls/operation.ts';
import { closed } from '../../schemas/schema-fields.ts';
import { portalErrors } from '../portal-schemas.ts';
import {
  AddedFactorAnswer,
  type AddedFactorBody,
  browserAnswer,
  Code,
  PasskeyName,
} from './access-fields.ts';

const CodeBody = closed({ code: Code });
const PasskeyBody = closed({
  name: PasskeyName,
  response: browserAnswer<RegistrationResponseJSON>("The browser's answer to the challenge."),
});

/** The first factor of a sign-in needs no confirmation: the user gave the password a moment ago. */
const about: Pick<Operation, 'tags' | 'access' | 'permission' | 'needsConfirmation'> = {
  tags: ['Portal access'],
  access: 'portal',
  permission: 'account.change',
  needsConfirmation: true,
};
const FIRST = 'The first factor, added during a sign-in, needs no confirmation.';

export const beginTotpCall = call({
  address: 'POST /portal/api/account/totp',
  ...about,
  operationId: 'beginTotp',
  summary: 'Begin to add an authenticator app',
  description: `A new secret. To use it, send a code from it within ten minutes. ${FIRST}`,
  answers: {
    200: {
      description: 'The values for the app.',
      schema: Type.Object(
        {
          secret: Type.String({
            description: 'The secret in Base32, for typing if the QR code cannot be scanned.',
          }),
          uri: Type.String({ description: 'otpauth: address, for an app on the same device.' }),
          qrCode: Type.String({ description: 'The same address as a picture to scan: a data URL.' }),
        },
        {
          title: 'NewTotp',
          description: 'The secret of an authenticator app that is being added. Shown only here.',
        },
      ),
    },
    ...portalErrors(),
  },
  handle: async (context, { portal }) => beginTotp(context, portal.session),
});

export const finishTotpCall = call({
  address: 'PUT /portal/api/account/totp',
  ...about,
  operationId: 'finishTotp',
  summary: 'Add the authenticator app',
  description: `Send the code that it shows. It replaces a former app. ${FIRST}`,
  body: CodeBody,
  answers: { 200: { description: 'Added.', schema: AddedFactorAnswer }, ...portalErrors(409, 429) },
  handle: async (context, { portal, body }, reply) =>
    answerAdded(context, reply, await finishTotp(context, portal.actor, portal.session, body.code)),
});

export const beginPasskeyCall = call({
  address: 'POST /portal/api/account/passkey-challenge',
  ...about,
  operationId: 'beginPasskey',
  summary: 'Begin to add a passkey',
  description: `A challenge for a new passkey, valid once, for five minutes. ${FIRST}`,
  answers: {
    200: {
      description: 'The challenge.',
      schema: browserAnswer<object>('Options for `navigator.credentials`, as JSON.'),
    },
    ...portalErrors(),
  },
  handle: async (context, { portal }) => beginPasskey(context, portal.session),
});

export const addPasskeyCall = call({
  address: 'POST /portal/api/account/passkeys',
  ...about,
  operationId: 'addPasskey',
  summary: 'Add a passkey',
  description: `The browser's answer to the challenge. ${FIRST}`,
  body: PasskeyBody,
  answers: { 200: { description: 'Added.', schema: AddedFactorAnswer }, ...portalErrors(409, 429) },
  handle: async (context, { portal, body }, reply) =>
    answerAdded(context, reply, await finishPasskey(context, portal.actor, portal.session, body)),
});

function answerAdded(
  context: Context,
  reply: FastifyReply,
  { token, recoveryCodes }: AddedFactor,
): AddedFactorBody {
  if (token !== null) setSessionCookie(reply, context, token);
  return { recoveryCodes };
}
