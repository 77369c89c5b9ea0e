// Messages of banks (contract 15): each file is stored once for a brand, by the hash of its bytes, with all its entries
// in one commit. A lease says which process applies them; when it runs out, another process goes on. Every statement is
// for one merchant, except the search for leases.
import type { ClosingBalance } from '../../domain/bank/statement-sums.ts';
import type { Sql, SqlTransaction } from '../database/database.ts';
import { insertRows } from '../database/row-statements.ts';
import { Recordset, type RowOf } from '../pipeline/recordset.ts';

export interface BankStatement {
  merchantId: string;
  id: string;
  brandId: string;
  kind: string;
  /** How many entries the file has, and how many of them came earlier in another file. */
  entries: number;
  known: number;
  /** null: not all of its entries are applied yet. */
  counts: { applied: number; unmatched: number; conflicts: number } | null;
  /** Why nothing is applied before a person decides; null: the sums are right. */
  fault: string | null;
  madeBy: string;
  createdAt: Date;
}

interface OfBrand {
  merchantId: string;
  brandId: string;
}

export type NewStatement = Omit<BankStatement, 'counts'> & { sha256: string; leasedUntil: Date };

const ENTRY = {
  merchant_id: 'uuid',
  id: 'uuid',
  brand_id: 'uuid',
  statement_id: 'uuid',
  account_id: 'uuid',
  entry_key: 'text',
  booking_key: 'text',
  said_key: 'text',
  direction: 'text',
  amount_minor: 'bigint',
  currency: 'text',
  booked_at: 'timestamptz',
  booked_day: 'text',
  details_sealed: 'bytea',
  state: 'text',
} as const;
const ENTRIES = new Recordset(ENTRY);
export type NewEntryRow = RowOf<typeof ENTRY>;
/** Entries in one SQL statement. On Citus the values are parameters, and a statement has at most 65,535 of them. */
export const ENTRIES_AT_ONCE = 1_000;

/**
 * `entries` come in the order of their keys: if two files have the same entries, one waits for the other, and they
 * never deadlock. The index of the keys refuses an entry that came in another file at this moment; the index of the
 * hash refuses the same file.
 */
export async function insertStatement(
  tx: SqlTransaction,
  statement: NewStatement,
  entries: AsyncIterator<NewEntryRow[]>,
): Promise<void> {
  const { merchantId, id, brandId, sha256, kind, known, fault, madeBy, createdAt, leasedUntil } = statement;
  await tx`
    insert into bank_statements
      (merchant_id, id, brand_id, sha256, kind, entries, known, fault, made_by, created_at, leased_until)
    values (${merchantId}, ${id}, ${brandId}, ${sha256}, ${kind}, ${statement.entries}, ${known}, ${fault}, ${madeBy},
      ${createdAt}, ${leasedUntil})`;
  let written: Promise<unknown> = Promise.resolve();
  for (;;) {
    const [piece] = await Promise.all([entries.next(), written]);
    if (piece.done) break;
    written = insertRows(tx, { into: 'bank_entries' }, ENTRIES, piece.value);
  }
}

const BALANCES = new Recordset({
  merchant_id: 'uuid',
  brand_id: 'uuid',
  account_id: 'uuid',
  day: 'text',
  currency: 'text',
  amount_minor: 'bigint',
});

/** If a day has several balances, the last one counts. */
export async function insertBalances(
  tx: SqlTransaction,
  { merchantId, brandId }: OfBrand,
  balances: readonly (ClosingBalance & { accountId: string })[],
): Promise<void> {
  const last = new Map(balances.map((one) => [`${one.accountId} ${one.day} ${one.currency}`, one] as const));
  const rows = [...last.values()].map(({ accountId, day, currency, amountMinor }) => ({
    merchant_id: merchantId,
    brand_id: brandId,
    account_id: accountId,
    day,
    currency,
    amount_minor: amountMinor,
  }));
  rows.sort((a, b) => (a.account_id + a.day + a.currency < b.account_id + b.day + b.currency ? -1 : 1));
  const after = `on conflict (merchant_id, brand_id, account_id, day, currency)
    do update set amount_minor = excluded.amount_minor`;
  for (let at = 0; at < rows.length; at += ENTRIES_AT_ONCE)
    await insertRows(tx, { into: 'bank_balances', after }, BALANCES, rows.slice(at, at + ENTRIES_AT_ONCE));
}

/** By the hash of its bytes; null: this file has not come. */
export async function findStatement(
  sql: Sql,
  { merchantId, brandId }: OfBrand,
  sha256: string,
): Promise<BankStatement | null> {
  const [row] = await sql`
    select ${sql.unsafe(COLUMNS)} from bank_statements
    where merchant_id = ${merchantId} and brand_id = ${brandId} and sha256 = ${sha256}`;
  return row ? fromRow(row) : null;
}

/** null: the brand has no such statement. */
export async function findStatementById(
  sql: Sql,
  { merchantId, brandId }: OfBrand,
  id: string,
): Promise<BankStatement | null> {
  const [row] = await sql`
    select ${sql.unsafe(COLUMNS)} from bank_statements
    where merchant_id = ${merchantId} and brand_id = ${brandId} and id = ${id}`;
  return row ? fromRow(row) : null;
}

/** Newest first. */
export async function latestStatements(
  sql: Sql,
  { merchantId, brandId }: OfBrand,
  limit: number,
): Promise<BankStatement[]> {
  const rows = await sql`
    select ${sql.unsafe(COLUMNS)} from bank_statements
    where merchant_id = ${merchantId} and brand_id = ${brandId} order by id desc limit ${limit}`;
  return rows.map(fromRow);
}

/** Whether entries of a statement of the brand still have to be applied. */
export async function isReadingStatement(
  tx: SqlTransaction,
  { merchantId, brandId }: { merchantId: string; brandId: string },
): Promise<boolean> {
  const rows = await tx`
    select from bank_statements
    where merchant_id = ${merchantId} and brand_id = ${brandId} and leased_until is not null limit 1`;
  return rows.length > 0;
}

/** Statements whose lease has run out. Asks all merchants. */
export async function leftStatements(
  sql: Sql,
  now: Date,
  limit: number,
): Promise<{ merchantId: string; id: string }[]> {
  const rows = await sql`
    select merchant_id, id from bank_statements where leased_until <= ${now} order by leased_until limit ${limit}`;
  return rows.map((row) => ({ merchantId: row.merchant_id, id: row.id }));
}

/** null: another process has it, or none of its entries waits. */
export async function leaseStatement(
  sql: Sql,
  { merchantId, id }: Pick<BankStatement, 'merchantId' | 'id'>,
  { now, until }: { now: Date; until: Date },
): Promise<BankStatement | null> {
  const [row] = await sql`
    update bank_statements set leased_until = ${until}
    where merchant_id = ${merchantId} and id = ${id} and leased_until <= ${now}
    returning ${sql.unsafe(COLUMNS)}`;
  return row ? fromRow(row) : null;
}

/** Sets the lease again: its holder needs longer, or an entry waits again. */
export async function extendLease(
  sql: Sql | SqlTransaction,
  { merchantId, id }: Pick<BankStatement, 'merchantId' | 'id'>,
  until: Date,
): Promise<void> {
  await sql`update bank_statements set leased_until = ${until} where merchant_id = ${merchantId} and id = ${id}`;
}

/** None of its entries waits. The first call fixes the counts for every later answer. */
export async function endStatement(
  tx: SqlTransaction,
  { merchantId, id }: Pick<BankStatement, 'merchantId' | 'id'>,
): Promise<BankStatement> {
  const rows = await tx`
    select state, count(*)::integer as count from bank_entries
    where merchant_id = ${merchantId} and statement_id = ${id} group by state`;
  const count = (state: string) => rows.find((row) => row.state === state)?.count ?? 0;
  const isDone = count('waiting') === 0;
  const [row] = await tx`
    update bank_statements set
      leased_until = case when ${isDone}::boolean then null else leased_until end,
      applied = coalesce(applied, ${count('applied')}), unmatched = coalesce(unmatched, ${count('unmatched')}),
      conflicts = coalesce(conflicts, ${count('conflict')})
    where merchant_id = ${merchantId} and id = ${id}
    returning ${tx.unsafe(COLUMNS)}`;
  return fromRow(row);
}

const COLUMNS =
  'merchant_id, id, brand_id, kind, entries, known, fault, applied, unmatched, conflicts, made_by, created_at, leased_until';

// biome-ignore lint/suspicious/noExplicitAny: a row as the driver hands it over, typed by the columns above
function fromRow(row: any): BankStatement {
  const { applied, unmatched, conflicts } = row;
  return {
    merchantId: row.merchant_id,
    id: row.id,
    brandId: row.brand_id,
    kind: row.kind,
    entries: row.entries,
    known: row.known,
    fault: row.fault,
    counts: applied === null ? null : { applied, unmatched, conflicts },
    madeBy: row.made_by,
    createdAt: row.created_at,
  };
}
