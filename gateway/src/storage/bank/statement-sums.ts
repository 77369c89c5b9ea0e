// What statements say of an account (decision 135): their balances and the sums of their entries, and which entries
// came with which statement. Every SQL statement is for one merchant.
import type { ChainedSum } from '../../domain/bank/statement-chain.ts';
import type { Sql, SqlTransaction } from '../database/database.ts';
import { insertRows } from '../database/row-statements.ts';
import { Recordset } from '../pipeline/recordset.ts';
import { ENTRY_COLUMNS, entryOf, type StoredEntry } from './entry-store.ts';

interface OfBrand {
  merchantId: string;
  brandId: string;
}

interface OfStatement extends OfBrand {
  statementId: string;
}

const AT_ONCE = 1_000;

const SUMS = new Recordset({
  merchant_id: 'uuid',
  statement_id: 'uuid',
  place: 'integer',
  brand_id: 'uuid',
  account_id: 'uuid',
  currency: 'text',
  opening_minor: 'bigint',
  opening_day: 'text',
  closing_minor: 'bigint',
  closing_day: 'text',
  entered_minor: 'bigint',
  is_page: 'boolean',
});

export async function insertSums(
  tx: SqlTransaction,
  { merchantId, brandId, statementId }: OfStatement,
  sums: readonly ChainedSum[],
): Promise<void> {
  const rows = sums.map((sum, place) => ({
    merchant_id: merchantId,
    statement_id: statementId,
    place,
    brand_id: brandId,
    account_id: sum.accountId,
    currency: sum.currency,
    opening_minor: sum.openingMinor,
    opening_day: sum.openingDay,
    closing_minor: sum.closingMinor,
    closing_day: sum.closingDay,
    entered_minor: sum.enteredMinor,
    is_page: sum.isPage,
  }));
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await insertRows(tx, { into: 'bank_statement_sums' }, SUMS, rows.slice(at, at + AT_ONCE));
}

const LINKS = new Recordset({ merchant_id: 'uuid', statement_id: 'uuid', entry_id: 'uuid' });

/** These entries came with the statement, although they belong to another one. */
export async function linkEntries(
  tx: SqlTransaction,
  { merchantId, statementId }: OfStatement,
  entryIds: readonly string[],
): Promise<void> {
  const rows = [...new Set(entryIds)]
    .sort()
    .map((id) => ({ merchant_id: merchantId, statement_id: statementId, entry_id: id }));
  const after = 'on conflict do nothing';
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await insertRows(tx, { into: 'bank_statement_entries', after }, LINKS, rows.slice(at, at + AT_ONCE));
}

/** Before entries move to a later statement that says more of them, each stays with the present one, too. */
export async function keepWithStatement(
  tx: SqlTransaction,
  { merchantId }: Pick<OfBrand, 'merchantId'>,
  entryIds: readonly string[],
): Promise<void> {
  await tx`
    insert into bank_statement_entries (merchant_id, statement_id, entry_id)
    select merchant_id, statement_id, id from bank_entries
    where merchant_id = ${merchantId} and id = any(${entryIds as string[]}::uuid[])
    on conflict do nothing`;
}

/** In the order of their arrival. */
export async function entriesOfStatement(
  sql: Sql,
  { merchantId, brandId, statementId }: OfStatement,
  { after, limit }: { after: string | null; limit: number },
): Promise<StoredEntry[]> {
  const rows = await sql`
    select ${sql.unsafe(ENTRY_COLUMNS)} from bank_entries
    where merchant_id = ${merchantId} and brand_id = ${brandId} and state <> 'waiting'
      and (${after}::uuid is null or id > ${after}::uuid)
      and id in (
        select id from bank_entries where merchant_id = ${merchantId} and statement_id = ${statementId}
        union all
        select entry_id from bank_statement_entries
        where merchant_id = ${merchantId} and statement_id = ${statementId})
    order by id limit ${limit}`;
  return rows.map(entryOf);
}

const COLUMNS = `s.statement_id, s.account_id, s.currency, s.opening_minor, s.opening_day, s.closing_minor, s.closing_day,
  s.entered_minor, s.is_page`;

/** What these statements say, by statement. */
export async function sumsOf(
  sql: Sql,
  { merchantId }: Pick<OfBrand, 'merchantId'>,
  statementIds: readonly string[],
): Promise<Map<string, ChainedSum[]>> {
  if (statementIds.length === 0) return new Map();
  const rows = await sql`
    select ${sql.unsafe(COLUMNS)} from bank_statement_sums s
    where s.merchant_id = ${merchantId} and s.statement_id = any(${statementIds as string[]}::uuid[])
    order by s.statement_id, s.place`;
  const found = new Map<string, ChainedSum[]>();
  for (const row of rows) found.set(row.statement_id, [...(found.get(row.statement_id) ?? []), sumOf(row)]);
  return found;
}

/** The latest: ten years of daily statements of an account. */
const MOST = 4_000;

/** What the statements of the brand say that closed until this day; without those that contradict themselves. */
export async function believedSums(
  sql: Sql | SqlTransaction,
  { merchantId, brandId }: OfBrand,
  until: string,
): Promise<ChainedSum[]> {
  const rows = await sql`
    select ${sql.unsafe(COLUMNS)} from bank_statement_sums s
    join bank_statements b on b.merchant_id = s.merchant_id and b.id = s.statement_id
    where s.merchant_id = ${merchantId} and s.brand_id = ${brandId} and s.closing_day <= ${until}
      and b.fault is null
    order by s.closing_day desc, s.statement_id desc, s.place desc limit ${MOST}`;
  return rows.map(sumOf).reverse();
}

// biome-ignore lint/suspicious/noExplicitAny: a row as the driver hands it over, typed by the columns above
const sumOf = (row: any): ChainedSum => ({
  accountId: row.account_id,
  currency: row.currency,
  openingMinor: row.opening_minor,
  openingDay: row.opening_day,
  closingMinor: row.closing_minor,
  closingDay: row.closing_day,
  enteredMinor: row.entered_minor,
  isPage: row.is_page,
});
