// Saved cards, sealed. A card is written with the payment that completed (apply-changes.ts); this file reads it for another
// payment, and removes it. A removed card stays as a row without its number, so that a payment that began before does not save
// it once more.
import type { BrandId } from '../../domain/merchants/brand.ts';
import type { CardSummary } from '../../domain/transactions/transaction.ts';
import type { Sql, SqlTransaction } from '../database/database.ts';

export interface StoredCard {
  userId: string;
  panSealed: Buffer;
  card: CardSummary;
}

export interface CardOwner extends BrandId {
  userId: string;
}

/** A token works for the brand and the user it was issued to (contract 5); for anyone else it does not exist. */
export async function findCard(
  sql: Sql,
  { merchantId, brandId, userId }: CardOwner,
  token: string,
): Promise<StoredCard | null> {
  const rows = await sql`select user_id, pan_sealed, card from cards
    where merchant_id = ${merchantId} and brand_id = ${brandId} and token = ${token} and user_id = ${userId}
      and removed_at is null`;
  const row = rows[0];
  return row ? { userId: row.user_id, panSealed: row.pan_sealed, card: row.card } : null;
}

export interface ListedCard {
  token: string;
  userId: string;
  card: CardSummary;
  createdAt: Date;
}

/** Those of a user, newest first. */
export async function listCards(
  sql: Sql,
  { merchantId, brandId, userId }: CardOwner,
  limit: number,
): Promise<ListedCard[]> {
  return await sql<ListedCard[]>`select token, user_id as "userId", card, created_at as "createdAt" from cards
    where merchant_id = ${merchantId} and brand_id = ${brandId} and user_id = ${userId} and removed_at is null
    order by created_at desc, token limit ${limit}`;
}

/** What is left of a removed card: to a release that does not know of removals it is an expired one. */
const NO_CARD: CardSummary = { brand: '', first6: '', last4: '', expiryMonth: '01', expiryYear: '2000' };

/** Removes its number and all that it shows. What it was; null: the brand, or the user if one is named, has no such card. */
export async function removeCard(
  tx: SqlTransaction,
  { merchantId, brandId }: BrandId,
  { token, userId }: { token: string; userId: string | null },
  now: Date,
): Promise<ListedCard | null> {
  const [found] = await tx<
    ListedCard[]
  >`select token, user_id as "userId", card, created_at as "createdAt" from cards
    where merchant_id = ${merchantId} and brand_id = ${brandId} and token = ${token}
      and user_id = coalesce(${userId}::text, user_id) and removed_at is null for update`;
  if (!found) return null;
  await tx`update cards set pan_sealed = ''::bytea, card = ${tx.json({ ...NO_CARD })}, removed_at = ${now}
    where merchant_id = ${merchantId} and brand_id = ${brandId} and user_id = ${found.userId} and token = ${token}`;
  return found;
}
