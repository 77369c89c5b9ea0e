// Failed sign-ins under addresses that no user has (contract 14), counted as those of users are (user-store.ts), so that a lock does
// not tell that an address is known. In the database, so that the count is one over all processes. It never sees an address.
import type { Sql, SqlTransaction } from '../database/database.ts';
import type { FailureRule } from './user-store.ts';

/** Until when the address is locked; null: it is not. */
export async function findUnknownLock(sql: Sql, addressHash: Buffer, now: Date): Promise<Date | null> {
  const [row] = await sql`select locked_until from unknown_sign_ins
    where address_hash = ${addressHash} and locked_until > ${now}`;
  return row?.locked_until ?? null;
}

/** Counts a failure; when `most` is reached, the address is locked and the count begins again. */
export async function countUnknownSignIn(
  tx: SqlTransaction,
  addressHash: Buffer,
  { at, most, forgottenBefore, lockedUntil }: FailureRule,
): Promise<void> {
  const failures = tx`case when u.last_failed_at > ${forgottenBefore} then u.failures else 0 end + 1`;
  await tx`insert into unknown_sign_ins as u (address_hash, failures, last_failed_at)
    values (${addressHash}, 1, ${at})
    on conflict (address_hash) do update set
      failures = case when ${failures} >= ${most} then 0 else ${failures} end,
      locked_until = case when ${failures} >= ${most} then ${lockedUntil}::timestamptz else u.locked_until end,
      last_failed_at = ${at}`;
}

/** Removes at most this many whose last failure no longer counts. Answers how many there were. */
export async function deleteOldUnknownSignIns(sql: Sql, before: Date, atOnce: number): Promise<number> {
  const rows = await sql`delete from unknown_sign_ins where address_hash in (
      select address_hash from unknown_sign_ins where last_failed_at <= ${before}
      limit ${atOnce} for update skip locked)
    returning address_hash`;
  return rows.length;
}
