// Sums that a month-end needs beside its rows (decision 108): how much moved on every account of the ledger before the
// month and until its end, the money that was set aside or withheld at its end, the bank's balances, and notifications
// that wait for a person's decision. It only reads, always for one merchant.
import { firstIdAt } from '../../domain/transactions/time-ordered-id.ts';
import { bookedDay } from '../bank/booked-day-sql.ts';
import type { SqlTransaction } from '../database/database.ts';
import type { OfBrand } from './movements-and-entries.ts';

/** Everything moved before an instant, by currency and pair of accounts. */
export async function ledgerSumsBefore(
  sql: SqlTransaction,
  { merchantId, brandId }: OfBrand,
  instant: Date,
): Promise<{ currency: string; fromAccount: string; toAccount: string; amountMinor: bigint }[]> {
  const rows = await sql`
    select currency, from_account, to_account, sum(amount_minor)::bigint as amount_minor from transfers
    where merchant_id = ${merchantId} and brand_id = ${brandId} and id < ${firstIdAt(instant)}::uuid
    group by 1, 2, 3 order by 1, 2, 3`;
  return rows.map((row) => ({
    currency: row.currency,
    fromAccount: row.from_account,
    toAccount: row.to_account,
    amountMinor: row.amount_minor,
  }));
}

export interface HeldPayment {
  transactionId: string;
  merchantReference: string;
  currency: string;
  setAsideMinor: bigint;
  /** For disputes that were not lost by then. */
  withheldMinor: bigint;
  /** For disputes that were lost in the period: their money does not come back. */
  lostMinor: bigint;
}

const PAGE = 1_000;

/**
 * Payments with money that is set aside, or withheld for a dispute, at the end of a period. Also payments whose dispute
 * was lost in the period. The statement sums the transfers once and hands the sums over by a cursor, so the transaction
 * must send no other statement before it has read the last sum.
 */
export async function* heldPaymentsAt(
  sql: SqlTransaction,
  { merchantId, brandId }: OfBrand,
  { begins, ends }: { begins: Date; ends: Date },
): AsyncGenerator<HeldPayment[]> {
  const found = sql`
      select h.transaction_id, h.currency, h.set_aside, h.withheld - d.lost_before as withheld, d.lost, o.merchant_reference from (
        select t.merchant_id, t.transaction_id, t.currency,
          sum(case when t.to_account = 'reserved' then t.amount_minor when t.from_account = 'reserved' then -t.amount_minor else 0 end)::bigint
            as set_aside,
          sum(case t.kind when 'DISPUTE_WITHHELD' then t.amount_minor when 'DISPUTE_GIVEN_BACK' then -t.amount_minor else 0 end)::bigint
            as withheld
        from transfers t
        where t.merchant_id = ${merchantId} and t.brand_id = ${brandId} and t.id < ${firstIdAt(ends)}::uuid
          and (t.to_account = 'reserved' or t.from_account = 'reserved' or t.kind in ('DISPUTE_WITHHELD', 'DISPUTE_GIVEN_BACK'))
        group by 1, 2, 3
      ) h join openings o on o.merchant_id = ${merchantId} and o.id = h.transaction_id
      cross join lateral (
        select coalesce(sum(amount_minor), 0)::bigint as lost_before,
          coalesce(sum(amount_minor) filter (where updated_at >= ${begins}), 0)::bigint as lost
        from disputes
        where merchant_id = ${merchantId} and transaction_id = h.transaction_id and status = 'LOST' and funds_withheld
          and updated_at < ${ends}
      ) d
      where h.set_aside <> 0 or h.withheld <> d.lost_before or d.lost <> 0
      order by h.transaction_id`;
  for await (const rows of found.cursor(PAGE)) yield rows.map(toHeld);
}

// biome-ignore lint/suspicious/noExplicitAny: rows of the statement above
type HeldRow = any;
const toHeld = (row: HeldRow): HeldPayment => ({
  transactionId: row.transaction_id,
  merchantReference: row.merchant_reference,
  currency: row.currency,
  setAsideMinor: row.set_aside,
  withheldMinor: row.withheld,
  lostMinor: row.lost,
});

const BOOKED_ON = bookedDay('e', 's');

export interface BankMonth {
  accountId: string;
  currency: string;
  /** The last balance before the month and the last one in it, with their days; null: no statement had one. */
  opening: DayBalance | null;
  closing: DayBalance | null;
  /**
   * The comparison of the entries starts at this balance: the opening balance, or else the first balance of the month.
   */
  first: DayBalance;
  /** The sum of the entries after `first`, until the closing balance. */
  enteredMinor: bigint;
  /** The first balance after the month, and the sum of the entries from the last balance until then. */
  later: (DayBalance & { enteredMinor: bigint }) | null;
  /** Another account replaced it before the month was over: do not wait for its statements. */
  isRetired: boolean;
}

interface DayBalance {
  day: string;
  amountMinor: bigint;
}

/** The accounts that had a balance by the end of the month. */
export async function bankMonths(
  sql: SqlTransaction,
  { merchantId, brandId }: OfBrand,
  { firstDay, lastDay, ends }: { firstDay: string; lastDay: string; ends: Date },
): Promise<BankMonth[]> {
  const rows = await sql`
    select b.account_id, b.currency, max(day) filter (where day < ${firstDay}) as opening_day,
      min(day) filter (where day >= ${firstDay} and day <= ${lastDay}) as first_day,
      max(day) filter (where day >= ${firstDay} and day <= ${lastDay}) as closing_day,
      min(day) filter (where day > ${lastDay}) as later_day, coalesce(bool_or(a.retired_at < ${ends}), false) as is_retired
    from bank_balances b
      left join provider_accounts a on a.merchant_id = ${merchantId} and a.merchant_id = b.merchant_id and a.id = b.account_id
    where b.merchant_id = ${merchantId} and b.brand_id = ${brandId}
    group by 1, 2 having min(day) <= ${lastDay} order by 1, 2`;
  const months: BankMonth[] = [];
  for (const row of rows) {
    const {
      account_id: accountId,
      currency,
      opening_day,
      closing_day,
      first_day,
      later_day,
      is_retired,
    } = row;
    const of = { merchantId, brandId, accountId, currency };
    const at = async (day: string) => ({ day, amountMinor: await balanceOf(sql, of, day) });
    const opening = opening_day && (await at(opening_day));
    const first = opening ?? (await at(first_day));
    const last = closing_day ?? first.day;
    months.push({
      accountId,
      currency,
      opening,
      closing: closing_day && (await at(closing_day)),
      first,
      enteredMinor: await enteredBetween(sql, of, first.day, last),
      later: later_day && {
        ...(await at(later_day)),
        enteredMinor: await enteredBetween(sql, of, last, later_day),
      },
      isRetired: is_retired,
    });
  }
  return months;
}

interface OfAccount extends OfBrand {
  accountId: string;
  currency: string;
}

async function balanceOf(
  sql: SqlTransaction,
  { merchantId, brandId, accountId, currency }: OfAccount,
  day: string,
): Promise<bigint> {
  const [row] = await sql`
    select amount_minor from bank_balances where merchant_id = ${merchantId} and brand_id = ${brandId}
      and account_id = ${accountId} and currency = ${currency} and day = ${day}`;
  return row!.amount_minor;
}

/** `from` exclusive, `to` inclusive. */
async function enteredBetween(
  sql: SqlTransaction,
  { merchantId, brandId, accountId, currency }: OfAccount,
  from: string,
  to: string,
): Promise<bigint> {
  const [sum] = await sql`
    select coalesce(sum(case e.direction when 'credit' then e.amount_minor else -e.amount_minor end), 0)::bigint as entered
    from bank_entries e join bank_statements s on s.merchant_id = e.merchant_id and s.id = e.statement_id
    where e.merchant_id = ${merchantId} and e.brand_id = ${brandId} and e.account_id = ${accountId} and e.currency = ${currency}
      and e.direction <> 'status' and ${sql.unsafe(BOOKED_ON)} > ${from} and ${sql.unsafe(BOOKED_ON)} <= ${to}`;
  return sum!.entered;
}

export interface OpenNotification {
  id: string;
  state: 'unmatched' | 'conflict';
  provider: string;
  accountId: string;
  transactionId: string | null;
  amountMinor: bigint | null;
  currency: string | null;
}

/** Notifications that came in a period and wait for a person. */
export async function openNotifications(
  sql: SqlTransaction,
  { merchantId, brandId }: OfBrand,
  { begins, ends }: { begins: Date; ends: Date },
): Promise<OpenNotification[]> {
  const rows = await sql`
    select i.id, w.state, i.provider, i.account_id, w.transaction_id, i.amount_minor, i.currency
    from notification_work w
    join provider_notifications i on i.merchant_id = w.merchant_id and i.id = w.notification_id
    where w.merchant_id = ${merchantId} and w.brand_id = ${brandId} and w.state in ('unmatched', 'conflict')
      and w.notification_id >= ${firstIdAt(begins)}::uuid and w.notification_id < ${firstIdAt(ends)}::uuid
    order by i.id`;
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    provider: row.provider,
    accountId: row.account_id,
    transactionId: row.transaction_id,
    amountMinor: row.amount_minor,
    currency: row.currency,
  }));
}
