// Finishes a visit at the identity provider (contract 14): signs the person in with the role that the claim gives, or
// confirms who they are. An unknown person becomes a user; a person with the address of a user must confirm it first.
// Refused, and noted: no role, a disabled user, another person's address. A visit must end only at its merchant's own
// return address, under the settings with which it began, so a code that another provider sent here never reaches this
// merchant's provider.
import { timingSafeEqual } from 'node:crypto';
import { type Identity, settingsMark } from '../../domain/access/single-sign-on.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { hashOf } from '../../domain/keys/credentials.ts';
import { confirmSession, type SignedIn } from '../../storage/access/portal-session-store.ts';
import {
  findSingleSignOn,
  keepSingleSignOn,
  type SingleSignOnRow,
} from '../../storage/access/single-sign-on-store.ts';
import { findUser, type UserRow } from '../../storage/access/user-store.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { type SqlTransaction, withRetries } from '../../storage/database/database.ts';
import { sealLink } from '../access/link-identity.ts';
import {
  actorOf,
  type Browser,
  type OpenedSession,
  openPortalSession,
} from '../access/open-portal-session.ts';
import type { Context } from '../context.ts';
import { openVisit, type Visit } from './begin-single-sign-on.ts';
import { type Parts, readReturnedIdentity } from './identity-provider.ts';
import { userOfIdentity } from './user-of-identity.ts';

type All = Parts & Pick<Context, 'sql'>;

/** What the browser returned with, and what it holds. */
interface Back {
  /** The merchant that the return address belongs to. */
  merchantId: string;
  query: string;
  /** The cookie of the visit. */
  cookie: string | undefined;
  /** The session of the browser's own cookie; null: there is none. */
  session: SignedIn | null;
}

/**
 * The user must confirm once, by their password, that they are this person. `link`: sealed, for the browser's cookie.
 */
export interface ToConfirm {
  user: UserRow;
  link: string;
}

/** null: a session was confirmed, and nobody signed in. */
export async function finishSingleSignOn(
  parts: All,
  { merchantId, query, cookie, session }: Back,
  browser: Browser,
): Promise<OpenedSession | ToConfirm | null> {
  const visit = await openVisit(parts, cookie);
  if (!visit || visit.merchantId !== merchantId.toLowerCase() || !sameState(visit, query)) {
    throw new Refusal(400, 'this sign-in has expired or was started in another window; start again', {
      members: { reason: 'stale' },
    });
  }
  const settings = asBegun(visit, await findSingleSignOn(parts.sql, visit.merchantId));
  const isConfirmation = visit.sessionId !== null;
  const notBefore = isConfirmation ? new Date(visit.begunAt) : null;
  const identity = await readReturnedIdentity(parts, settings, { query, secrets: visit, notBefore });
  const result = await withRetries(() =>
    parts.sql.begin(async (tx) => {
      const latest = asBegun(visit, await keepSingleSignOn(tx, visit.merchantId));
      return isConfirmation
        ? await confirmBy(parts, tx, { visit, session, identity })
        : await signInBy(parts, tx, { settings: latest, identity }, browser);
    }),
  );
  if (result instanceof Refusal) throw result;
  return result;
}

/**
 * Somebody who may change the settings must not use their own identity provider to finish a visit that began at
 * another.
 */
function asBegun({ mark }: Visit, settings: SingleSignOnRow | null): SingleSignOnRow {
  if (!settings)
    throw new Refusal(409, 'single sign-on has just been switched off; sign in with your password');
  if (settingsMark(settings) === mark) return settings;
  throw new Refusal(409, 'the settings of single sign-on have just changed; start again', {
    members: { reason: 'changed' },
  });
}

function sameState({ state }: Visit, query: string): boolean {
  const given = new URLSearchParams(query).get('state') ?? '';
  return timingSafeEqual(hashOf(given), hashOf(state));
}

async function signInBy(
  parts: All,
  tx: SqlTransaction,
  { settings, identity }: { settings: SingleSignOnRow; identity: Identity },
  browser: Browser,
): Promise<OpenedSession | ToConfirm | Refusal> {
  const found = await userOfIdentity(parts, tx, { settings, identity }, browser);
  if ('reason' in found) {
    const { user, reason, message } = found;
    await noteFailed(parts, tx, { settings, user, reason, browser });
    return new Refusal(403, message, { members: { reason } });
  }
  if ('unlinked' in found) {
    const { unlinked: user, role } = found;
    await noteFailed(parts, tx, { settings, user, reason: 'not linked', browser });
    return { user, link: sealLink(parts, user, { ...identity, role }, settings) };
  }
  return await openPortalSession(parts, tx, { user: found.user, bySingleSignOn: true }, browser);
}

/** The row of the audit log stays, because a refusal commits. */
async function noteFailed(
  { now }: Pick<Context, 'now'>,
  tx: SqlTransaction,
  {
    settings,
    user,
    reason,
    browser,
  }: { settings: SingleSignOnRow; user: UserRow | null; reason: string; browser: Browser },
): Promise<void> {
  await appendAudit(tx, {
    merchantId: settings.merchantId,
    at: now(),
    by: user
      ? actorOf(user, browser)
      : { kind: 'user', id: 'unknown', name: 'unknown', requestId: browser.requestId, ip: browser.ip },
    action: 'user.sign-in-failed',
    target: user ? { kind: 'user', id: user.id } : { kind: 'address', id: browser.ip },
    before: null,
    after: { reason, by: 'single sign-on' },
  });
}

async function confirmBy(
  { now }: Pick<Context, 'now'>,
  tx: SqlTransaction,
  { visit, session, identity }: { visit: Visit; session: SignedIn | null; identity: Identity },
): Promise<null | Refusal> {
  if (!session || session.id !== visit.sessionId || session.merchantId !== visit.merchantId)
    return new Refusal(409, 'your session has ended; sign in again');
  const user = await findUser(tx, session.merchantId, session.userId);
  if (user?.singleSignOnSubject !== identity.subject)
    return new Refusal(403, 'another person signed in at the identity provider', {
      members: { reason: 'another person' },
    });
  await confirmSession(tx, session, now());
  return null;
}
