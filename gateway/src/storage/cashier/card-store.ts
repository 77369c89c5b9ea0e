// Saved cards, sealed. A card is written with the payment that completed (apply-changes.ts); this file reads it for another
// payment.
import type { BrandId } from '../../domain/merchants/brand.ts';
import type { CardSummary } from '../../domain/transactions/transaction.ts';
import type { Sql } from '../database/database.ts';

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
    where merchant_id = ${merchantId} and brand_id = ${brandId} and token = ${token} and user_id = ${userId}`;
  const row = rows[0];
  return row ? { userId: row.user_id, panSealed: row.pan_sealed, card: row.card } : null;
}

/** Those of a user, newest first. */
export async function listCards(
  sql: Sql,
  { merchantId, brandId, userId }: CardOwner,
  limit: number,
): Promise<{ token: string; card: CardSummary }[]> {
  const rows = await sql`select token, card from cards
    where merchant_id = ${merchantId} and brand_id = ${brandId} and user_id = ${userId}
    order by created_at desc, token limit ${limit}`;
  return rows.map((row) => ({ token: row.token, card: row.card }));
}
