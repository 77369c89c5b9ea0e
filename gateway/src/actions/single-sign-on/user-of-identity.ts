// Finds the user for a person of a merchant's identity provider (contract 14): by the subject, else by the e-mail
// address of an unused invitation, else a new user. If the user has been here before, the address alone proves nothing:
// that user must confirm once (link-identity.ts). The role is what the claim gives now: the identity provider decides
// it, at each sign-in.
import { randomUUIDv7 } from 'node:crypto';
import type { Identity } from '../../domain/access/single-sign-on.ts';
import type { UserRole } from '../../domain/access/user-role.ts';
import { wasUsed } from '../../domain/access/user-state.ts';
import type { SingleSignOnRow } from '../../storage/access/single-sign-on-store.ts';
import {
  findUserBySubject,
  findUserOfMerchant,
  insertSingleSignOnUser,
  lockUser,
  type UserRow,
} from '../../storage/access/user-store.ts';
import type { SqlTransaction } from '../../storage/database/database.ts';
import { changeRoleByClaim, joinByIdentity } from '../access/join-by-identity.ts';
import type { Browser } from '../access/open-portal-session.ts';
import type { Context } from '../context.ts';

/** The sign-in is refused. `user`: the user who would have been signed in, if known. */
export interface RefusedSignIn {
  user: UserRow | null;
  reason: 'no role' | 'disabled' | 'no e-mail address' | 'address not verified' | "another person's address";
  message: string;
}

/** Nobody is signed in yet: the user must first confirm that they are this person. */
export interface Unlinked {
  unlinked: UserRow;
  role: UserRole;
}

const MESSAGES: Record<RefusedSignIn['reason'], string> = {
  'no role': 'your account at the identity provider gives you no role here; ask the person who manages it',
  disabled: 'you may not sign in here any more; ask an owner',
  'no e-mail address':
    'the identity provider does not send your e-mail address; ask the person who manages it',
  'address not verified': 'the identity provider does not say that your e-mail address is verified',
  "another person's address": 'your e-mail address belongs to another person here; ask an owner',
};

export async function userOfIdentity(
  { now }: Pick<Context, 'now'>,
  tx: SqlTransaction,
  { settings, identity }: { settings: SingleSignOnRow; identity: Identity },
  browser: Browser,
): Promise<{ user: UserRow } | Unlinked | RefusedSignIn> {
  const at = now();
  const { merchantId } = settings;
  const { subject, email, role } = identity;
  const known = await findUserBySubject(tx, merchantId, subject);
  const named = known ?? (email === null ? null : await findUserOfMerchant(tx, merchantId, email));
  const user = named && (await lockUser(tx, merchantId, named.id));
  const reason = faultOf(user, identity);
  if (reason !== null || role === null)
    return { user, reason: reason ?? 'no role', message: MESSAGES[reason ?? 'no role'] };
  const by = { settings, browser, at, keptId: null };
  if (user && user.singleSignOnSubject === subject) {
    if (user.role !== role) await changeRoleByClaim(tx, user, role, by);
    return { user: { ...user, role } };
  }
  if (user && wasUsed(user)) return { unlinked: user, role };
  const id = user?.id ?? randomUUIDv7();
  if (!user) await insertSingleSignOnUser(tx, { merchantId, id, email: email!, role }, at);
  const joining = user ?? (await lockUser(tx, merchantId, id))!;
  return { user: await joinByIdentity(tx, joining, { subject, name: identity.name, role }, by) };
}

function faultOf(
  user: UserRow | null,
  { subject, email, emailVerified, role }: Identity,
): RefusedSignIn['reason'] | null {
  if (user && user.disabledAt !== null) return 'disabled';
  if (role === null) return 'no role';
  if (user?.singleSignOnSubject === subject) return null;
  if (email === null) return 'no e-mail address';
  if (!emailVerified) return 'address not verified';
  return user && user.singleSignOnSubject !== null ? "another person's address" : null;
}
