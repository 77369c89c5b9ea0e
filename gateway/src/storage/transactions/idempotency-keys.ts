// The idempotency keys of card pay-ins (spec 8, contract 8): which payment holds a key, the HMAC of its request, and
// the answer to replay. open-transactions.ts claims a key in the commit that opens its payment, apply-changes.ts keeps
// the first answer in the commit that decides it, and worker/forget-keys.ts removes both after 48 hours. It looks up a
// row by its key or its payment, and never stores a request in clear.
import { firstIdAt } from '../../domain/transactions/time-ordered-id.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { type AnyTransaction, type Sql, send } from '../database/database.ts';
import { byKey } from '../database/row-order.ts';
import { givenRows } from '../database/row-statements.ts';
import { Recordset } from '../pipeline/recordset.ts';

/** Idempotency keys are kept this long (spec 8). */
export const KEY_LIFETIME_MS = 48 * 3_600_000;

/** The key of a request, and the HMAC of its data. */
export interface Idempotency {
  key: string;
  fingerprint: Buffer;
}

/** The payment that holds a key. */
export interface KeyHolder {
  transactionId: string;
  fingerprint: Buffer;
  /** null: there is none yet. */
  answer: string | null;
  createdAt: Date;
  /** false: its request was refused because of its reference, so the key is free. */
  isOpened: boolean;
}

type Key = Pick<Transaction, 'merchantId' | 'brandId'> & { key: string };

export async function findKeyHolder(sql: Sql, { merchantId, brandId, key }: Key): Promise<KeyHolder | null> {
  const [row] = await sql`
    select k.transaction_id, k.request_fingerprint, k.answer, k.created_at, o.id is not null as is_opened
    from idempotency_keys k left join openings o on o.merchant_id = k.merchant_id and o.id = k.transaction_id
    where k.merchant_id = ${merchantId} and k.brand_id = ${brandId} and k.key = ${key}`;
  if (!row) return null;
  return {
    transactionId: row.transaction_id,
    fingerprint: row.request_fingerprint,
    answer: row.answer,
    createdAt: row.created_at,
    isOpened: row.is_opened,
  };
}

/** null: the payment has no key, or no answer yet. */
export async function findAnswer(
  sql: Sql,
  merchantId: string,
  transactionId: string,
): Promise<string | null> {
  const [row] = await sql`select answer from idempotency_keys
    where merchant_id = ${merchantId} and transaction_id = ${transactionId}`;
  return row?.answer ?? null;
}

export async function removeKey(sql: Sql, merchantId: string, transactionId: string): Promise<void> {
  await sql`delete from idempotency_keys where merchant_id = ${merchantId} and transaction_id = ${transactionId}`;
}

const ANSWERS = new Recordset({ merchant_id: 'uuid', id: 'uuid', answer: 'text' });

/** Stores answers for payments that have a key. Replays get the first answer, whatever follows later. */
export async function keepAnswers(
  tx: AnyTransaction,
  answers: readonly { transaction: Transaction; answer: string }[],
): Promise<void> {
  if (answers.length === 0) return;
  const rows = answers.map(({ transaction: { merchantId, id }, answer }) => ({
    merchant_id: merchantId,
    id,
    answer,
  }));
  const { from, sameMerchant, parameters } = givenRows(tx, ANSWERS, rows.sort(byKey));
  await send(
    tx,
    `update idempotency_keys k set answer = r.answer from ${from}
     where ${sameMerchant('k.merchant_id')} and k.transaction_id = r.id and k.answer is null`,
    parameters,
  );
}

/** Removes a merchant's oldest keys that are older than a time, at most `limit`. Answers their number. */
export async function removeKeysBefore(
  sql: Sql,
  merchantId: string,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const removed = await sql`
    delete from idempotency_keys where merchant_id = ${merchantId} and transaction_id in (
      select transaction_id from idempotency_keys
      where merchant_id = ${merchantId} and transaction_id < ${firstIdAt(before)}
      order by transaction_id limit ${limit})`;
  return removed.count;
}

/** One query for all merchants: with two thousand merchants, a query for each would keep an idle cluster busy. */
export async function merchantsWithKeysBefore(sql: Sql, before: Date): Promise<string[]> {
  const rows = await sql`
    select m.merchant_id from merchants m where exists (
      select 1 from idempotency_keys k
      where k.merchant_id = m.merchant_id and k.transaction_id < ${firstIdAt(before)})
    order by m.merchant_id`;
  return rows.map((row) => row.merchant_id);
}
