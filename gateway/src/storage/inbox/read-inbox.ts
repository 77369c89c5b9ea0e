// What waits for a person of a brand: a statement for each kind, which reads the state where it stands
// (inbox-sources.ts). Nothing is stored for the inbox. A count stops at COUNTED_TO. It only reads.
import type { Row } from 'postgres';
import { COUNTED_TO, type InboxKind } from '../../domain/inbox/inbox.ts';
import type { BrandId } from '../../domain/merchants/brand.ts';
import { timeOfId } from '../../domain/transactions/time-ordered-id.ts';
import type { Sql } from '../database/database.ts';
import { NAMES_NOW, OF_BRAND, SOURCES } from './inbox-sources.ts';

export interface InboxItem {
  id: string;
  /** What it is, within its kind. */
  subject: string;
  transactionId: string | null;
  /** As people of the merchant know it: a merchant reference, an address of webhooks, an e-mail address. */
  reference: string | null;
  currency: string | null;
  amountMinor: bigint | null;
  /** For what stands for several: how many. */
  quantity: number | null;
  since: Date;
  /** Until when a person may decide it. */
  until: Date | null;
}

export interface InboxGroup {
  kind: InboxKind;
  /** At most COUNTED_TO. */
  count: number;
  /** Those to decide first. */
  items: InboxItem[];
}

/** The kinds of which something waits, in the order of `kinds`. `most`: items of each kind. */
export async function readInbox(
  sql: Sql,
  brand: BrandId,
  { now, kinds, most }: { now: Date; kinds: readonly InboxKind[]; most: number },
): Promise<InboxGroup[]> {
  const groups = await Promise.all(
    kinds.map(async (kind) => {
      const items = await itemsOf(sql, brand, { kind, now, most });
      // Fewer than asked for are all that there are.
      const count = items.length < most ? items.length : await countKind(sql, brand, kind, now);
      return { kind, count, items };
    }),
  );
  return groups.filter(({ count }) => count > 0);
}

/** How many of each kind wait; kinds without any are missing. */
export async function countInbox(
  sql: Sql,
  brand: BrandId,
  { now, kinds }: { now: Date; kinds: readonly InboxKind[] },
): Promise<Map<InboxKind, number>> {
  const counted = await Promise.all(
    kinds.map(async (kind) => [kind, await countKind(sql, brand, kind, now)] as const),
  );
  return new Map(counted.filter(([, count]) => count > 0));
}

/**
 * Whether anything of these kinds waits. It stops at the first thing. Beside 300,000 waiting rows it reads 25 to 32
 * pages. A statement that found the brands of all these rows took 1.4 s.
 */
export async function isAnythingWaiting(
  sql: Sql,
  { merchantId, brandId }: BrandId,
  { now, kinds }: { now: Date; kinds: readonly InboxKind[] },
): Promise<boolean> {
  const any = kinds.map((kind) => `exists (select from (${SOURCES[kind].rows(OF_BRAND)}) w)`);
  const [row] = await sql.unsafe(
    `select ${NAMES_NOW} and (${any.join(' or ')}) as waits`,
    [now, merchantId, brandId],
    { prepare: true },
  );
  return row!.waits;
}

async function countKind(
  sql: Sql,
  { merchantId, brandId }: BrandId,
  kind: InboxKind,
  now: Date,
): Promise<number> {
  const [row] = await sql.unsafe(
    `select count(*)::integer as count from (
       select w.id from (${SOURCES[kind].rows(OF_BRAND)}) w where ${NAMES_NOW} limit ${COUNTED_TO}) counted`,
    [now, merchantId, brandId],
    { prepare: true },
  );
  return row!.count;
}

async function itemsOf(
  sql: Sql,
  { merchantId, brandId }: BrandId,
  { kind, now, most }: { kind: InboxKind; now: Date; most: number },
): Promise<InboxItem[]> {
  const { rows: source, order } = SOURCES[kind];
  // The openings are joined after the limit, so that only the shown ones are read.
  const rows = await sql.unsafe(
    `select w.id, w.subject, w.transaction_id, coalesce(w.reference, o.merchant_reference) as reference,
       coalesce(w.currency, o.currency) as currency, coalesce(w.amount_minor, o.amount_minor) as amount_minor,
       w.quantity, w.since, w.until
     from (select * from (${source(OF_BRAND)}) w where ${NAMES_NOW} order by ${order} limit ${most}) w
     left join openings o on o.merchant_id = $2 and o.id = w.transaction_id
     order by w.${order.replace(', ', ', w.')}`,
    [now, merchantId, brandId],
    { prepare: true },
  );
  return rows.map(itemOf);
}

export const itemOf = (row: Row): InboxItem => ({
  id: row.id,
  subject: row.subject,
  transactionId: row.transaction_id,
  reference: row.reference,
  currency: row.currency,
  amountMinor: row.amount_minor,
  quantity: row.quantity,
  since: row.since ?? timeOfId(row.id),
  until: row.until,
});
