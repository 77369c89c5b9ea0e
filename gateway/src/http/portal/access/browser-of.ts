// Where a call of the portal comes from, in the words of sessions and the audit log, and the cookie that recognises a
// browser at its next sign-in (docs/decisions/0070). The cookie must never prove who somebody is: it only says to whom
// failed tries belong.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Browser } from '../../../actions/access/open-portal-session.ts';
import type { Context } from '../../../actions/context.ts';
import { newBrowserToken } from '../../../domain/keys/credentials.ts';
import { isHttps, sessionCookieName } from '../../auth/portal-session.ts';
import { callerAddress, UNKNOWN_ADDRESS } from '../../auth/source-ip.ts';

type Config = Pick<Context['config'], 'publicUrl'>;

/** The longest that browsers keep a cookie. */
const KEPT_SECONDS = 400 * 86_400;
const TOKEN = /^[0-9A-Za-z]{43}$/;

const cookieName = (config: Config) => `${sessionCookieName(config)}-browser`;

export function browserOf(request: FastifyRequest, config: Config): Browser {
  const userAgent = request.headers['user-agent']?.slice(0, 512) ?? null;
  const given = request.cookies[cookieName(config)];
  const token = given !== undefined && TOKEN.test(given) ? given : newBrowserToken();
  return { requestId: request.id, ip: callerAddress(request) ?? UNKNOWN_ADDRESS, userAgent, token };
}

/** Set it after the session's own cookie, once the person is signed in. */
export function setBrowserCookie(reply: FastifyReply, config: Config, { token }: Browser): void {
  if (token === null) return;
  reply.setCookie(cookieName(config), token, {
    path: '/',
    httpOnly: true,
    secure: isHttps(config.publicUrl),
    sameSite: 'strict',
    maxAge: KEPT_SECONDS,
  });
}
