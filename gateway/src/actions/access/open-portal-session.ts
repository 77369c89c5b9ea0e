// Opens a session of the portal (contract 14) for a person who knew the password or held the invitation. If a second
// factor is due, the session is unproven: it may only prove or add one. The token becomes the cookie and is never
// stored in clear.

import { type Factor, type SignInStep, stepAfterPassword } from '../../domain/access/second-factor.ts';
import type { AuditActor } from '../../domain/audit/audit.ts';
import { hashOf, newSessionToken } from '../../domain/keys/credentials.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import {
  forgetEndedSessions,
  insertPortalSession,
  type PersonToLink,
  type PortalSession,
} from '../../storage/access/portal-session-store.ts';
import { countedFor, forgetTries, recogniseBrowser } from '../../storage/access/sign-in-tries.ts';
import { noteSignIn, type UserRow } from '../../storage/access/user-store.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import type { SqlTransaction } from '../../storage/database/database.ts';
import type { Context } from '../context.ts';

/** Contract 14. */
export const SESSION_IDLE_MS = 15 * 60_000;
/** A working day: after that the user must sign in again. */
const SESSION_LIFE_MS = 12 * 3_600_000;

/** Where a call comes from. */
export interface Browser {
  requestId: string;
  ip: string;
  userAgent: string | null;
  /**
   * The token of the browser's cookie, existing or about to be set. It identifies the browser at the next sign-in.
   * null: no cookie.
   */
  token: string | null;
}

/** The part that counting and logging sign-ins needs. */
export type Source = Pick<Browser, 'requestId' | 'ip' | 'token'>;

export interface OpenedSession {
  token: string;
  step: SignInStep;
  user: UserRow;
  session: Pick<PortalSession, 'merchantId' | 'id' | 'userId'>;
}

/**
 * `link`: the person of the identity provider to link to this user once the session is signed in (link-identity.ts).
 */
interface Opening {
  user: UserRow;
  bySingleSignOn?: boolean;
  link?: PersonToLink | null;
}

export async function openPortalSession(
  { config, now }: Pick<Context, 'config' | 'now'>,
  tx: SqlTransaction,
  { user, bySingleSignOn = false, link = null }: Opening,
  browser: Browser,
): Promise<OpenedSession> {
  const at = now();
  const { merchantId, id: userId } = user;
  const token = newSessionToken(merchantId);
  // The identity provider has already asked for any factor that it wants besides a password.
  const step = bySingleSignOn ? 'done' : stepAfterPassword(user, config.environment);
  const session = {
    merchantId,
    id: timeOrderedId(at),
    userId,
    createdAt: at,
    lastUsedAt: at,
    expiresAt: new Date(at.getTime() + SESSION_LIFE_MS),
    provenAt: step === 'done' ? at : null,
    bySingleSignOn,
    link,
    ip: browser.ip,
    userAgent: browser.userAgent,
  };
  await forgetEndedSessions(tx, { merchantId, userId }, { now: at, idleMs: SESSION_IDLE_MS });
  await insertPortalSession(tx, { ...session, tokenHash: hashOf(token) });
  if (step === 'done') {
    await noteSignedIn(tx, user, browser, {
      sessionId: session.id,
      secondFactor: null,
      at,
      ...(bySingleSignOn && { by: 'single sign-on' as const }),
    });
  }
  return { token, step, user, session };
}

/**
 * The user is signed in. We reset failures only now. Otherwise the right password alone would give new tries at the
 * second factor.
 */
export async function noteSignedIn(
  tx: SqlTransaction,
  user: Pick<UserRow, 'merchantId' | 'id' | 'email' | 'name'>,
  browser: Source,
  { at, ...after }: { at: Date; sessionId: string; secondFactor: Factor | null; by?: 'single sign-on' },
): Promise<void> {
  const { merchantId, id } = user;
  await noteSignIn(tx, user, at);
  await forgetTries(tx, await countedFor(tx, user, tokenHashOf(browser)));
  if (browser.token !== null) await recogniseBrowser(tx, user, hashOf(browser.token), at);
  await appendAudit(tx, {
    merchantId,
    at,
    by: actorOf(user, browser),
    action: 'user.signed-in',
    target: { kind: 'user', id },
    before: null,
    after,
  });
}

export const tokenHashOf = ({ token }: Pick<Browser, 'token'>) => (token === null ? null : hashOf(token));

export function actorOf(
  { id, email, name }: Pick<UserRow, 'id' | 'email' | 'name'>,
  { requestId, ip }: Pick<AuditActor, 'requestId' | 'ip'>,
): AuditActor {
  return { kind: 'user', id, name: name ?? email, requestId, ip };
}
