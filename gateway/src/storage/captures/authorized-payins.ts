// The authorised pay-ins of a brand (contract 16): those that end first come first, and how many end soon. It reads the
// open work by an index that has only authorised pay-ins. It changes nothing.
import type { Sql } from '../database/database.ts';

export interface AuthorizedPayin {
  id: string;
  merchantReference: string;
  userId: string;
  optionId: string | null;
  currency: string;
  amountMinor: bigint;
  capturedMinor: bigint;
  /** Captures that have no final answer yet. */
  pendingMinor: bigint;
  /** What can still be captured; 0 after a final capture. */
  capturableMinor: bigint;
  captureBefore: Date;
  createdAt: Date;
}

export interface AuthorizedRequest {
  merchantId: string;
  brandId: string;
  /** The last pay-in of the previous page; null: from the beginning. */
  after: Pick<AuthorizedPayin, 'captureBefore' | 'id'> | null;
  limit: number;
}

/** Answers one more than `limit` if there are more. */
export async function listAuthorized(
  sql: Sql,
  { merchantId, brandId, after, limit }: AuthorizedRequest,
): Promise<AuthorizedPayin[]> {
  const rows = await sql`
    select t.id, t.merchant_reference as "merchantReference", t.user_id as "userId", t.option_id as "optionId",
      t.currency, t.amount_minor as "amountMinor", t.authorized, w.capture_before as "captureBefore",
      t.created_at as "createdAt"
    from open_work w
    cross join lateral (select * from transactions where merchant_id = ${merchantId} and id = w.transaction_id limit 1) t
    where w.merchant_id = ${merchantId} and w.brand_id = ${brandId} and w.capture_before is not null
      ${after === null ? sql`` : sql`and (w.capture_before, w.transaction_id) > (${after.captureBefore}, ${after.id})`}
    order by w.capture_before, w.transaction_id limit ${limit + 1}`;
  return rows.map(({ authorized, ...row }) => {
    const capturedMinor = BigInt(authorized.capturedMinor);
    const pendingMinor = BigInt(authorized.pendingMinor);
    const restMinor = BigInt(authorized.amountMinor) - capturedMinor - pendingMinor;
    const capturableMinor = authorized.isFinal ? 0n : restMinor;
    return { ...row, capturedMinor, pendingMinor, capturableMinor } as unknown as AuthorizedPayin;
  });
}

/** Authorised pay-ins that end before this moment. Those whose time is over and that wait for their void count too. */
export async function countLapsing(
  sql: Sql,
  { merchantId, brandId, before }: { merchantId: string; brandId: string; before: Date },
): Promise<number> {
  const [row] = await sql`
    select count(*)::integer as count from open_work
    where merchant_id = ${merchantId} and brand_id = ${brandId} and capture_before < ${before}`;
  return row!.count;
}
