// The keys that sign a merchant's month-ends (decision 108). One key signs; former keys stay, so that anybody can check
// what they signed. It never keeps the private half of a retired key.
import type { Sql, SqlTransaction } from '../database/database.ts';

export interface MonthEndKey {
  id: string;
  /** SubjectPublicKeyInfo */
  publicKey: Buffer;
  madeAt: Date;
  /** null: this key signs. */
  retiredAt: Date | null;
}

/** Newest first. */
export async function listMonthEndKeys(
  sql: Sql | SqlTransaction,
  merchantId: string,
): Promise<MonthEndKey[]> {
  return await sql<MonthEndKey[]>`
    select id, public_key as "publicKey", made_at as "madeAt", retired_at as "retiredAt"
    from month_end_keys where merchant_id = ${merchantId} order by id desc`;
}

/** null: the merchant has none yet. */
export async function findSigningKey(
  tx: SqlTransaction,
  merchantId: string,
): Promise<{ id: string; publicKey: Buffer; privateSealed: Buffer } | null> {
  const [row] = await tx`
    select id, public_key, private_sealed from month_end_keys
    where merchant_id = ${merchantId} and retired_at is null for share`;
  return row ? { id: row.id, publicKey: row.public_key, privateSealed: row.private_sealed } : null;
}

/** false: another transaction was faster, and its key signs. */
export async function insertSigningKey(
  tx: SqlTransaction,
  merchantId: string,
  key: { id: string; publicKey: Buffer; privateSealed: Buffer; madeAt: Date },
): Promise<boolean> {
  const { count } = await tx`
    insert into month_end_keys (merchant_id, id, public_key, private_sealed, made_at)
    values (${merchantId}, ${key.id}, ${key.publicKey}, ${key.privateSealed}, ${key.madeAt})
    on conflict (merchant_id) where retired_at is null do nothing`;
  return count === 1;
}

/** Deletes the private half for good. Answers the public half; null: there was no signing key. */
export async function retireSigningKey(
  tx: SqlTransaction,
  merchantId: string,
  at: Date,
): Promise<Buffer | null> {
  const [row] = await tx`
    update month_end_keys set retired_at = ${at}, private_sealed = null
    where merchant_id = ${merchantId} and retired_at is null returning public_key`;
  return row?.public_key ?? null;
}
