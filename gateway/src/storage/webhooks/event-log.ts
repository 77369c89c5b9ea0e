// The order of a brand's events, for GET /events. Each event gets a position after its commit, from the fold of
// listings (listing/fold-changes.ts), which holds the lock of the merchant's head. An event that a person sends again
// gets a second position (log-resends.ts). So a visible event has a lower position than every later one, however long a
// commit takes and however many processes write. No payment waits for it.
import type { BrandId } from '../../domain/merchants/brand.ts';
import { type AnyTransaction, isOnCitus, type Sql, send } from '../database/database.ts';
import { ColumnArray } from '../pipeline/recordset.ts';

/** A transaction that changed. */
export interface Noted {
  merchantId: string;
  id: string;
}

export const merchantsOf = (noted: readonly Noted[]) =>
  new ColumnArray(
    'uuid',
    noted.map(({ merchantId }) => merchantId),
  );
export const idsOf = (noted: readonly Noted[]) =>
  new ColumnArray(
    'uuid',
    noted.map(({ id }) => id),
  );

/**
 * Call with the heads locked: gives these transactions' events positions if they have none. Answers the number of new
 * positions for each merchant. On Citus: all of one merchant.
 */
export async function logEvents(tx: AnyTransaction, noted: readonly Noted[]): Promise<Map<string, number>> {
  const [first] = noted;
  if (!first) return new Map();
  const logged = isOnCitus(tx)
    ? await send(tx, LOG_OF_ONE, [first.merchantId, idsOf(noted)])
    : await send(tx, LOG, [merchantsOf(noted), idsOf(noted)]);
  const counts = new Map<string, number>();
  for (const { merchant_id } of logged) counts.set(merchant_id, (counts.get(merchant_id) ?? 0) + 1);
  return counts;
}

/** Events of one transaction keep their order, whatever the clocks of two processes showed. */
const logOf = (given: string, merchantOf: (row: string) => string) => `
  insert into event_log (merchant_id, brand_id, position, event_id, transaction_id, sequence, created_at)
  select merchant_id, brand_id,
    (select h.last_position from listing_heads h where h.merchant_id = ${merchantOf('fresh')})
      + row_number() over (partition by fresh.merchant_id order by at, transaction_id, sequence),
    event_id, transaction_id, sequence, created_at
  from (
    select e.merchant_id, e.brand_id, e.event_id, e.transaction_id, e.sequence, e.created_at,
      max(e.created_at) over (partition by e.merchant_id, e.transaction_id order by e.sequence) as at
    from ${given}
    cross join lateral (select * from events where merchant_id = ${merchantOf('given')} and transaction_id = given.id offset 0) e
    where not exists (
      select 1 from event_log l where l.merchant_id = ${merchantOf('e')} and l.event_id = e.event_id)) as fresh
  returning merchant_id`;
const LOG = logOf('unnest($1::uuid[], $2::uuid[]) as given (merchant_id, id)', (row) => `${row}.merchant_id`);
/** The merchant is a parameter, so that the coordinator finds the shard. */
const LOG_OF_ONE = logOf('unnest($2::uuid[]) as given (id)', () => '$1::uuid');

/** Call it in the same transaction, after logEvents. On Citus: all of one merchant. */
export async function moveHeads(tx: AnyTransaction, logged: ReadonlyMap<string, number>): Promise<void> {
  if (logged.size === 0) return;
  if (isOnCitus(tx)) {
    const [one] = logged;
    await send(
      tx,
      'update listing_heads set last_position = last_position + $2::bigint where merchant_id = $1',
      [...one!],
    );
    return;
  }
  await send(
    tx,
    `update listing_heads h set last_position = h.last_position + r.logged
     from unnest($1::uuid[], $2::integer[]) as r (merchant_id, logged) where h.merchant_id = r.merchant_id`,
    [new ColumnArray('uuid', [...logged.keys()]), new ColumnArray('integer', [...logged.values()])],
  );
}

export interface LoggedEvent {
  position: bigint;
  /** Id of the event or of its resend: a reader continues after this id. */
  id: string;
  isResend: boolean;
  /** Byte for byte as in the delivery. */
  body: string;
}

/**
 * The events after a position, oldest first, made at `since` or later; with `resends` also events that were sent again.
 */
export async function eventsAfter(
  sql: Sql,
  { merchantId, brandId }: BrandId,
  { after, since, limit, resends }: { after: bigint; since: Date; limit: number; resends: boolean },
): Promise<LoggedEvent[]> {
  const rows = await sql`
    select l.position, l.event_id as id, l.sequence < 0 as is_resend, e.body from event_log l
    join events e on e.merchant_id = ${merchantId} and e.transaction_id = l.transaction_id
      and e.sequence = abs(l.sequence)
    where l.merchant_id = ${merchantId} and l.brand_id = ${brandId} and l.position > ${after}
      and l.created_at >= ${since} and (${resends} or l.sequence > 0)
    order by l.position limit ${limit}`;
  return rows.map(({ position, id, is_resend: isResend, body }) => ({ position, id, isResend, body }));
}

/** The position of an event or a resend. null: the brand has none with this id, or it is older. */
export async function positionOf(
  sql: Sql,
  { merchantId, brandId }: BrandId,
  eventId: string,
  since: Date,
): Promise<bigint | null> {
  const [found] = await sql`
    select position from event_log where merchant_id = ${merchantId} and event_id = ${eventId}
      and brand_id = ${brandId} and created_at >= ${since}`;
  return found?.position ?? null;
}

/**
 * A position at or above that of all events made before `since`, as exactly as clocks agree. Positions rise with time,
 * so a binary search finds it: about twenty index lookups among years of events, or a single one if no event is so old.
 */
export async function positionBefore(sql: Sql, brand: BrandId, since: Date): Promise<bigint> {
  const first = await nextOf(sql, brand, 0n);
  if (first === null || first.createdAt >= since) return 0n;
  let before = first.position;
  let [{ last }] = (await sql`select max(position) as last from event_log
    where merchant_id = ${brand.merchantId} and brand_id = ${brand.brandId}`) as unknown as [
    { last: bigint },
  ];
  while (last > before) {
    const middle = before + (last - before) / 2n;
    const next = await nextOf(sql, brand, middle);
    if (next !== null && next.position <= last && next.createdAt < since) before = next.position;
    else last = middle;
  }
  return before;
}

/** The first event after a position. */
async function nextOf(sql: Sql, { merchantId, brandId }: BrandId, after: bigint) {
  const [row] = await sql`
    select position, created_at from event_log
    where merchant_id = ${merchantId} and brand_id = ${brandId} and position > ${after}
    order by position limit 1`;
  return row ? { position: row.position as bigint, createdAt: row.created_at as Date } : null;
}

/** The brand's last position; its id is null if the event is older than `since`. */
export async function newestPlace(
  sql: Sql,
  { merchantId, brandId }: BrandId,
  since: Date,
): Promise<{ position: bigint; id: string | null }> {
  const [row] = await sql`
    select position, event_id, created_at from event_log
    where merchant_id = ${merchantId} and brand_id = ${brandId} order by position desc limit 1`;
  if (!row) return { position: 0n, id: null };
  return { position: row.position, id: row.created_at >= since ? row.event_id : null };
}

/** The last position of each merchant: one query tells which of many streams have new events. */
export async function lastPositions(sql: Sql, merchantIds: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await sql`
    select merchant_id, last_position from listing_heads where merchant_id in ${sql(merchantIds)}`;
  return new Map(rows.map((row) => [row.merchant_id, row.last_position]));
}
