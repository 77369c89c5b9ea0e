// Removes all second factors of a colleague (contract 14), such as after a phone and the recovery codes were lost. That
// person's sessions end, and the next sign-in adds a new factor. No user may reset their own factors: a stranger at an
// open browser would then need only the password.
import { wasUsed } from '../../domain/access/user-state.ts';
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { removeAllFactors } from '../../storage/access/code-store.ts';
import { accessGiverOf, noteGivenAccess } from '../../storage/access/given-access.ts';
import { deletePortalSessions } from '../../storage/access/portal-session-store.ts';
import { lockUser } from '../../storage/access/user-store.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { withRetries } from '../../storage/database/database.ts';
import type { Context } from '../context.ts';

export async function resetSecondFactor(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  by: AuditActor,
  { merchantId, userId }: { merchantId: string; userId: string },
): Promise<void> {
  if (by.id === userId) throw new Refusal(409, 'change your own second factor in your account');
  await withRetries(() =>
    sql.begin(async (tx) => {
      const user = await lockUser(tx, merchantId, userId);
      if (!user) throw new Refusal(404, 'userId: no such user');
      await removeAllFactors(tx, { merchantId, userId });
      await deletePortalSessions(tx, { merchantId, userId }, null);
      const at = now();
      if (wasUsed(user))
        await noteGivenAccess(
          tx,
          { merchantId, userId },
          { byUserId: accessGiverOf(by), opening: 'factor', at },
        );
      await appendAudit(tx, {
        merchantId,
        at,
        by,
        action: 'user.second-factor-reset',
        target: { kind: 'user', id: userId },
        before: {
          authenticatorApp: user.hasTotp,
          passkeys: user.passkeys,
          recoveryCodes: user.recoveryCodes,
        },
        after: { authenticatorApp: false, passkeys: 0, recoveryCodes: 0 },
      });
    }),
  );
}
