// Deletes expired counts of the risk rules, ended blocks (contract 12), and failed sign-ins under unknown addresses
// (contract 14). A loop of chores.ts. Several workers may run it: the second finds less. It must never delete a count
// that is still in use.
import { FAILURE_COUNTS_MS } from '../actions/access/note-failure.ts';
import type { Context } from '../actions/context.ts';
import { deleteOldUnknownSignIns } from '../storage/access/unknown-sign-ins.ts';
import { deleteEndedBlocks } from '../storage/risk/block-store.ts';
import { deleteOldCounts } from '../storage/risk/risk-counters.ts';

/** Few enough that no payment waits for the locks. */
const AT_ONCE = 1_000;

export async function forgetOldCounts({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<'more' | 'done'> {
  const failedBefore = new Date(now().getTime() - FAILURE_COUNTS_MS);
  const deleted = await deleteOldCounts(sql, now(), AT_ONCE);
  const forgotten = await deleteOldUnknownSignIns(sql, failedBefore, AT_ONCE);
  if (deleted === AT_ONCE || forgotten === AT_ONCE) return 'more';
  await deleteEndedBlocks(sql, now());
  return 'done';
}
