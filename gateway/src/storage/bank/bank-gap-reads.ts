// Reads what banks have told a restored copy about payouts and files, for `restore:report`. These queries ask every
// merchant, once, for a person. They change nothing.
import type { Sql } from '../database/database.ts';
import { ENTRY_COLUMNS, entryOf, type StoredEntry } from './entry-store.ts';

/** No person reads more entries than this. */
const MOST_ENTRIES = 20_000;

/** Debits and status reports of statements received since then that a person still has to look at. */
export async function readOpenEntriesSince(sql: Sql, since: Date): Promise<StoredEntry[]> {
  const rows = await sql`
    select ${sql.unsafe(ENTRY_COLUMNS)} from bank_entries
    where state in ('unmatched', 'conflict') and direction in ('debit', 'status')
      and exists (select 1 from bank_statements s
        where s.merchant_id = bank_entries.merchant_id and s.id = bank_entries.statement_id and s.created_at >= ${since})
    order by id limit ${MOST_ENTRIES}`;
  return rows.map(entryOf);
}

export interface KnownPayout {
  id: string;
  status: string;
  /** A file that is in force contains it. */
  isFiled: boolean;
}

/** Which of these are payouts of any brand. */
export async function readKnownPayouts(sql: Sql, ids: readonly string[]): Promise<Map<string, KnownPayout>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<KnownPayout[]>`
    select t.id, t.status, exists (select 1 from bank_payouts p
        where p.merchant_id = t.merchant_id and p.transaction_id = t.id and p.file_id is not null) as "isFiled"
    from transactions t where t.id = any(${ids as string[]}::uuid[]) and t.type = 'PAYOUT'`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** Which of these are files of any brand. */
export async function readKnownFiles(sql: Sql, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await sql<
    { id: string }[]
  >`select id from bank_files where id = any(${ids as string[]}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
}
