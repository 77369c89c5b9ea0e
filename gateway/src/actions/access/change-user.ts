// Changes what a colleague may do in the portal, or whether that person may sign in (contract 14). A merchant's own
// people never remove its last owner. The change locks the rows of the owners, so if two owners demote each other, one
// is refused. An operator may disable even the last owner, such as after a theft, and then invites another. A user
// whose role changed signs in again.

import type { UserRole } from '../../domain/access/user-role.ts';
import { hasJoined, wasUsed } from '../../domain/access/user-state.ts';
import { type AuditActor, differences } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { accessGiverOf, noteGivenAccess } from '../../storage/access/given-access.ts';
import { deletePortalSessions } from '../../storage/access/portal-session-store.ts';
import { lockUserAndOwners, setUserRights } from '../../storage/access/user-store.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { withRetries } from '../../storage/database/database.ts';
import type { Context } from '../context.ts';

export async function changeUser(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  by: AuditActor,
  { merchantId, userId }: { merchantId: string; userId: string },
  change: { role?: UserRole | undefined; disabled?: boolean | undefined },
): Promise<void> {
  await withRetries(() =>
    sql.begin(async (tx) => {
      const at = now();
      const { user, otherOwners } = await lockUserAndOwners(tx, merchantId, userId);
      if (!user) throw new Refusal(404, 'userId: no such user');
      const { role = user.role, disabled = user.disabledAt !== null } = change;
      const isOwner = user.role === 'owner' && user.disabledAt === null && hasJoined(user);
      if (by.kind === 'user' && isOwner && (role !== 'owner' || disabled) && otherOwners === 0) {
        throw new Refusal(409, 'this is the last owner who can sign in; make somebody else an owner first');
      }
      const changed = differences(
        { role: user.role, disabled: user.disabledAt !== null },
        { role, disabled },
      );
      if (!changed) return;
      await setUserRights(tx, user, { role, disabledAt: disabled ? (user.disabledAt ?? at) : null });
      await deletePortalSessions(tx, { merchantId, userId }, null);
      // Enabling a user counts as giving access. Otherwise somebody who gave a colleague access, and knows the
      // password, could disable that colleague until this access no longer counts.
      if (user.disabledAt !== null && !disabled && wasUsed(user))
        await noteGivenAccess(tx, { merchantId, userId }, { byUserId: accessGiverOf(by), opening: null, at });
      await appendAudit(tx, {
        merchantId,
        at,
        by,
        action: 'user.changed',
        target: { kind: 'user', id: userId },
        ...changed,
      });
    }),
  );
}
