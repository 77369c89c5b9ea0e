// Saved cards, sealed. apply-changes.ts writes a card with the payment that completed; this file reads it for another
// payment, and removes it. A removed card stays as a row without its number, so that a payment that began earlier does
// not save it again.
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

/** A token works only for the brand and the user that received it (contract 5); for anyone else it does not exist. */
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

/** The cards of a user, newest first. */
export async function listCards(
  sql: Sql,
  { merchantId, brandId, userId }: CardOwner,
  limit: number,
): Promise<ListedCard[]> {
  return await sql<ListedCard[]>`select token, user_id as "userId", card, created_at as "createdAt" from cards
    where merchant_id = ${merchantId} and brand_id = ${brandId} and user_id = ${userId} and removed_at is null
    order by created_at desc, token limit ${limit}`;
}

/** What remains of a removed card. A release that does not know removed cards sees an expired card. */
const NO_CARD: CardSummary = { brand: '', first6: '', last4: '', expiryMonth: '01', expiryYear: '2000' };

/**
 * Removes the card's number and all that it shows. Answers the card as it was; null: the brand has no such card, or the
 * named user has not.
 */
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
