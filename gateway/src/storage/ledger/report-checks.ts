// The part of the nightly proof about reports (storage/ledger/ledger-checks.ts has the rest): every closed day still
// equals the transfers of its time. This finds a transfer that came too late, or was left out. It only reads.

import { joinForKind, KIND } from './activity.ts';
import { effectOn, type LedgerCheck } from './ledger-checks.ts';
import { idAt } from './list-transfers.ts';

/** Each closed day of a brand. Its transfers are a range of the primary key, so each is read once. */
const DAYS = `(select distinct merchant_id, brand_id, day, begins_at, ends_at from settlement_days) as d`;
const OF_DAY = `t.merchant_id = d.merchant_id and t.brand_id = d.brand_id
  and t.id >= ${idAt('d.begins_at')} and t.id < ${idAt('d.ends_at')}`;

export const REPORT_CHECKS: readonly LedgerCheck[] = [
  {
    proves:
      'each closed day has the transfers of its time, and its closing is its opening plus these transfers',
    of: 'closed days',
    query: `
      select merchant_id, format('brand %s, report of %s in %s: %s transfers, available %s to %s, reserved %s to %s; the ledger has %s, which add %s and %s',
        brand_id, day, currency, coalesce(k.transfers, 0), k.opening_available_minor, k.closing_available_minor,
        k.opening_reserved_minor, k.closing_reserved_minor, coalesce(m.transfers, 0), coalesce(m.available, 0),
        coalesce(m.reserved, 0)) as fault
      from settlement_days as k
      full join (
        select d.merchant_id, d.brand_id, d.day, moved.*
        from ${DAYS} cross join lateral (
          select t.currency, count(*) as transfers, ${effectOn('available')} as available,
            ${effectOn('reserved')} as reserved
          from transfers as t where ${OF_DAY} group by t.currency
        ) as moved
      ) as m using (merchant_id, brand_id, day, currency)
      where coalesce(k.transfers, 0) <> coalesce(m.transfers, 0)
         or coalesce(k.closing_available_minor - k.opening_available_minor, 0) <> coalesce(m.available, 0)
         or coalesce(k.closing_reserved_minor - k.opening_reserved_minor, 0) <> coalesce(m.reserved, 0)`,
  },
  {
    proves: 'the activity of each closed day is the sum of its transfers by kind',
    of: 'closed days',
    query: `
      select merchant_id, format('brand %s, report of %s in %s: %s %s minor of kind %s; the ledger has %s, %s minor', brand_id, day,
        currency, coalesce(k.count, 0), coalesce(k.amount, 0), kind, coalesce(m.count, 0), coalesce(m.amount, 0)) as fault
      from (
        select s.merchant_id, s.brand_id, s.day, s.currency, a.kind, a.count, a."amountMinor"::numeric as amount
        from settlement_days as s
        cross join lateral jsonb_to_recordset(s.activity) as a (kind text, count bigint, "amountMinor" text)
      ) as k
      full join (
        select d.merchant_id, d.brand_id, d.day, moved.*
        from ${DAYS} cross join lateral (
          select t.currency, ${KIND} as kind, count(*) as count, sum(t.amount_minor) as amount
          from transfers as t ${joinForKind('t.merchant_id')} where ${OF_DAY} group by 1, 2
        ) as moved
      ) as m using (merchant_id, brand_id, day, currency, kind)
      where coalesce(k.count, 0) <> coalesce(m.count, 0) or coalesce(k.amount, 0) <> coalesce(m.amount, 0)`,
  },
  {
    proves:
      'each closed day begins when the day before ended, and opens with its closing; the first opens with zero',
    of: 'chain of days',
    query: `
      select merchant_id, format('brand %s, report of %s in %s: opens with %s available and %s reserved at %s; the day before closed with %s and %s at %s',
        brand_id, day, currency, opening_available_minor, opening_reserved_minor, begins_at,
        coalesce(available, 0), coalesce(reserved, 0), ended) as fault
      from (
        select *, lag(closing_available_minor) over days as available, lag(closing_reserved_minor) over days as reserved,
          lag(ends_at) over days as ended
        from settlement_days window days as (partition by merchant_id, brand_id, currency order by day)
      ) as k
      where opening_available_minor <> coalesce(available, 0) or opening_reserved_minor <> coalesce(reserved, 0)
         or begins_at <> ended`,
  },
  {
    proves: 'the closing of the last closed day is the sum of all transfers until its end',
    of: 'all',
    query: `
      select merchant_id, format('brand %s in %s: the report of %s closes with %s available and %s reserved; all transfers until then make %s and %s',
        brand_id, currency, day, k.closing_available_minor, k.closing_reserved_minor, coalesce(m.available, 0),
        coalesce(m.reserved, 0)) as fault
      from (
        select distinct on (merchant_id, brand_id, currency) * from settlement_days
        order by merchant_id, brand_id, currency, day desc
      ) as k
      full join (
        select t.merchant_id, t.brand_id, t.currency, ${effectOn('available')} as available,
          ${effectOn('reserved')} as reserved
        from (select merchant_id, brand_id, max(ends_at) as ends_at from settlement_days group by 1, 2) as d
        join transfers as t on t.merchant_id = d.merchant_id and t.brand_id = d.brand_id and t.id < ${idAt('d.ends_at')}
        group by 1, 2, 3
      ) as m using (merchant_id, brand_id, currency)
      where coalesce(k.closing_available_minor, 0) <> coalesce(m.available, 0)
         or coalesce(k.closing_reserved_minor, 0) <> coalesce(m.reserved, 0)`,
  },
];
