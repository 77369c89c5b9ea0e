// Finishes a visit at the identity provider (contract 14): the person is signed in with the role that the claim gives, or has confirmed
// who they are. A person nobody knows becomes a user. Refused, and noted: no role, a disabled user, an address that is another's.
import { timingSafeEqual } from 'node:crypto';
import type { Identity } from '../../domain/access/single-sign-on.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { hashOf } from '../../domain/keys/credentials.ts';
import { confirmSession, type SignedIn } from '../../storage/access/portal-session-store.ts';
import { findSingleSignOn } from '../../storage/access/single-sign-on-store.ts';
import { findUser } from '../../storage/access/user-store.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { type SqlTransaction, withRetries } from '../../storage/database/database.ts';
import { actorOf, type Browser, type OpenedSession, openSession } from '../access/open-session.ts';
import type { Context } from '../context.ts';
import { openVisit, type Visit } from './begin-single-sign-on.ts';
import { type Parts, whoCameBack } from './identity-provider.ts';
import { type Unwelcome, userOfIdentity } from './user-of-identity.ts';

type All = Parts & Pick<Context, 'sql'>;

/** `session`: of the cookie, if there is one. null: nobody signed in, the session is confirmed. */
export async function finishSingleSignOn(
  parts: All,
  { cookie, query, session }: { cookie: string | undefined; query: string; session: SignedIn | null },
  browser: Browser,
): Promise<OpenedSession | null> {
  const visit = await openVisit(parts, cookie);
  if (!visit || !sameState(visit, query)) {
    throw new Refusal(400, 'this sign-in began too long ago, or in another window; begin again', {
      members: { reason: 'stale' },
    });
  }
  const settings = await findSingleSignOn(parts.sql, visit.merchantId);
  if (!settings)
    throw new Refusal(409, 'single sign-on was switched off meanwhile; sign in with your password');
  const isConfirmation = visit.sessionId !== null;
  const notBefore = isConfirmation ? new Date(visit.begunAt) : null;
  const identity = await whoCameBack(parts, settings, { query, secrets: visit, notBefore });
  const result = await withRetries(() =>
    parts.sql.begin((tx) =>
      isConfirmation
        ? confirmBy(parts, tx, { visit, session, identity })
        : signInBy(parts, tx, { visit, identity }, browser),
    ),
  );
  if (result instanceof Refusal) throw result;
  return result;
}

function sameState({ state }: Visit, query: string): boolean {
  const given = new URLSearchParams(query).get('state') ?? '';
  return timingSafeEqual(hashOf(given), hashOf(state));
}

async function signInBy(
  parts: All,
  tx: SqlTransaction,
  { visit, identity }: { visit: Visit; identity: Identity },
  browser: Browser,
): Promise<OpenedSession | Refusal> {
  const found = await userOfIdentity(parts, tx, { merchantId: visit.merchantId, identity }, browser);
  if ('reason' in found) return await refuse(parts, tx, { visit, found, browser });
  return await openSession(parts, tx, { user: found.user, bySingleSignOn: true }, browser);
}

/** The row stays: a refusal commits. */
async function refuse(
  { now }: Pick<Context, 'now'>,
  tx: SqlTransaction,
  { visit, found, browser }: { visit: Visit; found: Unwelcome; browser: Browser },
): Promise<Refusal> {
  const { user, reason, message } = found;
  await appendAudit(tx, {
    merchantId: visit.merchantId,
    at: now(),
    by: user
      ? actorOf(user, browser)
      : { kind: 'user', id: 'unknown', name: 'unknown', requestId: browser.requestId, ip: browser.ip },
    action: 'user.sign-in-failed',
    target: user ? { kind: 'user', id: user.id } : { kind: 'address', id: browser.ip },
    before: null,
    after: { reason, by: 'single sign-on' },
  });
  return new Refusal(403, message, { members: { reason } });
}

async function confirmBy(
  { now }: Pick<Context, 'now'>,
  tx: SqlTransaction,
  { visit, session, identity }: { visit: Visit; session: SignedIn | null; identity: Identity },
): Promise<null | Refusal> {
  if (!session || session.id !== visit.sessionId || session.merchantId !== visit.merchantId)
    return new Refusal(409, 'the session that was to be confirmed has ended; sign in again');
  const user = await findUser(tx, session.merchantId, session.userId);
  if (user?.singleSignOnSubject !== identity.subject)
    return new Refusal(403, 'another person signed in at the identity provider', {
      members: { reason: 'another person' },
    });
  await confirmSession(tx, session, now());
  return null;
}
