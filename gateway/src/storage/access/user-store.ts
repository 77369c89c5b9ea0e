// The people of a merchant (contract 14): found by e-mail address, by id or by an invitation. sign-in-tries.ts counts
// their tries. This file never sees a password in clear, only its Argon2id string.
import type { Row } from 'postgres';
import type { UserRole } from '../../domain/access/user-role.ts';
import type { MailChoice } from '../../domain/inbox/mail.ts';
import type { Sql, SqlTransaction } from '../database/database.ts';

export interface UserRow {
  merchantId: string;
  merchantName: string;
  id: string;
  email: string;
  /** null: the portal shows the e-mail address instead. */
  name: string | null;
  role: UserRole;
  /** null: invited, and without a password so far. */
  passwordHash: string | null;
  failedSignIns: number;
  lockedUntil: Date | null;
  disabledAt: Date | null;
  withoutSecondFactor: boolean;
  createdAt: Date;
  lastSignInAt: Date | null;
  /** null: nobody ever invited this user (a demo user). */
  invitationExpiresAt: Date | null;
  invitationUsedAt: Date | null;
  /** The user's subject at the merchant's identity provider; null: never signed in there. */
  singleSignOnSubject: string | null;
  totpSealed: Buffer | null;
  totpAddedAt: Date | null;
  hasTotp: boolean;
  passkeys: number;
  /** Codes that are not used yet. */
  recoveryCodes: number;
  /** Which mail about the inbox the user wants. */
  mail: MailChoice;
}

const COLUMNS = `u.merchant_id, m.name as merchant_name, u.id, u.email, u.name, u.role, u.password_hash,
  u.failed_sign_ins, u.locked_until, u.disabled_at, u.without_second_factor, u.created_at, u.last_sign_in_at,
  u.invitation_expires_at, u.invitation_used_at, u.totp_sealed, u.totp_added_at, u.single_sign_on_subject,
  u.mail`;

type Run = Sql | SqlTransaction;

/**
 * The users of one merchant; null: of all merchants. The counts name the merchant too, so that Citus asks one shard.
 */
function selectUsers(run: Run, merchantId: string | null) {
  const merchant = merchantId === null ? run`u.merchant_id` : run`${merchantId}`;
  return run`select ${run.unsafe(COLUMNS)},
      (select count(*)::int from passkeys p where p.merchant_id = ${merchant} and p.user_id = u.id) as passkeys,
      (select count(*)::int from recovery_codes c
        where c.merchant_id = ${merchant} and c.user_id = u.id and c.used_at is null) as recovery_codes
    from users u join merchants m on m.merchant_id = u.merchant_id
    where u.merchant_id = ${merchant}`;
}

/** One row for each merchant that has a user with this address (in small letters). */
export async function findUsersByEmail(run: Run, email: string): Promise<UserRow[]> {
  const rows =
    await run`${selectUsers(run, null)} and u.email = ${email} order by u.created_at, u.id limit 10`;
  return rows.map(toUserRow);
}

export async function findUser(run: Run, merchantId: string, userId: string): Promise<UserRow | null> {
  const [row] = await run`${selectUsers(run, merchantId)} and u.id = ${userId}`;
  return row ? toUserRow(row) : null;
}

export async function findUserOfMerchant(
  run: Run,
  merchantId: string,
  email: string,
): Promise<UserRow | null> {
  const [row] = await run`${selectUsers(run, merchantId)} and u.email = ${email}`;
  return row ? toUserRow(row) : null;
}

export async function findUserBySubject(
  run: Run,
  merchantId: string,
  subject: string,
): Promise<UserRow | null> {
  const [row] = await run`${selectUsers(run, merchantId)} and u.single_sign_on_subject = ${subject}`;
  return row ? toUserRow(row) : null;
}

/**
 * Adds a person whom only the identity provider knew. If somebody joins with the same address at this moment, they win.
 */
export async function insertSingleSignOnUser(
  tx: SqlTransaction,
  user: { merchantId: string; id: string; email: string; role: UserRole },
  at: Date,
): Promise<void> {
  await tx`insert into users (merchant_id, id, email, role, created_at)
    values (${user.merchantId}, ${user.id}, ${user.email}, ${user.role}, ${at})`;
}

/** From now on the user is known by the subject. This uses up an open link; a name that the user has stays. */
export async function joinBySingleSignOn(
  tx: SqlTransaction,
  { merchantId, id }: Pick<UserRow, 'merchantId' | 'id'>,
  { subject, name, at }: { subject: string; name: string | null; at: Date },
): Promise<void> {
  await tx`update users set single_sign_on_subject = ${subject}, name = coalesce(name, ${name}),
      invitation_used_at = case when invitation_hash is not null then coalesce(invitation_used_at, ${at}) end
    where merchant_id = ${merchantId} and id = ${id}`;
}

/** Users whom the identity provider lets in and who have one of these roles. */
export async function listLinkedUsers(
  tx: SqlTransaction,
  merchantId: string,
  roles: readonly UserRole[],
): Promise<string[]> {
  const rows = await tx`select id from users where merchant_id = ${merchantId}
    and single_sign_on_subject is not null and role = any(${[...roles]}) order by id`;
  return rows.map(({ id }) => id);
}

/** For callers that know only the user's id. On a cluster it asks every node. */
export async function merchantOfUser(run: Run, userId: string): Promise<string | null> {
  const [row] = await run`select merchant_id from users where id = ${userId}`;
  return row?.merchant_id ?? null;
}

/** By name, as colleagues search for each other. `email`: only users whose address contains it, in small letters. */
export async function listUsers(
  sql: Sql,
  merchantId: string,
  { email }: { email?: string | undefined } = {},
): Promise<UserRow[]> {
  const like = email === undefined ? sql`` : sql`and position(${email} in u.email) > 0`;
  const rows =
    await sql`${selectUsers(sql, merchantId)} ${like} order by lower(coalesce(u.name, u.email)), u.id`;
  return rows.map(toUserRow);
}

/** The present user, locked until this transaction ends, so that tries of one user run one after the other. */
export async function lockUser(
  tx: SqlTransaction,
  merchantId: string,
  userId: string,
): Promise<UserRow | null> {
  await tx`select id from users where merchant_id = ${merchantId} and id = ${userId} for no key update`;
  return findUser(tx, merchantId, userId);
}

/**
 * The same, with the number of other owners who can sign in. None of them stops being an owner before this transaction
 * ends.
 */
export async function lockUserAndOwners(
  tx: SqlTransaction,
  merchantId: string,
  userId: string,
): Promise<{ user: UserRow | null; otherOwners: number }> {
  const rows = await tx`select id, role = 'owner' and disabled_at is null
        and (password_hash is not null or single_sign_on_subject is not null) as owner
    from users where merchant_id = ${merchantId} and (id = ${userId} or role = 'owner')
    order by id for no key update`;
  const otherOwners = rows.filter(({ id, owner }) => owner && id !== userId).length;
  return { user: await findUser(tx, merchantId, userId), otherOwners };
}

/** The user whose link has this hash, used or not; without a merchant, among the users of all merchants. */
export async function findInvitedUser(
  run: Run,
  merchantId: string | null,
  invitationHash: Buffer,
): Promise<UserRow | null> {
  const [row] = await run`${selectUsers(run, merchantId)} and u.invitation_hash = ${invitationHash}`;
  return row ? toUserRow(row) : null;
}

export async function renewInvitation(
  tx: SqlTransaction,
  { merchantId, id }: Pick<UserRow, 'merchantId' | 'id'>,
  { hash, expiresAt }: { hash: Buffer; expiresAt: Date },
): Promise<void> {
  await tx`update users set invitation_hash = ${hash}, invitation_expires_at = ${expiresAt}, invitation_used_at = null
    where merchant_id = ${merchantId} and id = ${id}`;
}

/** From now on the link opens nothing. */
export async function endInvitation(
  tx: SqlTransaction,
  { merchantId, id }: Pick<UserRow, 'merchantId' | 'id'>,
  at: Date,
): Promise<void> {
  await tx`update users set invitation_expires_at = ${at} where merchant_id = ${merchantId} and id = ${id}`;
}

/** Uses up the invitation. False: another request was faster, or the invitation is no longer valid. */
export async function acceptInvitation(
  tx: SqlTransaction,
  { merchantId, id }: Pick<UserRow, 'merchantId' | 'id'>,
  {
    invitationHash,
    name,
    passwordHash,
    at,
  }: { invitationHash: Buffer; name: string; passwordHash: string; at: Date },
): Promise<boolean> {
  const rows =
    await tx`update users set name = ${name}, password_hash = ${passwordHash}, invitation_used_at = ${at},
      failed_sign_ins = 0, locked_until = null
    where merchant_id = ${merchantId} and id = ${id} and invitation_hash = ${invitationHash}
      and invitation_used_at is null and invitation_expires_at > ${at} and disabled_at is null
    returning id`;
  return rows.length > 0;
}

export async function setUserMail(
  tx: SqlTransaction,
  { merchantId, id }: Pick<UserRow, 'merchantId' | 'id'>,
  mail: MailChoice,
): Promise<void> {
  await tx`update users set mail = ${mail} where merchant_id = ${merchantId} and id = ${id}`;
}

/** Users who can sign in and want mail about the inbox. */
export async function listMailReaders(
  run: Run,
  merchantId: string,
): Promise<Pick<UserRow, 'id' | 'role' | 'mail'>[]> {
  const rows = await run`select id, role, mail from users where merchant_id = ${merchantId} and mail <> 'none'
    and disabled_at is null and (password_hash is not null or single_sign_on_subject is not null) order by id`;
  return rows.map(({ id, role, mail }) => ({ id, role, mail }));
}

export async function setUserName(
  tx: SqlTransaction,
  { merchantId, id }: Pick<UserRow, 'merchantId' | 'id'>,
  name: string,
): Promise<void> {
  await tx`update users set name = ${name} where merchant_id = ${merchantId} and id = ${id}`;
}

/** Also ends an open link for a new password: its holder could replace this password. */
export async function setUserPassword(
  tx: SqlTransaction,
  { merchantId, id }: Pick<UserRow, 'merchantId' | 'id'>,
  passwordHash: string,
  at: Date,
): Promise<void> {
  await tx`update users set password_hash = ${passwordHash},
      invitation_used_at = case when invitation_hash is not null then coalesce(invitation_used_at, ${at}) end
    where merchant_id = ${merchantId} and id = ${id}`;
}

export async function setUserRights(
  tx: SqlTransaction,
  { merchantId, id }: Pick<UserRow, 'merchantId' | 'id'>,
  { role, disabledAt }: { role: UserRole; disabledAt: Date | null },
): Promise<void> {
  await tx`update users set role = ${role}, disabled_at = ${disabledAt} where merchant_id = ${merchantId} and id = ${id}`;
}

export async function noteSignIn(
  tx: SqlTransaction,
  { merchantId, id }: Pick<UserRow, 'merchantId' | 'id'>,
  at: Date,
): Promise<void> {
  await tx`update users set last_sign_in_at = ${at}
    where merchant_id = ${merchantId} and id = ${id}`;
}

/** Adds a demo user, who needs neither invitation nor second factor. */
export async function insertDemoUser(
  tx: SqlTransaction,
  user: { merchantId: string; id: string; email: string; name: string; role: UserRole; passwordHash: string },
  at: Date,
): Promise<void> {
  await tx`insert into users (merchant_id, id, email, name, role, password_hash, without_second_factor, created_at)
    values (${user.merchantId}, ${user.id}, ${user.email}, ${user.name}, ${user.role}, ${user.passwordHash}, true, ${at})`;
}

function toUserRow(row: Row): UserRow {
  return {
    merchantId: row.merchant_id,
    merchantName: row.merchant_name,
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    passwordHash: row.password_hash,
    failedSignIns: row.failed_sign_ins,
    lockedUntil: row.locked_until,
    disabledAt: row.disabled_at,
    withoutSecondFactor: row.without_second_factor,
    createdAt: row.created_at,
    lastSignInAt: row.last_sign_in_at,
    invitationExpiresAt: row.invitation_expires_at,
    invitationUsedAt: row.invitation_used_at,
    singleSignOnSubject: row.single_sign_on_subject,
    totpSealed: row.totp_sealed,
    totpAddedAt: row.totp_added_at,
    hasTotp: row.totp_sealed !== null,
    passkeys: row.passkeys,
    recoveryCodes: row.recovery_codes,
    mail: row.mail,
  };
}

/** The names of all users, sorted, including users who may not sign in any more. */
export async function listUserNames(run: Run, merchantId: string): Promise<{ id: string; name: string }[]> {
  const rows = await run`select id, coalesce(name, email) as name from users where merchant_id = ${merchantId}
    order by 2, id`;
  return rows.map(({ id, name }) => ({ id, name }));
}
