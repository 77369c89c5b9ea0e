// Responses to disputes (contract 13): reads their dispute, claims those that are due, and keeps the evidence, sealed.
// Every query names the merchant first, except the sweep's. It decides nothing.
import type { Dispute } from '../../domain/after-end/dispute.ts';
import type { BrandId } from '../../domain/merchants/brand.ts';
import { claimDueRows } from '../database/claim-due.ts';
import { type Sql, type SqlTransaction, send } from '../database/database.ts';
import { byKey } from '../database/row-order.ts';
import { DISPUTE_COLUMNS, fromDisputeRow } from '../transactions/dispute-row.ts';

const OWN_COLUMNS = DISPUTE_COLUMNS.replace(/\w+/g, 'disputes.$&');

/** A dispute of the brand. */
export async function findDispute(
  sql: Sql,
  { merchantId, brandId }: BrandId,
  disputeId: string,
): Promise<Dispute | null> {
  const [row] = await sql`select ${sql.unsafe(DISPUTE_COLUMNS)} from disputes
    where merchant_id = ${merchantId} and brand_id = ${brandId} and id = ${disputeId}`;
  return row ? fromDisputeRow(row) : null;
}

/** Claims up to `limit` disputes whose response is due, for `leaseMs`: until then nobody else gets them. */
export async function claimDueResponses(
  sql: Sql,
  now: Date,
  limit: number,
  leaseMs: number,
): Promise<Dispute[]> {
  const due = await sql<{ merchant_id: string; transaction_id: string; id: string }[]>`
    select merchant_id, transaction_id, id from disputes
    where response_due_at <= ${now} order by response_due_at limit ${limit}`;
  if (due.length === 0) return [];
  // The condition is repeated, so that if two processes choose the same row, only one gets it.
  const claimed = await claimDueRows(
    sql,
    'disputes',
    due.sort(byKey),
    (tx, keys, merchantOf) => tx`
      update disputes set response_due_at = ${new Date(now.getTime() + leaseMs)}
      from json_to_recordset(${keys}::text::json) as due (merchant_id uuid, transaction_id uuid, id uuid)
      where disputes.merchant_id = due.merchant_id and disputes.transaction_id = due.transaction_id
        and disputes.id = due.id and disputes.response_due_at <= ${now} ${merchantOf('disputes.merchant_id')}
      returning ${tx.unsafe(OWN_COLUMNS)}`,
  );
  return claimed.map(fromDisputeRow);
}

/** For the response that the dispute has now. */
export async function insertEvidence(tx: SqlTransaction, dispute: Dispute, sealed: Buffer): Promise<void> {
  const { merchantId, transactionId, id: disputeId, response } = dispute;
  await send(
    tx,
    `insert into dispute_evidence (merchant_id, transaction_id, id, dispute_id, content_sealed, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [merchantId, transactionId, response!.id, disputeId, sealed, response!.createdAt],
  );
}

/** null: it was erased, or the response has none. */
export async function readEvidence(
  sql: Sql,
  { merchantId, transactionId }: Pick<Dispute, 'merchantId' | 'transactionId'>,
  responseId: string,
): Promise<Buffer | null> {
  const [row] = await sql`select content_sealed from dispute_evidence
    where merchant_id = ${merchantId} and transaction_id = ${transactionId} and id = ${responseId}`;
  return row?.content_sealed ?? null;
}

/**
 * Empties the evidence of disputes that were over before `before`. A dispute may never end: its evidence goes if its
 * last change and its deadline were before, and the provider is not being asked about it. Answers how many, at most
 * `limit`.
 */
export async function removeOldEvidence(sql: Sql, before: Date, limit: number): Promise<number> {
  const rows = await sql`
    update dispute_evidence set content_sealed = null
    where (merchant_id, transaction_id, id) in (
      select e.merchant_id, e.transaction_id, e.id from dispute_evidence e
      join disputes d on d.merchant_id = e.merchant_id and d.transaction_id = e.transaction_id and d.id = e.dispute_id
      where e.content_sealed is not null and e.created_at < ${before} and d.updated_at < ${before}
        and (d.status in ('WON', 'LOST')
          or ((d.deadline is null or d.deadline < ${before}) and d.response_due_at is null))
      order by e.created_at limit ${limit})
    returning id`;
  return rows.length;
}
