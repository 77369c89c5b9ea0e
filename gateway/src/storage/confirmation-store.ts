// What shoppers handed in as proof of a payment, sealed: references and receipts say who paid, and from which account.
// Written before a provider hears of it (actions/confirm-payment.ts), read again where the provider may not have heard.
// Nothing is ever changed or taken back; of several of one transaction the newest counts.
import type { Sql } from './database.ts';
import { survivingConnectionLoss, withRetries } from './database.ts';

export interface StoredConfirmation {
  merchantId: string;
  transactionId: string;
  /** A UUIDv7: later ones are greater. */
  id: string;
  keysSealed: Buffer;
  documentSealed: Buffer | null;
  /** By its bytes; null without a receipt. */
  documentType: string | null;
  createdAt: Date;
}

export async function insertConfirmation(sql: Sql, one: StoredConfirmation): Promise<void> {
  // Its id makes the second try after a lost acknowledgement harmless.
  await survivingConnectionLoss(() =>
    withRetries(
      () => sql`
        insert into confirmations (merchant_id, transaction_id, id, keys_sealed, document_sealed, document_type, created_at)
        values (${one.merchantId}, ${one.transactionId}, ${one.id}, ${one.keysSealed}, ${one.documentSealed},
          ${one.documentType}, ${one.createdAt})
        on conflict (merchant_id, transaction_id, id) do nothing`,
    ),
  );
}

/** The newest one of a transaction, without its receipt, which may be 2 MB. */
export async function findNewestConfirmation(
  sql: Sql,
  merchantId: string,
  transactionId: string,
): Promise<Pick<StoredConfirmation, 'keysSealed' | 'documentType' | 'createdAt'> | null> {
  const rows = await sql`select keys_sealed, document_type, created_at from confirmations
    where merchant_id = ${merchantId} and transaction_id = ${transactionId} order by id desc limit 1`;
  const row = rows[0];
  return row
    ? { keysSealed: row.keys_sealed, documentType: row.document_type, createdAt: row.created_at }
    : null;
}
