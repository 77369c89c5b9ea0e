// Reads mandates, and claims those for which a worker has something to do. Every query names the merchant first, except
// the sweep's. It decides nothing; domain/mandates does.
import type { Mandate } from '../../domain/mandates/mandate.ts';
import type { BrandId } from '../../domain/merchants/brand.ts';
import { inquiryDueAt } from '../../domain/transactions/outcome-step.ts';
import type { MandateStatus } from '../../domain/transactions/transaction.ts';
import { claimDueRows } from '../database/claim-due.ts';
import type { Sql } from '../database/database.ts';
import { byKey } from '../database/row-order.ts';
import { fromMandateRow, MANDATE_COLUMNS } from '../transactions/mandate-row.ts';

const OWN_COLUMNS = MANDATE_COLUMNS.replace(/\w+/g, 'mandates.$&');

/** A mandate of the brand. */
export async function findMandate(
  sql: Sql,
  { merchantId, brandId }: BrandId,
  id: string,
): Promise<Mandate | null> {
  const [row] = await sql`select ${sql.unsafe(MANDATE_COLUMNS)} from mandates
    where merchant_id = ${merchantId} and id = ${id} and brand_id = ${brandId}`;
  return row ? fromMandateRow(row) : null;
}

export interface MandateFilter extends BrandId {
  userId: string | null;
  status: MandateStatus | null;
  /** The id after which the page begins; null: the first page. */
  before: string | null;
  limit: number;
}

/**
 * Newest first, by the time of the agreement; one more than `limit` if there is a further page. The id cannot order
 * them: it has the time of the first pay-in, which may have waited for its payer.
 */
export async function listMandates(
  sql: Sql,
  { merchantId, brandId, userId, status, before, limit }: MandateFilter,
): Promise<Mandate[]> {
  const rows = await sql`select ${sql.unsafe(MANDATE_COLUMNS)} from mandates
    where merchant_id = ${merchantId} and brand_id = ${brandId}
      ${userId === null ? sql`` : sql`and user_id = ${userId}`}
      ${status === null ? sql`` : sql`and status = ${status}`}
      ${
        before === null
          ? sql``
          : sql`and (created_at, id) <
              (select created_at, id from mandates where merchant_id = ${merchantId} and id = ${before})`
      }
    order by created_at desc, id desc limit ${limit + 1}`;
  return rows.map(fromMandateRow);
}

/** Mandates in force of a user, and those to which the payer agreed with one of these pay-ins. */
export async function mandatesOfCustomer(
  sql: Sql,
  { merchantId, brandId }: BrandId,
  { userId, transactionIds }: { userId: string | null; transactionIds: readonly string[] },
): Promise<Mandate[]> {
  const rows = await sql`select ${sql.unsafe(MANDATE_COLUMNS)} from mandates
    where merchant_id = ${merchantId} and brand_id = ${brandId} and status in ('PENDING', 'ACTIVE')
      and (user_id = ${userId}::text or first_transaction_id = any(${transactionIds as string[]}::uuid[]))
    order by id`;
  return rows.map(fromMandateRow);
}

/** What one account of a provider stored under this id; several mandates may share it. */
export async function mandatesOfStored(
  sql: Sql,
  { merchantId, brandId }: BrandId,
  { providerAccount, storedId }: { providerAccount: string | null; storedId: string },
): Promise<Mandate[]> {
  const rows = await sql`select ${sql.unsafe(MANDATE_COLUMNS)} from mandates
    where merchant_id = ${merchantId} and provider_account is not distinct from ${providerAccount}
      and stored_id = ${storedId} and brand_id = ${brandId}
    order by id`;
  return rows.map(fromMandateRow);
}

/** Whether the user has a mandate of the same account for which it is not known yet what the provider stored. */
export async function isStoredUnknown(
  sql: Sql,
  { merchantId, brandId, providerAccount, id }: Mandate,
  userId: string,
): Promise<boolean> {
  const rows = await sql`select 1 from mandates
    where merchant_id = ${merchantId} and brand_id = ${brandId} and user_id = ${userId} and id <> ${id}
      and status = 'PENDING' and stored_id is null
      and provider_account is not distinct from ${providerAccount}
    limit 1`;
  return rows.length > 0;
}

/** Claims up to `limit` due mandates for `leaseMs`: until then nobody else gets them. */
export async function claimDueMandates(
  sql: Sql,
  now: Date,
  limit: number,
  leaseMs: number,
): Promise<Mandate[]> {
  const due = await sql<{ merchant_id: string; id: string }[]>`
    select merchant_id, id from mandates where due_at <= ${now} order by due_at limit ${limit}`;
  if (due.length === 0) return [];
  // The condition is repeated, so that if two processes choose the same row, only one gets it.
  const rows = await claimDueRows(
    sql,
    'mandates',
    due.sort(byKey),
    (tx, keys, merchantOf) => tx`
      update mandates set due_at = ${new Date(now.getTime() + leaseMs)}
      from json_to_recordset(${keys}::text::json) as due (merchant_id uuid, id uuid)
      where mandates.merchant_id = due.merchant_id and mandates.id = due.id and due_at <= ${now}
        ${merchantOf('mandates.merchant_id')}
      returning ${tx.unsafe(OWN_COLUMNS)}`,
  );
  return rows.map(fromMandateRow);
}

/** The provider could not tell yet what it stored: it is asked again later, and the mandate expires in time. */
export async function postponeStored(sql: Sql, mandate: Mandate, now: Date): Promise<void> {
  const { merchantId, id, inquiries, expiresAt } = mandate;
  const again = inquiryDueAt(inquiries, now);
  const dueAt = again !== null && (expiresAt === null || again < expiresAt) ? again : expiresAt;
  await sql`update mandates set due_at = ${dueAt}, inquiries = inquiries + 1
    where merchant_id = ${merchantId} and id = ${id} and status = 'PENDING'`;
}

/** After the provider was told of an end: it heard it, or it is told again later. */
export async function noteTold(
  sql: Sql,
  { merchantId, id, inquiries }: Mandate,
  { isHeard, now }: { isHeard: boolean; now: Date },
): Promise<void> {
  if (!isHeard) {
    await sql`update mandates set due_at = ${inquiryDueAt(inquiries, now)}, inquiries = inquiries + 1
      where merchant_id = ${merchantId} and id = ${id} and status not in ('PENDING', 'ACTIVE')`;
    return;
  }
  // If the customer was erased, the provider's id goes too, now that nobody needs it.
  await sql`update mandates set due_at = null, stored_sealed = null,
      stored_id = case when user_id = 'user-' || first_transaction_id then null else stored_id end
    where merchant_id = ${merchantId} and id = ${id} and status not in ('PENDING', 'ACTIVE')`;
}
