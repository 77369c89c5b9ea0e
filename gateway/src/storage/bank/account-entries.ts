// The balances of a brand's bank accounts, and the sums of the entries between two of them (decision 135). It only
// reads, and only one merchant.
import type { Sql } from '../database/database.ts';
import { bookedDay } from './booked-day-sql.ts';

interface OfBrand {
  merchantId: string;
  brandId: string;
}

export interface AccountBalance {
  accountId: string;
  currency: string;
  /** The balance at which the comparison begins: the last one until `since`, or the first one. */
  first: { day: string; amountMinor: bigint };
  /** The last balance. */
  last: { day: string; amountMinor: bigint };
  /** The entries after the first balance, until the last one, in minus out. */
  entries: {
    /** Matched with pay-ins and payouts, and with payouts of providers. */
    paymentsMinor: bigint;
    settlementsMinor: bigint;
    /** Nobody has decided these. */
    forPeopleMinor: bigint;
    dismissedMinor: bigint;
  };
}

const SIGNED = `case e.direction when 'credit' then e.amount_minor else -e.amount_minor end`;
const BOOKED_ON = bookedDay('e', 's');

/** By account and currency. `since`: a day; null: from the first balance. */
export async function accountBalances(
  sql: Sql,
  { merchantId, brandId }: OfBrand,
  since: string | null,
): Promise<AccountBalance[]> {
  const rows = await sql`
    select d.account_id, d.currency, d.first_day, d.last_day, f.amount_minor as first_minor, l.amount_minor as last_minor,
      coalesce(m.payments, 0)::bigint as payments, coalesce(m.settlements, 0)::bigint as settlements,
      coalesce(m.for_people, 0)::bigint as for_people, coalesce(m.dismissed, 0)::bigint as dismissed
    from (
      select account_id, currency, coalesce(max(day) filter (where day <= ${since}), min(day)) as first_day, max(day) as last_day
      from bank_balances where merchant_id = ${merchantId} and brand_id = ${brandId} group by 1, 2) d
    join bank_balances f on f.merchant_id = ${merchantId} and f.brand_id = ${brandId} and f.account_id = d.account_id
      and f.currency = d.currency and f.day = d.first_day
    join bank_balances l on l.merchant_id = ${merchantId} and l.brand_id = ${brandId} and l.account_id = d.account_id
      and l.currency = d.currency and l.day = d.last_day
    left join lateral (
      select sum(${sql.unsafe(SIGNED)}) filter (where e.state = 'applied' and e.settlement_id is null) as payments,
        sum(${sql.unsafe(SIGNED)}) filter (where e.state = 'applied' and e.settlement_id is not null) as settlements,
        sum(${sql.unsafe(SIGNED)}) filter (where e.state in ('unmatched', 'conflict', 'waiting')) as for_people,
        sum(${sql.unsafe(SIGNED)}) filter (where e.state = 'dismissed') as dismissed
      from bank_entries e join bank_statements s on s.merchant_id = ${merchantId} and s.id = e.statement_id
      where e.merchant_id = ${merchantId} and e.brand_id = ${brandId} and e.account_id = d.account_id
        and e.currency = d.currency and e.direction <> 'status'
        and ${sql.unsafe(BOOKED_ON)} > d.first_day and ${sql.unsafe(BOOKED_ON)} <= d.last_day) m on true
    order by d.account_id, d.currency`;
  return rows.map((row) => ({
    accountId: row.account_id,
    currency: row.currency,
    first: { day: row.first_day, amountMinor: row.first_minor },
    last: { day: row.last_day, amountMinor: row.last_minor },
    entries: {
      paymentsMinor: row.payments,
      settlementsMinor: row.settlements,
      forPeopleMinor: row.for_people,
      dismissedMinor: row.dismissed,
    },
  }));
}
