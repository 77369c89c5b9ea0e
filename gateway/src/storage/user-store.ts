// The people of a merchant (contract 14): found by e-mail address, by id, by an invitation; their failed sign-ins counted.
// It never sees a password in clear, only its Argon2id string.
import type { Row } from 'postgres';
import type { UserRole } from '../domain/user-role.ts';
import type { Sql, SqlTransaction } from './database.ts';

export interface UserRow {
  merchantId: string;
  merchantName: string;
  id: string;
  email: string;
  /** null: the e-mail address stands for it. */
  name: string | null;
  role: UserRole;
  /** null: invited, and has set none yet. */
  passwordHash: string | null;
  failedSignIns: number;
  lockedUntil: Date | null;
  disabledAt: Date | null;
  withoutSecondFactor: boolean;
  createdAt: Date;
}

const COLUMNS = `u.merchant_id, m.name as merchant_name, u.id, u.email, u.name, u.role, u.password_hash,
  u.failed_sign_ins, u.locked_until, u.disabled_at, u.without_second_factor, u.created_at`;

type Run = Sql | SqlTransaction;

/** One row for each merchant that has a user with this address; in small letters. */
export async function findUsersByEmail(run: Run, email: string): Promise<UserRow[]> {
  const rows =
    await run`select ${run.unsafe(COLUMNS)} from users u join merchants m on m.merchant_id = u.merchant_id
    where u.email = ${email} order by u.created_at, u.id limit 10`;
  return rows.map(toUserRow);
}

export async function findUser(run: Run, merchantId: string, userId: string): Promise<UserRow | null> {
  const [row] =
    await run`select ${run.unsafe(COLUMNS)} from users u join merchants m on m.merchant_id = u.merchant_id
    where u.merchant_id = ${merchantId} and u.id = ${userId}`;
  return row ? toUserRow(row) : null;
}

/** Counts a failure; the one that makes `most` locks the user until `lockedUntil`, and the count begins anew. */
export async function countFailedSignIn(
  run: Run,
  { merchantId, id }: Pick<UserRow, 'merchantId' | 'id'>,
  { most, lockedUntil }: { most: number; lockedUntil: Date },
): Promise<void> {
  await run`update users set
      failed_sign_ins = case when failed_sign_ins + 1 >= ${most} then 0 else failed_sign_ins + 1 end,
      locked_until = case when failed_sign_ins + 1 >= ${most} then ${lockedUntil}::timestamptz else locked_until end
    where merchant_id = ${merchantId} and id = ${id}`;
}

export async function forgetFailedSignIns(
  run: Run,
  { merchantId, id }: Pick<UserRow, 'merchantId' | 'id'>,
): Promise<void> {
  await run`update users set failed_sign_ins = 0, locked_until = null
    where merchant_id = ${merchantId} and id = ${id} and (failed_sign_ins > 0 or locked_until is not null)`;
}

/** One who is there at once and needs no second factor: of the demo. */
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
  };
}

/** What everybody is called, by name; also those who may not sign in any more. */
export async function listUserNames(run: Run, merchantId: string): Promise<{ id: string; name: string }[]> {
  const rows = await run`select id, coalesce(name, email) as name from users where merchant_id = ${merchantId}
    order by 2, id`;
  return rows.map(({ id, name }) => ({ id, name }));
}
