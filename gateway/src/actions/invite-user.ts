// Invites a person to a merchant's portal (contract 2): a user without a password, and a link to set one, good for a week.
// Called by the operator API. Whoever holds the link becomes the user, so only its hash is kept.
import { randomUUIDv7 } from 'node:crypto';
import type { AuditActor } from '../domain/audit.ts';
import { hashOf, newInvitationToken } from '../domain/credentials.ts';
import { Refusal } from '../domain/refusal.ts';
import type { UserRole } from '../domain/user-role.ts';
import { appendAudit } from '../storage/audit-log.ts';
import { insertUser, merchantExists } from '../storage/brand-store.ts';
import { withRetries } from '../storage/database.ts';
import type { Context } from './context.ts';

/** Long enough for somebody who is on leave, short for a link that lies in a mailbox. */
const INVITATION_LIFE_MS = 7 * 86_400_000;

export async function inviteUser(
  { sql, config, now }: Pick<Context, 'sql' | 'config' | 'now'>,
  by: AuditActor,
  merchantId: string,
  { email, role }: { email: string; role: UserRole },
): Promise<{ userId: string; invitationUrl: string }> {
  if (!(await merchantExists(sql, merchantId))) throw new Refusal(404, 'id: no such merchant');
  const token = newInvitationToken();
  const at = now();
  const expiresAt = new Date(at.getTime() + INVITATION_LIFE_MS);
  const user = {
    id: randomUUIDv7(),
    // The same person however the address is written.
    email: email.toLowerCase(),
    role,
    invitation: { hash: hashOf(token), expiresAt },
  };
  const userId = await withRetries(() =>
    sql.begin(async (tx) => {
      const id = await insertUser(tx, merchantId, user, at);
      if (id === null) throw new Refusal(409, 'email: this merchant has a user with this address already');
      await appendAudit(tx, {
        merchantId,
        at,
        by,
        action: 'user.invited',
        target: { kind: 'user', id },
        before: null,
        after: { email: user.email, role, invitationExpiresAt: expiresAt.toISOString() },
      });
      return id;
    }),
  );
  return { userId, invitationUrl: `${config.publicUrl}/portal/invitations/${token}` };
}
