// Two sealed cookies of single sign-on, which only our own pages send. One holds a visit at the identity provider, the
// other the person whom a user may link after it. Each is good for a quarter of an hour. This file must not judge their
// content: the actions do.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../actions/context.ts';
import { isHttps, sessionCookieName } from '../../auth/portal-session.ts';

export function visitCookie({ config }: Pick<Context, 'config'>, kind: 'visit' | 'link') {
  const name = `${sessionCookieName(config)}-single-sign-on${kind === 'link' ? '-link' : ''}`;
  /** null: removes the cookie. */
  const set = (reply: FastifyReply, value: string | null) =>
    reply.setCookie(name, value ?? '', {
      path: '/',
      httpOnly: true,
      secure: isHttps(config.publicUrl),
      sameSite: 'strict',
      ...(value === null && { maxAge: 0 }),
    });
  return { set, read: (request: FastifyRequest) => request.cookies[name] };
}
