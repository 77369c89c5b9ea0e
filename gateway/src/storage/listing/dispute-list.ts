// The disputes of a brand, a page at a time, each with its pay-in: disputes that wait for an answer, by deadline, or
// finished disputes, newest first. It only reads.
import type { Dispute, StoredResponse } from '../../domain/after-end/dispute.ts';
import type { Sql } from '../database/database.ts';

export type ShownDispute = Omit<Dispute, 'merchantId' | 'brandId' | 'steps' | 'response'> & {
  merchantReference: string;
  response: Pick<StoredResponse, 'kind' | 'status' | 'answers'> | null;
};

export interface DisputeQuery {
  merchantId: string;
  brandId: string;
  /** open: INQUIRY and OPEN. over: WON and LOST. */
  state: 'open' | 'over';
  /** The last dispute of the previous page. */
  after: string | null;
  limit: number;
}

const ORDERS = {
  open: {
    statuses: `('INQUIRY', 'OPEN')`,
    key: `coalesce(deadline, 'infinity'), id`,
    behind: '>',
    direction: '',
  },
  over: { statuses: `('WON', 'LOST')`, key: 'updated_at, id', behind: '<', direction: 'desc' },
} as const;

/** An unknown `after` finds nothing. */
export async function listDisputes(sql: Sql, query: DisputeQuery): Promise<ShownDispute[]> {
  const { merchantId, brandId, state, after, limit } = query;
  const { statuses, key, behind, direction } = ORDERS[state];
  const rows = await sql.unsafe(
    `select d.id, d.transaction_id as "transactionId", d.status, d.amount_minor as "amountMinor", d.currency,
       d.funds_withheld as "fundsWithheld", d.reason, d.deadline, d.provider_reference as "providerReference",
       d.created_at as "createdAt", d.updated_at as "updatedAt", d.response, t.merchant_reference as "merchantReference"
     from (
       select * from disputes
       where merchant_id = $1 and brand_id = $2 and status in ${statuses}
         and ($3::uuid is null or (${key}) ${behind} (
           select ${key} from disputes where merchant_id = $1 and brand_id = $2 and id = $3))
       order by (${key}) ${direction} limit $4
     ) as d join openings t on t.merchant_id = $1 and t.id = d.transaction_id
     order by (${key.replaceAll(/(deadline|updated_at|\bid\b)/g, 'd.$1')}) ${direction}`,
    [merchantId, brandId, after, limit],
  );
  return rows as unknown as ShownDispute[];
}
