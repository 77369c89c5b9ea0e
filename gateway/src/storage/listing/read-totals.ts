// How many transactions a brand had, and of how much money: by status, method, country and reason for a period, and along it.
// Called by the overview of the portal. A transaction counts where it was created, with the status it has now; what was
// refunded counts there too, whenever that was.
import { firstIdAt } from '../../domain/time-ordered-id.ts';
import type { Status, TransactionType } from '../../domain/transaction.ts';
import type { Sql } from '../database.ts';

export interface TotalsRequest {
  merchantId: string;
  brandId: string;
  from: Date;
  /** Itself left out. */
  to: Date;
}

export interface Amounts {
  count: number;
  amountMinor: bigint;
  refundedMinor: bigint;
}

/** One row for each combination there is. */
export interface Total extends Amounts {
  type: TransactionType;
  status: Status;
  currency: string;
  /** Option or suboption as stored; null: none was chosen. */
  optionId: string | null;
  country: string | null;
  errorCode: string | null;
}

export interface Step extends Amounts {
  /** Of the hour or the day, which begins at midnight in the time zone that was asked for. */
  begins: Date;
  type: TransactionType;
  status: Status;
  currency: string;
}

const SUMS = `count(*)::integer as count, sum(amount_minor)::text as amount, sum(amount_refunded_minor)::text as refunded`;

export async function readTotals(
  sql: Sql,
  { merchantId, brandId, from, to }: TotalsRequest,
): Promise<Total[]> {
  const rows = await sql.unsafe(
    `select type, status, currency, option_id, country, error_code, ${SUMS} from transactions
     where merchant_id = $1 and brand_id = $2 and id >= $3 and id < $4
     group by type, status, currency, option_id, country, error_code`,
    [merchantId, brandId, firstIdAt(from), firstIdAt(to)],
  );
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

/** The same along the period. `timeZone`: an IANA name. */
export async function readSteps(
  sql: Sql,
  {
    merchantId,
    brandId,
    from,
    to,
    step,
    timeZone,
  }: TotalsRequest & { step: 'hour' | 'day'; timeZone: string },
): Promise<Step[]> {
  const rows = await sql.unsafe(
    `select date_trunc($5, created_at, $6) as begins, type, status, currency, ${SUMS} from transactions
     where merchant_id = $1 and brand_id = $2 and id >= $3 and id < $4
     group by begins, type, status, currency order by begins`,
    [merchantId, brandId, firstIdAt(from), firstIdAt(to), step, timeZone],
  );
  return rows.map((row) => ({
    begins: row.begins,
    type: row.type,
    status: row.status,
    currency: row.currency,
    ...amountsOf(row),
  }));
}

function amountsOf(row: Record<string, unknown>): Amounts {
  const { count, amount, refunded } = row as { count: number; amount: string; refunded: string };
  return { count, amountMinor: BigInt(amount), refundedMinor: BigInt(refunded) };
}
