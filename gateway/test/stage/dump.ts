// A dump for tests: every row of every table as text, with sealed columns opened, and a search for values in it. It
// shows what a thief sees who has a backup and the master key.

import type { Sql } from '../../src/storage/database/database.ts';
import { SEALED_COLUMNS } from '../../src/storage/keys/rotate-keys.ts';
import type { Vault } from '../../src/storage/keys/vault.ts';

export type Dump = Map<string, string[]>;

export async function dumpAll(sql: Sql, vault: Vault): Promise<Dump> {
  const dump: Dump = new Map();
  // Monthly partitions are read with their parent table.
  const tables = await sql`select relname as tablename from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`;
  for (const { tablename } of tables) {
    // Converted to text here, because Citus refuses functions of a whole row.
    const rows = await sql`select * from ${sql(tablename)}`;
    dump.set(
      tablename,
      rows.map((row) => JSON.stringify(row, inText)),
    );
  }
  for (const { table, column, contextOf } of SEALED_COLUMNS) {
    const rows = await sql`select * from ${sql(table)} where octet_length(${sql(column)}) > 0`;
    for (const row of rows) {
      const plain = await vault.open(row[column], contextOf(row as Parameters<typeof contextOf>[0]));
      dump.get(table)!.push(`${column}: ${plain.toString('utf8')}`);
    }
  }
  return dump;
}

const inText = (_name: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

/**
 * Returns "table: value" for each value found. Ignores case, and also looks for values encoded in an address or in JSON
 * within a text.
 */
export function foundIn(dump: Dump, values: readonly string[]): string[] {
  const found: string[] = [];
  for (const [table, lines] of dump) {
    const text = lines.join('\n').toLowerCase();
    for (const value of values) {
      const inJson = JSON.stringify(value).slice(1, -1);
      const spellings = [value, encodeURIComponent(value), inJson].map((one) => one.toLowerCase());
      if (spellings.some((one) => text.includes(one))) found.push(`${table}: ${value}`);
    }
  }
  return found.sort();
}

export const tablesOf = (found: readonly string[]): string[] => [
  ...new Set(found.map((one) => one.split(':', 1)[0]!)),
];
