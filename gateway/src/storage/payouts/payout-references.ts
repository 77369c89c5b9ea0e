// Which of many merchant references are taken, and by which transactions. It uses the unique index of references, and
// only reads.
import type { Sql } from '../database/database.ts';

export interface KnownReference {
  transactionId: string;
  brandId: string;
  type: string;
  status: string;
  merchantReference: string;
  /** null: claimed without a country. */
  country: string | null;
  currency: string;
  amountMinor: bigint;
}

export async function findReferences(
  sql: Sql,
  merchantId: string,
  references: readonly string[],
): Promise<KnownReference[]> {
  if (references.length === 0) return [];
  const rows = await sql`
    select id, brand_id, type, status, merchant_reference, reference_country, currency, amount_minor
    from transactions
    where merchant_id = ${merchantId} and merchant_reference = any(${references as string[]})`;
  return rows.map((row) => ({
    transactionId: row.id,
    brandId: row.brand_id,
    type: row.type,
    status: row.status,
    merchantReference: row.merchant_reference,
    country: row.reference_country === '' ? null : row.reference_country,
    currency: row.currency,
    amountMinor: row.amount_minor,
  }));
}
