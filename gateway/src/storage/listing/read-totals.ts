// How many transactions a brand had, and their amounts: by status, method, country and reason for a period, and in
// steps along it. A transaction counts at its time of creation, with its present status. A completed pay-in counts what
// it has brought (contract 16). Its refunds count at that time too, whenever they happened. It only reads.
import { firstIdAt } from '../../domain/transactions/time-ordered-id.ts';
import type { Status, TransactionType } from '../../domain/transactions/transaction.ts';
import type { Sql } from '../database/database.ts';
import { COUNTED_OF_T, countedOf, DAY_MS, QUARTER_MS, quarterOf } from './columns.ts';
import { IS_FILLED } from './fill-listing.ts';
import { QUEUED } from './list-transactions.ts';

export interface TotalsRequest {
  merchantId: string;
  brandId: string;
  from: Date;
  /** Exclusive. */
  to: Date;
}

interface Amounts {
  count: number;
  amountMinor: bigint;
  refundedMinor: bigint;
}

/** One row for each combination that occurs. */
export interface Total extends Amounts {
  type: TransactionType;
  status: Status;
  currency: string;
  /** Option or suboption as stored; null: nobody chose one. */
  optionId: string | null;
  country: string | null;
  errorCode: string | null;
}

export interface Step extends Amounts {
  /** Beginning of the hour or the day; a day begins at midnight in the requested time zone. */
  begins: Date;
  type: TransactionType;
  status: Status;
  currency: string;
}

export async function readTotals(sql: Sql, request: TotalsRequest): Promise<Total[]> {
  const columns = ['type', 'status', 'currency', 'option_id', 'country', 'error_code'];
  const rows = await sumUp(sql, request, WHOLE_DAYS, { columns });
  return rows.map((row) => ({
    type: row.type,
    status: row.status,
    currency: row.currency,
    optionId: row.option_id,
    country: row.country,
    errorCode: row.error_code,
    ...amountsOf(row),
  }));
}

/** The same sums in steps along the period. `timeZone`: an IANA name. */
export async function readSteps(
  sql: Sql,
  { step, timeZone, ...request }: TotalsRequest & { step: 'hour' | 'day'; timeZone: string },
): Promise<Step[]> {
  const begins = `date_trunc('${step}', quarter, $5) as begins`;
  const columns = [begins, 'type', 'status', 'currency'];
  const rows = await sumUp(sql, request, wholeQuarters(step), { columns, more: [timeZone] });
  return rows.map((row) => ({
    begins: new Date(row.begins),
    type: row.type,
    status: row.status,
    currency: row.currency,
    ...amountsOf(row),
  }));
}

interface Span {
  ms: number;
  /** The totals of whole spans, in milliseconds since 1970. */
  totals(from: number, to: number): string;
  /** What remains at both ends of the period; `fits` is a condition for a row `l` of the listing. */
  rest(fits: string): string;
}

const OF_FACET = 'f.type, f.status, f.currency, f.option_id, f.country, f.error_code';
const FACET_OF = (row: string) =>
  `join facets f on f.merchant_id = $1 and f.facet = ${row}.facet and f.brand_id = $2`;
const summedBy = (amount: string) => `sum(${amount}) as amount, sum(amount_refunded_minor) as refunded`;
const SUMMED = summedBy('amount_minor');
const BY_FACET = (rows: string) =>
  `select ${OF_FACET}, null::timestamptz as quarter, d.n, d.amount, d.refunded from (${rows} group by facet) d ${FACET_OF('d')}`;

/** Sums by facet before the join: thirty days of a million transactions are 60,000 rows of 5,000 facets. */
const WHOLE_DAYS: Span = {
  ms: DAY_MS,
  totals: (from, to) =>
    BY_FACET(`select facet, sum(count) as n, ${SUMMED} from daily_totals
      where merchant_id = $1 and day >= ${from / DAY_MS} and day < ${to / DAY_MS}`),
  rest: (fits) =>
    BY_FACET(
      `select facet, count(*) as n, ${summedBy(countedOf('l'))} from listing l where l.merchant_id = $1 and ${fits}`,
    ),
};

/**
 * Sums by step. To find the step of a quarter of an hour, it looks among the beginnings of all steps. $5 is the time
 * zone.
 */
const wholeQuarters = (step: 'hour' | 'day'): Span => ({
  ms: QUARTER_MS,
  totals: (
    from,
    to,
  ) => `select type, status, currency, null::uuid as option_id, null as country, null as error_code, min(begins) as quarter,
        sum(count) as n, ${SUMMED}
      from quarter_totals where merchant_id = $1 and brand_id = $2
        and begins >= to_timestamp(${from / 1_000}) and begins < to_timestamp(${to / 1_000})
      group by width_bucket(begins, (
        select array_agg(distinct date_trunc('${step}', quarter, $5)) from generate_series(
          to_timestamp(${from / 1_000}), to_timestamp(${to / 1_000}), '15 minutes') as quarter)), type, status, currency`,
  rest: (fits) => `select ${OF_FACET}, ${quarterOf('l.id')}, 1, ${countedOf('l')}, l.amount_refunded_minor
      from listing l ${FACET_OF('l')} where l.merchant_id = $1 and ${fits}`,
});

/** $1 is the merchant, $2 the brand, $3 the first id of the period, $4 the first id after it; `more` begins at $5. */
async function sumUp(
  sql: Sql,
  { merchantId, brandId, from, to }: TotalsRequest,
  span: Span,
  { columns, more = [] }: { columns: string[]; more?: string[] },
): Promise<Row[]> {
  const sums = summed(columns);
  const period = [merchantId, brandId, firstIdAt(from), firstIdAt(to), ...more];
  const [row] = await sql.unsafe<Row[]>(fromTotals(span, wholeSpans(from, to, span.ms), sums), period);
  if (row.filled) return row.totals ?? [];
  const [walked] = await sql.unsafe<Row[]>(fromTransactions(sums), period);
  return walked.totals ?? [];
}

/** A period without a whole span has only one remainder. */
function wholeSpans(from: Date, to: Date, spanMs: number): { from: Date; to: Date } {
  const first = new Date(Math.ceil(from.getTime() / spanMs) * spanMs);
  const last = new Date(Math.floor(to.getTime() / spanMs) * spanMs);
  return first < last ? { from: first, to: last } : { from: to, to };
}

/**
 * Takes whole spans from their totals, and the remainder at both ends from the listing. Transactions that changed since
 * the fold count with their present values; their values in the listing are subtracted.
 */
function fromTotals({ totals, rest }: Span, whole: { from: Date; to: Date }, sums: string): string {
  const [begin, end] = [`'${firstIdAt(whole.from)}'::uuid`, `'${firstIdAt(whole.to)}'::uuid`];
  return `
  with ${QUEUED('$1::uuid')}, parts as (
      ${totals(whole.from.getTime(), whole.to.getTime())}
    union all
      ${rest(`(l.id >= $3::uuid and l.id < ${begin} or l.id >= ${end} and l.id < $4::uuid)`)}
    union all
      select ${OF_FACET}, ${quarterOf('l.id')}, -1, -${countedOf('l')}, -l.amount_refunded_minor
      from queued q join listing l on l.merchant_id = $1 and l.id = q.id ${FACET_OF('l')}
      where q.id >= $3::uuid and q.id < $4::uuid
    union all ${partsOf('queued q join transactions t on t.merchant_id = $1 and t.id = q.id')}
  )
  select ${IS_FILLED} as filled, ${sums} as totals`;
}

/** For the time until the listing is complete. */
const fromTransactions = (sums: string) => `
  with parts as (${partsOf('transactions t')}) select ${sums} as totals`;

const partsOf = (rows: string) => `
      select t.type, t.status, t.currency, t.option_id, t.country, t.error_code, ${quarterOf('t.id')} as quarter, 1 as n,
        coalesce(${COUNTED_OF_T}, t.amount_minor) as amount, t.amount_refunded_minor as refunded
      from ${rows} where t.merchant_id = $1 and t.brand_id = $2 and t.id >= $3::uuid and t.id < $4::uuid`;

/** Amounts as text: JSON has no eight-byte integers. */
function summed(columns: string[]): string {
  const places = columns.map((_, i) => i + 1).join(', ');
  return `(select json_agg(total) from (
    select ${columns.join(', ')}, sum(n)::text as count, sum(amount)::text as amount, sum(refunded)::text as refunded
    from parts group by ${places} having sum(n) <> 0 order by ${places}) total)`;
}

// biome-ignore lint/suspicious/noExplicitAny: a row from the database, with the columns above
type Row = any;

function amountsOf({ count, amount, refunded }: Row): Amounts {
  return { count: Number(count), amountMinor: BigInt(amount), refundedMinor: BigInt(refunded) };
}
