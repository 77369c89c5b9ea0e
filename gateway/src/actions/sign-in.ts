// Signs a person in to the portal by e-mail address and password (contract 14), and out again. Called by the portal's API. The
// cookie it answers is nowhere else in clear. Who has no such user hears the same, after the same time, as who typed a
// wrong password; ten wrong ones in a row lock the user for fifteen minutes, also for the right one.
import { randomUUIDv7 } from 'node:crypto';
import type { AuditActor } from '../domain/audit.ts';
import { hashOf, newSessionToken } from '../domain/credentials.ts';
import { hashPassword, passwordMatches } from '../domain/password.ts';
import { Refusal } from '../domain/refusal.ts';
import { appendAudit } from '../storage/audit-log.ts';
import { withRetries } from '../storage/database.ts';
import { deletePortalSession, insertPortalSession, type SignedIn } from '../storage/portal-session-store.ts';
import {
  countFailedSignIn,
  findUsersByEmail,
  forgetFailedSignIns,
  type UserRow,
} from '../storage/user-store.ts';
import type { Context } from './context.ts';

export const MOST_FAILED_SIGN_INS = 10;
const LOCK_MS = 15 * 60_000;
/** A working day: after that everybody signs in again. */
const SESSION_LIFE_MS = 12 * 3_600_000;

export interface Browser {
  requestId: string;
  ip: string;
  userAgent: string | null;
}

type Parts = Pick<Context, 'sql' | 'now'>;

export async function signIn(
  parts: Parts,
  { email, password }: { email: string; password: string },
  browser: Browser,
): Promise<{ token: string; session: SignedIn }> {
  const users = await findUsersByEmail(parts.sql, email.toLowerCase());
  const user = await userOf(parts, users, password, browser);
  return await openSession(parts, user, browser);
}

/** Of users with one address, each at a merchant of its own, the one whose password it is. */
async function userOf(parts: Parts, users: UserRow[], password: string, browser: Browser): Promise<UserRow> {
  const at = parts.now();
  const locked = users.filter(({ lockedUntil }) => lockedUntil !== null && lockedUntil > at);
  const open = users.filter((one) => !locked.includes(one) && one.disabledAt === null);
  const hashes: (string | null)[] = open.map(({ passwordHash }) => passwordHash);
  // One is always checked, so that time does not tell whether there is a user.
  if (!hashes.some((one) => one !== null)) hashes.push(await unknownHash());
  for (const [i, hash] of hashes.entries()) {
    if (hash !== null && (await passwordMatches(password, hash)) && open[i]) return open[i];
  }
  for (const user of open) await noteFailure(parts, user, browser);
  if (open.length === 0 && locked.length > 0) {
    const seconds = Math.ceil((locked[0]!.lockedUntil!.getTime() - at.getTime()) / 1000);
    throw new Refusal(429, 'too many sign-ins failed; wait as long as Retry-After says', {
      retryAfterSeconds: seconds,
    });
  }
  throw new Refusal(401, 'this e-mail address and password do not belong together');
}

async function noteFailure({ sql, now }: Parts, user: UserRow, browser: Browser): Promise<void> {
  const at = now();
  await withRetries(() =>
    sql.begin(async (tx) => {
      const lockedUntil = new Date(at.getTime() + LOCK_MS);
      await countFailedSignIn(tx, user, { most: MOST_FAILED_SIGN_INS, lockedUntil });
      await appendAudit(tx, {
        merchantId: user.merchantId,
        at,
        by: actorOf(user, browser),
        action: 'user.sign-in-failed',
        target: { kind: 'user', id: user.id },
        before: null,
        after: { reason: 'wrong password' },
      });
    }),
  );
}

async function openSession(
  { sql, now }: Parts,
  user: UserRow,
  browser: Browser,
): Promise<{ token: string; session: SignedIn }> {
  const at = now();
  const token = newSessionToken();
  const { merchantId, id: userId } = user;
  const session = {
    merchantId,
    id: randomUUIDv7(),
    userId,
    createdAt: at,
    lastUsedAt: at,
    expiresAt: new Date(at.getTime() + SESSION_LIFE_MS),
    provenAt: at,
    ip: browser.ip,
    userAgent: browser.userAgent,
  };
  await withRetries(() =>
    sql.begin(async (tx) => {
      await forgetFailedSignIns(tx, user);
      await insertPortalSession(tx, { ...session, tokenHash: hashOf(token) });
      await appendAudit(tx, {
        merchantId,
        at,
        by: actorOf(user, browser),
        action: 'user.signed-in',
        target: { kind: 'user', id: userId },
        before: null,
        after: { sessionId: session.id },
      });
    }),
  );
  return {
    token,
    session: { ...session, user: { id: userId, email: user.email, name: user.name, role: user.role } },
  };
}

export async function signOut({ sql, now }: Parts, by: AuditActor, session: SignedIn): Promise<void> {
  const { merchantId, id, userId } = session;
  await withRetries(() =>
    sql.begin(async (tx) => {
      if (!(await deletePortalSession(tx, merchantId, id))) return;
      await appendAudit(tx, {
        merchantId,
        at: now(),
        by,
        action: 'user.signed-out',
        target: { kind: 'user', id: userId },
        before: { sessionId: id },
        after: null,
      });
    }),
  );
}

export function actorOf(
  { id, email, name }: { id: string; email: string; name: string | null },
  { requestId, ip }: Pick<Browser, 'requestId' | 'ip'>,
): AuditActor {
  return { kind: 'user', id, name: name ?? email, requestId, ip };
}

let unknown: Promise<string> | undefined;

/** Of a password that nobody has. */
function unknownHash(): Promise<string> {
  unknown ??= hashPassword(newSessionToken());
  return unknown;
}
