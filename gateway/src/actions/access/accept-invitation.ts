// Accepts an invitation to the portal (contract 14): the holder of the link chooses a name and a password and is signed
// in as that user; a second factor follows. It also accepts a link that gives a colleague a new password. A link works
// once, for a week.

import { hashPassword } from '../../domain/access/password.ts';
import { passwordFault } from '../../domain/access/password-rules.ts';
import { hasJoined } from '../../domain/access/user-state.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { hashOf, namesMerchant } from '../../domain/keys/credentials.ts';
import { merchantOfToken } from '../../domain/merchants/merchant-in-token.ts';
import { noteUsedAccess } from '../../storage/access/given-access.ts';
import { deletePortalSessions } from '../../storage/access/portal-session-store.ts';
import { requiresSingleSignOn } from '../../storage/access/single-sign-on-store.ts';
import {
  findInvitedUser,
  findUser,
  type UserRow,
  acceptInvitation as useUp,
} from '../../storage/access/user-store.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { type Sql, withRetries } from '../../storage/database/database.ts';
import { listBrands } from '../../storage/merchants/brand-store.ts';
import type { Context } from '../context.ts';
import { type OfferedLink, openLinking, personFor } from './link-identity.ts';
import { signInElsewhere } from './note-failure.ts';
import { actorOf, type Browser, type OpenedSession } from './open-portal-session.ts';

type Parts = Pick<Context, 'sql' | 'now' | 'config'>;

/**
 * The user of the invitation. Refuses an unknown invitation (404), and a used, expired or withdrawn one (410). `offer`:
 * the identity to link. If the merchant requires single sign-on, a link works only with an identity to link: the user
 * has no password to confirm the identity with.
 */
export async function findInvitation(
  { sql, now }: Parts,
  token: string,
  offer: OfferedLink | null = null,
): Promise<UserRow> {
  const user = await findByToken(sql, token);
  if (!user) throw new Refusal(404, 'unknown invitation; check that you copied the whole link');
  if (user.invitationUsedAt !== null) {
    throw new Refusal(410, 'this invitation was already used; sign in with your password', {
      members: { reason: 'used' },
    });
  }
  if (user.disabledAt !== null || user.invitationExpiresAt! <= now()) {
    throw new Refusal(410, 'this invitation has expired; ask for a new one', {
      members: { reason: 'expired' },
    });
  }
  if (!personFor(offer, user) && (await requiresSingleSignOn(sql, user.merchantId)))
    throw signInElsewhere(user);
  return user;
}

/** A token of an older release names no merchant, so we search all merchants for it. */
async function findByToken(sql: Sql, token: string): Promise<UserRow | null> {
  if (!namesMerchant(token)) return await findInvitedUser(sql, null, hashOf(token));
  const merchantId = merchantOfToken(token);
  return merchantId === null ? null : await findInvitedUser(sql, merchantId, hashOf(token));
}

export async function acceptInvitation(
  parts: Parts & Pick<Context, 'passwordCost'>,
  token: string,
  { name, password, offer }: { name: string; password: string; offer: OfferedLink | null },
  browser: Browser,
): Promise<OpenedSession> {
  const { sql, now } = parts;
  const invited = await findInvitation(parts, token, offer);
  const { merchantId, id } = invited;
  const brandNames = (await listBrands(sql, merchantId)).map((brand) => brand.name);
  const fault = passwordFault(password, { ...invited, name, brandNames });
  if (fault !== null) throw new Refusal(400, [`password: ${fault}`]);
  const passwordHash = await hashPassword(password, parts.passwordCost);
  const opened = await withRetries(() =>
    sql.begin(async (tx) => {
      const at = now();
      if (!(await useUp(tx, invited, { invitationHash: hashOf(token), name, passwordHash, at }))) return null;
      await deletePortalSessions(tx, { merchantId, userId: id }, null);
      await noteUsedAccess(tx, { merchantId, userId: id }, 'link', at);
      const user = (await findUser(tx, merchantId, id))!;
      const isRequired = await requiresSingleSignOn(tx, merchantId);
      const link = isRequired ? personFor(offer, user) : null;
      if (isRequired && !link) throw signInElsewhere(user);
      const session = await openLinking(parts, tx, { user, link }, browser);
      await appendAudit(tx, {
        merchantId,
        at,
        by: actorOf(user, browser),
        action: hasJoined(invited) ? 'user.password-changed' : 'user.joined',
        target: { kind: 'user', id },
        before: null,
        after: { name, by: 'invitation' },
      });
      return session;
    }),
  );
  // Another request was faster; answer the current state.
  if (opened === null) {
    await findInvitation(parts, token, offer);
    throw new Refusal(409, 'this invitation has just changed; open the link again');
  }
  return opened;
}
