// Where people are signed in to the portal (contract 14): one row a browser, found by the hash of its cookie. Each call
// looks its session up, so an ended session stops working in every process at once. This file never sees a cookie in
// clear.
import type { Row } from 'postgres';
import type { UserRole } from '../../domain/access/user-role.ts';
import type { Sql, SqlTransaction } from '../database/database.ts';

export interface PortalSession {
  merchantId: string;
  id: string;
  userId: string;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
  /** null: the second factor is still to come. */
  provenAt: Date | null;
  /** null: no confirmation since the sign-in. */
  confirmedAt: Date | null;
  /** Opened at the merchant's identity provider, not by a password. */
  bySingleSignOn: boolean;
  ip: string;
  userAgent: string | null;
}

/**
 * A person from the identity provider with the e-mail address of an existing user. Kept until that user confirms, with
 * their own password and factor, that they are this person.
 */
export interface PersonToLink {
  subject: string;
  name: string | null;
  role: UserRole;
  /** The mark of the settings (`settingsMark`) at the time the provider named the person. */
  mark: string;
}

export interface SignedIn extends PortalSession {
  user: { id: string; email: string; name: string | null; role: UserRole };
}

const COLUMNS = `s.merchant_id, s.id, s.user_id, s.created_at, s.last_used_at, s.expires_at, s.proven_at, s.confirmed_at, s.by_single_sign_on,
  s.ip, s.user_agent`;

/** How exactly the last use is stored: a write for each call would be too much. */
const USE_NOTED_EVERY_MS = 30_000;

export async function insertPortalSession(
  tx: SqlTransaction,
  session: Omit<PortalSession, 'confirmedAt'> & { tokenHash: Buffer; link: PersonToLink | null },
): Promise<void> {
  const link = session.link && JSON.stringify(session.link);
  await tx`insert into portal_sessions (merchant_id, id, user_id, token_hash, created_at, last_used_at, expires_at,
      proven_at, by_single_sign_on, ip, user_agent, link)
    values (${session.merchantId}, ${session.id}, ${session.userId}, ${session.tokenHash}, ${session.createdAt},
      ${session.lastUsedAt}, ${session.expiresAt}, ${session.provenAt}, ${session.bySingleSignOn}, ${session.ip},
      ${session.userAgent}, ${link})`;
}

/**
 * Finds the session of a cookie, unless it has ended, was idle for longer than `idleMs`, or its user may not sign in
 * any more. Where the merchant requires single sign-on, a session opened by password has ended too, unless it is about
 * to link its user. `isUse`: a person makes the call, and not the page by itself.
 */
export async function findPortalSession(
  sql: Sql,
  { merchantId, tokenHash }: { merchantId: string; tokenHash: Buffer },
  { now, idleMs, isUse }: { now: Date; idleMs: number; isUse: boolean },
): Promise<SignedIn | null> {
  const [row] = await sql`select ${sql.unsafe(COLUMNS)}, u.email, u.name, u.role
    from portal_sessions s join users u on u.merchant_id = s.merchant_id and u.id = s.user_id
    where s.merchant_id = ${merchantId} and s.token_hash = ${tokenHash} and s.expires_at > ${now}
      and s.last_used_at > ${new Date(now.getTime() - idleMs)} and u.disabled_at is null
      and (s.by_single_sign_on or s.link is not null
        or not exists (select 1 from single_sign_on o where o.merchant_id = ${merchantId} and o.required))`;
  if (!row) return null;
  const { id, last_used_at: lastUsedAt } = row;
  if (isUse && now.getTime() - lastUsedAt.getTime() >= USE_NOTED_EVERY_MS) {
    await sql`update portal_sessions set last_used_at = ${now} where merchant_id = ${merchantId} and id = ${id}`;
  }
  const user = { id: row.user_id, email: row.email, name: row.name, role: row.role };
  return { ...toSession(row), user };
}

/** The open sessions of one user, the most recently used first. */
export async function listPortalSessions(
  sql: Sql,
  { merchantId, userId }: Pick<PortalSession, 'merchantId' | 'userId'>,
  { now, idleMs }: { now: Date; idleMs: number },
): Promise<PortalSession[]> {
  const rows = await sql`select ${sql.unsafe(COLUMNS)} from portal_sessions s
    where s.merchant_id = ${merchantId} and s.user_id = ${userId} and s.expires_at > ${now}
      and s.last_used_at > ${new Date(now.getTime() - idleMs)}
    order by s.last_used_at desc, s.id`;
  return rows.map(toSession);
}

/** Only a session of this user. False: there was none. */
export async function deletePortalSession(
  tx: SqlTransaction,
  { merchantId, userId, id }: Pick<PortalSession, 'merchantId' | 'userId' | 'id'>,
): Promise<boolean> {
  const rows = await tx`delete from portal_sessions
    where merchant_id = ${merchantId} and user_id = ${userId} and id = ${id} returning id`;
  return rows.length > 0;
}

/** Deletes all sessions of a user but one. Answers how many there were. */
export async function deletePortalSessions(
  tx: SqlTransaction,
  { merchantId, userId }: Pick<PortalSession, 'merchantId' | 'userId'>,
  keptId: string | null,
): Promise<number> {
  const rows = await tx`delete from portal_sessions where merchant_id = ${merchantId} and user_id = ${userId}
    ${keptId === null ? tx`` : tx`and id <> ${keptId}`} returning id`;
  return rows.length;
}

/** Deletes all sessions of a merchant that its identity provider opened, but one. */
export async function deleteSingleSignOnSessions(
  tx: SqlTransaction,
  merchantId: string,
  keptId: string | null,
): Promise<void> {
  await tx`delete from portal_sessions where merchant_id = ${merchantId} and by_single_sign_on
    ${keptId === null ? tx`` : tx`and id <> ${keptId}`}`;
}

/** Deletes all sessions of a merchant that a password opened. */
export async function deletePasswordSessions(tx: SqlTransaction, merchantId: string): Promise<number> {
  const rows =
    await tx`delete from portal_sessions where merchant_id = ${merchantId} and not by_single_sign_on
    returning id`;
  return rows.length;
}

/** The person whom the session links once it is signed in; null: nobody. */
export async function findPersonToLink(
  tx: SqlTransaction,
  { merchantId, id }: Pick<PortalSession, 'merchantId' | 'id'>,
): Promise<PersonToLink | null> {
  const [row] = await tx`select link from portal_sessions where merchant_id = ${merchantId} and id = ${id}`;
  return row?.link ? (JSON.parse(row.link) as PersonToLink) : null;
}

/** The user is linked: the session goes on as a single sign-on session. */
export async function noteLinked(
  tx: SqlTransaction,
  { merchantId, id }: Pick<PortalSession, 'merchantId' | 'id'>,
): Promise<void> {
  await tx`update portal_sessions set link = null, by_single_sign_on = true
    where merchant_id = ${merchantId} and id = ${id}`;
}

/** Deletes the ended sessions of a user, which the portal does not show any more. */
export async function forgetEndedSessions(
  tx: SqlTransaction,
  { merchantId, userId }: Pick<PortalSession, 'merchantId' | 'userId'>,
  { now, idleMs }: { now: Date; idleMs: number },
): Promise<void> {
  await tx`delete from portal_sessions where merchant_id = ${merchantId} and user_id = ${userId}
    and (expires_at <= ${now} or last_used_at <= ${new Date(now.getTime() - idleMs)})`;
}

/**
 * The user proved the second factor: the session continues with another cookie. False: somebody proved it before, or
 * the session has ended.
 */
export async function proveSession(
  tx: SqlTransaction,
  { merchantId, id }: Pick<PortalSession, 'merchantId' | 'id'>,
  { tokenHash, at }: { tokenHash: Buffer; at: Date },
): Promise<boolean> {
  const rows =
    await tx`update portal_sessions set proven_at = ${at}, token_hash = ${tokenHash}, last_used_at = ${at}
    where merchant_id = ${merchantId} and id = ${id} and proven_at is null returning id`;
  return rows.length > 0;
}

/** The user gave password and second factor again. */
export async function confirmSession(
  tx: SqlTransaction,
  { merchantId, id }: Pick<PortalSession, 'merchantId' | 'id'>,
  at: Date,
): Promise<void> {
  await tx`update portal_sessions set confirmed_at = ${at} where merchant_id = ${merchantId} and id = ${id}`;
}

function toSession(row: Row): PortalSession {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    userId: row.user_id,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    provenAt: row.proven_at,
    confirmedAt: row.confirmed_at,
    bySingleSignOn: row.by_single_sign_on,
    ip: row.ip,
    userAgent: row.user_agent,
  };
}
