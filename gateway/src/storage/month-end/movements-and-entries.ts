// What a month-end reads (decision 108): the movements of a month, each with its payment, its bank entry and its
// provider's notification; and the bank's entries, each with the ledger's movements. In pages, oldest first, so that a
// month of any size needs little memory. It only reads, within one snapshot, and every statement names one merchant.
import type { ActivityKind } from '../../domain/ledger/balance-activity.ts';
import { firstIdAt } from '../../domain/transactions/time-ordered-id.ts';
import { bookedDay } from '../bank/booked-day-sql.ts';
import type { SqlTransaction } from '../database/database.ts';
import { KIND } from '../ledger/activity.ts';
import { SETTLING_LINE, settlingColumns } from './settling-lines.ts';

export interface OfBrand {
  merchantId: string;
  brandId: string;
}

const PAGE = 1_000;

export interface MonthMovement {
  id: string;
  at: Date;
  kind: ActivityKind;
  currency: string;
  amountMinor: bigint;
  fromAccount: string;
  toAccount: string;
  /** null: funding. */
  payment: {
    id: string;
    merchantReference: string;
    openedAt: Date;
    provider: string | null;
    providerAccount: string | null;
    isLateSuccess: boolean;
    isPayout: boolean;
  } | null;
  refund: { id: string; refundReference: string | null } | null;
  entry: { id: string; bookedOn: string; amountMinor: bigint | null; isBatch: boolean } | null;
  notificationId: string | null;
  /** The line that settles it; null: none, or the brand has no settlements. */
  settled: { settlementId: string; at: Date; feeMinor: bigint; currency: string } | null;
  /** It came back before any of it was settled. */
  isEven: boolean;
  /** An assignment to its payment was taken back. */
  isTakenBack: boolean;
}

/** The news that a notification must carry to belong to a movement of this kind. */
const MONEY_EVENT = `case ${KIND}
  when 'PAYIN' then 'paid' when 'PAYOUT_PAID' then 'paid'
  when 'CAPTURED' then 'captured' when 'CAPTURE_SENT_BACK' then 'capture-failed'
  when 'PAYIN_SENT_BACK' then 'returned' when 'PAYOUT_SENT_BACK' then 'returned'
  when 'REFUND_PAID' then 'refunded' when 'REFUND_AT_PROVIDER' then 'refunded' when 'REFUND_SENT_BACK' then 'refund-failed'
  when 'DISPUTE_WITHHELD' then 'withheld' when 'DISPUTE_GIVEN_BACK' then 'not-withheld' end`;

/**
 * For such a movement several notifications may carry the same news. The last notification before the movement belongs
 * to it.
 */
const OF_THE_LAST = `(starts_with(t.kind, 'DISPUTE_') or w.told is null and t.kind is not null)`;

/**
 * A movement's bank entry is the entry that claimed its payment in this role, or that paid its batch. A movement's
 * notification carries the right news about its payment, refund or capture with this amount. For a step of a dispute it
 * is the last such notification before the step, by the clocks of two processes that may differ. Release 0.2.0 did not
 * store the news: for its rows, a payment or a refund takes the notification that names its reference, a step after a
 * refund's end takes the last of these before it, and other steps after an end have none.
 */
const MOVEMENTS = (more: { columns: string; joins: string }) => `
  select t.id, t.created_at, ${KIND} as kind, t.currency, t.amount_minor, t.from_account, t.to_account,
    t.transaction_id, x.type, x.merchant_reference, x.created_at as opened_at, x.provider, x.provider_account, x.late_success,
    r.id as refund_id, r.refund_reference,
    coalesce(e.id, b.id) as entry_id, coalesce(e.amount_minor, b.amount_minor) as entry_amount_minor, e.id is null as is_batch,
    case when e.id is not null then ${bookedDay('e', 'es')} when b.id is not null then ${bookedDay('b', 'bs')} end as booked_on,
    coalesce((x.returned ->> 'takenBack')::boolean, false) as is_taken_back, n.id as notification_id${more.columns}
  from transfers t
  left join transactions x on x.merchant_id = t.merchant_id and x.id = t.transaction_id
  left join lateral (
    select id, refund_reference, provider_reference, status, updated_at from refunds
    where merchant_id = $1 and transaction_id = t.transaction_id and amount_minor = t.amount_minor
      and t.created_at in (created_at, completed_at, updated_at)
      and case when t.kind is null then x.type = 'PAYIN' and t.from_account <> 'provider' else starts_with(t.kind, 'REFUND_') end
    order by id limit 1
  ) r on true
  left join lateral (
    select id, provider_reference, status, updated_at from captures
    where merchant_id = $1 and transaction_id = t.transaction_id and amount_minor = t.amount_minor
      and case t.kind when 'CAPTURED' then t.created_at = completed_at when 'CAPTURE_SENT_BACK' then t.created_at = updated_at end
    order by id limit 1
  ) c on t.kind in ('CAPTURED', 'CAPTURE_SENT_BACK')
  left join bank_entries e on e.merchant_id = t.merchant_id and e.transaction_id = t.transaction_id and e.state = 'applied'
    and e.role = case ${KIND} when 'PAYIN' then 'paid' when 'PAYOUT_PAID' then 'debited' when 'PAYOUT_SENT_BACK' then 'returned' end
  left join bank_statements es on es.merchant_id = e.merchant_id and es.id = e.statement_id
  left join bank_payouts p on p.merchant_id = t.merchant_id and p.transaction_id = t.transaction_id and ${KIND} = 'PAYOUT_PAID'
  left join bank_entries b on b.merchant_id = p.merchant_id and b.id = p.batch_entry and b.state = 'applied'
  left join bank_statements bs on bs.merchant_id = b.merchant_id and bs.id = b.statement_id
  left join lateral (
    select i.id from notification_work w
    join provider_notifications i on i.merchant_id = w.merchant_id and i.id = w.notification_id
    where w.merchant_id = $1 and w.transaction_id = t.transaction_id and w.state = 'applied'
      and i.amount_minor = t.amount_minor and i.currency = t.currency
      and (r.id is null or i.reference = r.id::text or i.provider_reference = r.provider_reference)
      and (c.id is null or i.reference = c.id::text or i.provider_reference = c.provider_reference)
      and (w.told = ${MONEY_EVENT} or (w.told is null and ${MONEY_EVENT} is not null and case when t.kind is null
        then r.id is not null or starts_with(i.reference, t.transaction_id::text) else i.reference = r.id::text end))
      and (t.kind is null or not ${OF_THE_LAST} or i.received_at <= t.created_at + interval '5 seconds')
    order by case when ${OF_THE_LAST} then i.received_at end desc nulls last, i.id limit 1
  ) n on true${more.joins}
  where t.merchant_id = $1 and t.brand_id = $2`;
const PLAIN = MOVEMENTS({ columns: '', joins: '' });
/** For a brand that has settlements: with the line that settles the movement. */
const SETTLED = (ends: string) =>
  MOVEMENTS({ columns: `, ${settlingColumns(`${ends}::timestamptz`)}`, joins: SETTLING_LINE });

/** All movements of a period. `isSettled`: with the lines that settle them. */
export async function* movementsOf(
  sql: SqlTransaction,
  { merchantId, brandId }: OfBrand,
  { begins, ends, isSettled }: { begins: Date; ends: Date; isSettled: boolean },
): AsyncGenerator<MonthMovement[]> {
  const movements = isSettled ? SETTLED('$6') : PLAIN;
  // Ids of the period are at or after the first; the next page begins after the last id of this one.
  let after: string | null = null;
  for (;;) {
    const rows: Row[] = await sql.unsafe(
      `${movements} and t.id >= $3 and t.id < $4 and ($5::uuid is null or t.id > $5) order by t.id limit ${PAGE}`,
      [
        ...[merchantId, brandId, after ?? firstIdAt(begins), firstIdAt(ends), after],
        ...(isSettled ? [ends] : []),
      ],
    );
    if (rows.length > 0) yield rows.map(toMovement);
    if (rows.length < PAGE) return;
    after = rows.at(-1).id;
  }
}

/** `ends`: the end of the month, to know the lines that settle them; absent: without these. */
export async function movementsById(
  sql: SqlTransaction,
  { merchantId, brandId }: OfBrand,
  ids: readonly string[],
  ends?: Date,
): Promise<MonthMovement[]> {
  const rows = await sql.unsafe(`${ends ? SETTLED('$4') : PLAIN} and t.id = any($3::uuid[]) order by t.id`, [
    merchantId,
    brandId,
    ids as string[],
    ...(ends ? [ends] : []),
  ] as never[]);
  return rows.map(toMovement);
}

export interface MonthEntry {
  id: string;
  accountId: string | null;
  direction: 'credit' | 'debit';
  amountMinor: bigint | null;
  currency: string | null;
  bookedOn: string;
  state: 'waiting' | 'applied' | 'unmatched' | 'conflict' | 'dismissed';
  isCharge: boolean;
  /** No earlier month-end has read its statement. */
  isNew: boolean;
  transactionId: string | null;
  merchantReference: string | null;
  /** When the ledger moved this entry's money; empty: it never did. */
  movedAt: Date[];
  movedMinor: bigint;
  /** The payout of a provider that this credit is. */
  settlement: { id: string; reference: string; paidOutMinor: bigint } | null;
}

const ENTRIES = (where: string) => `
  select e.*, x.merchant_reference, s.reference as settlement_reference,
    coalesce(s.credit_minor, s.stated_minor, s.charges_minor + s.refunds_minor + s.disputes_minor + s.fees_minor + s.other_minor) as paid_out_minor,
    case when e.role in ('paid', 'debited') and x.completed_at is not null then array[x.completed_at]
      when e.role = 'returned' and x.returned is not null then array[(x.returned ->> 'at')::timestamptz]
      else b.moved_at end as moved_at,
    case when e.role = 'paid' then x.amount_captured_minor when e.role is not null then x.amount_minor
      else b.moved_minor end as moved_minor
  from (
    select e.merchant_id, e.id, e.account_id, e.direction, e.amount_minor, e.currency, ${bookedDay('e', 's')} as booked_on, e.state,
      e.reason, e.transaction_id, e.role, e.settlement_id, s.month_end_id is null as is_new
    from bank_entries e join bank_statements s on s.merchant_id = e.merchant_id and s.id = e.statement_id
    where e.merchant_id = $1 and e.brand_id = $2 and e.direction <> 'status'
  ) e
  left join transactions x on x.merchant_id = $1 and x.id = e.transaction_id
  left join settlements s on s.merchant_id = $1 and s.id = e.settlement_id
  left join lateral (
    select array_agg(p.completed_at order by p.id) as moved_at, sum(p.amount_minor)::bigint as moved_minor
    from bank_payouts f join transactions p on p.merchant_id = f.merchant_id and p.id = f.transaction_id
    where f.merchant_id = $1 and f.batch_entry = e.id and e.role is null and p.completed_at is not null
  ) b on true
  where ${where} order by e.id`;

/**
 * The entries that the bank booked in the month, and entries of earlier days whose statement no month-end has read. The
 * first month-end has only its own days: `withEarlier` is false.
 */
export async function* entriesOf(
  sql: SqlTransaction,
  { merchantId, brandId }: OfBrand,
  { firstDay, lastDay, withEarlier }: { firstDay: string; lastDay: string; withEarlier: boolean },
  chargeReason: string,
): AsyncGenerator<MonthEntry[]> {
  let after: string | null = null;
  for (;;) {
    const rows: Row[] = await sql.unsafe(
      `${ENTRIES(`e.booked_on <= $4 and (e.booked_on >= $3 or ($5::boolean and e.is_new)) and ($6::uuid is null or e.id > $6)`)} limit ${PAGE}`,
      [merchantId, brandId, firstDay, lastDay, withEarlier, after],
    );
    if (rows.length > 0) yield rows.map((row) => toEntry(row, chargeReason));
    if (rows.length < PAGE) return;
    after = rows.at(-1).id;
  }
}

export async function entriesById(
  sql: SqlTransaction,
  { merchantId, brandId }: OfBrand,
  ids: readonly string[],
  chargeReason: string,
): Promise<MonthEntry[]> {
  const rows = await sql.unsafe(ENTRIES('e.id = any($3::uuid[])'), [merchantId, brandId, ids as string[]]);
  return rows.map((row) => toEntry(row, chargeReason));
}

// biome-ignore lint/suspicious/noExplicitAny: rows of the statements above
type Row = any;

function toMovement(row: Row): MonthMovement {
  return {
    id: row.id,
    at: row.created_at,
    kind: row.kind,
    currency: row.currency,
    amountMinor: row.amount_minor,
    fromAccount: row.from_account,
    toAccount: row.to_account,
    payment: row.transaction_id && {
      id: row.transaction_id,
      merchantReference: row.merchant_reference,
      openedAt: row.opened_at,
      provider: row.provider,
      providerAccount: row.provider_account,
      isLateSuccess: row.late_success,
      isPayout: row.type === 'PAYOUT',
    },
    refund: row.refund_id && { id: row.refund_id, refundReference: row.refund_reference },
    entry: row.entry_id && {
      id: row.entry_id,
      bookedOn: row.booked_on,
      amountMinor: row.entry_amount_minor,
      isBatch: row.is_batch,
    },
    notificationId: row.notification_id,
    settled: row.settlement_id
      ? {
          settlementId: row.settlement_id,
          at: row.settled_at,
          feeMinor: row.settled_fee_minor,
          currency: row.settled_currency,
        }
      : null,
    isEven: row.settled_even ?? false,
    isTakenBack: row.is_taken_back,
  };
}

const toEntry = (row: Row, chargeReason: string): MonthEntry => ({
  id: row.id,
  accountId: row.account_id,
  direction: row.direction,
  amountMinor: row.amount_minor,
  currency: row.currency,
  bookedOn: row.booked_on,
  state: row.state,
  isCharge: row.reason === chargeReason,
  isNew: row.is_new,
  transactionId: row.transaction_id,
  merchantReference: row.merchant_reference,
  movedAt: row.moved_at ?? [],
  movedMinor: row.moved_minor ?? 0n,
  settlement: row.settlement_id && {
    id: row.settlement_id,
    reference: row.settlement_reference,
    paidOutMinor: row.paid_out_minor,
  },
});
