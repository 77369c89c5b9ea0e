// POST /portal/api/session (contract 14): e-mail address and password in, a cookie out. Not behind the session's hook.
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { signIn } from '../../../actions/sign-in.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { requireOwnPage, setSessionCookie } from '../../auth/portal-session.ts';
import { CallLimit, sourceOf } from '../../call-limit.ts';
import type { Operation } from '../../operation.ts';
import { closed } from '../../schema-fields.ts';
import { portalErrors } from '../portal-schemas.ts';
import { answerSession, SessionAnswer } from './session-answer.ts';

/** Tries from one source within a minute: an office behind one address, and no more. */
const MOST_TRIES = 30;

const Body = closed({
  email: Type.String({ maxLength: 255, description: 'E-mail address, upper and lower case alike.' }),
  password: Type.String({ maxLength: 1_000, description: 'Password.' }),
});

const operation = {
  operationId: 'signIn',
  tags: ['Portal access'],
  summary: 'Sign in',
  description: 'Ten wrong passwords in a row lock a user for fifteen minutes.',
  access: 'portal',
  permission: null,
  body: Body,
  answers: {
    200: { description: 'Signed in; the cookie is the session.', schema: SessionAnswer },
    ...portalErrors(429),
  },
} satisfies Operation;

export function signInRoute(app: FastifyInstance, context: Context): void {
  const tries = new CallLimit(MOST_TRIES);
  app.post<{ Body: Static<typeof Body> }>(
    '/portal/api/session',
    { schema: operation },
    async (request, reply) => {
      requireOwnPage(request);
      const seconds = tries.count(sourceOf(request.ip), context.now());
      if (seconds > 0) {
        throw new Refusal(429, 'too many tries came from this address; wait as long as Retry-After says', {
          retryAfterSeconds: seconds,
        });
      }
      const userAgent = request.headers['user-agent']?.slice(0, 512) ?? null;
      const browser = { requestId: request.id, ip: request.ip, userAgent };
      const { token, session } = await signIn(context, request.body, browser);
      setSessionCookie(reply, context, token);
      return await answerSession(context, session);
    },
  );
}
