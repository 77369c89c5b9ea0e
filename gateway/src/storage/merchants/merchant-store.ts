// Merchants, and the names that are taken. Names have a table of their own, because Citus cannot make a name unique in
// a table distributed by merchant (docs/decisions/0099). Only the statements; the rules are in actions/merchants.
import type { Row } from 'postgres';
import { merchantNameKey } from '../../domain/merchants/merchant-name.ts';
import type { Sql, SqlTransaction } from '../database/database.ts';

type Run = Sql | SqlTransaction;

export interface MerchantRow {
  merchantId: string;
  name: string;
  createdAt: Date;
}

/** False: a merchant with this id exists. claimMerchantName claims its name. */
export async function insertMerchant(run: Run, merchantId: string, name: string, at: Date): Promise<boolean> {
  const rows = await run`
    insert into merchants (merchant_id, name, created_at) values (${merchantId}, ${name}, ${at})
    on conflict (merchant_id) do nothing returning merchant_id`;
  return rows.length > 0;
}

/** False: another merchant has the name. It waits for the end of a transaction that claims the same name. */
export async function claimMerchantName(
  tx: SqlTransaction,
  merchantId: string,
  name: string,
): Promise<boolean> {
  const rows = await tx`
    insert into merchant_names (name_key, merchant_id) values (${merchantNameKey(name)}, ${merchantId})
    on conflict (name_key) do nothing returning name_key`;
  return rows.length > 0;
}

export async function releaseMerchantName(
  tx: SqlTransaction,
  merchantId: string,
  name: string,
): Promise<void> {
  await tx`delete from merchant_names where name_key = ${merchantNameKey(name)} and merchant_id = ${merchantId}`;
}

export async function merchantExists(run: Run, merchantId: string): Promise<boolean> {
  return (await run`select 1 from merchants where merchant_id = ${merchantId}`).length > 0;
}

export async function anyMerchant(run: Run): Promise<boolean> {
  return (await run`select 1 from merchants limit 1`).length > 0;
}

/** Locks the merchant: nobody else renames it until the transaction ends. */
export async function lockMerchant(tx: SqlTransaction, merchantId: string): Promise<MerchantRow | null> {
  const [row] = await tx`select merchant_id, name, created_at from merchants
    where merchant_id = ${merchantId} for update`;
  return row ? toMerchantRow(row) : null;
}

export async function setMerchantName(tx: SqlTransaction, merchantId: string, name: string): Promise<void> {
  await tx`update merchants set name = ${name} where merchant_id = ${merchantId}`;
}

/** Oldest first, after the given one; `name`: only those whose name contains it, in small or capital letters. */
export async function listMerchants(
  sql: Sql,
  { name, after, limit }: { name: string | null; after: string | null; limit: number },
): Promise<MerchantRow[]> {
  const named = name === null ? sql`` : sql`and position(lower(${name}) in lower(name)) > 0`;
  const later = after === null ? sql`` : sql`and merchant_id > ${after}`;
  const rows = await sql`select merchant_id, name, created_at from merchants where true ${named} ${later}
    order by merchant_id limit ${limit}`;
  return rows.map(toMerchantRow);
}

function toMerchantRow(row: Row): MerchantRow {
  return { merchantId: row.merchant_id, name: row.name, createdAt: row.created_at };
}
