// Withdraws an open link to the portal (contract 2), such as a link that went to the wrong person. After the commit the
// link opens nothing. The user stays, and can get a new link.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { endInvitation, lockUser } from '../../storage/access/user-store.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { withRetries } from '../../storage/database/database.ts';
import type { Context } from '../context.ts';

export async function withdrawInvitation(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  by: AuditActor,
  { merchantId, userId }: { merchantId: string; userId: string },
): Promise<void> {
  await withRetries(() =>
    sql.begin(async (tx) => {
      const at = now();
      const user = await lockUser(tx, merchantId, userId);
      if (!user) throw new Refusal(404, 'userId: no such user');
      const { invitationExpiresAt: end, invitationUsedAt } = user;
      if (end === null || invitationUsedAt !== null || end <= at)
        throw new Refusal(409, 'this user has no open invitation');
      await endInvitation(tx, user, at);
      await appendAudit(tx, {
        merchantId,
        at,
        by,
        action: 'user.invitation-withdrawn',
        target: { kind: 'user', id: userId },
        before: { invitationExpiresAt: end.toISOString() },
        after: null,
      });
    }),
  );
}
