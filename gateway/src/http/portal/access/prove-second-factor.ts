// The second factor of a sign-in (contract 14): which factors there are, and proving one. Behind the session's hook,
// for sessions that are not proven yet. Each proof answers a new cookie.
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../actions/context.ts';
import { beginProof, passkeyProof } from '../../../actions/second-factor/passkeys.ts';
import {
  type Proof,
  prove,
  recoveryCodeProof,
  totpProof,
} from '../../../actions/second-factor/prove-second-factor.ts';
import { stepAfterPassword } from '../../../domain/access/second-factor.ts';
import type { SignedIn } from '../../../storage/access/portal-session-store.ts';
import { findUser } from '../../../storage/access/user-store.ts';
import { setSessionCookie } from '../../auth/portal-session.ts';
import { call } from '../../calls/call.ts';
import type { Operation } from '../../calls/operation.ts';
import { closed } from '../../schemas/schema-fields.ts';
import { portalErrors } from '../portal-schemas.ts';
import { browserAnswer, Code } from './access-fields.ts';
import { browserOf, setBrowserCookie } from './browser-of.ts';
import { answerStep, SignInStep } from './sign-in-step.ts';

const CodeBody = closed({ code: Code });
const PasskeyBody = closed({
  response: browserAnswer<AuthenticationResponseJSON>("The browser's answer to the challenge."),
});
const Challenge = browserAnswer<object>('Options for `navigator.credentials`, as JSON.');

const about: Pick<Operation, 'tags' | 'access' | 'permission'> = {
  tags: ['Portal access'],
  access: 'portal',
  permission: 'account.change',
};
const proven = { description: 'Signed in; the session continues with a new cookie.', schema: SignInStep };

export const showSignInStepCall = call({
  address: 'GET /portal/api/second-factor',
  ...about,
  operationId: 'showSignInStep',
  summary: 'Show the state of the sign-in',
  description: 'For a page that is loaded between password and second factor.',
  answers: { 200: { description: 'The state of the sign-in.', schema: SignInStep }, ...portalErrors() },
  handle: async (context, { portal }) => answerStepOf(context, portal.session),
});

export const proveByTotpCall = call({
  address: 'POST /portal/api/second-factor/totp',
  ...about,
  operationId: 'proveByTotp',
  summary: 'Prove the second factor by a code of the authenticator app',
  description:
    'Six digits. Each code works once; the codes of the interval before and after are accepted too.',
  body: CodeBody,
  answers: { 200: proven, ...portalErrors(409, 429) },
  handle: async (context, request, reply) => {
    const proof = totpProof(context, request.portal.session, request.body.code);
    return await answerProven(context, request, reply, proof);
  },
});

export const proveByRecoveryCodeCall = call({
  address: 'POST /portal/api/second-factor/recovery-code',
  ...about,
  operationId: 'proveByRecoveryCode',
  summary: 'Prove the second factor by a recovery code',
  description: 'Each code works once.',
  body: CodeBody,
  answers: { 200: proven, ...portalErrors(409, 429) },
  handle: async (context, request, reply) => {
    const proof = recoveryCodeProof(context, request.portal.session, request.body.code);
    return await answerProven(context, request, reply, proof);
  },
});

export const askPasskeyCall = call({
  address: 'POST /portal/api/second-factor/passkey-challenge',
  ...about,
  operationId: 'askPasskey',
  summary: 'Ask for a passkey',
  description:
    'A challenge for one of the passkeys of the user, for the sign-in or for `confirmIdentity`. Valid once, for ' +
    'five minutes.',
  answers: { 200: { description: 'The challenge.', schema: Challenge }, ...portalErrors(409) },
  handle: async (context, { portal }) => beginProof(context, portal.session),
});

export const proveByPasskeyCall = call({
  address: 'POST /portal/api/second-factor/passkey',
  ...about,
  operationId: 'proveByPasskey',
  summary: 'Prove the second factor by a passkey',
  description: "The browser's answer to the challenge.",
  body: PasskeyBody,
  answers: { 200: proven, ...portalErrors(409, 429) },
  handle: async (context, request, reply) => {
    const proof = await passkeyProof(context, request.portal.session, request.body.response);
    return await answerProven(context, request, reply, proof);
  },
});

async function answerStepOf(
  context: Context,
  { merchantId, userId, provenAt }: SignedIn,
  isProven = provenAt !== null,
) {
  const user = (await findUser(context.sql, merchantId, userId))!;
  return answerStep(isProven ? 'done' : stepAfterPassword(user, context.config.environment), user);
}

async function answerProven(context: Context, request: FastifyRequest, reply: FastifyReply, proof: Proof) {
  const { session } = request.portal;
  const browser = browserOf(request, context.config);
  setSessionCookie(reply, context, await prove(context, session, proof, browser));
  setBrowserCookie(reply, context.config, browser);
  return await answerStepOf(context, session, true);
}
