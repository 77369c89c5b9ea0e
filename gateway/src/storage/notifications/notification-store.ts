// What providers reported (contract 13): each item once, however often it comes, and how its processing went. An item
// is written once and never changed; only its small row of work changes. The rules are in actions/notifications.
import {
  type MoneyEvent,
  NOTHING_TO_TAKE_BACK,
  type NotificationItem,
  type NotificationState,
  OTHER_DISPUTE,
} from '../../domain/notifications/news.ts';
import { claimDueRows } from '../database/claim-due.ts';
import { type Sql, type SqlTransaction, withRetries } from '../database/database.ts';
import { byKey } from '../database/row-order.ts';

/** The recipient of an item: an account of a brand, from the address that was called. */
export interface Addressee {
  merchantId: string;
  brandId: string;
  accountId: string;
  provider: string;
}

export interface NewNotification extends Omit<NotificationItem, 'body'> {
  id: string;
  bodySealed: Buffer;
}

export interface StoredNotification extends Addressee, Omit<NotificationItem, 'body'> {
  id: string;
  receivedAt: Date;
  /** null: erased. */
  bodySealed: Buffer | null;
  state: NotificationState;
  reason: string | null;
  transactionId: string | null;
  /** How often it came. */
  deliveries: number;
  tries: number;
  /** Time of the next try; for a claimed item, the end of the lease. */
  dueAt: Date | null;
}

/** How an item came: the provider sent it, or the gateway asked for it because it had not arrived. */
export type Arrival = 'sent' | 'asked-for';

/**
 * The items are durable when it answers. If an item came before, it only counts it, and only if the provider sent it.
 */
export async function storeNotifications(
  sql: Sql,
  to: Addressee,
  items: readonly NewNotification[],
  { arrival, receivedAt }: { arrival: Arrival; receivedAt: Date },
): Promise<void> {
  const { merchantId, brandId, accountId } = to;
  // The same order everywhere, so that two deliveries of the same items do not wait for each other in a circle.
  const sorted = [...items].sort((a, b) => (a.key < b.key ? -1 : 1));
  await withRetries(() =>
    sql.begin(async (tx) => {
      for (const item of sorted) {
        const isNew = await insertItem(tx, to, item, receivedAt);
        if (!isNew && arrival === 'asked-for') continue;
        await (isNew
          ? tx`insert into notification_work (merchant_id, notification_id, brand_id, state, deliveries, tries, due_at)
              values (${merchantId}, ${item.id}, ${brandId}, 'waiting', 1, 0, ${receivedAt})`
          : tx`update notification_work set deliveries = deliveries + 1
              where merchant_id = ${merchantId} and notification_id = (select id from provider_notifications
                where merchant_id = ${merchantId} and account_id = ${accountId} and item_key = ${item.key})`);
      }
    }),
  );
}

async function insertItem(
  tx: SqlTransaction,
  { merchantId, brandId, accountId, provider }: Addressee,
  item: NewNotification,
  receivedAt: Date,
): Promise<boolean> {
  const { count } = await tx`
    insert into provider_notifications (merchant_id, id, brand_id, account_id, provider, item_key, kind, reference,
      provider_reference, amount_minor, currency, occurred_at, received_at, foreign_account, body_sealed)
    values (${merchantId}, ${item.id}, ${brandId}, ${accountId}, ${provider}, ${item.key}, ${item.kind}, ${item.reference},
      ${item.providerReference}, ${item.amountMinor}, ${item.currency}, ${item.occurredAt}, ${receivedAt},
      ${item.isForeignAccount}, ${item.bodySealed})
    on conflict (merchant_id, account_id, item_key) do nothing`;
  return count > 0;
}

/** Claims up to `limit` items that are due, for `leaseMs`: until then nobody else gets them. */
export async function claimDueNotifications(
  sql: Sql,
  now: Date,
  limit: number,
  leaseMs: number,
): Promise<StoredNotification[]> {
  const due = await sql<{ merchant_id: string; id: string }[]>`
    select merchant_id, notification_id as id from notification_work where due_at <= ${now} order by due_at limit ${limit}`;
  if (due.length === 0) return [];
  return await claimDueRows(sql, 'notification_work', due.sort(byKey), async (tx, keys, merchantOf) => {
    const claimed = await tx`
      update notification_work set due_at = ${new Date(now.getTime() + leaseMs)}
      from json_to_recordset(${keys}::text::json) as due (merchant_id uuid, id uuid)
      where notification_work.merchant_id = due.merchant_id and notification_id = due.id and due_at <= ${now}
        ${merchantOf('notification_work.merchant_id')}
      returning due.merchant_id, due.id`;
    const rows = await tx`
      select ${tx.unsafe(COLUMNS)} from provider_notifications n
      join notification_work w on w.merchant_id = n.merchant_id and w.notification_id = n.id
      join json_to_recordset(${JSON.stringify(claimed)}::text::json) as due (merchant_id uuid, id uuid)
        on n.merchant_id = due.merchant_id and n.id = due.id ${merchantOf('n.merchant_id')}`;
    return rows.map(fromRow);
  });
}

/** The result of a try. `dueAt`: when to try again; null: not automatically. */
export interface Verdict {
  state: NotificationState;
  reason: string | null;
  transactionId: string | null;
  dueAt: Date | null;
}

/**
 * Saves only while the item waits: a person may have dismissed it meanwhile. If something woke the item meanwhile, it
 * stays due, because the thing it waits for may have come after this try began. A verdict `unlessWoken` is not saved
 * then. Answers whether it was saved.
 */
export async function saveVerdict(
  sql: Sql,
  { merchantId, id, dueAt: lease }: Pick<StoredNotification, 'merchantId' | 'id' | 'dueAt'>,
  { state, reason, transactionId, dueAt, moneyEvent, unlessWoken = false }: Verdict & SavedWith,
): Promise<boolean> {
  const isDone = state !== 'waiting';
  if (isDone) await eraseBody(sql, { merchantId, id }, { state, transactionId });
  const { count } = await sql`
    update notification_work set state = ${state}, reason = ${reason}, transaction_id = ${transactionId}, told = ${moneyEvent},
      due_at = case when ${isDone}::boolean or due_at = ${lease} then ${dueAt}::timestamptz else due_at end, tries = tries + 1
    where merchant_id = ${merchantId} and notification_id = ${id} and state = 'waiting'
      and (not ${unlessWoken}::boolean or due_at = ${lease})`;
  return count > 0;
}

interface SavedWith {
  moneyEvent: MoneyEvent | null;
  unlessWoken?: boolean;
}

/**
 * Call it before reading the transaction, so that whoever changes the transaction afterwards wakes the item
 * (`wakeNotifications`).
 */
export async function noteSubject(
  sql: Sql,
  { merchantId, id }: Pick<StoredNotification, 'merchantId' | 'id'>,
  transactionId: string,
): Promise<void> {
  await sql`
    update notification_work set transaction_id = ${transactionId}
    where merchant_id = ${merchantId} and notification_id = ${id} and state = 'waiting'`;
}

/**
 * Erases bodies that nothing will read again, and bodies about an erased person, so that no erased data comes back
 * (docs/decisions/0085).
 */
async function eraseBody(
  sql: Sql | SqlTransaction,
  { merchantId, id }: { merchantId: string; id: string },
  { state, transactionId }: Pick<Verdict, 'state' | 'transactionId'>,
): Promise<void> {
  const isNeedless = state === 'ignored' || state === 'foreign';
  await sql`
    update provider_notifications set body_sealed = null
    where merchant_id = ${merchantId} and id = ${id} and (${isNeedless}::boolean or exists (
      select 1 from openings where merchant_id = ${merchantId} and id = ${transactionId}::uuid
        and details ->> 'erasedAt' is not null))`;
}

/**
 * Makes a transaction's waiting items due now: the thing they waited for may have come. `news`: the gateway now knows
 * its payment, or a dispute of it, so items that were judged without it are judged again. One statement, so that it
 * misses no item whose verdict is being saved.
 */
export async function wakeNotifications(
  sql: Sql,
  {
    merchantId,
    transactionId,
    news,
  }: { merchantId: string; transactionId: string; news: 'payment' | 'dispute' | null },
  now: Date,
): Promise<void> {
  await sql`
    update notification_work set state = 'waiting', due_at = ${now}
    where merchant_id = ${merchantId} and transaction_id = ${transactionId} and ((state = 'waiting' and due_at > ${now})
      or (${news === 'payment'}::boolean and state = 'applied' and reason = ${NOTHING_TO_TAKE_BACK})
      or (${news === 'dispute'}::boolean and state = 'conflict' and reason = ${OTHER_DISPUTE}))`;
}

export interface ListedNotifications {
  merchantId: string;
  brandId: string;
  /** null: all. */
  state: NotificationState | null;
  /** Only items about this transaction; absent: all. */
  transactionId?: string;
  /** Only items that came after this one; null: from the first. */
  after: string | null;
  limit: number;
}

/** Oldest first. */
export async function listNotifications(
  sql: Sql,
  { merchantId, brandId, state, after, limit, transactionId }: ListedNotifications,
): Promise<StoredNotification[]> {
  const rows = await sql`
    select ${sql.unsafe(COLUMNS)} from provider_notifications n
    join notification_work w on w.merchant_id = n.merchant_id and w.notification_id = n.id
    where n.merchant_id = ${merchantId} and n.brand_id = ${brandId}
      and (${state}::text is null or w.state = ${state})
      and (${transactionId ?? null}::uuid is null or w.transaction_id = ${transactionId ?? null}) and (${after}::uuid is null or n.id > ${after}::uuid)
    order by n.id limit ${limit}`;
  return rows.map(fromRow);
}

/** The states that need a person. */
const FOR_PEOPLE = `('unmatched', 'conflict')`;

export interface NotificationPage {
  merchantId: string;
  brandId: string;
  /** Empty: all. */
  states: readonly NotificationState[];
  /** Items that need a person, or all others. */
  part: 'for-people' | 'others';
  /** Only items before this one; null: from the newest. */
  before: string | null;
  limit: number;
}

/** A page for people, newest first. */
export async function pageOfNotifications(
  sql: Sql,
  { merchantId, brandId, states, part, before, limit }: NotificationPage,
): Promise<StoredNotification[]> {
  // The states are constant text, so that the planner uses the partial index of items for people.
  const isIn = `w.state ${part === 'for-people' ? 'in' : 'not in'} ${FOR_PEOPLE}`;
  const rows = await sql`
    select ${sql.unsafe(COLUMNS)} from provider_notifications n
    join notification_work w on w.merchant_id = n.merchant_id and w.notification_id = n.id
    where n.merchant_id = ${merchantId} and n.brand_id = ${brandId}
      and w.merchant_id = ${merchantId} and w.brand_id = ${brandId} and ${sql.unsafe(isIn)}
      and (${states.length === 0} or w.state = any(${states as string[]}::text[]))
      and (${before}::uuid is null or n.id < ${before}::uuid)
    order by n.id desc limit ${limit}`;
  return rows.map(fromRow);
}

/** The items about a transaction, oldest first; only the latest ones if there are too many. */
export async function notificationsOf(
  sql: Sql,
  { merchantId, id }: { merchantId: string; id: string },
  limit: number,
): Promise<StoredNotification[]> {
  const rows = await sql`
    select ${sql.unsafe(COLUMNS)} from notification_work w
    join provider_notifications n on n.merchant_id = w.merchant_id and n.id = w.notification_id
    where w.merchant_id = ${merchantId} and w.transaction_id = ${id} order by n.id desc limit ${limit}`;
  return rows.map(fromRow).reverse();
}

/** null: the brand has none with this id. */
export async function findNotification(
  sql: Sql | SqlTransaction,
  { merchantId, brandId }: Pick<Addressee, 'merchantId' | 'brandId'>,
  id: string,
): Promise<StoredNotification | null> {
  const [row] = await sql`
    select ${sql.unsafe(COLUMNS)} from provider_notifications n
    join notification_work w on w.merchant_id = n.merchant_id and w.notification_id = n.id
    where n.merchant_id = ${merchantId} and n.brand_id = ${brandId} and n.id = ${id}`;
  return row ? fromRow(row) : null;
}

/**
 * Stores a person's decision: the item is due again now, or dismissed. Answers whether its state was still in `from`.
 */
export async function setNotification(
  tx: SqlTransaction,
  { merchantId, id }: Pick<StoredNotification, 'merchantId' | 'id'>,
  from: NotificationState,
  { state, reason, dueAt }: Omit<Verdict, 'transactionId'>,
): Promise<boolean> {
  if (state === 'ignored') await eraseBody(tx, { merchantId, id }, { state, transactionId: null });
  const { count } = await tx`
    update notification_work set state = ${state}, reason = ${reason}, due_at = ${dueAt}
    where merchant_id = ${merchantId} and notification_id = ${id} and state = ${from}`;
  return count > 0;
}

const COLUMNS = `n.merchant_id, n.id, n.brand_id, n.account_id, n.provider, n.item_key, n.kind, n.reference, n.provider_reference,
  n.amount_minor, n.currency, n.occurred_at, n.received_at, n.foreign_account, n.body_sealed, w.state, w.reason,
  w.transaction_id, w.deliveries, w.tries, w.due_at`;

// biome-ignore lint/suspicious/noExplicitAny: a row from the driver, with the columns above
function fromRow(row: any): StoredNotification {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    brandId: row.brand_id,
    accountId: row.account_id,
    provider: row.provider,
    key: row.item_key,
    kind: row.kind,
    reference: row.reference,
    providerReference: row.provider_reference,
    amountMinor: row.amount_minor,
    currency: row.currency,
    occurredAt: row.occurred_at,
    receivedAt: row.received_at,
    isForeignAccount: row.foreign_account,
    bodySealed: row.body_sealed,
    state: row.state,
    reason: row.reason,
    transactionId: row.transaction_id,
    deliveries: row.deliveries,
    tries: row.tries,
    dueAt: row.due_at,
  };
}
