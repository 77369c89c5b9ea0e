// Makes a user known by a person of the identity provider (contract 14), with the role that the claim gives. Whoever decided by whom single
// sign-on lets people in could have come as this user: that counts for four eyes (docs/decisions/0061).
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
import { actorOf, type Source } from './open-session.ts';

interface With {
  settings: Pick<SingleSignOnRow, 'setBy' | 'changedAt'>;
  browser: Source;
  at: Date;
  /** The session that goes on; null: none. */
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
  // A new user whom an operator's settings let in is like one whom an operator invited: nobody had that account before.
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

/** The claim of a known person gives another role now. */
export async function changeRoleByClaim(
  tx: SqlTransaction,
  user: UserRow,
  role: UserRole,
  { settings, ...rest }: With,
): Promise<void> {
  await giveRole(tx, user, role, rest);
  // Who connected a directory may manage it too. An operator had a hand in it only if the settings were changed since the last sign-in.
  const isByDirectory = user.lastSignInAt !== null && user.lastSignInAt > settings.changedAt;
  await noteSetters(tx, user, rest.at, isByDirectory ? settings.setBy.filter(isUser) : settings.setBy);
}

/** As for a change by a colleague: sessions with the former role end. */
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
