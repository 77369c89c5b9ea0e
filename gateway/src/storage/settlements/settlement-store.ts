// Settlements: what providers pay out (contract 17). Each statement is for one merchant, except the search for due
// ones. The rules are in domain/settlements and actions/settlements.
import type { Settlement, SettlementState } from '../../domain/settlements/settlement.ts';
import { claimDueRows } from '../database/claim-due.ts';
import type { Sql, SqlTransaction } from '../database/database.ts';
import { insertRows } from '../database/row-statements.ts';
import { Recordset } from '../pipeline/recordset.ts';

/** A settlement with the parts that only the work on it needs. */
export interface StoredSettlement extends Settlement {
  /** Where the next page of its lines begins; null: at the first, or all are here. */
  nextPage: string | null;
  /** When the provider is asked for more, or what does not fit is looked at again; null: nothing is left to do. */
  dueAt: Date | null;
  /** How often it was looked at without an end. */
  looks: number;
}

export interface OfBrand {
  merchantId: string;
  brandId: string;
}

/** An account that tells of payouts; of the sandbox, which needs no account, the brand. */
export interface Source extends OfBrand {
  provider: string;
  accountId: string;
}

/** null: the sandbox, which has no account. */
export const accountOf = ({ accountId, brandId }: Pick<Source, 'accountId' | 'brandId'>): string | null =>
  accountId === brandId ? null : accountId;

/**
 * Locks the account until the commit: the lines of an account are stored one import at a time, so none is counted twice
 * and nothing is settled twice.
 */
export async function lockSource(tx: SqlTransaction, source: Source, at: Date): Promise<void> {
  const { merchantId, accountId, brandId, provider } = source;
  await tx`
    insert into settlement_sources (merchant_id, account_id, brand_id, provider, created_at)
    values (${merchantId}, ${accountId}, ${brandId}, ${provider}, ${at}) on conflict (merchant_id, account_id) do nothing`;
  await tx`
    select 1 from settlement_sources where merchant_id = ${merchantId} and account_id = ${accountId} for update`;
}

const SETTLEMENTS = new Recordset({
  merchant_id: 'uuid',
  id: 'uuid',
  brand_id: 'uuid',
  provider: 'text',
  account_id: 'uuid',
  reference: 'text',
  currency: 'text',
  charges_minor: 'bigint',
  refunds_minor: 'bigint',
  disputes_minor: 'bigint',
  fees_minor: 'bigint',
  other_minor: 'bigint',
  lines: 'integer',
  stated_minor: 'bigint',
  paid_at: 'timestamptz',
  failure: 'text',
  bank_words: 'jsonb',
  is_complete: 'boolean',
  next_page: 'text',
  state: 'text',
  reason: 'text',
  bank_entry_id: 'uuid',
  credit_minor: 'bigint',
  due_at: 'timestamptz',
  looks: 'integer',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
});
export const SETTLEMENT_COLUMNS = SETTLEMENTS.names;
/** What a later page or report can change. */
const CHANGING = [
  'charges_minor',
  'refunds_minor',
  'disputes_minor',
  'fees_minor',
  'other_minor',
  'lines',
  'stated_minor',
  'paid_at',
  'failure',
  'bank_words',
  'is_complete',
  'next_page',
  'state',
  'reason',
  'bank_entry_id',
  'credit_minor',
  'due_at',
  'looks',
  'updated_at',
];
const REPLACE = `on conflict (merchant_id, id) do update set ${CHANGING.map((one) => `${one} = excluded.${one}`).join(', ')}`;

/** Only under the lock of its account. */
export async function saveSettlement(
  tx: SqlTransaction,
  settlement: StoredSettlement,
  at: Date,
): Promise<void> {
  await insertRows(tx, { into: 'settlements', after: REPLACE }, SETTLEMENTS, [
    {
      merchant_id: settlement.merchantId,
      id: settlement.id,
      brand_id: settlement.brandId,
      provider: settlement.provider,
      account_id: settlement.accountId ?? settlement.brandId,
      reference: settlement.reference,
      currency: settlement.currency,
      charges_minor: settlement.chargesMinor,
      refunds_minor: settlement.refundsMinor,
      disputes_minor: settlement.disputesMinor,
      fees_minor: settlement.feesMinor,
      other_minor: settlement.otherMinor,
      lines: settlement.lines,
      stated_minor: settlement.statedMinor,
      paid_at: settlement.paidAt,
      failure: settlement.failure,
      bank_words: settlement.bankWords,
      is_complete: settlement.isComplete,
      next_page: settlement.nextPage,
      state: settlement.state,
      reason: settlement.reason,
      bank_entry_id: settlement.bankEntryId,
      credit_minor: settlement.creditMinor,
      due_at: settlement.dueAt,
      looks: settlement.looks,
      created_at: settlement.createdAt,
      updated_at: at,
    },
  ]);
}

export async function findSettlement(
  sql: Sql | SqlTransaction,
  { merchantId, brandId }: OfBrand,
  id: string,
): Promise<StoredSettlement | null> {
  const [row] = await sql`
    select ${sql.unsafe(SETTLEMENT_COLUMNS)} from settlements
    where merchant_id = ${merchantId} and brand_id = ${brandId} and id = ${id}`;
  return row ? settlementOf(row) : null;
}

/** By the provider's own reference. */
export async function findByReference(
  sql: Sql | SqlTransaction,
  { merchantId, accountId }: Pick<Source, 'merchantId' | 'accountId'>,
  reference: string,
): Promise<StoredSettlement | null> {
  const [row] = await sql`
    select ${sql.unsafe(SETTLEMENT_COLUMNS)} from settlements
    where merchant_id = ${merchantId} and account_id = ${accountId} and reference = ${reference}`;
  return row ? settlementOf(row) : null;
}

export interface ListedSettlements extends OfBrand {
  /** null: of all. */
  provider: string | null;
  state: SettlementState | null;
  /** Only those after this one; null: from the first. */
  after: string | null;
  limit: number;
}

/** Oldest first. */
export async function listSettlements(
  sql: Sql,
  { merchantId, brandId, provider, state, after, limit }: ListedSettlements,
): Promise<StoredSettlement[]> {
  const rows = await sql`
    select ${sql.unsafe(SETTLEMENT_COLUMNS)} from settlements
    where merchant_id = ${merchantId} and brand_id = ${brandId}
      and (${provider}::text is null or provider = ${provider}) and (${state}::text is null or state = ${state})
      and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}`;
  return rows.map(settlementOf);
}

/** Those of a brand whose credit at the bank is not found yet, oldest first. One that failed never comes. */
export async function unpaidSettlements(
  sql: Sql,
  { merchantId, brandId }: OfBrand,
): Promise<StoredSettlement[]> {
  const rows = await sql`
    select ${sql.unsafe(SETTLEMENT_COLUMNS)} from settlements
    where merchant_id = ${merchantId} and brand_id = ${brandId} and bank_entry_id is null and failure is null
    order by id desc limit ${MOST_UNPAID}`;
  return rows.map(settlementOf).reverse();
}

/** The latest ones: a brand without a bank account here has all of them. */
const MOST_UNPAID = 1_000;

/** Claims up to `limit` due settlements for `leaseMs`: until then nobody else gets them. Asks all merchants. */
export async function claimDueSettlements(
  sql: Sql,
  now: Date,
  limit: number,
  leaseMs: number,
): Promise<StoredSettlement[]> {
  const due = await sql<{ merchant_id: string; id: string }[]>`
    select merchant_id, id from settlements where due_at <= ${now} order by due_at limit ${limit}`;
  if (due.length === 0) return [];
  const keys = due.toSorted((a, b) => (a.merchant_id + a.id < b.merchant_id + b.id ? -1 : 1));
  const columns = SETTLEMENT_COLUMNS.replace(/\w+/g, 's.$&');
  const rows = await claimDueRows(
    sql,
    'settlements',
    keys,
    (tx, json, merchantOf) => tx`
      update settlements s set due_at = ${new Date(now.getTime() + leaseMs)}
      from json_to_recordset(${json}::text::json) as due (merchant_id uuid, id uuid)
      where s.merchant_id = due.merchant_id and s.id = due.id and s.due_at <= ${now} ${merchantOf('s.merchant_id')}
      returning ${tx.unsafe(columns)}`,
  );
  return rows.map(settlementOf);
}

// biome-ignore lint/suspicious/noExplicitAny: a row from the driver, with the columns above
export function settlementOf(row: any): StoredSettlement {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    brandId: row.brand_id,
    provider: row.provider,
    accountId: accountOf({ accountId: row.account_id, brandId: row.brand_id }),
    reference: row.reference,
    currency: row.currency,
    chargesMinor: row.charges_minor,
    refundsMinor: row.refunds_minor,
    disputesMinor: row.disputes_minor,
    feesMinor: row.fees_minor,
    otherMinor: row.other_minor,
    lines: row.lines,
    statedMinor: row.stated_minor,
    paidAt: row.paid_at,
    failure: row.failure,
    bankWords: row.bank_words,
    isComplete: row.is_complete,
    nextPage: row.next_page,
    state: row.state,
    reason: row.reason,
    bankEntryId: row.bank_entry_id,
    creditMinor: row.credit_minor,
    dueAt: row.due_at,
    looks: row.looks,
    createdAt: row.created_at,
  };
}

/** Until when the provider was asked for payouts of which no news came; null: never. */
export async function askedUntil(
  sql: Sql,
  { merchantId, accountId }: Pick<Source, 'merchantId' | 'accountId'>,
): Promise<Date | null> {
  const [row] = await sql`
    select asked_until from settlement_sources where merchant_id = ${merchantId} and account_id = ${accountId}`;
  return row?.asked_until ?? null;
}

export async function noteAsked(tx: SqlTransaction, source: Source, at: Date): Promise<void> {
  await lockSource(tx, source, at);
  await tx`
    update settlement_sources set asked_until = ${at}
    where merchant_id = ${source.merchantId} and account_id = ${source.accountId}`;
}
