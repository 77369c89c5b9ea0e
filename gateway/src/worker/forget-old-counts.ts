// Deletes what the risk rules counted and what counts no more, and blocks that have ended (contract 12). A loop of chores.ts.
// Several workers may each do it: who comes second finds less. It must never delete what still counts.
import type { Context } from '../actions/context.ts';
import { deleteEndedBlocks } from '../storage/block-store.ts';
import { deleteOldCounts } from '../storage/risk-counters.ts';

/** Few enough that no payment waits for the locks. */
const AT_ONCE = 1_000;

export async function forgetOldCounts({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<'more' | 'done'> {
  const deleted = await deleteOldCounts(sql, now(), AT_ONCE);
  if (deleted === AT_ONCE) return 'more';
  await deleteEndedBlocks(sql, now());
  return 'done';
}
