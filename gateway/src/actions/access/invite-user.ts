// Invites a person to a merchant's portal (contract 2): creates a user without a password, and a link to set one, good
// for a week. An existing user who lost the link or the password gets a new link. The holder of the link becomes the
// user, so only its hash is kept. Where mail is on, the person gets the link by mail too.
import { randomUUIDv7 } from 'node:crypto';
import type { UserRole } from '../../domain/access/user-role.ts';
import { hasJoined, wasUsed } from '../../domain/access/user-state.ts';
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { hashOf, newInvitationToken } from '../../domain/keys/credentials.ts';
import { accessGiverOf, noteGivenAccess } from '../../storage/access/given-access.ts';
import { lockUser, renewInvitation } from '../../storage/access/user-store.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { invitedBy } from '../../storage/audit/audit-search.ts';
import { withRetries } from '../../storage/database/database.ts';
import { insertUser } from '../../storage/merchants/brand-store.ts';
import { merchantExists } from '../../storage/merchants/merchant-store.ts';
import type { Context } from '../context.ts';
import { queueLinkMail } from '../inbox/queue-link-mail.ts';

/** Long enough for somebody on leave, short enough for a link in a mailbox. */
const INVITATION_LIFE_MS = 7 * 86_400_000;

export async function inviteUser(
  context: Pick<Context, 'sql' | 'config' | 'now' | 'vault'>,
  by: AuditActor,
  merchantId: string,
  { email, role }: { email: string; role: UserRole },
): Promise<{ userId: string; invitationUrl: string }> {
  const { sql, config, now } = context;
  if (!(await merchantExists(sql, merchantId))) throw new Refusal(404, 'id: no such merchant');
  const token = newInvitationToken(merchantId);
  const invitationUrl = addressOf(config, token);
  const at = now();
  const expiresAt = new Date(at.getTime() + INVITATION_LIFE_MS);
  const user = {
    id: randomUUIDv7(),
    // The same person, whatever case the address is written in.
    email: email.toLowerCase(),
    role,
    invitation: { hash: hashOf(token), expiresAt },
  };
  const userId = await withRetries(() =>
    sql.begin(async (tx) => {
      const id = await insertUser(tx, merchantId, user, at);
      if (id === null) throw new Refusal(409, 'email: this merchant already has a user with this address');
      await appendAudit(tx, {
        merchantId,
        at,
        by,
        action: 'user.invited',
        target: { kind: 'user', id },
        before: null,
        after: { email: user.email, role, invitationExpiresAt: expiresAt.toISOString() },
      });
      await queueLinkMail(
        tx,
        context,
        { merchantId, userId: id, kind: 'invitation', link: invitationUrl },
        at,
      );
      return id;
    }),
  );
  return { userId, invitationUrl };
}

/**
 * The former link stops working now. An existing password works until the new link is used. No user gets a link for
 * themselves: a stranger at an open browser could then set a new password without the old one.
 */
export async function inviteAgain(
  context: Pick<Context, 'sql' | 'config' | 'now' | 'vault'>,
  by: AuditActor,
  { merchantId, userId }: { merchantId: string; userId: string },
): Promise<{ userId: string; invitationUrl: string }> {
  const { sql, config, now } = context;
  if (by.id === userId) throw new Refusal(409, 'change your own password in your account');
  const token = newInvitationToken(merchantId);
  const invitationUrl = addressOf(config, token);
  const at = now();
  const expiresAt = new Date(at.getTime() + INVITATION_LIFE_MS);
  await withRetries(() =>
    sql.begin(async (tx) => {
      const user = await lockUser(tx, merchantId, userId);
      if (!user) throw new Refusal(404, 'userId: no such user');
      if (user.disabledAt !== null) throw new Refusal(409, 'this user is disabled; enable the user first');
      await renewInvitation(tx, user, { hash: hashOf(token), expiresAt });
      // A new link for an unused invitation counts as given access only if somebody other than the inviter makes it:
      // that colleague could take the place of the invited person.
      if (wasUsed(user) || (by.kind === 'user' && (await invitedBy(tx, user)) !== by.id))
        await noteGivenAccess(
          tx,
          { merchantId, userId },
          { byUserId: accessGiverOf(by), opening: 'link', at },
        );
      await appendAudit(tx, {
        merchantId,
        at,
        by,
        action: 'user.invited',
        target: { kind: 'user', id: userId },
        before: null,
        after: { email: user.email, role: user.role, invitationExpiresAt: expiresAt.toISOString() },
      });
      const kind = hasJoined(user) ? 'password' : 'invitation';
      await queueLinkMail(tx, context, { merchantId, userId, kind, link: invitationUrl }, at);
    }),
  );
  return { userId, invitationUrl };
}

const addressOf = ({ publicUrl }: Context['config'], token: string): string =>
  `${publicUrl}/portal/invitations/${token}`;
