// The statements of verify-ledger about money, and how such statements run. Each looks for rows that contradict one
// sentence about the ledger, and returns nothing if the sentence holds. Each reads a table once; a fault names the row.
// They read a repeatable-read snapshot (on Citus each node has its own, so verify an idle cluster there), and never
// write.
import type { Month } from '../../domain/archive/month.ts';
import { archivedMonths, outsideMonthsSql } from '../archive/closed-months.ts';
import type { Sql } from '../database/database.ts';

/**
 * transactions: each transaction alone. books: balances and all transfers. fundings: transfers without a transaction.
 * closed days: each day alone. chain of days: each day with the day before. latest totals: sums of the listing, by day.
 * all: what only a whole proof can tell.
 */
export type ReadByCheck =
  | 'transactions'
  | 'books'
  | 'fundings'
  | 'closed days'
  | 'chain of days'
  | 'latest totals'
  | 'all';

export interface LedgerCheck {
  /** The sentence that must hold. */
  proves: string;
  /** The data that it compares, so that the nightly proof reads no more than it must (changed-checks.ts). */
  of: ReadByCheck;
  /** Selects `merchant_id` and `fault`. */
  query: string;
  /** The check reads webhook events, so it does not cover transactions with events in the archive. */
  needsEvents?: true;
}

/**
 * The check without the months whose webhook events are in the archive. These months were proved when they were closed
 * (docs/decisions/0091).
 */
export function withoutArchivedMonths(
  { query, needsEvents, ...check }: LedgerCheck,
  away: readonly Month[],
): LedgerCheck {
  if (!needsEvents || away.length === 0) return { ...check, query };
  const tables = Object.entries(ID_IN).map(
    ([table, id]) =>
      `${table} as not materialized (select * from ${table} where ${outsideMonthsSql(id, away)})`,
  );
  return {
    ...check,
    query: `select merchant_id, fault from (with ${tables.join(', ')} ${query}) as present`,
  };
}

const ID_IN = {
  transactions: 'id',
  timeline: 'transaction_id',
  webhook_events: 'transaction_id',
  captures: 'transaction_id',
  refunds: 'transaction_id',
  disputes: 'transaction_id',
};

export interface Counts {
  transactions: number;
  transfers: number;
  balances: number;
}

export interface Fault {
  merchantId: string;
  fault: string;
}

export interface Snapshot {
  /** The first few faults of each merchant. `total`: how many there are. */
  run(check: LedgerCheck): Promise<{ found: Fault[]; total: number }>;
  counts(): Promise<Counts>;
  /** By merchant. */
  countsOfMerchants(): Promise<MerchantCounts[]>;
}

export interface MerchantCounts {
  merchantId: string;
  transactions: number;
  transfers: number;
  /** Closed days of all brands. */
  days: number;
}

/** For each merchant, and for all together. */
const MOST_SHOWN = 20;
const MOST_AT_ALL = 1_000;

export async function readSnapshot<T>(sql: Sql, read: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return (await sql.begin('isolation level repeatable read read only', async (tx) => {
    // It reads every row, so it uses a patient connection (database.ts).
    await tx`set local statement_timeout = 0`;
    await tx`set local work_mem = '64MB'`;
    const away = await archivedMonths(tx);
    return read({
      async run(check) {
        const { query } = withoutArchivedMonths(check, away);
        const rows = await tx.unsafe(
          `select merchant_id as "merchantId", fault, total from (
             select merchant_id, fault, count(*) over ()::integer as total,
               row_number() over (partition by merchant_id) as place
             from (${query}) as faults
           ) as placed where place <= ${MOST_SHOWN} limit ${MOST_AT_ALL}`,
        );
        return { found: rows as unknown as Fault[], total: rows[0]?.total ?? 0 };
      },
      async counts() {
        const [row] = await tx`select
          (select count(*)::integer from openings) as transactions,
          (select count(*)::integer from transfers) as transfers,
          (select count(*)::integer from
            (select merchant_id, brand_id, currency from balances
             union select merchant_id, brand_id, currency from balance_changes) as both_kinds) as balances`;
        return { transactions: row!.transactions, transfers: row!.transfers, balances: row!.balances };
      },
      async countsOfMerchants() {
        const rows = await tx`
          select merchant_id as "merchantId", coalesce(t.times, 0)::integer as transactions,
            coalesce(m.times, 0)::integer as transfers, coalesce(d.times, 0)::integer as days
          from merchants
          left join (select merchant_id, count(*) as times from openings group by 1) as t using (merchant_id)
          left join (select merchant_id, count(*) as times from transfers group by 1) as m using (merchant_id)
          left join (select merchant_id, count(distinct (brand_id, day)) as times from settlement_days group by 1) as d
            using (merchant_id)`;
        return rows as unknown as MerchantCounts[];
      },
    });
  })) as T;
}

/** The effect of transfers on an account, as SQL. */
export const effectOn = (account: 'available' | 'reserved') =>
  `sum(case when to_account = '${account}' then amount_minor else 0 end
     - case when from_account = '${account}' then amount_minor else 0 end)`;

const sumOf = (condition: string) => `coalesce(sum(amount_minor) filter (where ${condition}), 0)`;

export const LEDGER_CHECKS: readonly LedgerCheck[] = [
  {
    proves:
      'each balance, with its waiting changes, is the sum of its transfers; only disputes and returns make it negative',
    of: 'books',
    query: `
      select merchant_id, format('brand %s %s: balance %s available, %s reserved; transfers say %s and %s', brand_id, currency,
        coalesce(kept.available, 0), coalesce(kept.reserved, 0), coalesce(moved.available, 0), coalesce(moved.reserved, 0))
        as fault
      from (
        select merchant_id, brand_id, currency, ${effectOn('available')} as available, ${effectOn('reserved')} as reserved,
          ${sumOf(`kind is not null and from_account = 'available'`)} as taken_after_end
        from transfers group by merchant_id, brand_id, currency
      ) as moved
      full join (
        select merchant_id, brand_id, currency, sum(available_minor) as available, sum(reserved_minor) as reserved
        from (select merchant_id, brand_id, currency, available_minor, reserved_minor from balances
              union all
              select merchant_id, brand_id, currency, available_minor, reserved_minor from balance_changes) as parts
        group by merchant_id, brand_id, currency
      ) as kept using (merchant_id, brand_id, currency)
      where coalesce(kept.available, 0) <> coalesce(moved.available, 0)
         or coalesce(kept.reserved, 0) <> coalesce(moved.reserved, 0)
         or coalesce(kept.reserved, 0) < 0
         or coalesce(kept.available, 0) < 0 and coalesce(kept.available, 0) + coalesce(moved.taken_after_end, 0) < 0`,
  },
  {
    proves: 'the transfers of each transaction agree with its status, refunds, disputes and return',
    // Pay-in: the paid amount came in once, if it completed, or each of its captures did, and together they are at most
    // what was authorised; its refunds were set aside, and paid or released. Payout: set aside once, exactly while
    // money_reserved is true, and spent if it completed. After the end: what disputes withhold, a return, refunds that
    // came back.
    of: 'transactions',
    query: `
      select coalesce(t.merchant_id, m.merchant_id) as merchant_id, format('transaction %s (%s %s, %s %s minor): transfers say %s came in (%s times), %s was paid out, %s is reserved%s',
        coalesce(t.id, m.transaction_id), coalesce(t.type, 'not stored,'), coalesce(t.status, 'or of another brand or currency'),
        coalesce(t.amount_minor::text, '?'), coalesce(t.currency, m.currency),
        coalesce(m.received, 0), coalesce(m.receipts, 0), coalesce(m.paid, 0), coalesce(m.reserved, 0),
        concat(
          case when t.money_reserved then '; its money counts as reserved' end,
          '; refunds of ' || r.asked || ' were made: ' || r.completed || ' completed, ' || r.failed || ' failed',
          case when t.returned is not null then '; it came back' end,
          '; its disputes withhold ' || d.withheld,
          '; after its end ' || nullif(m.after_end, 0) || ' was taken, less what was given back',
          '; captures of ' || c.captured || ' completed, and ' || c.undone || ' of them failed later, of '
            || coalesce(t.authorized ->> 'amountMinor', '0') || ' authorised',
          '; ' || nullif(m.others, 0) || ' transfers that no transaction causes')) as fault
      from transactions as t
      full join (
        select merchant_id, transaction_id, brand_id, currency,
          count(*) filter (where kind is null and from_account = 'provider' and to_account = 'available') as receipts,
          ${sumOf(`kind is null and from_account = 'provider' and to_account = 'available'`)} as received,
          ${sumOf(`kind = 'CAPTURED'`)} as captured,
          ${sumOf(`kind = 'CAPTURE_SENT_BACK'`)} as capture_back,
          ${sumOf(`from_account = 'available' and to_account = 'reserved'`)} as set_aside,
          ${sumOf(`from_account = 'reserved' and to_account = 'provider'`)} as paid,
          ${sumOf(`from_account = 'reserved' and to_account = 'available'`)} as released,
          ${sumOf(`kind = 'PAYIN_SENT_BACK'`)} as payin_back,
          ${sumOf(`kind = 'PAYOUT_SENT_BACK'`)} as payout_back,
          ${sumOf(`kind = 'REFUND_SENT_BACK'`)} as refund_back,
          ${sumOf(`kind = 'REFUND_AT_PROVIDER'`)} as refund_at_provider,
          ${sumOf(`kind = 'DISPUTE_WITHHELD'`)} - ${sumOf(`kind = 'DISPUTE_GIVEN_BACK'`)} as withheld,
          ${sumOf(`kind is not null and from_account = 'available'`)}
            - ${sumOf(`kind <> 'CAPTURED' and to_account = 'available'`)} as after_end,
          count(*) filter (where case
            when kind is null then (from_account, to_account) not in (('provider', 'available'), ('available', 'reserved'),
              ('reserved', 'provider'), ('reserved', 'available'))
            when kind in ('CAPTURED', 'PAYOUT_SENT_BACK', 'REFUND_SENT_BACK', 'DISPUTE_GIVEN_BACK')
            then (from_account, to_account) <> ('provider', 'available')
            else (from_account, to_account) <> ('available', 'provider') end) as others,
          ${effectOn('reserved')} as reserved
        from transfers where transaction_id is not null
        group by merchant_id, transaction_id, brand_id, currency
      ) as m on m.merchant_id = t.merchant_id and m.transaction_id = t.id
        and m.brand_id = t.brand_id and m.currency = t.currency
      left join (
        select merchant_id, transaction_id, brand_id, currency,
          ${sumOf(`origin = 'merchant'`)} as asked,
          ${sumOf(`origin = 'merchant' and completed_at is not null`)} as completed,
          ${sumOf(`origin = 'provider'`)} as at_provider,
          ${sumOf(`status = 'FAILED' and completed_at is null`)} as failed,
          ${sumOf(`status = 'FAILED' and completed_at is not null`)} as undone
        from refunds group by merchant_id, transaction_id, brand_id, currency
      ) as r on r.merchant_id = t.merchant_id and r.transaction_id = t.id
        and r.brand_id = t.brand_id and r.currency = t.currency
      left join (
        select merchant_id, transaction_id, brand_id, currency, ${sumOf('completed_at is not null')} as captured,
          ${sumOf(`completed_at is not null and status = 'FAILED'`)} as undone,
          ${sumOf(`status = 'PENDING'`)} as pending
        from captures group by merchant_id, transaction_id, brand_id, currency
      ) as c on c.merchant_id = t.merchant_id and c.transaction_id = t.id
        and c.brand_id = t.brand_id and c.currency = t.currency
      left join (
        select merchant_id, transaction_id, brand_id, currency, ${sumOf('funds_withheld')} as withheld
        from disputes group by merchant_id, transaction_id, brand_id, currency
      ) as d on d.merchant_id = t.merchant_id and d.transaction_id = t.id
        and d.brand_id = t.brand_id and d.currency = t.currency
      where t.id is null
         or m.others > 0
         or t.money_reserved and (t.type <> 'PAYOUT' or t.status <> 'PROCESSING')
         or t.returned is not null and t.status <> 'COMPLETED'
         or coalesce(m.withheld, 0) <> coalesce(d.withheld, 0)
         or coalesce(m.refund_back, 0) <> coalesce(r.undone, 0)
         or coalesce(m.refund_at_provider, 0) <> coalesce(r.at_provider, 0)
         or coalesce(m.captured, 0) <> coalesce(c.captured, 0)
         or coalesce(m.capture_back, 0) <> coalesce(c.undone, 0)
         or t.authorized is not null
           and (t.amount_captured_minor <> coalesce(c.captured, 0) - coalesce(c.undone, 0)
             or (t.authorized ->> 'pendingMinor')::bigint <> coalesce(c.pending, 0)
             or c.captured - c.undone + c.pending > (t.authorized ->> 'amountMinor')::bigint)
         or t.authorized is null and c.captured is not null
         or coalesce(m.payin_back, 0) <> case when t.type = 'PAYIN' and t.returned is not null then t.amount_captured_minor else 0 end
         or coalesce(m.payout_back, 0) <> case when t.type = 'PAYOUT' and t.returned is not null then t.amount_minor else 0 end
         or (t.type = 'PAYIN' and (
              coalesce(m.set_aside, 0) <> coalesce(r.asked, 0)
              or coalesce(m.paid, 0) <> coalesce(r.completed, 0)
              or coalesce(m.released, 0) <> coalesce(r.failed, 0)
              or
              coalesce(m.receipts, 0) <> (t.authorized is null and t.amount_captured_minor > 0)::integer
              or coalesce(m.received, 0) <> case when t.authorized is null then t.amount_captured_minor else 0 end))
         or (t.type = 'PAYOUT' and (
              coalesce(m.receipts, 0) <> 0
              or coalesce(m.paid, 0) <> case when t.status = 'COMPLETED' then t.amount_minor else 0 end
              or coalesce(m.set_aside, 0) not in (0, t.amount_minor)
              or coalesce(m.reserved, 0) <> case when t.money_reserved then t.amount_minor else 0 end))`,
  },
  {
    proves: 'the refunded amount of each pay-in is the sum of its refunds that have not failed',
    of: 'transactions',
    query: `
      select coalesce(t.merchant_id, r.merchant_id) as merchant_id, format('transaction %s (%s %s, %s minor): says %s refunded, its %s refunds add up to %s',
        coalesce(t.id, r.transaction_id), coalesce(t.type, 'not stored,'),
        coalesce(t.status, 'or of another brand or currency'), coalesce(t.amount_minor::text, '?'),
        coalesce(t.amount_refunded_minor, 0), coalesce(r.times, 0), coalesce(r.standing, 0)) as fault
      from transactions as t
      full join (
        select merchant_id, transaction_id, brand_id, currency, count(*) as times,
          coalesce(sum(amount_minor) filter (where status <> 'FAILED'), 0) as standing
        from refunds group by merchant_id, transaction_id, brand_id, currency
      ) as r on r.merchant_id = t.merchant_id and r.transaction_id = t.id
        and r.brand_id = t.brand_id and r.currency = t.currency
      where t.id is null
         or t.amount_refunded_minor <> coalesce(r.standing, 0)
         or (r.times > 0 and (t.type <> 'PAYIN' or t.status <> 'COMPLETED'))`,
  },
  {
    proves: 'every funding has one transfer, and every other transfer has a transaction',
    of: 'fundings',
    query: `
      select merchant_id, format('brand %s: %s %s minor: %s fundings, %s funding transfers', brand_id, currency, amount_minor,
        coalesce(f.times, 0), coalesce(t.times, 0)) as fault
      from (
        select merchant_id, brand_id, currency, amount_minor, count(*) as times from fundings
        group by merchant_id, brand_id, currency, amount_minor
      ) as f
      full join (
        select merchant_id, brand_id, currency,
          case when from_account = 'funding' then amount_minor else -amount_minor end as amount_minor, count(*) as times
        from transfers where transaction_id is null or 'funding' in (from_account, to_account)
        group by 1, 2, 3, 4
      ) as t using (merchant_id, brand_id, currency, amount_minor)
      where coalesce(f.times, 0) <> coalesce(t.times, 0)
      union all
      select merchant_id, format('transfer %s: %s to %s %s', id, from_account, to_account,
        case when transaction_id is null then 'without a transaction' else 'with a transaction' end) as fault
      from transfers where (transaction_id is null) <> ('funding' in (from_account, to_account))`,
  },
];
