// What must hold between transactions and the tables that serve listings and totals. The checks of the ledger
// (ledger-checks.ts) run these too, in the same snapshot. They ignore changes that wait for the fold, and the listing
// until it is complete. They only read.
import type { LedgerCheck } from '../ledger/ledger-checks.ts';
import {
  COUNTED_OF_T,
  countedOf,
  dayOf,
  FACET_COLUMNS,
  FACET_NUMBER_OF_T,
  FACET_OF_T,
  quarterOf,
} from './columns.ts';
import { IS_FILLED } from './fill-listing.ts';

const columns = FACET_COLUMNS.split(', ');
const prefixed = (row: string) => columns.map((column) => `${row}.${column}`).join(', ');
const SUMS = `count(*) as count, sum(${countedOf('l')}) as amount_minor,
  sum(l.amount_refunded_minor) as amount_refunded_minor`;

/** Compares the stored totals with the sums over the listing, for each combination of `keys`. */
const differences = (what: string, table: string, keys: string[], listed: string) => `
      select merchant_id, format('${what} %s of merchant %s: %s, %s and %s refunded are written, %s, %s and %s are listed',
        concat_ws(' ', ${keys.map((key) => `key_${key}`).join(', ')}), merchant_id, sum(wc), sum(wa), sum(wr), sum(lc), sum(la),
        sum(lr)) as fault
      from (
        select merchant_id, ${keys.map((key) => `${key} as key_${key}`).join(', ')}, count as wc, amount_minor as wa,
          amount_refunded_minor as wr, 0 as lc, 0 as la, 0 as lr from ${table}
        union all
        select merchant_id, ${keys.join(', ')}, 0, 0, 0, count, amount_minor, amount_refunded_minor from (${listed}) as listed
      ) as both_sides
      group by merchant_id, ${keys.map((key) => `key_${key}`).join(', ')}
      having sum(wc) <> sum(lc) or sum(wa) <> sum(la) or sum(wr) <> sum(lr)`;

export const LISTING_CHECKS: readonly LedgerCheck[] = [
  {
    proves: 'the listing shows each transaction as it is, or its change is still waiting',
    of: 'transactions',
    query: `
    select t.merchant_id, format('transaction %s is %s, and listed %s', t.id, t.status, coalesce('as ' || f.status || ' under another facet', 'not at all'))
      as fault
    from (select t.merchant_id, t.id, t.amount_minor, ${COUNTED_OF_T} as counted_minor,
      t.amount_refunded_minor as refunded_minor, ${FACET_NUMBER_OF_T} as number,
      ${FACET_OF_T} from transactions t where ${IS_FILLED}) as t
    left join listing l on l.merchant_id = t.merchant_id and l.id = t.id
    left join facets f on f.merchant_id = l.merchant_id and f.facet = l.facet
    left join (
      select distinct merchant_id, unnest(transaction_ids) as id from transaction_changes
    ) as queued on queued.merchant_id = t.merchant_id and queued.id = t.id
    where queued.id is null and (l.id is null or l.facet <> t.number or l.amount_minor <> t.amount_minor
      or l.counted_minor is distinct from t.counted_minor or l.amount_refunded_minor <> t.refunded_minor or (${prefixed('t')}) is distinct from (${prefixed('f')}))`,
  },
  {
    proves: 'the totals of each day are the sums of the listing',
    of: 'latest totals',
    query: differences(
      'day and facet',
      'daily_totals',
      ['day', 'facet'],
      `select l.merchant_id, ${dayOf('l.id')} as day, l.facet, ${SUMS} from listing l group by 1, 2, 3`,
    ),
  },
  {
    proves: 'the totals of each quarter of an hour are the sums of the listing',
    of: 'latest totals',
    query: differences(
      'quarter',
      'quarter_totals',
      ['begins', 'brand_id', 'type', 'status', 'currency'],
      `select l.merchant_id, ${quarterOf('l.id')} as begins, f.brand_id, f.type, f.status, f.currency, ${SUMS}
       from listing l join facets f on f.merchant_id = l.merchant_id and f.facet = l.facet group by 1, 2, 3, 4, 5, 6`,
    ),
  },
];
