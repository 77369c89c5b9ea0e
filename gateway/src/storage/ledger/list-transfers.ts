// The transfers of a brand, by time, each with its transaction, refund or funding. The statement of a brand reads from
// the newest backwards, reports read forwards. Ids are in the order of time, so a period is a range of the primary key,
// and the next page begins after the last id. It only reads.
import type { ActivityKind } from '../../domain/ledger/balance-activity.ts';
import type { RefundReason } from '../../domain/refunds/refund.ts';
import { firstIdAt } from '../../domain/transactions/time-ordered-id.ts';
import type { TransactionType } from '../../domain/transactions/transaction.ts';
import type { Sql, SqlTransaction } from '../database/database.ts';
import { KIND, type Stretch } from './activity.ts';

export interface ShownTransfer {
  id: string;
  at: Date;
  kind: ActivityKind;
  currency: string;
  amountMinor: bigint;
  /** null: funding. */
  transaction: {
    id: string;
    type: TransactionType;
    merchantReference: string;
    optionId: string | null;
    country: string | null;
    userId: string;
  } | null;
  refund: { id: string; refundReference: string | null; reason: RefundReason | null } | null;
  fundingReference: string | null;
}

export interface TransferQuery extends Stretch {
  merchantId: string;
  brandId: string;
  /** null: all. */
  currency: string | null;
  /** null: all. */
  kinds: readonly ActivityKind[] | null;
  /** Where the previous page ended, exclusive; null: from the beginning. */
  from: string | null;
  order: 'newest first' | 'oldest first';
  limit: number;
}

/** A transfer belongs to a refund if it has the refund's amount and the time of one of the refund's steps. */
const COLUMNS = `t.id, t.created_at, t.currency, t.amount_minor, t.transaction_id, ${KIND} as kind,
  x.type, x.merchant_reference, x.option_id, x.country, x.user_id,
  r.id as refund_id, r.refund_reference, r.reason, f.reference as funding_reference`;
const BESIDE = `left join openings x on x.merchant_id = t.merchant_id and x.id = t.transaction_id
  left join lateral (
    select id, refund_reference, reason from refunds
    where merchant_id = $1 and transaction_id = t.transaction_id and amount_minor = t.amount_minor
      and t.created_at in (created_at, completed_at, updated_at)
      and case when t.kind is null then t.from_account <> 'provider' else starts_with(t.kind, 'REFUND_') end
    order by id limit 1
  ) r on true
  left join lateral (
    select reference from fundings
    where merchant_id = $1 and brand_id = t.brand_id and currency = t.currency
      and created_at = t.created_at and t.transaction_id is null
    limit 1
  ) f on true`;

/**
 * A currency without a balance never had a transfer. Without this check, the query would read the whole period and find
 * nothing.
 */
const HAS_BALANCE = `(
  exists (select 1 from balances where merchant_id = $1 and brand_id = $2 and currency = $6)
  or exists (select 1 from balance_changes where merchant_id = $1 and brand_id = $2 and currency = $6))`;

/** Transfers of these kinds have no transaction, so they are side by side in the index by transaction. */
const ALONE: readonly ActivityKind[] = ['FUNDING', 'WITHDRAWAL'];

export async function listTransfers(
  sql: Sql | SqlTransaction,
  query: TransferQuery,
): Promise<ShownTransfer[]> {
  const { merchantId, brandId, begins, ends, currency, kinds, from, order, limit } = query;
  const [behind, direction] = order === 'newest first' ? ['<', 'desc'] : ['>', ''];
  const rows = await sql.unsafe(
    `select ${COLUMNS} from transfers t ${BESIDE}
     where t.merchant_id = $1 and t.brand_id = $2 and t.id >= $3 and t.id < $4
       ${from === null ? 'and $5::uuid is null' : `and t.id ${behind} $5`}
       and ($6::text is null or t.currency = $6 and ${HAS_BALANCE})
       and ($7::text[] is null or ${KIND} = any($7::text[]))
       ${kinds?.every((kind) => ALONE.includes(kind)) ? 'and t.transaction_id is null' : ''}
     order by t.id ${direction} limit $8`,
    [
      merchantId,
      brandId,
      firstIdAt(begins),
      firstIdAt(ends),
      from,
      currency,
      kinds as string[] | null,
      limit,
    ],
  );
  return rows.map(toTransfer);
}

/** All transfers of a period, oldest first, in batches. */
export async function* eachTransfer(
  sql: Sql | SqlTransaction,
  query: Omit<TransferQuery, 'from' | 'order' | 'limit'>,
): AsyncGenerator<ShownTransfer[]> {
  let from: string | null = null;
  for (;;) {
    const batch: ShownTransfer[] = await listTransfers(sql, {
      ...query,
      from,
      order: 'oldest first',
      limit: BATCH,
    });
    if (batch.length > 0) yield batch;
    if (batch.length < BATCH) return;
    from = batch.at(-1)!.id;
  }
}

const BATCH = 1_000;

/** The first id of this moment, as domain/transactions/time-ordered-id.ts makes it. */
export function idAt(moment: string): string {
  return `(lpad(to_hex(floor(extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;
}

/** The times at which transactions changed; `these`: a condition on their ids. $1 is the merchant. */
export const timesOfChanges = (these: string) => `
      select updated_at as at from openings where merchant_id = $1::uuid and id ${these}
      union select updated_at from steps where merchant_id = $1 and transaction_id ${these}
      union select unnest(array[created_at, completed_at, updated_at]) from refunds
        where merchant_id = $1 and transaction_id ${these}`;

/**
 * The transfers of transactions; $1 is the merchant, $2 the ids. A transfer has the time of the change in its commit,
 * and its id begins with that time, so no index by transaction is needed.
 */
export const TRANSFERS_OF = `
  select t.* from (
    select distinct ${idAt('at')} as first, ${idAt("at + interval '1 millisecond'")} as next
    from (${timesOfChanges('= any($2::uuid[])')}) as changes
    where at is not null) as beside
  join transfers t on t.merchant_id = $1 and t.id >= beside.first and t.id < beside.next where t.transaction_id = any($2)`;

/** Milliseconds since 1970: the first 48 bits of an id. */
export const millisecondsOf = (id: string) =>
  `('x' || left(translate(${id}::text, '-', ''), 12))::bit(48)::bigint`;

// biome-ignore lint/suspicious/noExplicitAny: rows of the statements above
function toTransfer(row: any): ShownTransfer {
  return {
    id: row.id,
    at: row.created_at,
    kind: row.kind,
    currency: row.currency,
    amountMinor: row.amount_minor,
    transaction: row.transaction_id && {
      id: row.transaction_id,
      type: row.type,
      merchantReference: row.merchant_reference,
      optionId: row.option_id,
      country: row.country,
      userId: row.user_id,
    },
    refund: row.refund_id && {
      id: row.refund_id,
      refundReference: row.refund_reference,
      reason: row.reason,
    },
    fundingReference: row.funding_reference,
  };
}
