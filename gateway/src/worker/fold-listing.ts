// Updates the listing, the search terms and the totals with changed transactions (storage/listing/fold-changes.ts), and
// after an upgrade fills them with the older ones. Loops of chores.ts. Lists read changes that are not folded yet from the
// transactions, so their answers are always right; only a long queue would make them slow.
import type { Context } from '../actions/context.ts';
import { fillListing } from '../storage/listing/fill-listing.ts';
import { foldChanges, openFoldingLane, waitingChanges } from '../storage/listing/fold-changes.ts';

/** In a burst payments come first: the pause after a turn is this many times the turn's duration … */
const REST = 9;
/** … as long as no more than this wait. With so many a search takes some 70 ms more (bench/RESULTS.md). */
const MOST_WAITING = 8_000;

/** One turn: a batch of each merchant that has changes. 'more': so many wait that the next turn follows at once. */
export function foldListing({ sql, log }: Pick<Context, 'sql' | 'log'>): () => Promise<'more' | 'done'> {
  const lane = openFoldingLane(sql);
  let restUntilMs = 0;
  return async () => {
    const waiting = await waitingChanges(sql);
    if (waiting.length === 0) return 'done';
    const beganMs = performance.now();
    const noted = waiting.reduce((sum, one) => sum + one.noted, 0);
    if (beganMs < restUntilMs && noted <= MOST_WAITING) return 'done';
    const failed = await foldChanges(lane, waiting);
    restUntilMs = performance.now() + REST * (performance.now() - beganMs);
    for (const { merchantId, error } of failed)
      log.error({ err: error, merchantId }, 'changes could not be folded into the listing; they wait on');
    // Thrown to the loop, so that it pauses longer before the same ones fail again.
    if (failed.length > 0) throw new Error(`the changes of ${failed.length} merchants could not be folded`);
    return noted > MOST_WAITING ? 'more' : 'done';
  };
}

const BATCH = 1_000;

/** Fills one batch of older transactions. 'more': there are more of them. */
export function fillFormerListing(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  batch = BATCH,
): () => Promise<'more' | 'done'> {
  const lane = openFoldingLane(sql);
  return () => fillListing(sql, lane, now(), batch);
}
