// GET and DELETE /portal/api/session (contract 14): who is signed in, and signing out.
import { signOut } from '../../../actions/access/end-session.ts';
import { setSessionCookie } from '../../auth/portal-session.ts';
import { call } from '../../calls/call.ts';
import { portalErrors } from '../portal-schemas.ts';
import { answerSession, SessionAnswer } from './session-answer.ts';

export const showSessionCall = call({
  address: 'GET /portal/api/session',
  operationId: 'showSession',
  tags: ['Portal access'],
  summary: 'Show who is signed in',
  description: 'The user, the merchant, its brands, and what the role may do.',
  access: 'portal',
  permission: 'account.change',
  answers: {
    200: { description: 'The session.', schema: SessionAnswer },
    ...portalErrors(),
  },
  handle: async (context, { portal }) => answerSession(context, portal.session),
});

export const signOutCall = call({
  address: 'DELETE /portal/api/session',
  operationId: 'signOut',
  tags: ['Portal access'],
  summary: 'Sign out',
  description: 'Ends this session in every process at once, also before its second factor is proven.',
  access: 'portal',
  permission: 'account.change',
  answers: { 204: { description: 'Signed out.', empty: true }, ...portalErrors() },
  handle: async (context, { portal }, reply) => {
    await signOut(context, portal.actor, portal.session);
    setSessionCookie(reply, context, null);
  },
});
