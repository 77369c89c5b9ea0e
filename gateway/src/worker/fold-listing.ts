// Updates the listing, the search terms and the totals with changed transactions (storage/listing/fold-changes.ts), and
// after an upgrade fills them with the older ones. Loops of chores.ts. Lists read changes that are not folded yet from
// the transactions, so their answers are always right; only a long queue would make them slow.
import type { Context } from '../actions/context.ts';
import { firstIdAt } from '../domain/transactions/time-ordered-id.ts';
import { fillListing } from '../storage/listing/fill-listing.ts';
import {
  BATCH,
  foldChanges,
  openFoldingPipeline,
  openFoldingPipelinesOfShards,
  type Waiting,
  waitingChanges,
} from '../storage/listing/fold-changes.ts';
import type { TurnResult } from './turn-result.ts';

/** In a burst payments come first: after a turn the fold rests for this many times the turn's duration. */
const REST = 4;
/** If more noted transactions than this wait, the fold does not rest, because they make a search slower. */
const MOST_WAITING = 8_000;
/**
 * If a noted transaction has waited longer than this, the fold does not rest, because GET /events lacks its events
 * meanwhile. With the limit by number alone, the oldest waited for 12 s on a machine that was busy with other work;
 * with this limit it waits for 3 s (docs/decisions/0055).
 */
const MOST_WAITING_MS = 2_000;
/** Each turn reads the whole queue, so it folds a long queue in larger batches. */
const LARGE_BATCH = 5_000;

type Parts = Pick<Context, 'sql' | 'now' | 'log'>;

/** One turn: a batch for each merchant that has changes. */
export function foldListing({ sql, now, log }: Parts): () => Promise<TurnResult> {
  const pipeline = openFoldingPipeline(sql);
  const ofShards = openFoldingPipelinesOfShards(sql);
  let restUntilMs = 0;
  return async () => {
    const waiting = await waitingChanges(sql);
    if (waiting.length === 0) return 'nothing';
    const beganMs = performance.now();
    const hurries = isPressing(waiting, now());
    if (beganMs < restUntilMs && !hurries) return 'done';
    const failed = await foldChanges(pipeline, waiting, hurries ? LARGE_BATCH : BATCH, {
      ofShards,
      atLock: (merchantId) =>
        log.info({ merchantId }, 'a listing is locked; its changes will be folded in the next turn'),
    });
    restUntilMs = performance.now() + REST * (performance.now() - beganMs);
    for (const { merchantId, error } of failed)
      log.error(
        { err: error, merchantId },
        'changes could not be folded into the listing; they stay in the queue',
      );
    // Thrown to the loop, so that it pauses longer before the same ones fail again.
    if (failed.length > 0) throw new Error(`the changes of ${failed.length} merchants could not be folded`);
    return 'done';
  };
}

function isPressing(waiting: readonly Waiting[], at: Date): boolean {
  const latest = firstIdAt(new Date(at.getTime() - MOST_WAITING_MS));
  if (waiting.some(({ oldestId }) => oldestId < latest)) return true;
  return waiting.reduce((sum, one) => sum + one.noted, 0) > MOST_WAITING;
}

const FILL_BATCH = 1_000;

/** Fills one batch of older transactions. 'more': there are more of them. */
export function fillFormerListing(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  batch = FILL_BATCH,
): () => Promise<TurnResult> {
  const pipeline = openFoldingPipeline(sql);
  return () => fillListing(sql, pipeline, now(), batch);
}
