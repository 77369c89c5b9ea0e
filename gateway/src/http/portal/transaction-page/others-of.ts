// The other transactions of a customer on the page of one of them: the latest, and its twins. A twin is a paid pay-in
// with the same amount within a day, by the same customer or card: one of the two may be a duplicate. Plain reads.
import type { Context } from '../../../actions/context.ts';
import type { BrandId } from '../../../domain/merchants/brand.ts';
import { capturedMinor, namedUser, type Transaction } from '../../../domain/transactions/transaction.ts';
import type { TransactionFilter } from '../../../storage/listing/filter.ts';
import { searchTransactions } from '../../../storage/listing/search-transactions.ts';
import { readTransactions } from '../../../storage/transactions/read-transactions.ts';
import { type TransactionItem, toItems } from '../transactions/transaction-item.ts';

const MOST_RELATED = 10;
const MOST_TWINS = 3;
const NEAR_MS = 24 * 3_600_000;

export interface Others {
  /** Newest first. */
  related: TransactionItem[];
  twins: TransactionItem[];
}

export async function othersOf({ sql }: Context, brand: BrandId, transaction: Transaction): Promise<Others> {
  const [userId, email] = [namedUser(transaction), emailOf(transaction)];
  const texts = [userId, email].filter((one) => one != null);
  const [related, twins] = await Promise.all([
    find(sql, brand, { texts, filter: {}, most: MOST_RELATED }),
    twinsOf(sql, brand, transaction, texts),
  ]);
  const isOther = (one: Transaction) => one.id !== transaction.id && isSameCustomer(one, transaction);
  const shown = related.filter(isOther).slice(0, MOST_RELATED);
  return {
    related: await toItems(sql, brand.merchantId, shown),
    twins: await toItems(sql, brand.merchantId, twins.slice(0, MOST_TWINS)),
  };
}

async function twinsOf(
  sql: Context['sql'],
  brand: BrandId,
  transaction: Transaction,
  texts: readonly string[],
): Promise<Transaction[]> {
  const { id, type, status, amountMinor, currency, createdAt, card } = transaction;
  if (type !== 'PAYIN' || status !== 'COMPLETED') return [];
  const filter: TransactionFilter = {
    createdFrom: new Date(createdAt.getTime() - NEAR_MS),
    createdTo: new Date(createdAt.getTime() + NEAR_MS),
    types: ['PAYIN'],
    statuses: ['COMPLETED'],
    currencies: [currency],
    amountFromMinor: amountMinor,
    amountToMinor: amountMinor,
  };
  const all = card ? [...texts, card.last4] : texts;
  const found = await find(sql, brand, { texts: all, filter, most: 2 * MOST_RELATED });
  const isTwin = (one: Transaction) =>
    one.id !== id &&
    capturedMinor(one) === capturedMinor(transaction) &&
    (isSameCustomer(one, transaction) || isSameCard(one, transaction));
  return found.filter(isTwin);
}

/** Newest first. A search finds more than is meant: a text may also be another payment's reference. */
async function find(
  sql: Context['sql'],
  { merchantId, brandId }: BrandId,
  { texts, filter, most }: { texts: readonly string[]; filter: TransactionFilter; most: number },
): Promise<Transaction[]> {
  const request = { merchantId, brandId, filter, before: null, limit: most + 1 };
  const pages = await Promise.all(texts.map((text) => searchTransactions(sql, { ...request, text })));
  const ids = new Set(pages.flatMap((page) => page.ids));
  return readTransactions(sql, merchantId, [...ids].sort().reverse());
}

const emailOf = ({ details }: Transaction) => details.customer?.email?.toLowerCase();

function isSameCustomer(one: Transaction, other: Transaction): boolean {
  const [userId, email] = [namedUser(other), emailOf(other)];
  return (userId !== null && one.userId === userId) || (email !== undefined && emailOf(one) === email);
}

const isSameCard = (one: Transaction, other: Transaction): boolean =>
  one.cardKey !== null && other.cardKey !== null && one.cardKey.equals(other.cardKey);
