// What stands beside transactions that are over and may name their customer: proofs, notes, links, notifications, what a bank was
// told and tells, words of the audit log. Part of the commit of erase-transactions.ts; safe to repeat.
import type { BrandId } from '../../domain/merchants/brand.ts';
import { type SqlTransaction, send } from '../database/database.ts';

/** $1 the merchant, $2 ids of transactions. In the order in which all writers lock. */
const STATEMENTS: readonly string[] = [
  `update confirmations set keys_sealed = null, document_sealed = null, document_type = null
   where merchant_id = $1 and transaction_id = any($2::uuid[])`,
  // What a bank says of a dispute may name people; what a merchant gives as the reason of a refund is one of few words.
  'update disputes set reason = null where merchant_id = $1 and transaction_id = any($2::uuid[])',
  'delete from transaction_notes where merchant_id = $1 and transaction_id = any($2::uuid[])',
  'delete from transaction_tags where merchant_id = $1 and transaction_id = any($2::uuid[])',
  // The keyed hashes of account and name stay.
  'update payout_recipients set user_id = null where merchant_id = $1 and transaction_id = any($2::uuid[])',
  `update payment_links set description = '' where merchant_id = $1 and transaction_id = any($2::uuid[])`,
  'update request_log set message = null where merchant_id = $1 and transaction_id = any($2::uuid[])',
  `update provider_notifications set body_sealed = null where merchant_id = $1 and id in (
     select notification_id from notification_work
     where merchant_id = $1 and transaction_id = any($2::uuid[]) and state <> 'waiting')`,
  `update notification_work set reason = left(reason, position(': ' in reason) - 1)
   where merchant_id = $1 and transaction_id = any($2::uuid[]) and position(': ' in reason) > 0`,
  `update bank_entries set details_sealed = null,
     reason = case when position(': ' in reason) > 0 then left(reason, position(': ' in reason) - 1) else reason end
   where merchant_id = $1 and transaction_id = any($2::uuid[]) and state <> 'waiting'`,
  // Each file that has a payout of them, the withdrawn ones too. Its row and its hash stay.
  `update bank_files set content_sealed = ''::bytea where merchant_id = $1 and octet_length(content_sealed) > 0 and id in (
     select unnest(array_append(withdrawn_files, file_id)) from bank_payouts
     where merchant_id = $1 and transaction_id = any($2::uuid[]))`,
  'delete from audit_words where merchant_id = $1 and transaction_id = any($2::uuid[])',
];

/** Counts of a person and of a source of addresses; those of cards are keyed hashes. */
const COUNTS = `delete from risk_declines where merchant_id = $1 and brand_id = $3 and transaction_id = any($2::uuid[])
  and (starts_with(subject, 'user:') or starts_with(subject, 'source:'))`;

/** Answers the transactions of which a notification waits to be applied. */
export async function eraseBeside(
  tx: SqlTransaction,
  { merchantId, brandId }: BrandId,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  for (const statement of STATEMENTS) await send(tx, statement, [merchantId, ids]);
  await send(tx, COUNTS, [merchantId, ids, brandId]);
  const rows = await send(
    tx,
    `select distinct transaction_id from notification_work
     where merchant_id = $1 and transaction_id = any($2::uuid[]) and state = 'waiting'`,
    [merchantId, ids],
  );
  return rows.map((row) => row.transaction_id);
}
