// Which user of a merchant a person of its identity provider is (contract 14): known by the subject, else by an e-mail address that
// nobody else has taken, else new. The role is what the claim gives now: the identity provider decides it, at each sign-in.
import { randomUUIDv7 } from 'node:crypto';
import type { Identity } from '../../domain/access/single-sign-on.ts';
import type { UserRole } from '../../domain/access/user-role.ts';
import { deletePortalSessions } from '../../storage/access/portal-session-store.ts';
import {
  findUserBySubject,
  findUserOfMerchant,
  insertSingleSignOnUser,
  joinBySingleSignOn,
  lockUser,
  setUserRights,
  type UserRow,
} from '../../storage/access/user-store.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import type { SqlTransaction } from '../../storage/database/database.ts';
import { actorOf, type Browser } from '../access/open-session.ts';
import type { Context } from '../context.ts';

/** Nobody is signed in. `user`: if it is known whose sign-in it would have been. */
export interface Unwelcome {
  user: UserRow | null;
  reason: 'no role' | 'disabled' | 'no e-mail address' | 'address not verified' | "another person's address";
  message: string;
}

const MESSAGES: Record<Unwelcome['reason'], string> = {
  'no role': 'your account at the identity provider gives you no role here; ask the person who manages it',
  disabled: 'you may not sign in here any more; ask an owner',
  'no e-mail address':
    'the identity provider does not tell your e-mail address; ask the person who manages it',
  'address not verified': 'the identity provider says that your e-mail address is not verified',
  "another person's address": 'your e-mail address belongs to another person here; ask an owner',
};

export async function userOfIdentity(
  { now }: Pick<Context, 'now'>,
  tx: SqlTransaction,
  { merchantId, identity }: { merchantId: string; identity: Identity },
  browser: Browser,
): Promise<{ user: UserRow } | Unwelcome> {
  const at = now();
  const { subject, email, role } = identity;
  const known = await findUserBySubject(tx, merchantId, subject);
  const named = known ?? (email === null ? null : await findUserOfMerchant(tx, merchantId, email));
  const user = named && (await lockUser(tx, merchantId, named.id));
  const reason = faultOf(user, identity);
  if (reason !== null || role === null)
    return { user, reason: reason ?? 'no role', message: MESSAGES[reason ?? 'no role'] };
  if (user && user.singleSignOnSubject === subject) {
    if (user.role !== role) await giveRole(tx, user, role, { at, browser });
    return { user: { ...user, role } };
  }
  const id = user?.id ?? randomUUIDv7();
  if (!user) await insertSingleSignOnUser(tx, { merchantId, id, email: email!, role }, at);
  await joinBySingleSignOn(tx, { merchantId, id }, { subject, name: identity.name, at });
  if (user && user.role !== role) await giveRole(tx, user, role, { at, browser });
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
  return { user: joined };
}

function faultOf(
  user: UserRow | null,
  { subject, email, emailVerified, role }: Identity,
): Unwelcome['reason'] | null {
  if (user && user.disabledAt !== null) return 'disabled';
  if (role === null) return 'no role';
  if (user?.singleSignOnSubject === subject) return null;
  if (email === null) return 'no e-mail address';
  if (!emailVerified) return 'address not verified';
  return user && user.singleSignOnSubject !== null ? "another person's address" : null;
}

/** As for a change by a colleague: sessions with the former role end. */
async function giveRole(
  tx: SqlTransaction,
  user: UserRow,
  role: UserRole,
  { at, browser }: { at: Date; browser: Browser },
): Promise<void> {
  const { merchantId, id } = user;
  await setUserRights(tx, user, { role, disabledAt: user.disabledAt });
  await deletePortalSessions(tx, { merchantId, userId: id }, null);
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
