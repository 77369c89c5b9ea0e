// Erases the data beside finished transactions that may name their customer: proofs, notes, links, notifications, what
// we told a bank and what it told us, words of the audit log. It is part of the commit of erase-transactions.ts, never
// a commit of its own; safe to repeat.
import type { BrandId } from '../../domain/merchants/brand.ts';
import { type SqlTransaction, send } from '../database/database.ts';

/** $1 the merchant, $2 ids of transactions. In the order in which all writers lock. */
const STATEMENTS: readonly string[] = [
  `update confirmations set keys_sealed = null, document_sealed = null, document_type = null
   where merchant_id = $1 and transaction_id = any($2::uuid[])`,
  // A bank's text about a dispute may name people. The reason that a merchant gives for a refund is one of a few fixed
  // words.
  `update disputes set reason = null, response = response || '{"reason": null}'::jsonb
   where merchant_id = $1 and transaction_id = any($2::uuid[])`,
  'update dispute_evidence set content_sealed = null where merchant_id = $1 and transaction_id = any($2::uuid[])',
  // A customer's request has revoked it before; a mandate in use stays when only the time of its first pay-in is over.
  // What the provider must still hear stays sealed until it has heard.
  `update mandates set user_id = 'user-' || first_transaction_id, description = null, card = null, account = null,
     pan_sealed = null, stored_id = case when due_at is null then null else stored_id end,
     stored_sealed = case when due_at is null then null else stored_sealed end
   where merchant_id = $1 and first_transaction_id = any($2::uuid[]) and status not in ('PENDING', 'ACTIVE')`,
  'delete from transaction_notes where merchant_id = $1 and transaction_id = any($2::uuid[])',
  'delete from mails where merchant_id = $1 and transaction_id = any($2::uuid[])',
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
  // What a person wrote when they assigned the line. References and amounts of the provider stay.
  `update settlement_lines set reason = left(reason, position(': ' in reason) - 1)
   where merchant_id = $1 and transaction_id = any($2::uuid[]) and decided and position(': ' in reason) > 0`,
  // Each file that contains one of these payouts, even a withdrawn file. The row and its hash stay.
  `update bank_files set content_sealed = ''::bytea where merchant_id = $1 and octet_length(content_sealed) > 0 and id in (
     select unnest(array_append(withdrawn_files, file_id)) from bank_payouts
     where merchant_id = $1 and transaction_id = any($2::uuid[]))`,
  'delete from audit_words where merchant_id = $1 and transaction_id = any($2::uuid[])',
];

/** Counts about a person and about an address range. Counts about cards are keyed hashes. */
const COUNTS = `delete from risk_declines where merchant_id = $1 and brand_id = $3 and transaction_id = any($2::uuid[])
  and (starts_with(subject, 'user:') or starts_with(subject, 'source:'))`;

/** Answers the transactions that have a notification waiting to be applied. */
export async function eraseRelatedRows(
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
