// Links a user to a person of the identity provider (contract 14), with the role that the claim gives. Whoever
// configured single sign-on could have signed in as this user, so they count for four eyes (docs/decisions/0061).
import type { UserRole } from '../../domain/access/user-role.ts';
import { wasUsed } from '../../domain/access/user-state.ts';
import { ANYBODY } from '../../domain/payouts/four-eyes.ts';
import { noteGivenAccess } from '../../storage/access/given-access.ts';
import { deletePortalSessions } from '../../storage/access/portal-session-store.ts';
import type { SingleSignOnRow } from '../../storage/access/single-sign-on-store.ts';
import {
  joinBySingleSignOn,
  lockUser,
  setUserRights,
  type UserRow,
} from '../../storage/access/user-store.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import type { SqlTransaction } from '../../storage/database/database.ts';
import { actorOf, type Source } from './open-portal-session.ts';

interface With {
  settings: Pick<SingleSignOnRow, 'setBy' | 'changedAt'>;
  browser: Source;
  at: Date;
  /** The session that stays open; null: none. */
  keptId: string | null;
}

export async function joinByIdentity(
  tx: SqlTransaction,
  user: UserRow,
  { subject, name, role }: { subject: string; name: string | null; role: UserRole },
  { settings, browser, at, keptId }: With,
): Promise<UserRow> {
  const { merchantId, id } = user;
  await joinBySingleSignOn(tx, { merchantId, id }, { subject, name, at });
  if (user.role !== role) await giveRole(tx, user, role, { browser, at, keptId });
  // If an operator's settings let a new user in, that is like an operator's invitation: nobody used the account before.
  await noteSetters(tx, user, at, wasUsed(user) ? settings.setBy : settings.setBy.filter(isUser));
  const joined = (await lockUser(tx, merchantId, id))!;
  await appendAudit(tx, {
    merchantId,
    at,
    by: actorOf(joined, browser),
    action: 'user.joined',
    target: { kind: 'user', id },
    before: null,
    after: { email: joined.email, role, by: 'single sign-on' },
  });
  return joined;
}

/** The claim now gives a known person another role. */
export async function changeRoleByClaim(
  tx: SqlTransaction,
  user: UserRow,
  role: UserRole,
  { settings, ...rest }: With,
): Promise<void> {
  await giveRole(tx, user, role, rest);
  // Whoever connected a directory may also manage it. An operator counts only if somebody changed the settings since
  // the user's last sign-in.
  const isByDirectory = user.lastSignInAt !== null && user.lastSignInAt > settings.changedAt;
  await noteSetters(tx, user, rest.at, isByDirectory ? settings.setBy.filter(isUser) : settings.setBy);
}

/** As when a colleague changes the role: sessions with the former role end. */
async function giveRole(
  tx: SqlTransaction,
  user: UserRow,
  role: UserRole,
  { browser, at, keptId }: Omit<With, 'settings'>,
): Promise<void> {
  const { merchantId, id } = user;
  await setUserRights(tx, user, { role, disabledAt: user.disabledAt });
  await deletePortalSessions(tx, { merchantId, userId: id }, keptId);
  await appendAudit(tx, {
    merchantId,
    at,
    by: actorOf(user, browser),
    action: 'user.role-given',
    target: { kind: 'user', id },
    before: { role: user.role },
    after: { role },
  });
}

const isUser = (id: string) => id !== ANYBODY;

async function noteSetters(
  tx: SqlTransaction,
  { merchantId, id: userId }: Pick<UserRow, 'merchantId' | 'id'>,
  at: Date,
  setBy: readonly string[],
): Promise<void> {
  for (const byUserId of setBy)
    if (byUserId !== userId)
      await noteGivenAccess(tx, { merchantId, userId }, { byUserId, opening: null, at });
}
