// Updates the listing, the search terms and the totals with changed transactions (storage/listing/fold-changes.ts), and
// after an upgrade fills them with the older ones. Loops of chores.ts. Lists read changes that are not folded yet from the
// transactions, so their answers are always right; only a long queue would make them slow.
import type { Context } from '../actions/context.ts';
import { fillListing } from '../storage/listing/fill-listing.ts';
import { BATCH, foldChanges, openFoldingLane, waitingChanges } from '../storage/listing/fold-changes.ts';

/** In a burst payments come first: the pause after a turn is this many times the turn's duration … */
const REST = 4;
/** … as long as no more noted transactions than this wait: they make a search slower. */
const MOST_WAITING = 8_000;
/** Each turn reads the whole queue, so a long one is folded in larger batches. */
const LARGE_BATCH = 5_000;

/** One turn: a batch of each merchant that has changes. */
export function foldListing({ sql, log }: Pick<Context, 'sql' | 'log'>): () => Promise<void> {
  const lane = openFoldingLane(sql);
  let restUntilMs = 0;
  return async () => {
    const waiting = await waitingChanges(sql);
    if (waiting.length === 0) return;
    const beganMs = performance.now();
    const isLong = waiting.reduce((sum, one) => sum + one.noted, 0) > MOST_WAITING;
    if (beganMs < restUntilMs && !isLong) return;
    const failed = await foldChanges(lane, waiting, isLong ? LARGE_BATCH : BATCH);
    restUntilMs = performance.now() + REST * (performance.now() - beganMs);
    for (const { merchantId, error } of failed)
      log.error({ err: error, merchantId }, 'changes could not be folded into the listing; they wait on');
    // Thrown to the loop, so that it pauses longer before the same ones fail again.
    if (failed.length > 0) throw new Error(`the changes of ${failed.length} merchants could not be folded`);
  };
}

const FILL_BATCH = 1_000;

/** Fills one batch of older transactions. 'more': there are more of them. */
export function fillFormerListing(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  batch = FILL_BATCH,
): () => Promise<'more' | 'done'> {
  const lane = openFoldingLane(sql);
  return () => fillListing(sql, lane, now(), batch);
}
