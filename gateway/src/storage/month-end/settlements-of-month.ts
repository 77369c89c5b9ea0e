// What a month-end reads of settlements (contract 17): the accounts that tell of them, the settlements of a month with
// their bank entries, their lines, and the movements that no settlement has. In pages, within one snapshot, always for
// one merchant.
import type { ActivityKind } from '../../domain/ledger/balance-activity.ts';
import type { LineKind, LineState, OriginalAmount } from '../../domain/settlements/settlement.ts';
import { firstIdAt } from '../../domain/transactions/time-ordered-id.ts';
import { bookedDay } from '../bank/booked-day-sql.ts';
import type { SqlTransaction } from '../database/database.ts';
import { KIND } from '../ledger/activity.ts';
import { accountOf } from '../settlements/settlement-store.ts';
import type { OfBrand } from './movements-and-entries.ts';
import { IN_SETTLED_KINDS, SETTLING_LINE, settlingColumns } from './settling-lines.ts';

const PAGE = 1_000;

// biome-ignore lint/suspicious/noExplicitAny: rows of the statements below
type Row = any;

/** An account of which at least one settlement is known. */
export interface TellingAccount {
  provider: string;
  /** null: the sandbox, which has no account. */
  accountId: string | null;
  /** When the first charge of its settlements came in. */
  first: Date;
}

/** The first charge is in one of the first settlements. An account has several at a time, one for each currency. */
const FIRST = 10;

export async function tellingAccounts(
  sql: SqlTransaction,
  { merchantId, brandId }: OfBrand,
): Promise<TellingAccount[]> {
  const rows = await sql`
    select a.provider, a.account_id, min(least(m.first, f.told)) as first
    from (select distinct provider, account_id from settlements where merchant_id = ${merchantId} and brand_id = ${brandId}) a
    cross join lateral (
      select id, least(paid_at, created_at) as told from settlements
      where merchant_id = ${merchantId} and account_id = a.account_id order by coalesce(paid_at, created_at) limit ${FIRST}
    ) f
    left join lateral (
      select min(coalesce(c.completed_at, x.completed_at)) as first from settlement_lines l
      join transactions x on x.merchant_id = ${merchantId} and x.id = l.transaction_id
      left join captures c on c.merchant_id = ${merchantId} and c.transaction_id = l.transaction_id and c.id = l.capture_id
      where l.merchant_id = ${merchantId} and l.settlement_id = f.id and l.kind = 'charge' and l.state = 'matched'
    ) m on true
    group by 1, 2 order by 1, 2`;
  return rows.map((row) => ({
    provider: row.provider,
    accountId: accountOf({ accountId: row.account_id, brandId }),
    first: row.first,
  }));
}

export interface MonthSettlement {
  id: string;
  provider: string;
  accountId: string | null;
  reference: string;
  currency: string;
  /** The sums of the lines that no former month-end had. */
  chargesMinor: bigint;
  refundsMinor: bigint;
  disputesMinor: bigint;
  feesMinor: bigint;
  otherMinor: bigint;
  lines: number;
  /** What is paid out: as the bank says, else as the provider says. null: neither says it. */
  statedMinor: bigint | null;
  /** The sum of all lines. */
  netMinor: bigint;
  paidAt: Date | null;
  /** It decides the month. */
  at: Date;
  failure: string | null;
  /** All its lines are here. A payout without a list never gets any. */
  isComplete: boolean;
  state: string;
  bank: { id: string; bookedOn: string } | null;
  /** A former month-end had it, up to the line `after` (null: it had none then). */
  isContinued: boolean;
  after: string | null;
  /** null: there are no lines. */
  lastLine: string | null;
}

const SETTLEMENTS = `
  select s.id, s.provider, s.account_id, s.reference, s.currency,
    coalesce(s.credit_minor, s.stated_minor) as stated_minor, s.paid_at, s.failure, s.is_complete, s.state,
    s.charges_minor + s.refunds_minor + s.disputes_minor + s.fees_minor + s.other_minor as net_minor,
    coalesce(s.paid_at, s.created_at) as at, n.*, f.settlement_id is not null as is_continued, f.last_line as after,
    (select id from settlement_lines where merchant_id = $1 and settlement_id = s.id order by id desc limit 1) as last_line,
    e.id as entry_id, ${bookedDay('e', 'es')} as booked_on
  from settlements s
  left join lateral (
    select m.settlement_id, m.last_line from month_end_settlements m
    join month_ends k on k.merchant_id = $1 and k.brand_id = $2 and k.id = m.month_end_id
    where m.merchant_id = $1 and m.settlement_id = s.id order by m.month_end_id desc limit 1
  ) f on true
  left join lateral (
    select count(*)::integer as lines,
      coalesce(sum(gross_minor) filter (where kind = 'charge'), 0)::bigint as charges,
      coalesce(sum(gross_minor) filter (where kind in ('refund', 'refund-failed')), 0)::bigint as refunds,
      coalesce(sum(gross_minor) filter (where kind in ('dispute', 'dispute-reversed')), 0)::bigint as disputes,
      coalesce(sum(gross_minor) filter (where kind in ('fee', 'other')), 0)::bigint as other,
      coalesce(-sum(fee_minor), 0)::bigint as fees
    from settlement_lines where merchant_id = $1 and settlement_id = s.id and (f.last_line is null or id > f.last_line)
  ) n on true
  left join bank_entries e on e.merchant_id = s.merchant_id and e.id = s.bank_entry_id
  left join bank_statements es on es.merchant_id = e.merchant_id and es.id = e.statement_id
  where s.merchant_id = $1 and s.brand_id = $2`;

/** `since`: the beginning of the first month that was ever closed. What a former month-end had is not in it again. */
export async function settlementsOf(
  sql: SqlTransaction,
  { merchantId, brandId }: OfBrand,
  { since, ends }: { since: Date; ends: Date },
): Promise<MonthSettlement[]> {
  const rows: Row[] = await sql.unsafe(
    `select * from (${SETTLEMENTS}) s where at >= $3 and at < $4 and (not is_continued or lines > 0) order by id`,
    [merchantId, brandId, since, ends],
  );
  return rows.map((row) => toSettlement(row, brandId));
}

/**
 * Settlements of former month-ends that may have a difference: the bank has not paid them, or they are a conflict.
 * `told`: for a brand without a bank account, which can never compare them, only those after this moment.
 */
export async function awaitedSettlements(
  sql: SqlTransaction,
  { merchantId, brandId }: OfBrand,
  { since, told }: { since: Date; told: Date },
): Promise<MonthSettlement[]> {
  const rows: Row[] = await sql.unsafe(
    `select * from (${SETTLEMENTS} and (s.bank_entry_id is null or s.state = 'conflict')) s where is_continued and at >=
       case when exists (select 1 from provider_accounts where merchant_id = $1 and brand_id = $2 and provider = 'bank')
         then $3::timestamptz else $4::timestamptz end
     order by id`,
    [merchantId, brandId, since, told],
  );
  return rows.map((row) => toSettlement(row, brandId));
}

export async function settlementsById(
  sql: SqlTransaction,
  { merchantId, brandId }: OfBrand,
  ids: readonly string[],
): Promise<MonthSettlement[]> {
  const given = [merchantId, brandId, ids as string[]];
  const rows: Row[] = await sql.unsafe(`${SETTLEMENTS} and s.id = any($3::uuid[]) order by s.id`, given);
  return rows.map((row) => toSettlement(row, brandId));
}

const toSettlement = (row: Row, brandId: string): MonthSettlement => ({
  id: row.id,
  provider: row.provider,
  accountId: accountOf({ accountId: row.account_id, brandId }),
  reference: row.reference,
  currency: row.currency,
  chargesMinor: row.charges,
  refundsMinor: row.refunds,
  disputesMinor: row.disputes,
  feesMinor: row.fees,
  otherMinor: row.other,
  lines: row.lines,
  statedMinor: row.stated_minor,
  netMinor: row.net_minor,
  paidAt: row.paid_at,
  at: row.at,
  failure: row.failure,
  isComplete: row.is_complete,
  state: row.state,
  bank: row.entry_id && { id: row.entry_id, bookedOn: row.booked_on },
  isContinued: row.is_continued,
  after: row.after,
  lastLine: row.last_line,
});

export interface MonthLine {
  id: string;
  settlementId: string;
  kind: LineKind;
  providerReference: string | null;
  grossMinor: bigint;
  feeMinor: bigint;
  netMinor: bigint;
  currency: string;
  original: OriginalAmount | null;
  occurredAt: Date | null;
  state: LineState;
  reason: string | null;
  refundId: string | null;
  captureId: string | null;
  disputeId: string | null;
  payment: { id: string; merchantReference: string; optionId: string | null } | null;
}

const LINES = `
  select l.id, l.settlement_id, l.kind, l.provider_reference, l.gross_minor, l.fee_minor, l.net_minor, l.currency, l.original,
    l.occurred_at, l.state, l.reason, l.transaction_id, l.refund_id, l.capture_id, l.dispute_id, x.merchant_reference, x.option_id
  from settlement_lines l
  left join transactions x on x.merchant_id = $1 and x.id = l.transaction_id
  where l.merchant_id = $1`;

/** The lines of a settlement that no former month-end had. */
export async function* linesOf(
  sql: SqlTransaction,
  { merchantId }: OfBrand,
  settlement: Pick<MonthSettlement, 'id' | 'after'>,
): AsyncGenerator<MonthLine[]> {
  let { after } = settlement;
  for (;;) {
    const rows: Row[] = await sql.unsafe(
      `${LINES} and l.settlement_id = $2 and ($3::uuid is null or l.id > $3) order by l.id limit ${PAGE}`,
      [merchantId, settlement.id, after],
    );
    if (rows.length > 0) yield rows.map(toLine);
    if (rows.length < PAGE) return;
    after = rows.at(-1).id;
  }
}

export async function linesById(
  sql: SqlTransaction,
  { merchantId, brandId }: OfBrand,
  ids: readonly string[],
): Promise<MonthLine[]> {
  const rows: Row[] = await sql.unsafe(
    `${LINES} and l.brand_id = $2 and l.id = any($3::uuid[]) order by l.id`,
    [merchantId, brandId, ids as string[]],
  );
  return rows.map(toLine);
}

const toLine = (row: Row): MonthLine => ({
  id: row.id,
  settlementId: row.settlement_id,
  kind: row.kind,
  providerReference: row.provider_reference,
  grossMinor: row.gross_minor,
  feeMinor: row.fee_minor,
  netMinor: row.net_minor,
  currency: row.currency,
  original: row.original && { ...row.original, amountMinor: BigInt(row.original.amountMinor) },
  occurredAt: row.occurred_at,
  state: row.state,
  reason: row.reason,
  refundId: row.refund_id,
  captureId: row.capture_id,
  disputeId: row.dispute_id,
  payment: row.transaction_id && {
    id: row.transaction_id,
    merchantReference: row.merchant_reference,
    optionId: row.option_id,
  },
});

export interface UnsettledMovement {
  id: string;
  at: Date;
  kind: ActivityKind;
  currency: string;
  amountMinor: bigint;
  /** It came in; else it went out. */
  isIn: boolean;
  paymentId: string;
  merchantReference: string;
  refundId: string | null;
  captureId: string | null;
  provider: string;
  accountId: string | null;
  /** A settlement of a later month has it. */
  later: { settlementId: string; at: Date } | null;
}

const UNSETTLED = `
  select t.id, t.created_at, ${KIND} as kind, t.currency, t.amount_minor, t.from_account = 'provider' as is_in, t.transaction_id,
    x.merchant_reference, x.provider, x.provider_account, r.id as refund_id, c.id as capture_id, ${settlingColumns('$7')}
  from transfers t
  join transactions x on x.merchant_id = $1 and x.id = t.transaction_id and x.type = 'PAYIN'
  join unnest($3::text[], $4::uuid[], $5::uuid[]) as a(provider, account_id, first)
    on a.provider = x.provider and a.account_id = coalesce(x.provider_account, $2::uuid) and t.id >= a.first
  left join lateral (
    select id, status, updated_at from refunds
    where merchant_id = $1 and transaction_id = t.transaction_id and amount_minor = t.amount_minor
      and t.created_at in (created_at, completed_at, updated_at)
    order by id limit 1
  ) r on starts_with(${KIND}, 'REFUND_')
  left join lateral (
    select id, status, updated_at from captures
    where merchant_id = $1 and transaction_id = t.transaction_id and amount_minor = t.amount_minor and t.created_at = completed_at
    order by id limit 1
  ) c on t.kind = 'CAPTURED'
  ${SETTLING_LINE}
  where t.merchant_id = $1 and t.brand_id = $2 and t.id < $6 and ${KIND} ${IN_SETTLED_KINDS}`;

interface Wanted {
  accounts: readonly { provider: string; accountId: string | null; since: Date }[];
  ends: Date;
}

const parameters = ({ merchantId, brandId }: OfBrand, { accounts, ends }: Wanted) => [
  merchantId,
  brandId,
  accounts.map(({ provider }) => provider),
  accounts.map(({ accountId }) => accountId ?? brandId),
  accounts.map(({ since }) => firstIdAt(since)),
  firstIdAt(ends),
  ends,
];

/** Movements until the end of a month that no settlement had by then, oldest first. */
export async function* unsettledMovements(
  sql: SqlTransaction,
  brand: OfBrand,
  wanted: Wanted,
): AsyncGenerator<UnsettledMovement[]> {
  let after: string | null = null;
  const from = wanted.accounts.map(({ since }) => firstIdAt(since)).sort()[0];
  for (;;) {
    const rows: Row[] = await sql.unsafe(
      `select * from (${UNSETTLED} and t.id >= $8 and ($9::uuid is null or t.id > $9)) u
       where (settlement_id is null or settled_at >= $7) and not settled_even order by id limit ${PAGE}`,
      [...parameters(brand, wanted), after ?? from, after] as never[],
    );
    if (rows.length > 0) yield rows.map(toUnsettled);
    if (rows.length < PAGE) return;
    after = rows.at(-1).id;
  }
}

const toUnsettled = (row: Row): UnsettledMovement => ({
  id: row.id,
  at: row.created_at,
  kind: row.kind,
  currency: row.currency,
  amountMinor: row.amount_minor,
  isIn: row.is_in,
  paymentId: row.transaction_id,
  merchantReference: row.merchant_reference,
  refundId: row.refund_id,
  captureId: row.capture_id,
  provider: row.provider,
  accountId: row.provider_account,
  later: row.settlement_id && { settlementId: row.settlement_id, at: row.settled_at },
});
