// Erases a few transactions of a brand that are noted in erasure_work, and notes the work that is left. The request of
// a customer calls it, and so does the worker. Unfinished transactions wait. Safe to repeat, and for two processes at
// once.
import { isFinal, namedUser, STATUSES, type Transaction } from '../../domain/transactions/transaction.ts';
import { addressSource } from '../../domain/web-address.ts';
import { type Sql, withRetries } from '../../storage/database/database.ts';
import {
  deleteBrandWords,
  deleteCardsOf,
  deleteCustomer,
  eraseMandatesOf,
} from '../../storage/erasure/erase-person.ts';
import { type Erased, eraseTransactions } from '../../storage/erasure/erase-transactions.ts';
import { type ErasureCause, endErasure, putErasureOff } from '../../storage/erasure/erasure-work.ts';
import { countExpired } from '../../storage/erasure/retention-marks.ts';
import { blockHash } from '../../storage/keys/vault.ts';
import { touchBrand } from '../../storage/merchants/brand-store.ts';
import { hashBlocks } from '../../storage/risk/block-store.ts';
import { longestHoldMs } from '../../storage/webhooks/resend-events.ts';
import type { Context } from '../context.ts';
import { revokeMandatesOf, revokeUnusedMandates } from '../mandates/revoke-mandate.ts';
import type { Unused } from './expired-before.ts';

/** Few enough to hold their locks only briefly. */
export const ERASED_AT_ONCE = 50;
/** A batch is certainly done by then, or its process is dead. */
export const LEASE_MS = 60_000;
/** An unfinished transaction is looked at again this much later. */
const UNTIL_OVER_MS = 5_000;

export interface Batch {
  transactionIds: readonly string[];
  cause: ErasureCause;
  /** Erased before; this is the second and last pass. */
  again?: boolean;
  /** For `retention`: customers without a newer transaction; their profile, cards and mandates end too. */
  unused?: Unused;
}

/** Answers how many were erased now. */
export async function eraseBatch(
  context: Context,
  { merchantId, brandId }: { merchantId: string; brandId: string },
  batch: Batch,
): Promise<number> {
  const { sql, brands, now, config } = context;
  const brand = brands.byId(brandId);
  if (!brand) throw new Error(`brand ${brandId} does not exist`);
  const { transactionIds, cause, again = false, unused } = batch;
  // A retention setting does not touch the brand's blocks; only a customer's request erases them.
  if (cause === 'request') {
    await eraseBlocks(context, brand, transactionIds);
    // A payment that was open when the customer asked may have made a mandate since.
    await revokeMandatesOf(context, brand, { userId: null, transactionIds });
  }
  if (unused) await revokeUnusedMandates(context, brand, unused);
  const at = now();
  const { transactions } = await withRetries(() =>
    eraseTransactions(sql, brand, { ids: transactionIds, at }, async (tx, erased) => {
      const { over, done, unfinished } = divide(transactionIds, erased, again);
      if (cause === 'request') await deleteCardsOf(tx, erased.transactions);
      let cards = 0;
      for (const userId of unused?.userIds ?? []) {
        cards += await deleteCustomer(tx, brand, { userId, email: null });
        await eraseMandatesOf(tx, brand, userId);
      }
      if (cause === 'retention')
        await countExpired(tx, brand, { transactions: erased.transactions.length, cards });
      // A worker may hold an older copy of a webhook and still write a try. So these transactions are erased once more
      // after that.
      const heldUntil = new Date(at.getTime() + longestHoldMs(config.webhookTimeoutMs));
      await endErasure(tx, merchantId, done);
      await putErasureOff(tx, merchantId, over, { dueAt: heldUntil, erasedAt: at });
      await putErasureOff(tx, merchantId, unfinished, { dueAt: new Date(at.getTime() + UNTIL_OVER_MS) });
    }),
  );
  return transactions.length;
}

function divide(ids: readonly string[], { over, waiting }: Erased, again: boolean) {
  const isOver = new Set(over);
  const done = again ? over.filter((id) => !waiting.includes(id)) : [];
  return {
    done,
    over: over.filter((id) => !done.includes(id)),
    unfinished: ids.filter((id) => !isOver.has(id)),
  };
}

/** Runs before the erasure, because the erased data tells which blocks belong to the customer. */
async function eraseBlocks(
  { sql, vault, brands }: Context,
  brand: { merchantId: string; brandId: string },
  transactionIds: readonly string[],
): Promise<void> {
  const { merchantId, brandId } = brand;
  const named = await namesIn(sql, merchantId, transactionIds);
  const values = [...named.userIds, ...named.emails, ...named.ranges];
  const blockIds = await withRetries(() =>
    sql.begin(async (tx) => {
      await touchBrand(tx, merchantId, brandId);
      const ids = await hashBlocks(tx, brand, { transactionIds, ...named }, blockHash(vault, brandId));
      await deleteBrandWords(tx, brand, { transactionIds, blockIds: ids, values });
      return ids;
    }),
  );
  if (blockIds.length > 0) await brands.refresh();
}

/** The values that a customer's blocks may have, from the finished transactions. */
async function namesIn(sql: Sql, merchantId: string, ids: readonly string[]) {
  const rows = await sql<Pick<Transaction, 'id' | 'userId' | 'details'>[]>`
    select id, user_id as "userId", details from transactions
    where merchant_id = ${merchantId} and id = any(${ids as string[]}::uuid[]) and status = any(${FINAL}::text[])`;
  const addresses = rows.flatMap(({ details }) => [details.browserIp, details.customer?.ip]);
  return {
    userIds: [...new Set(rows.flatMap((one) => namedUser(one) ?? []))],
    emails: [...new Set(rows.flatMap(({ details }) => details.customer?.email ?? []))],
    ranges: [...new Set(addresses.flatMap((one) => (one ? (addressSource(one) ?? []) : [])))],
  };
}

const FINAL = STATUSES.filter(isFinal);
