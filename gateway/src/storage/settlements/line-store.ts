// The lines of settlements (contract 17). Each statement is for one merchant. A line is stored once, by its key; the
// index refuses a second line that settles the same thing.
import type { LineVerdict } from '../../domain/settlements/match-line.ts';
import type { LineState, OriginalAmount, SettlementLine } from '../../domain/settlements/settlement.ts';
import { type Sql, type SqlTransaction, send } from '../database/database.ts';
import { givenRows, insertRows } from '../database/row-statements.ts';
import { Recordset } from '../pipeline/recordset.ts';
import type { OfBrand, Source } from './settlement-store.ts';

/** Lines in one SQL statement. On Citus the values are parameters, and a statement has at most 65,535 of them. */
export const LINES_AT_ONCE = 1_000;

export interface StoredLine extends SettlementLine {
  /** What it settles, if it is matched; each can be settled once. */
  settles: string | null;
}

export type NewLine = StoredLine & { accountId: string; key: string };

const LINES = new Recordset({
  merchant_id: 'uuid',
  settlement_id: 'uuid',
  id: 'uuid',
  brand_id: 'uuid',
  account_id: 'uuid',
  line_key: 'text',
  kind: 'text',
  word: 'text',
  charge: 'text',
  modification: 'text',
  payment: 'text',
  provider_reference: 'text',
  gross_minor: 'bigint',
  fee_minor: 'bigint',
  net_minor: 'bigint',
  currency: 'text',
  original: 'jsonb',
  occurred_at: 'timestamptz',
  state: 'text',
  reason: 'text',
  decided: 'boolean',
  transaction_id: 'uuid',
  capture_id: 'uuid',
  refund_id: 'uuid',
  dispute_id: 'uuid',
  settles: 'text',
});
const COLUMNS = LINES.names;

/** Which of these keys are stored. */
export async function knownKeys(
  tx: SqlTransaction,
  { merchantId, accountId }: Pick<Source, 'merchantId' | 'accountId'>,
  keys: readonly string[],
): Promise<Set<string>> {
  const rows = await tx`
    select line_key from settlement_lines
    where merchant_id = ${merchantId} and account_id = ${accountId} and line_key = any(${keys as string[]}::text[])`;
  return new Set(rows.map((row) => row.line_key as string));
}

export async function insertLines(tx: SqlTransaction, lines: readonly NewLine[]): Promise<void> {
  const rows = lines.map((line) => ({
    merchant_id: line.merchantId,
    settlement_id: line.settlementId,
    id: line.id,
    brand_id: line.brandId,
    account_id: line.accountId,
    line_key: line.key,
    kind: line.kind,
    word: line.word,
    charge: line.charge,
    modification: line.modification,
    payment: line.payment,
    provider_reference: line.providerReference,
    gross_minor: line.grossMinor,
    fee_minor: line.feeMinor,
    net_minor: line.netMinor,
    currency: line.currency,
    original: line.original && { ...line.original, amountMinor: String(line.original.amountMinor) },
    occurred_at: line.occurredAt,
    state: line.state,
    reason: line.reason,
    decided: line.isDecided,
    transaction_id: line.transactionId,
    capture_id: line.captureId,
    refund_id: line.refundId,
    dispute_id: line.disputeId,
    settles: line.settles,
  }));
  for (let at = 0; at < rows.length; at += LINES_AT_ONCE)
    await insertRows(tx, { into: 'settlement_lines' }, LINES, rows.slice(at, at + LINES_AT_ONCE));
}

/** What lines of these payments settle already. */
export async function settledOf(
  tx: Sql | SqlTransaction,
  { merchantId }: Pick<Source, 'merchantId'>,
  transactionIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx`
    select settles from settlement_lines
    where merchant_id = ${merchantId} and transaction_id = any(${transactionIds as string[]}::uuid[])
      and settles is not null`;
  return new Set(rows.map((row) => row.settles as string));
}

export interface ListedLines extends OfBrand {
  /** null: of all settlements. */
  settlementId: string | null;
  /** Empty: all. */
  states: readonly LineState[];
  /** Only those after this one; null: from the first. */
  after: string | null;
  limit: number;
}

/** In the order in which they came. */
export async function listLines(
  sql: Sql | SqlTransaction,
  { merchantId, brandId, settlementId, states, after, limit }: ListedLines,
): Promise<StoredLine[]> {
  const rows = await sql`
    select ${sql.unsafe(COLUMNS)} from settlement_lines
    where merchant_id = ${merchantId} and brand_id = ${brandId}
      and (${settlementId}::uuid is null or settlement_id = ${settlementId}::uuid)
      and (${states.length === 0} or state = any(${states as string[]}::text[]))
      and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}`;
  return rows.map(fromRow);
}

/** Lines that do not fit and that nobody decided, in the order in which they came. */
export async function openLines(
  tx: SqlTransaction,
  { merchantId, id: settlementId }: { merchantId: string; id: string },
  { after, limit }: { after: string | null; limit: number },
): Promise<StoredLine[]> {
  const rows = await tx`
    select ${tx.unsafe(COLUMNS)} from settlement_lines
    where merchant_id = ${merchantId} and settlement_id = ${settlementId} and state <> 'matched' and not decided
      and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}`;
  return rows.map(fromRow);
}

export async function findLine(
  sql: Sql | SqlTransaction,
  { merchantId, brandId }: OfBrand,
  { settlementId, lineId }: { settlementId: string; lineId: string },
): Promise<StoredLine | null> {
  const [row] = await sql`
    select ${sql.unsafe(COLUMNS)} from settlement_lines
    where merchant_id = ${merchantId} and brand_id = ${brandId} and settlement_id = ${settlementId} and id = ${lineId}`;
  return row ? fromRow(row) : null;
}

const VERDICTS = new Recordset({
  merchant_id: 'uuid',
  settlement_id: 'uuid',
  id: 'uuid',
  state: 'text',
  reason: 'text',
  decided: 'boolean',
  transaction_id: 'uuid',
  capture_id: 'uuid',
  refund_id: 'uuid',
  dispute_id: 'uuid',
  settles: 'text',
});

export type JudgedLine = Pick<StoredLine, 'merchantId' | 'settlementId' | 'id' | 'isDecided'> & LineVerdict;

/** Only under the lock of the account. A person's decision stays, unless this is one. */
export async function saveLineVerdicts(tx: SqlTransaction, lines: readonly JudgedLine[]): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map((line) => ({
    merchant_id: line.merchantId,
    settlement_id: line.settlementId,
    id: line.id,
    state: line.state,
    reason: line.reason,
    decided: line.isDecided,
    transaction_id: line.transactionId,
    capture_id: line.captureId,
    refund_id: line.refundId,
    dispute_id: line.disputeId,
    settles: line.settles,
  }));
  const { from, sameMerchant, parameters } = givenRows(tx, VERDICTS, rows);
  await send(
    tx,
    `update settlement_lines l set state = r.state, reason = r.reason, decided = r.decided,
       transaction_id = r.transaction_id, capture_id = r.capture_id, refund_id = r.refund_id,
       dispute_id = r.dispute_id, settles = r.settles
     from ${from} where ${sameMerchant('l.merchant_id')} and l.settlement_id = r.settlement_id and l.id = r.id
       and (not l.decided or r.decided)`,
    parameters,
  );
}

export interface LineCounts {
  unmatched: number;
  conflicts: number;
}

/** How many lines of each settlement wait for a person. */
export async function countOpenLines(
  sql: Sql | SqlTransaction,
  { merchantId }: Pick<OfBrand, 'merchantId'>,
  settlementIds: readonly string[],
): Promise<Map<string, LineCounts>> {
  if (settlementIds.length === 0) return new Map();
  const rows = await sql`
    select settlement_id, count(*) filter (where state = 'unmatched')::integer as unmatched,
      count(*) filter (where state = 'conflict')::integer as conflicts
    from settlement_lines
    where merchant_id = ${merchantId} and settlement_id = any(${settlementIds as string[]}::uuid[]) and state <> 'matched'
    group by settlement_id`;
  return new Map(
    rows.map(({ settlement_id, unmatched, conflicts }) => [
      settlement_id as string,
      { unmatched, conflicts },
    ]),
  );
}

// biome-ignore lint/suspicious/noExplicitAny: a row from the driver, with the columns above
function fromRow(row: any): StoredLine {
  return {
    merchantId: row.merchant_id,
    settlementId: row.settlement_id,
    id: row.id,
    brandId: row.brand_id,
    kind: row.kind,
    word: row.word,
    charge: row.charge,
    modification: row.modification,
    payment: row.payment,
    providerReference: row.provider_reference,
    grossMinor: row.gross_minor,
    feeMinor: row.fee_minor,
    netMinor: row.net_minor,
    currency: row.currency,
    original: row.original && originalOf(row.original),
    occurredAt: row.occurred_at,
    state: row.state,
    reason: row.reason,
    isDecided: row.decided,
    transactionId: row.transaction_id,
    captureId: row.capture_id,
    refundId: row.refund_id,
    disputeId: row.dispute_id,
    settles: row.settles,
  };
}

const originalOf = (stored: {
  amountMinor: string;
  currency: string;
  rate: string | null;
}): OriginalAmount => ({
  ...stored,
  amountMinor: BigInt(stored.amountMinor),
});
