// Ends sessions of the portal (contract 14): signing out, one of a user's other browsers, all but this one, or all of a colleague.
// Called by the portal's API. A session that was ended stops working in every process at once.
import type { AuditActor } from '../../domain/audit.ts';
import { Refusal } from '../../domain/refusal.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import { withRetries } from '../../storage/database.ts';
import {
  deletePortalSession,
  deletePortalSessions,
  type SignedIn,
} from '../../storage/portal-session-store.ts';
import { findUser } from '../../storage/user-store.ts';
import type { Context } from '../context.ts';

type Parts = Pick<Context, 'sql' | 'now'>;

export async function signOut({ sql, now }: Parts, by: AuditActor, session: SignedIn): Promise<void> {
  const { merchantId, id, userId, provenAt } = session;
  await withRetries(() =>
    sql.begin(async (tx) => {
      if (!(await deletePortalSession(tx, session)) || provenAt === null) return;
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

/** One of the caller's own. */
export async function endSession(
  { sql, now }: Parts,
  by: AuditActor,
  { merchantId, userId, id }: Pick<SignedIn, 'merchantId' | 'userId' | 'id'>,
): Promise<void> {
  const isThere = await withRetries(() =>
    sql.begin(async (tx) => {
      if (!(await deletePortalSession(tx, { merchantId, userId, id }))) return false;
      await appendAudit(tx, {
        merchantId,
        at: now(),
        by,
        action: 'user.sessions-ended',
        target: { kind: 'user', id: userId },
        before: { sessionId: id },
        after: null,
      });
      return true;
    }),
  );
  if (!isThere) throw new Refusal(404, 'sessionId: you have no such session');
}

/** All of a user; `keptId`: but this one. Answers how many there were. */
export async function endSessions(
  { sql, now }: Parts,
  by: AuditActor,
  { merchantId, userId }: Pick<SignedIn, 'merchantId' | 'userId'>,
  keptId: string | null,
): Promise<number> {
  if (!(await findUser(sql, merchantId, userId))) throw new Refusal(404, 'userId: no such user');
  return await withRetries(() =>
    sql.begin(async (tx) => {
      const ended = await deletePortalSessions(tx, { merchantId, userId }, keptId);
      if (ended === 0) return 0;
      await appendAudit(tx, {
        merchantId,
        at: now(),
        by,
        action: 'user.sessions-ended',
        target: { kind: 'user', id: userId },
        before: { sessions: ended },
        after: null,
      });
      return ended;
    }),
  );
}
