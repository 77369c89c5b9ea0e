// Erases what we keep about a customer beside transactions: profile, saved cards, views that look for them, lines of
// the request log, counts, and the words of the audit log about blocks. The caller passes the values that name the
// person; they are never stored.
import { queryNames } from '../../domain/erasure/erased.ts';
import type { BrandId } from '../../domain/merchants/brand.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { type SqlTransaction, send } from '../database/database.ts';
import type { CustomerName } from './find-customer.ts';

/**
 * Deletes profile and cards of this user, and of users whose profile has this e-mail address. Answers how many cards it
 * deleted.
 */
export async function deleteCustomer(
  tx: SqlTransaction,
  { merchantId, brandId }: BrandId,
  { userId, email }: CustomerName,
): Promise<number> {
  const gone = await tx`
    delete from customers where merchant_id = ${merchantId} and brand_id = ${brandId}
      and (user_id = ${userId}::text or lower(profile ->> 'email') = lower(${email}::text)) returning user_id`;
  const users = [...new Set([...(userId === null ? [] : [userId]), ...gone.map((row) => row.user_id)])];
  const cards = await tx`
    delete from cards where merchant_id = ${merchantId} and brand_id = ${brandId} and user_id = any(${users}::text[])
    returning removed_at`;
  return cards.filter((card) => card.removed_at === null).length;
}

/** Removes the user from their mandates, which were revoked before, also where the first pay-in is erased already. */
export async function eraseMandatesOf(
  tx: SqlTransaction,
  { merchantId, brandId }: BrandId,
  userId: string,
): Promise<void> {
  await tx`
    update mandates set user_id = 'user-' || first_transaction_id, description = null, card = null, account = null,
      pan_sealed = null, stored_id = case when due_at is null then null else stored_id end,
      stored_sealed = case when due_at is null then null else stored_sealed end
    where merchant_id = ${merchantId} and brand_id = ${brandId} and user_id = ${userId}
      and status not in ('PENDING', 'ACTIVE')`;
}

/** Deletes cards that these payments saved after their customer's cards were deleted. */
export async function deleteCardsOf(tx: SqlTransaction, payments: readonly Transaction[]): Promise<void> {
  for (const { merchantId, brandId, userId, card, completedAt } of payments) {
    if (!card?.token || completedAt === null) continue;
    await tx`
      delete from cards where merchant_id = ${merchantId} and brand_id = ${brandId} and user_id = ${userId}
        and token = ${card.token} and created_at = ${completedAt}`;
  }
}

/** Deletes views, requests and counts that name the person. */
export async function deleteMentions(
  tx: SqlTransaction,
  { merchantId, brandId }: BrandId,
  values: readonly string[],
): Promise<void> {
  const views = await tx`select id, name, query from saved_views
    where merchant_id = ${merchantId} and brand_id = ${brandId}`;
  const named = views.filter(
    ({ name, query }) => queryNames(query, values) || values.some((value) => isIn(name, value)),
  );
  await tx`delete from saved_views where merchant_id = ${merchantId} and brand_id = ${brandId}
    and id = any(${named.map(({ id }) => id)}::uuid[])`;
  for (const value of values) {
    await tx`update request_log set message = null where merchant_id = ${merchantId} and brand_id = ${brandId}
      and strpos(message, ${`"${value}"`}) > 0`;
    await tx`delete from risk_declines where merchant_id = ${merchantId} and brand_id = ${brandId}
      and subject = ${`user:${value}`}`;
  }
}

/** Matches only whole words: a user may be called "1". */
function isIn(text: string, value: string): boolean {
  const words = ` ${text.toLowerCase()} `;
  return words.includes(` ${value.toLowerCase()} `);
}

/** The possible subjects of audit rows about a brand. */
export interface AboutWhom {
  transactionIds: readonly string[];
  blockIds: readonly string[];
  values: readonly string[];
}

/**
 * Deletes the words of audit rows about blocks and notifications. Words about transactions are deleted together with
 * the transactions' data (erase-related-rows.ts).
 */
export async function deleteBrandWords(
  tx: SqlTransaction,
  { merchantId, brandId }: BrandId,
  { transactionIds, blockIds, values }: AboutWhom,
): Promise<void> {
  const rows = await send(
    tx,
    `select w.audit_id, w.words, l.before, l.after from audit_words w
     join audit_log l on l.merchant_id = w.merchant_id and l.id = w.audit_id
     where w.merchant_id = $1 and w.brand_id = $2`,
    [merchantId, brandId],
  );
  const lower = values.map((value) => value.toLowerCase());
  const own = rows.filter(({ words, before, after }) =>
    [...sides(before, after), ...sides(...partsOf(words))].some(
      (facts) =>
        transactionIds.includes(facts.transactionId as string) ||
        blockIds.includes(facts.blockId as string) ||
        lower.includes(String(facts.value ?? '').toLowerCase()) ||
        lower.includes(String(facts.userId ?? '').toLowerCase()),
    ),
  );
  if (own.length === 0) return;
  await send(tx, 'delete from audit_words where merchant_id = $1 and audit_id = any($2::uuid[])', [
    merchantId,
    own.map((row) => row.audit_id),
  ]);
}

function sides(...texts: (string | null)[]): Record<string, unknown>[] {
  return texts.flatMap((text) => (text === null ? [] : [JSON.parse(text)]));
}

function partsOf(words: string): string[] {
  return Object.values(JSON.parse(words)).map((part) => JSON.stringify(part));
}
