// Ends sessions of the portal (contract 14): signing out, one of a user's other browsers, all except this one, or all
// sessions of a colleague. An ended session stops working in every process at once.
import type { AuditAction, AuditActor, AuditFacts } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import {
  deletePortalSession,
  deletePortalSessions,
  type SignedIn,
} from '../../storage/access/portal-session-store.ts';
import { findUser } from '../../storage/access/user-store.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { type SqlTransaction, withRetries } from '../../storage/database/database.ts';
import type { Context } from '../context.ts';

type Parts = Pick<Context, 'sql' | 'now'>;
type SessionOwner = Pick<SignedIn, 'merchantId' | 'userId'>;

export async function signOut(parts: Parts, by: AuditActor, session: SignedIn): Promise<void> {
  // A user who never proved a second factor was never signed in.
  const isSignedIn = session.provenAt !== null;
  const before = { sessionId: session.id };
  const entry = isSignedIn ? ({ by, action: 'user.signed-out', before } as const) : null;
  await end(parts, session, entry, async (tx) => Number(await deletePortalSession(tx, session)));
}

/** Ends one of the caller's own sessions. */
export async function endSession(
  parts: Parts,
  by: AuditActor,
  session: SessionOwner & Pick<SignedIn, 'id'>,
): Promise<void> {
  const entry = { by, action: 'user.sessions-ended', before: { sessionId: session.id } } as const;
  const ended = await end(parts, session, entry, async (tx) =>
    Number(await deletePortalSession(tx, session)),
  );
  if (ended === 0) throw new Refusal(404, 'sessionId: you have no such session');
}

/** Ends all sessions of a user; `keptId`: except this one. Answers how many were ended. */
export async function endSessions(
  parts: Parts,
  by: AuditActor,
  whose: SessionOwner,
  keptId: string | null,
): Promise<number> {
  if (!(await findUser(parts.sql, whose.merchantId, whose.userId))) {
    throw new Refusal(404, 'userId: no such user');
  }
  return await end(parts, whose, { by, action: 'user.sessions-ended' }, (tx) =>
    deletePortalSessions(tx, whose, keptId),
  );
}

/**
 * `entry`: the row of the audit log, written if a session ended; null: no row. Without `before`, the row holds the
 * number of sessions.
 */
async function end(
  { sql, now }: Parts,
  { merchantId, userId }: SessionOwner,
  entry: { by: AuditActor; action: AuditAction; before?: AuditFacts } | null,
  remove: (tx: SqlTransaction) => Promise<number>,
): Promise<number> {
  return await withRetries(() =>
    sql.begin(async (tx) => {
      const ended = await remove(tx);
      if (ended === 0 || entry === null) return ended;
      const { by, action, before = { sessions: ended } } = entry;
      const target = { kind: 'user', id: userId } as const;
      await appendAudit(tx, { merchantId, at: now(), by, action, target, before, after: null });
      return ended;
    }),
  );
}
