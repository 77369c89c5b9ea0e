// Which user of a merchant is calling (contract 14). It checks, in this order: the session of the cookie (401), that a
// changing call comes from our own pages (403), that the user's role permits the operation (403), and that the brand in
// the address belongs to the user's merchant (404). A second hook checks for some operations that the user confirmed
// their identity lately (403). Neither ever logs a cookie.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorOf, SESSION_IDLE_MS } from '../../actions/access/open-portal-session.ts';
import { refuseUnconfirmed } from '../../actions/access/refuse-unconfirmed.ts';
import type { Context } from '../../actions/context.ts';
import { mayInPortal } from '../../domain/access/portal-permission.ts';
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { hashOf } from '../../domain/keys/credentials.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import { merchantOfToken } from '../../domain/merchants/merchant-in-token.ts';
import { findPortalSession, type SignedIn } from '../../storage/access/portal-session-store.ts';
import type { Operation } from '../calls/operation.ts';
import { callerAddress } from './source-ip.ts';

/** The page sends it with requests that it makes by itself, so that a page left open does not keep a session alive. */
const BACKGROUND = 'x-background';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set only on routes behind `requirePortalUser`. */
    portal: PortalCaller;
  }
}

export interface PortalCaller {
  session: SignedIn;
  merchantId: string;
  actor: AuditActor;
  /** The `:brandId` of the address; asking for it on another route is our mistake. */
  brand: Brand;
}

export function sessionCookieName({ publicUrl }: Pick<Context['config'], 'publicUrl'>): string {
  return isHttps(publicUrl) ? '__Host-tollgate' : 'tollgate';
}

/** Without a token: removes the cookie. */
export function setSessionCookie(
  reply: FastifyReply,
  { config }: Pick<Context, 'config'>,
  token: string | null,
): void {
  reply.setCookie(sessionCookieName(config), token ?? '', {
    path: '/',
    httpOnly: true,
    secure: isHttps(config.publicUrl),
    sameSite: 'strict',
    ...(token === null && { maxAge: 0 }),
  });
}

export const isHttps = (publicUrl: string) => publicUrl.startsWith('https:');

type Parts = Pick<Context, 'config' | 'sql' | 'now' | 'brands'>;

/** `unproven`: also for a session without its second factor yet. The route decides what such a session may do. */
export function requirePortalUser(context: Parts, { unproven = false } = {}) {
  return async (request: FastifyRequest): Promise<void> => {
    const session = await readSession(context, request);
    if (!session || (session.provenAt === null && !unproven)) throw notSignedIn();
    requireOwnPage(request);
    const { permission } = request.routeOptions.schema as unknown as Operation;
    if (!permission) throw new Error(`${request.routeOptions.url} names no permission`);
    if (!mayInPortal(session.user.role, permission)) {
      throw new Refusal(403, `your role (${session.user.role}) may not do this: ${permission}`);
    }
    const { brandId } = request.params as { brandId?: string };
    const brand = brandId === undefined ? undefined : context.brands.byId(brandId.toLowerCase());
    if (brandId !== undefined && brand?.merchantId !== session.merchantId) {
      throw new Refusal(404, 'brandId: no such brand');
    }
    const actor = actorOf(session.user, { requestId: request.id, ip: callerAddress(request) });
    request.portal = { session, merchantId: session.merchantId, actor, brand: brand as Brand };
  };
}

/**
 * Runs behind `requirePortalUser`, after the body is read and before it is validated: it depends only on field names.
 */
export function requireConfirmation(context: Pick<Context, 'now'>) {
  return async ({ routeOptions, body, portal }: FastifyRequest): Promise<void> => {
    const { needsConfirmation: needs } = routeOptions.schema as unknown as Operation;
    if (needs === undefined) return;
    const changes = (body as { changes?: unknown } | null | undefined)?.changes;
    const isAsked = needs === true || needs.some((name) => Object.hasOwn(Object(changes), name));
    if (isAsked) refuseUnconfirmed(context, portal.session);
  };
}

/** null: no cookie, or its session has ended. Also returns a session without its second factor yet. */
export async function readSession(
  { config, sql, now }: Parts,
  request: FastifyRequest,
): Promise<SignedIn | null> {
  const token = request.cookies[sessionCookieName(config)];
  const merchantId = token ? merchantOfToken(token) : null;
  if (!token || merchantId === null) return null;
  const isUse = request.headers[BACKGROUND] === undefined;
  const key = { merchantId, tokenHash: hashOf(token) };
  return await findPortalSession(sql, key, { now: now(), idleMs: SESSION_IDLE_MS, isUse });
}

/**
 * Guards against forged calls, in addition to the cookie's SameSite. Browsers send the origin of a call in one of two
 * headers. A program that sends neither has no cookie of another person.
 */
export function requireOwnPage(request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const { 'sec-fetch-site': site, origin, host } = request.headers;
  if (site !== undefined ? site === 'same-origin' : origin === undefined || hostOf(origin) === host) return;
  throw new Refusal(403, 'calls of the portal must come from its own pages');
}

function hostOf(origin: string): string | null {
  return URL.parse(origin)?.host ?? null;
}

const notSignedIn = () => new Refusal(401, 'sign in first: there is no session, or it has ended');
