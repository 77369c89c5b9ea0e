// A brand with a handful of transactions that differ in everything that a listing may filter by, for the tests of this
// folder.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Outcome } from '../../../src/domain/transactions/outcome.ts';
import { timeOrderedId } from '../../../src/domain/transactions/time-ordered-id.ts';
import type { CardSummary, Transaction } from '../../../src/domain/transactions/transaction.ts';
import type { Sql } from '../../../src/storage/database/database.ts';
import { fillListing } from '../../../src/storage/listing/fill-listing.ts';
import type { TransactionFilter } from '../../../src/storage/listing/filter.ts';
import {
  foldChanges,
  openFoldingPipeline,
  waitingChanges,
} from '../../../src/storage/listing/fold-changes.ts';
import { listTransactions } from '../../../src/storage/listing/list-transactions.ts';
import { searchTransactions } from '../../../src/storage/listing/search-transactions.ts';
import { aTransaction } from '../../stage/builders.ts';
import { applyJob, type Stage } from '../store-stage.ts';

export const [CARD, BANK] = [randomUUID(), randomUUID()];
export const BEGIN = new Date('2026-03-01T10:00:00.000Z');
const QUARTER_MS = 15 * 60_000;

export const aCard = (last4: string): CardSummary => ({
  brand: 'VISA',
  first6: '424242',
  last4,
  expiryMonth: '12',
  expiryYear: '2035',
});

export interface Spec {
  fields?: Partial<Transaction>;
  outcome?: Outcome;
}

/** A quarter of an hour apart, the first at BEGIN. */
export const SPECS: Spec[] = [
  {
    fields: { optionId: CARD, card: aCard('4242') },
    outcome: { kind: 'completed', providerReference: 'Net-1' },
  },
  { fields: { optionId: CARD, card: aCard('0002') }, outcome: { kind: 'declined', errorCode: '2001' } },
  { fields: { optionId: BANK, currency: 'USD', country: 'FR', userId: 'grace' } },
  { fields: { optionId: CARD, card: aCard('4242'), amountMinor: 90_000n }, outcome: { kind: 'completed' } },
  {
    fields: {
      type: 'PAYOUT',
      optionId: BANK,
      userId: 'grace',
      recipient: { name: 'Jörg Müller', account: 'DE•• 3000' },
    },
  },
  { fields: { origin: 'session', country: null, merchantReference: 'Order-7' } },
];

export interface Shop {
  merchantId: string;
  brandId: string;
  /** The opened transactions, in the order of SPECS. */
  transactions: Transaction[];
}

export async function openShop({ store }: Stage, specs: Spec[] = SPECS): Promise<Shop> {
  const merchantId = randomUUID();
  const brandId = randomUUID();
  const transactions: Transaction[] = [];
  for (const [i, { fields, outcome }] of specs.entries()) {
    const createdAt = new Date(BEGIN.getTime() + i * QUARTER_MS);
    const id = timeOrderedId(createdAt);
    const made = aTransaction({ merchantId, brandId, id, createdAt, dueAt: new Date(), ...fields });
    const customer = {
      ...made.details.customer,
      email: `Shopper.${i}@example.com`,
      phone: `+49 151 00000${i}`,
      ...(i === 0 && { firstName: 'Zoë', lastName: 'Hopper' }),
      ...fields?.details?.customer,
    };
    const transaction = { ...made, details: { ...made.details, customer, paymentReference: `invoice-${i}` } };
    await store.open({ transaction, profile: null });
    if (outcome) await store.apply(applyJob(transaction, outcome));
    transactions.push(transaction);
  }
  return { merchantId, brandId, transactions };
}

/**
 * Returns which of the shop's transactions a question finds, by their places in SPECS. `newest`: how many it looks at
 * before it uses the listing. `few`: how many may have an amount that is looked up by itself.
 */
export function asking(sql: Sql, { merchantId, brandId, transactions }: Shop, newest?: number, few?: number) {
  const places = (ids: readonly string[]) => ids.map((id) => transactions.findIndex((one) => one.id === id));
  const request = { merchantId, brandId, before: null, limit: 50 };
  return {
    list: async (filter: TransactionFilter = {}) =>
      places((await listTransactions(sql, { ...request, filter }, newest, few)).ids),
    search: async (text: string, filter: TransactionFilter = {}, typed = false) =>
      places((await searchTransactions(sql, { ...request, filter, text, typed })).ids),
    async pages(limit: number, filter: TransactionFilter = {}) {
      const pages: number[][] = [];
      let before: string | null = null;
      do {
        const page = await listTransactions(sql, { ...request, filter, before, limit }, newest, few);
        pages.push(places(page.ids));
        before = page.next;
      } while (before !== null && pages.length < 20);
      return pages;
    },
  };
}

/** Folds everything that waits. */
export async function foldUp({ sql }: Pick<Stage, 'sql'>): Promise<void> {
  const pipeline = openFoldingPipeline(sql);
  for (let waiting = await waitingChanges(sql); waiting.length > 0; waiting = await waitingChanges(sql))
    assert.deepEqual(await foldChanges(pipeline, waiting), []);
}

/** Walks through the older transactions to the end. */
export async function fillUp({ sql }: Pick<Stage, 'sql'>, batch = 2): Promise<void> {
  const pipeline = openFoldingPipeline(sql);
  while ((await fillListing(sql, pipeline, new Date(), batch)) === 'more');
}
