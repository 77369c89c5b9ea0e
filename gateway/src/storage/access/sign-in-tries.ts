// Tries to sign in (contract 14): each is counted as a failure, under the lock of its row, before the password is looked at, and
// given back when it was right. So tries at once cannot be more than tries one after the other. Strangers' tries are counted
// for the user, those of a browser in which that user has signed in before for that browser; unknown-sign-ins.ts counts those
// of addresses that nobody has. It never sees a password.
import type { Sql, SqlTransaction } from '../database/database.ts';

/** Whose tries are counted together; `browser`: the hash of a recognised browser's token, or null. */
export interface Counted {
  merchantId: string;
  userId: string;
  browser: Buffer | null;
}

/** When failed tries lock. */
export interface TryRule {
  at: Date;
  most: number;
  /** If the last failure in a row is older, the count begins again. */
  forgottenBefore: Date;
  lockedUntil: Date;
}

/** Where the tries of this browser at this user are counted. */
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

/** Counts a try; the one that reaches `most` locks. Answers until when it was locked already: then nothing is counted. */
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

/** The try was right, but the person is not signed in yet: it counts no more, and the ones before it still do. */
export async function giveBackTry(tx: SqlTransaction, counted: Counted, rule: TryRule): Promise<void> {
  const { table, key } = rowOf(tx, counted);
  await tx`update ${table} set
      failed_sign_ins = case when locked_until = ${rule.lockedUntil} then ${rule.most - 1}::integer
        else greatest(failed_sign_ins - 1, 0) end,
      locked_until = case when locked_until = ${rule.lockedUntil} then null else locked_until end
    where ${key}`;
}

/** The person is signed in: what was counted in this place is forgotten. */
export async function forgetTries(tx: SqlTransaction, counted: Counted): Promise<void> {
  const { table, key } = rowOf(tx, counted);
  await tx`update ${table} set failed_sign_ins = 0, locked_until = null where ${key}`;
}

const MOST_BROWSERS = 20;

/** Recognises the browser from now on. The oldest ones of this user are forgotten. */
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
