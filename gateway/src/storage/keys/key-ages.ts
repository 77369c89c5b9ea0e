// How old the keys of an installation are, for the metrics: the data key that seals now, and for each other kind the
// oldest key that still works. It counts over all merchants, in small tables; never call it for a merchant's request.
import type { Sql } from '../database/database.ts';

export type AgedKey = 'data' | 'api' | 'signing' | 'operator';

/** A kind without any key is missing. */
export async function listKeyBirths(sql: Sql, now: Date): Promise<{ key: AgedKey; bornAt: Date }[]> {
  const births = [
    { key: 'data', rows: await sql`select max(created_at) as at from data_keys where purpose = 'seal'` },
    {
      key: 'api',
      rows: await sql`select min(created_at) as at from api_keys where expires_at is null or expires_at > ${now}`,
    },
    {
      key: 'signing',
      rows: await sql`select min(created_at) as at from signing_secrets where expires_at is null or expires_at > ${now}`,
    },
    {
      key: 'operator',
      rows: await sql`select min(created_at) as at from operator_tokens where expires_at is null or expires_at > ${now}`,
    },
  ] as const;
  return births.flatMap(({ key, rows: [row] }) => (row?.at ? [{ key, bornAt: row.at as Date }] : []));
}
