// What portal users change about themselves: name and password (contract 14). A new password ends the other sessions
// and an open link. The user must confirm their identity first (confirm-identity.ts).

import { hashPassword, passwordMatches } from '../../domain/access/password.ts';
import { passwordFault } from '../../domain/access/password-rules.ts';
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { deletePortalSessions, type SignedIn } from '../../storage/access/portal-session-store.ts';
import { findUser, lockUser, setUserName, setUserPassword } from '../../storage/access/user-store.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { withRetries } from '../../storage/database/database.ts';
import { listBrands } from '../../storage/merchants/brand-store.ts';
import type { Context } from '../context.ts';

type Parts = Pick<Context, 'sql' | 'now'>;

export async function changeName(
  { sql, now }: Parts,
  by: AuditActor,
  { merchantId, userId }: SignedIn,
  name: string,
): Promise<void> {
  await withRetries(() =>
    sql.begin(async (tx) => {
      const user = await lockUser(tx, merchantId, userId);
      if (!user || user.name === name) return;
      await setUserName(tx, user, name);
      await appendAudit(tx, {
        merchantId,
        at: now(),
        by,
        action: 'user.changed',
        target: { kind: 'user', id: userId },
        before: { name: user.name },
        after: { name },
      });
    }),
  );
}

export async function changePassword(
  { sql, now, passwordCost }: Parts & Pick<Context, 'passwordCost'>,
  by: AuditActor,
  session: SignedIn,
  newPassword: string,
): Promise<void> {
  const { merchantId, userId, id: sessionId } = session;
  const user = (await findUser(sql, merchantId, userId))!;
  const brandNames = (await listBrands(sql, merchantId)).map(({ name }) => name);
  const fault = passwordFault(newPassword, { ...user, brandNames });
  if (fault !== null) throw new Refusal(400, [`newPassword: ${fault}`]);
  if (await passwordMatches(newPassword, user.passwordHash ?? '')) {
    throw new Refusal(400, ['newPassword: is the same as your current password']);
  }
  const passwordHash = await hashPassword(newPassword, passwordCost);
  await withRetries(() =>
    sql.begin(async (tx) => {
      const latest = await lockUser(tx, merchantId, userId);
      if (latest!.passwordHash !== user.passwordHash) {
        throw new Refusal(409, 'the password was changed at the same time by another session');
      }
      const at = now();
      await setUserPassword(tx, user, passwordHash, at);
      const ended = await deletePortalSessions(tx, { merchantId, userId }, sessionId);
      await appendAudit(tx, {
        merchantId,
        at,
        by,
        action: 'user.password-changed',
        target: { kind: 'user', id: userId },
        before: null,
        after: { sessionsEnded: ended },
      });
    }),
  );
}
