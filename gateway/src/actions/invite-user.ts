// Invites a person to a merchant's portal (contract 2): a user without a password, and a link to set one. Called by
// the operator API. Whoever holds the link becomes the user, so only its hash is kept.
import { randomUUIDv7 } from 'node:crypto';
import { hashOf, newInvitationToken } from '../domain/credentials.ts';
import { Refusal } from '../domain/refusal.ts';
import type { UserRole } from '../domain/user-role.ts';
import { insertUser, merchantExists } from '../storage/brand-store.ts';
import type { Context } from './context.ts';

export async function inviteUser(
  { sql, config, now }: Pick<Context, 'sql' | 'config' | 'now'>,
  merchantId: string,
  request: { email: string; role: UserRole },
): Promise<{ userId: string; invitationUrl: string }> {
  if (!(await merchantExists(sql, merchantId))) throw new Refusal(404, 'id: no such merchant');
  const id = randomUUIDv7();
  const token = newInvitationToken();
  // The same person however the address is written.
  const user = {
    id,
    email: request.email.toLowerCase(),
    role: request.role,
    invitationHash: hashOf(token),
    passwordHash: null,
  };
  if (!(await insertUser(sql, merchantId, user, now()))) {
    throw new Refusal(409, 'email: this merchant has a user with this address already');
  }
  return { userId: id, invitationUrl: `${config.publicUrl}/portal/invitations/${token}` };
}
