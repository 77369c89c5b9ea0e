// Folds changed transactions into the listing (with its search terms) and the totals, gives their events positions
// (webhooks/event-log.ts), and deletes the notes. Nothing else writes these tables. It compares the folded state with
// the current one, so folding a transaction twice, or after a crash, changes nothing. It locks the heads of its
// merchants first and never a row of transactions, so it delays no payment. fold-statements.ts has the statements.
import {
  type AnyTransaction,
  inPipeline,
  isDatabaseTrouble,
  isLockTimeout,
  isOnCitus,
  openPipeline,
  type Pipeline,
  type Sql,
  send,
  type Writer,
  withRetries,
} from '../database/database.ts';
import { ShardPipelines } from '../group-commit/shard-pipelines.ts';
import type { PlaceOf } from '../pipeline/pipeline-transaction.ts';
import { ColumnArray } from '../pipeline/recordset.ts';
import { idsOf, logEvents, merchantsOf, moveHeads, type Noted } from '../webhooks/event-log.ts';
import { FOLD, READ_PARTS, TAKE_NOTES, TAKE_NOTES_OF_ONE, WRITE_PARTS } from './fold-statements.ts';

/**
 * Commits on this pipeline wait for the disk: a crash must not undo event positions that readers have seen. Every join
 * here starts from a thousand ids and uses an index; without the settings of all pipelines the planner reads whole
 * tables while they are small. Its few statements are large, so the database plans each for its parameters.
 */
export function openFoldingPipeline(sql: Sql): Pipeline {
  return openPipeline(sql, OF_FOLDING);
}
const OF_FOLDING = { connection: { plan_cache_mode: 'force_custom_plan' } };

/** For foldChanges on Citus. */
export const openFoldingPipelinesOfShards = (sql: Sql) => new ShardPipelines(sql, OF_FOLDING);

export interface Waiting {
  merchantId: string;
  /** Number of noted transactions; one with two notes counts twice. */
  noted: number;
  /** Id of the oldest note. These ids follow the time of the commit. */
  oldestId: string;
}

export async function waitingChanges(sql: Sql): Promise<Waiting[]> {
  const rows = await sql`
    select merchant_id, sum(cardinality(transaction_ids))::integer as noted,
      (select id from transaction_changes o where o.merchant_id = c.merchant_id order by id limit 1) as oldest_id
    from transaction_changes c group by merchant_id order by merchant_id`;
  return rows.map((row) => ({ merchantId: row.merchant_id, noted: row.noted, oldestId: row.oldest_id }));
}

/**
 * Noted transactions in a batch. A card pay-in has two notes, so a batch has some 500 transactions, which keep a
 * processor busy for 25 ms while payments wait.
 */
export const BATCH = 1_000;

export interface FoldOptions {
  /** On Citus; absent: all statements go through the coordinator. */
  ofShards?: ShardPipelines | null;
  /**
   * Another process creates the head, or holds a lock that the fold needs: this merchant's changes wait for the next
   * turn.
   */
  atLock?: (merchantId: string) => void;
}

/**
 * Folds one batch for each merchant, several merchants in one transaction. The last note of a batch may add a few more
 * transactions. Answers the merchants whose fold failed; their changes still wait. It does not answer merchants locked
 * by another process: it reports those to `atLock`.
 */
export async function foldChanges(
  pipeline: Writer,
  waiting: readonly Waiting[],
  batch = BATCH,
  options: FoldOptions = {},
): Promise<{ merchantId: string; error: unknown }[]> {
  const failed = [];
  for (const group of groupsOf(waiting, batch, pipeline.placeOf)) {
    try {
      await foldGroup(pipeline, group, batch, options);
      continue;
    } catch (error) {
      if (isDatabaseTrouble(error)) throw error;
    }
    // One of these merchants has a fault or a lock: fold each of them alone.
    for (const merchantId of group) {
      try {
        await foldGroup(pipeline, [merchantId], batch, options);
      } catch (error) {
        if (isDatabaseTrouble(error)) throw error;
        if (isLockTimeout(error)) options.atLock?.(merchantId);
        else failed.push({ merchantId, error });
      }
    }
  }
  return failed;
}

/**
 * Groups merchants that together fill a batch; on Citus all of one shard. Folding a little for many merchants takes no
 * longer than folding much for one.
 */
function groupsOf(waiting: readonly Waiting[], batch: number, placeOf: PlaceOf | null): string[][] {
  const groups: string[][] = [];
  for (const own of Map.groupBy(waiting, ({ merchantId }) => placeOf?.(merchantId)).values()) {
    let noted = Number.POSITIVE_INFINITY;
    for (const one of own) {
      if (noted + one.noted > batch) {
        groups.push([]);
        noted = 0;
      }
      groups.at(-1)!.push(one.merchantId);
      noted += one.noted;
    }
  }
  return groups;
}

async function foldGroup(
  pipeline: Writer,
  merchantIds: readonly string[],
  batch: number,
  { ofShards = null }: FoldOptions,
): Promise<void> {
  const straight = (writer: Writer) => foldMerchants(writer, merchantIds, batch);
  const byPipeline = async () => {
    if (pipeline.placeOf === null) await straight(pipeline);
    else for (const merchantId of merchantIds) await foldMerchants(pipeline, [merchantId], batch);
  };
  await withRetries(() => (ofShards ? ofShards.use(merchantIds, straight, byPipeline) : byPipeline()));
}

/**
 * If another process folds a merchant, this one leaves it alone. Through the coordinator of Citus: one merchant at a
 * time.
 */
async function foldMerchants(writer: Writer, merchantIds: readonly string[], batch: number): Promise<void> {
  await inPipeline(writer, async (tx) => {
    const own = await lockHeads(tx, merchantIds, 'skip locked');
    if (own.length === 0) return { last: [], answer: null };
    const noted = await takeNotes(tx, own, batch);
    const folded = foldTransactions(tx, noted);
    const [logged] = await Promise.all([logEvents(tx, noted), folded]);
    return { last: [moveHeads(tx, logged)], answer: null };
  });
}

async function takeNotes(tx: AnyTransaction, own: readonly string[], batch: number): Promise<Noted[]> {
  const rows = isOnCitus(tx)
    ? await send(tx, TAKE_NOTES_OF_ONE, [own[0], batch])
    : await send(tx, TAKE_NOTES, [new ColumnArray('uuid', own), batch]);
  return rows.map((row) => ({ merchantId: row.merchant_id, id: row.id })).sort(byMerchantAndId);
}

const byMerchantAndId = (a: Noted, b: Noted) =>
  a.merchantId === b.merchantId ? (a.id < b.id ? -1 : 1) : a.merchantId < b.merchantId ? -1 : 1;

/**
 * Answers the merchants whose heads were free; with '' it waits for all heads. The lock is a separate, second
 * statement, so that what follows reads everything that the former holder wrote. On Citus: one merchant.
 */
export async function lockHeads(
  tx: AnyTransaction,
  merchantIds: readonly string[],
  others: 'skip locked' | '',
): Promise<string[]> {
  if (isOnCitus(tx)) {
    const given = [merchantIds[0]];
    await send(tx, 'insert into listing_heads (merchant_id) values ($1) on conflict do nothing', given);
    const locked = await send(
      tx,
      `select merchant_id from listing_heads where merchant_id = $1 for update ${others}`,
      given,
    );
    return locked.map((row) => row.merchant_id);
  }
  const given = [new ColumnArray('uuid', merchantIds.toSorted())];
  await send(
    tx,
    'insert into listing_heads (merchant_id) select unnest($1::uuid[]) on conflict do nothing',
    given,
  );
  const locked = await send(
    tx,
    `select merchant_id from listing_heads where merchant_id = any($1::uuid[]) order by merchant_id for update ${others}`,
    given,
  );
  return locked.map((row) => row.merchant_id);
}

/** Call with the heads locked. It ignores ids that have no transaction. On Citus: all of one merchant. */
export async function foldTransactions(tx: AnyTransaction, noted: readonly Noted[]): Promise<void> {
  const [first] = noted;
  if (!first) return;
  if (!isOnCitus(tx)) {
    await send(tx, FOLD, [merchantsOf(noted), idsOf(noted)]);
    return;
  }
  const [rows] = await send(tx, READ_PARTS, [first.merchantId, idsOf(noted)]);
  const written = Object.entries(WRITE_PARTS).map(
    ([name, statement]) => rows![name] && send(tx, statement, [first.merchantId, rows![name]]),
  );
  await Promise.all(written);
}
