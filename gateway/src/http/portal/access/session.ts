// GET and DELETE /portal/api/session (contract 14): who is signed in, and signing out.
import type { FastifyInstance } from 'fastify';
import { signOut } from '../../../actions/access/end-session.ts';
import type { Context } from '../../../actions/context.ts';
import { setSessionCookie } from '../../auth/portal-session.ts';
import type { Operation } from '../../operation.ts';
import { portalErrors } from '../portal-schemas.ts';
import { answerSession, SessionAnswer } from './session-answer.ts';

const show = {
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
} satisfies Operation;

const end = {
  operationId: 'signOut',
  tags: ['Portal access'],
  summary: 'Sign out',
  description: 'Ends this session in every process at once, also before its second factor is proven.',
  access: 'portal',
  permission: 'account.change',
  answers: { 204: { description: 'Signed out.', empty: true }, ...portalErrors() },
} satisfies Operation;

export function showSessionRoute(app: FastifyInstance, context: Context): void {
  app.get('/portal/api/session', { schema: show }, async ({ portal }) =>
    answerSession(context, portal.session),
  );
}

export function signOutRoute(app: FastifyInstance, context: Context): void {
  app.delete('/portal/api/session', { schema: end }, async ({ portal }, reply) => {
    await signOut(context, portal.actor, portal.session);
    setSessionCookie(reply, context, null);
    return reply.code(204).send();
  });
}
