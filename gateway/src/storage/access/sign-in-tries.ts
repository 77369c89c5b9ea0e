// Tries to sign in (contract 14). Each try counts as a failure before the password is checked, under the lock of its
// row, and is given back if the password was right. So parallel tries gain nothing over tries in sequence. Strangers'
// tries count for the user. Tries in a browser in which the user has signed in before count for that browser.
// unknown-sign-ins.ts counts tries for addresses that no user has. This file never sees a password.
import type { Sql, SqlTransaction } from '../database/database.ts';

/** The user and the browser that tries count for. `browser`: the hash of a recognised browser's token, or null. */
export interface Counted {
  merchantId: string;
  userId: string;
  browser: Buffer | null;
}

/** When failed tries lock. */
export interface TryRule {
  at: Date;
  most: number;
  /** If the last failure is older than this, the count begins again. */
  forgottenBefore: Date;
  lockedUntil: Date;
}

/** Where tries of this browser for this user count. */
export async function countedFor(
  tx: SqlTransaction,
  { merchantId, id: userId }: { merchantId: string; id: string },
  tokenHash: Buffer | null,
): Promise<Counted> {
  const known = tokenHash
    ? await tx`select 1 from recognised_browsers
        where merchant_id = ${merchantId} and user_id = ${userId} and token_hash = ${tokenHash}`
    : [];
  return { merchantId, userId, browser: known.length > 0 ? tokenHash : null };
}

/** Whether somebody with this address has signed in there before. */
export async function isRecognised(sql: Sql, email: string, tokenHash: Buffer): Promise<boolean> {
  const rows = await sql`select 1 from users u join recognised_browsers b
      on b.merchant_id = u.merchant_id and b.user_id = u.id
    where u.email = ${email} and b.token_hash = ${tokenHash} limit 1`;
  return rows.length > 0;
}

/**
 * Counts a try; the try that reaches `most` locks. Answers the end of a lock that existed before; then the try is not
 * counted.
 */
export async function takeTry(
  tx: SqlTransaction,
  counted: Counted,
  { at, most, forgottenBefore, lockedUntil }: TryRule,
): Promise<Date | null> {
  const { table, key } = rowOf(tx, counted);
  const failures = tx`case when last_failed_sign_in_at > ${forgottenBefore} then failed_sign_ins else 0 end + 1`;
  const taken = await tx`update ${table} set
      failed_sign_ins = case when ${failures} >= ${most} then 0 else ${failures} end,
      locked_until = case when ${failures} >= ${most} then ${lockedUntil}::timestamptz end,
      last_failed_sign_in_at = ${at}
    where ${key} and (locked_until is null or locked_until <= ${at})
    returning 1`;
  if (taken.length > 0) return null;
  const [row] = await tx`select locked_until from ${table} where ${key}`;
  return row?.locked_until ?? at;
}

/**
 * The password was right, but the person is not signed in yet. This try does not count; the earlier tries still count.
 */
export async function giveBackTry(tx: SqlTransaction, counted: Counted, rule: TryRule): Promise<void> {
  const { table, key } = rowOf(tx, counted);
  await tx`update ${table} set
      failed_sign_ins = case when locked_until = ${rule.lockedUntil} then ${rule.most - 1}::integer
        else greatest(failed_sign_ins - 1, 0) end,
      locked_until = case when locked_until = ${rule.lockedUntil} then null else locked_until end
    where ${key}`;
}

/** The person is signed in: the count in this place is deleted. */
export async function forgetTries(tx: SqlTransaction, counted: Counted): Promise<void> {
  const { table, key } = rowOf(tx, counted);
  await tx`update ${table} set failed_sign_ins = 0, locked_until = null where ${key}`;
}

const MOST_BROWSERS = 20;

/** Recognises the browser from now on. Forgets the oldest browsers of this user. */
export async function recogniseBrowser(
  tx: SqlTransaction,
  { merchantId, id: userId }: { merchantId: string; id: string },
  tokenHash: Buffer,
  at: Date,
): Promise<void> {
  await tx`insert into recognised_browsers (merchant_id, user_id, token_hash, last_used_at)
    values (${merchantId}, ${userId}, ${tokenHash}, ${at})
    on conflict (merchant_id, user_id, token_hash) do update set last_used_at = ${at}`;
  await tx`delete from recognised_browsers
    where merchant_id = ${merchantId} and user_id = ${userId} and token_hash not in (
      select token_hash from recognised_browsers where merchant_id = ${merchantId} and user_id = ${userId}
      order by last_used_at desc, token_hash limit ${MOST_BROWSERS})`;
}

function rowOf(tx: SqlTransaction, { merchantId, userId, browser }: Counted) {
  return browser === null
    ? { table: tx`users`, key: tx`merchant_id = ${merchantId} and id = ${userId}` }
    : {
        table: tx`recognised_browsers`,
        key: tx`merchant_id = ${merchantId} and user_id = ${userId} and token_hash = ${browser}`,
      };
}
