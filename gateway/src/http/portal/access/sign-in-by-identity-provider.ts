// Signing in at the merchant's identity provider (contract 14): the page asks where to go, and hands over the
// parameters that it came back with. Not behind the session's hook, except the call that begins a confirmation.
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { beginSingleSignOn } from '../../../actions/single-sign-on/begin-single-sign-on.ts';
import { finishSingleSignOn } from '../../../actions/single-sign-on/finish-single-sign-on.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import type { UserRow } from '../../../storage/access/user-store.ts';
import { readSession, requireOwnPage, setSessionCookie } from '../../auth/portal-session.ts';
import { call } from '../../calls/call.ts';
import { type CallLimit, sourceOf } from '../../calls/call-limit.ts';
import type { Operation } from '../../calls/operation.ts';
import { choice, closed, uuid } from '../../schemas/schema-fields.ts';
import { portalErrors } from '../portal-schemas.ts';
import { browserOf, setBrowserCookie } from './browser-of.ts';
import { visitCookie } from './visit-cookies.ts';

const Path = Type.Object({ merchantId: uuid('The merchant.') });
const FinishBody = closed({
  query: Type.String({
    minLength: 1,
    maxLength: 8_000,
    description: 'The query with which the browser returned, such as `code=…&state=…`.',
  }),
});
const Begun = Type.Object(
  { url: Type.String({ description: 'Where to send the browser.' }) },
  { title: 'BegunSingleSignOn', description: 'The address at the identity provider.' },
);
const Finished = Type.Object(
  {
    outcome: choice(
      ['signed-in', 'confirmed'],
      'signed-in: a new session. confirmed: the identity of the signed-in user was confirmed.',
    ),
    merchantId: uuid('The merchant.'),
    merchantName: Type.String({ description: 'Its name; empty after a confirmation.' }),
  },
  { title: 'FinishedSingleSignOn', description: 'How the visit at the identity provider ended.' },
);

const open: Pick<Operation, 'tags' | 'access' | 'permission'> = {
  tags: ['Portal access'],
  access: 'portal',
  permission: null,
};

/** Open to everybody. */
const { 401: _, ...openErrors } = portalErrors(409, 429);

/** The identity provider has let the person in, but the user with that address has not confirmed the link yet. */
const unlinked = ({ email, passwordHash }: UserRow) =>
  new Refusal(
    403,
    passwordHash === null
      ? 'an account with your address exists already and has no password: ask an owner for a link, open it in this ' +
          'browser, and begin again'
      : 'an account with your address exists already: confirm once with its password that it is yours',
    { members: { reason: 'not linked', email, hasPassword: passwordHash !== null } },
  );

export const beginSingleSignOnCall = call({
  address: 'POST /portal/api/single-sign-on/:merchantId',
  ...open,
  operationId: 'beginSingleSignOn',
  summary: 'Begin to sign in by single sign-on',
  description: 'Valid for fifteen minutes, in this browser.',
  params: Path,
  answers: { 200: { description: 'Where to go.', schema: Begun }, ...openErrors },
  handle: async (context, request, reply, { limits }) => {
    requireOwnPage(request);
    refuseTooMany(context, limits.singleSignOns, request);
    const started = await beginSingleSignOn(context, request.params.merchantId, null);
    visitCookie(context, 'visit').set(reply, started.visit);
    return { url: started.url };
  },
});

export const finishSingleSignOnCall = call({
  address: 'POST /portal/api/single-sign-on/:merchantId/finish',
  ...open,
  operationId: 'finishSingleSignOn',
  summary: 'Finish signing in by single sign-on',
  description:
    'The return address names the merchant; a sign-in that began for another merchant gets 400. The user gets the ' +
    'role that the identity provider names now. 403 with `reason`: the person has no role here, is disabled, or ' +
    'the identity provider did not sign them in. `not linked`: a user with the address of this person exists ' +
    'already. The person confirms once that it is their account, in this browser and within fifteen minutes, by ' +
    '`signIn` with `linkSingleSignOn`.',
  params: Path,
  body: FinishBody,
  answers: {
    200: { description: 'The cookie is the session.', schema: Finished },
    ...openErrors,
  },
  handle: async (context, request, reply, { limits }) => {
    requireOwnPage(request);
    refuseTooMany(context, limits.singleSignOns, request);
    const browser = browserOf(request, context.config);
    const session = await readSession(context, request);
    const visit = visitCookie(context, 'visit');
    const cookie = visit.read(request);
    visit.set(reply, null);
    const opened = await finishSingleSignOn(
      context,
      { merchantId: request.params.merchantId, query: request.body.query, cookie, session },
      browser,
    );
    if (opened !== null && 'link' in opened) {
      visitCookie(context, 'link').set(reply, opened.link);
      throw unlinked(opened.user);
    }
    if (opened === null) return { outcome: 'confirmed', merchantId: session!.merchantId, merchantName: '' };
    setSessionCookie(reply, context, opened.token);
    setBrowserCookie(reply, context.config, browser);
    const { merchantId, merchantName } = opened.user;
    return { outcome: 'signed-in', merchantId, merchantName };
  },
});

export const confirmBySingleSignOnCall = call({
  address: 'POST /portal/api/account/confirmation/single-sign-on',
  tags: ['Portal access'],
  access: 'portal',
  permission: 'account.change',
  operationId: 'confirmBySingleSignOn',
  summary: "Begin to confirm the user's identity by single sign-on",
  description:
    'For a session that single sign-on opened. The person signs in at the identity provider again; ' +
    '`finishSingleSignOn` confirms the session.',
  answers: { 200: { description: 'Where to go.', schema: Begun }, ...portalErrors(409) },
  handle: async (context, { portal }, reply) => {
    if (!portal.session.bySingleSignOn)
      throw new Refusal(409, 'you signed in with a password: confirm your identity with it');
    const started = await beginSingleSignOn(context, portal.merchantId, portal.session);
    visitCookie(context, 'visit').set(reply, started.visit);
    return { url: started.url };
  },
});

function refuseTooMany({ now }: Context, begun: CallLimit, request: FastifyRequest): void {
  const seconds = begun.count(sourceOf(request.ip), now());
  if (seconds === 0) return;
  throw new Refusal(429, 'too many sign-ins began from this address; try again in a minute', {
    retryAfterSeconds: seconds,
  });
}
