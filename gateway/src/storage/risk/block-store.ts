// The blocks of brands in the database (contract 12). brand-directory.ts keeps the valid ones in memory. A change also
// updates the brand's updated_at (brand-store.ts, touchBrand), so every process loads it. It never stores a card's
// number, only its key.

import type { Row } from 'postgres';
import type { BrandId } from '../../domain/merchants/brand.ts';
import {
  type Block,
  type BlockKind,
  type HashOfValue,
  hashedValue,
  isHashedValue,
} from '../../domain/risk/block-list.ts';
import type { Sql, SqlTransaction } from '../database/database.ts';

type Run = Sql | SqlTransaction;

/** A block as operators see it. */
export interface StoredBlock extends Block {
  merchantId: string;
  brandId: string;
  /** The value as people may see it; for a card, the digits that may be shown. */
  shown: string;
  /** The transaction from which somebody made it. */
  transactionId: string | null;
  reason: string;
  createdAt: Date;
}

export async function insertBlock(run: Run, block: StoredBlock): Promise<void> {
  await run`
    insert into blocks (${run.unsafe(COLUMNS)})
    values (${block.merchantId}, ${block.brandId}, ${block.id}, ${block.kind}, ${block.value}, ${block.shown},
      ${block.transactionId}, ${block.reason}, ${block.createdAt}, ${block.expiresAt})`;
}

/** The deleted block; null if there was none. */
export async function deleteBlock(
  run: Run,
  merchantId: string,
  brandId: string,
  id: string,
): Promise<StoredBlock | null> {
  const rows = await run`delete from blocks
    where merchant_id = ${merchantId} and brand_id = ${brandId} and id = ${id}
    returning ${run.unsafe(COLUMNS)}`;
  return rows[0] ? toBlock(rows[0]) : null;
}

/** The valid blocks, oldest first. */
export async function loadBlocks(
  run: Run,
  merchantIds: readonly string[],
  brandIds: readonly string[],
  now: Date,
): Promise<StoredBlock[]> {
  const rows = await run`
    select ${run.unsafe(COLUMNS)} from blocks
    where merchant_id = any(${merchantIds as string[]}::uuid[]) and brand_id = any(${brandIds as string[]}::uuid[])
      and (expires_at is null or expires_at > ${now})
    order by created_at, id`;
  return rows.map(toBlock);
}

const COLUMNS =
  'merchant_id, brand_id, id, kind, value, shown, transaction_id, reason, created_at, expires_at';

function toBlock(row: Row): StoredBlock {
  return {
    merchantId: row.merchant_id,
    brandId: row.brand_id,
    id: row.id,
    kind: row.kind as BlockKind,
    value: row.value,
    shown: row.shown,
    transactionId: row.transaction_id,
    reason: row.reason,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

export async function deleteEndedBlocks(sql: Sql, now: Date): Promise<void> {
  await sql`delete from blocks where expires_at <= ${now}`;
}

export interface BlockSearch {
  kind: BlockKind | null;
  /** A part of the value or of the reason. */
  search: string | null;
  /** The id of a block: answers only older ones. Ids are in the order of time. */
  before: string | null;
  now: Date;
  limit: number;
}

/** The valid blocks, newest first. */
export async function pageOfBlocks(
  run: Run,
  { merchantId, brandId }: BrandId,
  { kind, search, before, now, limit }: BlockSearch,
): Promise<StoredBlock[]> {
  const rows = await run`
    select ${run.unsafe(COLUMNS)} from blocks
    where merchant_id = ${merchantId} and brand_id = ${brandId} and (expires_at is null or expires_at > ${now})
      ${kind === null ? run`` : run`and kind = ${kind}`}
      ${before === null ? run`` : run`and id < ${before}`}
      ${search === null ? run`` : run`and (strpos(lower(shown), ${search.toLowerCase()}) > 0 or strpos(lower(reason), ${search.toLowerCase()}) > 0)`}
    order by id desc limit ${limit}`;
  return rows.map(toBlock);
}

/** Which blocks to hash: those made from these transactions, and those with these values. */
export interface HashedBlocks {
  transactionIds: readonly string[];
  userIds: readonly string[];
  emails: readonly string[];
  /** In the same form as in blocks. */
  ranges: readonly string[];
}

const ERASED = '(erased)';

/** Those that hashBlocks would hash. */
export async function findBlocks(
  run: Run,
  { merchantId, brandId }: BrandId,
  { transactionIds, userIds, emails, ranges }: HashedBlocks,
): Promise<{ id: string; kind: BlockKind; value: string }[]> {
  return await run<{ id: string; kind: BlockKind; value: string }[]>`
    select id, kind, value from blocks
    where merchant_id = ${merchantId} and brand_id = ${brandId} and reason <> ${ERASED}
      and (transaction_id = any(${transactionIds as string[]}::uuid[])
        or (kind = 'userId' and value = any(${userIds as string[]}::text[]))
        or (kind = 'email' and value = any(${emails.map((one) => one.toLowerCase())}::text[]))
        or (kind = 'ip' and value = any(${ranges as string[]}::text[])))
    order by id`;
}

/**
 * Hashed blocks go on blocking, but nobody sees their values any more. Answers their ids; then call touchBrand in the
 * same commit.
 */
export async function hashBlocks(
  tx: SqlTransaction,
  { merchantId, brandId }: BrandId,
  which: HashedBlocks,
  hashOf: HashOfValue,
): Promise<string[]> {
  const rows = await findBlocks(tx, { merchantId, brandId }, which);
  for (const { id, kind, value } of rows) {
    const isPersonal = kind === 'email' || kind === 'userId' || kind === 'ip';
    const kept = isPersonal && !isHashedValue(value) ? hashedValue(kind, value, hashOf) : value;
    const isShown = kind === 'country' || kind === 'bin';
    await tx`
      update blocks set value = ${kept}, shown = ${isShown ? value : ERASED}, reason = ${ERASED}
      where merchant_id = ${merchantId} and brand_id = ${brandId} and id = ${id}`;
  }
  return rows.map(({ id }) => id);
}
