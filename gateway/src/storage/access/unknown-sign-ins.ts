// Tries to sign in with addresses that no user has (contract 14). They count like those of users (sign-in-tries.ts), so
// a lock does not tell whether an address is known. The counts are in the database, so all processes share them. This
// file never sees an address.
import type { Sql, SqlTransaction } from '../database/database.ts';
import type { TryRule } from './sign-in-tries.ts';

/**
 * Counts a try; the try that reaches `most` locks. Answers the end of a lock that existed before; then the try is not
 * counted.
 */
export async function takeUnknownTry(
  tx: SqlTransaction,
  addressHash: Buffer,
  { at, most, forgottenBefore, lockedUntil }: TryRule,
): Promise<Date | null> {
  const failures = tx`case when u.last_failed_at > ${forgottenBefore} then u.failures else 0 end + 1`;
  const taken = await tx`insert into unknown_sign_ins as u (address_hash, failures, last_failed_at)
    values (${addressHash}, 1, ${at})
    on conflict (address_hash) do update set
      failures = case when ${failures} >= ${most} then 0 else ${failures} end,
      locked_until = case when ${failures} >= ${most} then ${lockedUntil}::timestamptz end,
      last_failed_at = ${at}
    where u.locked_until is null or u.locked_until <= ${at}
    returning 1`;
  if (taken.length > 0) return null;
  const [row] = await tx`select locked_until from unknown_sign_ins where address_hash = ${addressHash}`;
  return row?.locked_until ?? at;
}

/** Removes at most `atOnce` counts whose last failure no longer matters. Answers how many it removed. */
export async function deleteOldUnknownSignIns(sql: Sql, before: Date, atOnce: number): Promise<number> {
  const rows = await sql`delete from unknown_sign_ins where address_hash in (
      select address_hash from unknown_sign_ins where last_failed_at <= ${before}
      limit ${atOnce})
    returning address_hash`;
  return rows.length;
}
