// The statements of verify-ledger: each looks for rows that contradict one sentence about the ledger, and returns nothing
// if the sentence holds. Each reads a table once; a fault names the row. They read a repeatable-read snapshot (on Citus
// each node has its own, so verify an idle cluster there).
import { MOST_ATTEMPTS } from '../../domain/transactions/attempt.ts';
import type { Sql } from '../database/database.ts';

export interface LedgerCheck {
  /** The sentence that must hold. */
  proves: string;
  /** Selects `merchant_id` and `fault`. */
  query: string;
}

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
  /** The first few faults of each merchant; `total`: the number of all. */
  run(check: LedgerCheck): Promise<{ found: Fault[]; total: number }>;
  counts(): Promise<Counts>;
  /** By merchant. */
  countsOfMerchants(): Promise<MerchantCounts[]>;
}

export interface MerchantCounts {
  merchantId: string;
  transactions: number;
  transfers: number;
  /** Days that were closed, of all brands. */
  days: number;
}

/** For one merchant, and for all together. */
const MOST_SHOWN = 20;
const MOST_AT_ALL = 1_000;

export async function readSnapshot<T>(sql: Sql, read: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return (await sql.begin('isolation level repeatable read read only', async (tx) => {
    // Reads every row: for a patient connection (database.ts).
    await tx`set local statement_timeout = 0`;
    await tx`set local work_mem = '64MB'`;
    return read({
      async run({ query }) {
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

/** How many webhook events the refunds of a transaction have: one when it is made, one when it ends. */
const TOLD = `count(*) + count(*) filter (where status <> 'PENDING')`;
const refundsTold = `(select merchant_id, transaction_id, ${TOLD} as told from refunds
        group by merchant_id, transaction_id)`;

export const LEDGER_CHECKS: readonly LedgerCheck[] = [
  {
    proves: 'a balance, with the changes that wait, is the sum of its transfers',
    query: `
      select merchant_id, format('brand %s %s: balance %s available, %s reserved; transfers say %s and %s', brand_id, currency,
        coalesce(kept.available, 0), coalesce(kept.reserved, 0), coalesce(moved.available, 0), coalesce(moved.reserved, 0))
        as fault
      from (
        select merchant_id, brand_id, currency, ${effectOn('available')} as available, ${effectOn('reserved')} as reserved
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
         or coalesce(kept.available, 0) < 0 or coalesce(kept.reserved, 0) < 0`,
  },
  {
    proves: 'the transfers of a transaction are what its status says',
    // Pay-in: the paid amount came in once, if it completed; its refunds were set aside, and paid back or returned.
    // Payout: set aside once, exactly while money_reserved is true, and spent if it completed.
    query: `
      select coalesce(t.merchant_id, m.merchant_id) as merchant_id, format('transaction %s (%s %s, %s %s minor): transfers say %s came in (%s times), %s was paid out, %s is reserved%s',
        coalesce(t.id, m.transaction_id), coalesce(t.type, 'not stored,'), coalesce(t.status, 'or of another brand or currency'),
        coalesce(t.amount_minor::text, '?'), coalesce(t.currency, m.currency),
        coalesce(m.received, 0), coalesce(m.receipts, 0), coalesce(m.paid, 0), coalesce(m.reserved, 0),
        concat(
          case when t.money_reserved then '; its money counts as reserved' end,
          '; refunds of ' || r.asked || ' were made: ' || r.completed || ' completed, ' || r.failed || ' failed',
          '; ' || nullif(m.others, 0) || ' transfers that no transaction causes')) as fault
      from transactions as t
      full join (
        select merchant_id, transaction_id, brand_id, currency,
          count(*) filter (where from_account = 'provider' and to_account = 'available') as receipts,
          sum(amount_minor) filter (where from_account = 'provider' and to_account = 'available') as received,
          sum(amount_minor) filter (where from_account = 'available' and to_account = 'reserved') as set_aside,
          sum(amount_minor) filter (where from_account = 'reserved' and to_account = 'provider') as paid,
          sum(amount_minor) filter (where from_account = 'reserved' and to_account = 'available') as returned,
          count(*) filter (where (from_account, to_account) not in (('provider', 'available'),
            ('available', 'reserved'), ('reserved', 'provider'), ('reserved', 'available'))) as others,
          ${effectOn('reserved')} as reserved
        from transfers where transaction_id is not null
        group by merchant_id, transaction_id, brand_id, currency
      ) as m on m.merchant_id = t.merchant_id and m.transaction_id = t.id
        and m.brand_id = t.brand_id and m.currency = t.currency
      left join (
        select merchant_id, transaction_id, brand_id, currency, sum(amount_minor) as asked,
          coalesce(sum(amount_minor) filter (where status = 'COMPLETED'), 0) as completed,
          coalesce(sum(amount_minor) filter (where status = 'FAILED'), 0) as failed
        from refunds group by merchant_id, transaction_id, brand_id, currency
      ) as r on r.merchant_id = t.merchant_id and r.transaction_id = t.id
        and r.brand_id = t.brand_id and r.currency = t.currency
      where t.id is null
         or m.others > 0
         or t.money_reserved and (t.type <> 'PAYOUT' or t.status <> 'PROCESSING')
         or (t.type = 'PAYIN' and (
              coalesce(m.set_aside, 0) <> coalesce(r.asked, 0)
              or coalesce(m.paid, 0) <> coalesce(r.completed, 0)
              or coalesce(m.returned, 0) <> coalesce(r.failed, 0)
              or
              coalesce(m.receipts, 0) <> (t.status = 'COMPLETED' and t.amount_minor > 0)::integer
              or coalesce(m.received, 0) <> case when t.status = 'COMPLETED' then t.amount_minor else 0 end))
         or (t.type = 'PAYOUT' and (
              coalesce(m.receipts, 0) <> 0
              or coalesce(m.paid, 0) <> case when t.status = 'COMPLETED' then t.amount_minor else 0 end
              or coalesce(m.set_aside, 0) not in (0, t.amount_minor)
              or coalesce(m.reserved, 0) <> case when t.money_reserved then t.amount_minor else 0 end))`,
  },
  {
    proves: 'what a pay-in says was refunded is the sum of its refunds that have not failed',
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
    proves: 'every funding is one transfer, and no other transfer is without a transaction',
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
  {
    proves:
      'webhook events count 1, 2, 3 … up to the sequence of their transaction, and its timeline up to its refunds',
    // Refunds follow the last status, and have only events. The next three checks prove that nothing is missing, so this
    // one only proves that there are no additional rows: it counts the totals once. It searches for the row only if they
    // differ (a "one-time filter").
    query: `
      select merchant_id, format('transaction %s: sequence %s, %s timeline entries (%s to %s), %s webhook events (%s to %s)', transaction_id,
        coalesce(t.sequence::text, 'of none stored'), coalesce(s.times, 0), s.first, s.last,
        coalesce(e.times, 0), e.first, e.last) ||
        coalesce(', ' || r.told || ' of them of refunds', '') as fault
      from (select merchant_id, id as transaction_id, sequence from transactions) as t
      full join (
        select merchant_id, transaction_id, count(*) as times, min(sequence) as first, max(sequence) as last
        from timeline group by merchant_id, transaction_id
      ) as s using (merchant_id, transaction_id)
      full join (
        select merchant_id, transaction_id, count(*) as times, min(sequence) as first, max(sequence) as last
        from webhook_events group by merchant_id, transaction_id
      ) as e using (merchant_id, transaction_id)
      left join ${refundsTold} as r using (merchant_id, transaction_id)
      where ((select coalesce(sum(sequence), 0) from transactions) <> (select count(*) from webhook_events)
          or (select count(*) from timeline) + (select ${TOLD} from refunds) <> (select count(*) from webhook_events))
        and (t.sequence is null
          or t.sequence <> coalesce(s.times, 0) + coalesce(r.told, 0) or t.sequence <> coalesce(e.times, 0)
          or s.first <> 1 or s.last <> s.times or e.first <> 1 or e.last <> e.times)`,
  },
  {
    proves: 'the timeline leads from INIT step by step to the status of its transaction',
    query: `
      select t.merchant_id, format('transaction %s: is %s, but its timeline ends in %s', t.id, t.status,
        coalesce(last.to_status, 'INIT')) as fault
      from transactions as t
      left join ${refundsTold} as r on r.merchant_id = t.merchant_id and r.transaction_id = t.id
      left join timeline as last
        on last.merchant_id = t.merchant_id and last.transaction_id = t.id
        and last.sequence = t.sequence - coalesce(r.told, 0)
      where t.status <> coalesce(last.to_status, 'INIT')
      union all
      select entry.merchant_id, format('transaction %s: entry %s of its timeline starts from %s, the one before ended in %s',
        entry.transaction_id, entry.sequence, entry.from_status,
        coalesce(former.to_status, case entry.sequence when 1 then 'INIT' else '(there is none)' end)) as fault
      from timeline as entry
      left join timeline as former on former.merchant_id = entry.merchant_id
        and former.transaction_id = entry.transaction_id and former.sequence = entry.sequence - 1
      where entry.from_status <> coalesce(former.to_status, 'INIT')
         or (former.sequence is null and entry.sequence <> 1)`,
  },
  {
    proves: 'the steps of a transaction follow its opening without a gap',
    query: `
      select s.merchant_id, format('transaction %s: %s steps (version %s to %s) after version %s of its opening',
        s.transaction_id, s.times, s.first, s.last, coalesce(o.version::text, '(there is none)')) as fault
      from (
        select merchant_id, transaction_id, count(*) as times, min(version) as first, max(version) as last
        from steps group by merchant_id, transaction_id
      ) as s
      left join openings as o on o.merchant_id = s.merchant_id and o.id = s.transaction_id
      where o.id is null or s.first <> o.version + 1 or s.last <> o.version + s.times`,
  },
  {
    proves: 'what is not over has its open work, which somebody looks after, and what is over has none',
    query: `
      select coalesce(t.merchant_id, w.merchant_id) as merchant_id, format('transaction %s is %s (%s), its open work: %s',
        coalesce(t.id, w.transaction_id), coalesce(t.status, 'over or not stored'), coalesce(t.error_code, 'no code'),
        case when w.transaction_id is null then 'none' else concat(w.status, ' (', coalesce(w.error_code, 'no code'), ')',
          case when w.due_at is null then ', never due' end) end) as fault
      from (
        select merchant_id, id, status, error_code from transactions where status in ('INIT', 'PENDING', 'PROCESSING')
      ) as t
      full join open_work as w
        on w.merchant_id = t.merchant_id and w.transaction_id = t.id
      where t.id is null or w.transaction_id is null or w.status <> t.status
         or w.error_code is distinct from t.error_code
         or w.due_at is null and (w.status <> 'PROCESSING' or w.error_code is distinct from '9001')`,
  },
  {
    proves: 'every entry of a timeline has its webhook event, which tells of the same status',
    // The body begins with eventId and eventType (domain/webhooks/webhook-event.ts): no need to parse all of it.
    query: `
      select entry.merchant_id, format('transaction %s: entry %s moved it to %s, its webhook event begins %s', entry.transaction_id,
        entry.sequence, entry.to_status, coalesce(left(event.body, 100), '(there is none)')) as fault
      from timeline as entry
      left join webhook_events as event on event.merchant_id = entry.merchant_id
        and event.transaction_id = entry.transaction_id and event.sequence = entry.sequence
      where event.body is null
         or position('"eventType":"' || 'pay' in left(event.body, 100)) = 0
         or position('.' || lower(entry.to_status) || '"' in left(event.body, 100)) = 0`,
  },
  {
    proves: 'every refund has its webhook events: one when it was made, one when it ended',
    query: `
      select merchant_id, format('refund %s of transaction %s is %s, its webhook events say %s', id, transaction_id, status,
        coalesce(nullif(array_to_string(told, ', '), ''), 'nothing')) as fault
      from (
        select refund.merchant_id, refund.transaction_id, refund.id, refund.status,
          array_remove(array_agg(substring(left(event.body, 100) from '"eventType":"(refund\\.[a-z]+)"')
            order by event.sequence), null) as told
        from refunds as refund
        left join webhook_events as event on event.merchant_id = refund.merchant_id
          and event.transaction_id = refund.transaction_id
          and position('"refundId":"' || refund.id || '"' in event.body) > 0
        group by refund.merchant_id, refund.transaction_id, refund.id
      ) as refunds_told
      where told <> case when status = 'PENDING' then array['refund.pending']
        else array['refund.pending', 'refund.' || lower(status)] end`,
  },
  {
    proves:
      'of the attempts in the cashier all but the one a provider has were declined, and are numbered 1, 2, 3 …',
    // Only a hosted or hybrid pay-in is attempted again (contract 4). Between two attempts the transaction shows why the
    // last one was declined.
    query: `
      select coalesce(t.merchant_id, d.merchant_id) as merchant_id, format('transaction %s (%s %s, %s attempts, %s, %s): %s declined attempts (%s to %s), the last with %s',
        coalesce(t.id, d.transaction_id), coalesce(t.type || ' of ' || t.origin, 'not stored or not submitted,'),
        coalesce(t.status, 'unknown'), coalesce(t.attempts, 0),
        case when t.provider is null then 'at no provider' else 'at ' || t.provider end,
        coalesce(t.error_code, 'no code'), coalesce(d.times, 0), d.first, d.last, coalesce(d.code, 'none')) as fault
      from (
        select merchant_id, id, type, origin, status, attempts, provider, error_code,
          case when type = 'PAYIN' then attempts - (provider is not null)::integer else 0 end as over
        from transactions where attempts <> 0
      ) as t
      full join (
        select merchant_id, transaction_id, count(*) as times, min(attempt) as first, max(attempt) as last,
          (array_agg(error_code order by attempt desc))[1] as code
        from declined_attempts group by merchant_id, transaction_id
      ) as d on d.merchant_id = t.merchant_id and d.transaction_id = t.id
      where t.id is null
         or t.attempts not between 0 and case when t.type = 'PAYIN' and t.origin <> 'v3' then ${MOST_ATTEMPTS} else 1 end
         or t.over <> coalesce(d.times, 0)
         or d.first <> 1 or d.last <> d.times
         or (t.over > 0 and t.provider is null and t.status = 'PROCESSING' and t.error_code is distinct from d.code)`,
  },
  {
    proves: 'an attempt was declined while its transaction was PROCESSING, and after the attempt before',
    query: `
      select attempt.merchant_id, format('transaction %s: its attempt %s was declined after entry %s of its timeline, which %s%s',
        attempt.transaction_id, attempt.attempt, attempt.sequence,
        coalesce('moved it to ' || entry.to_status, 'there is not'),
        case when former.sequence > attempt.sequence then ', before attempt ' || former.attempt end) as fault
      from declined_attempts as attempt
      left join timeline as entry on entry.merchant_id = attempt.merchant_id
        and entry.transaction_id = attempt.transaction_id and entry.sequence = attempt.sequence
      left join declined_attempts as former on former.merchant_id = attempt.merchant_id
        and former.transaction_id = attempt.transaction_id and former.attempt = attempt.attempt - 1
      where entry.to_status is distinct from 'PROCESSING' or former.sequence > attempt.sequence`,
  },
];
