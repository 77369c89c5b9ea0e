// The only loop that asks the database regularly while there is nothing to do. One statement tells it what other
// processes left (contract 2: a change reaches every process within 2 s). It wakes the loops that have work, each at
// the time when its work is due; a loop that found nothing rests until then. On Citus, where one statement cannot ask
// for everything, each loop looks on its own. It does no work itself.
import type { Context } from '../actions/context.ts';
import type { Config } from '../process/config.ts';
import { lookForChanges, lookForWork } from '../storage/work/look-for-work.ts';

/**
 * Well under the 2 s of contract 2, with the time for the work itself. The webhooks of other processes wait for a
 * process with the role worker, so it looks more often.
 */
export const wakeLoopsEveryMs = (role: Config['role']): number => (role === 'worker' ? 500 : 800);
/** A look also finds work that becomes due before the next look. */
const AHEAD_MS = 1_000;
/** Most looks ask only for webhooks that became due within this time; every few seconds a look asks for all. */
const LATELY_MS = 20_000;
const LOOK_AT_ALL_EVERY_MS = 3_000;
/** It reads brands and accounts again this often, even if nothing seems to have changed. */
const REFRESH_EVERY_MS = 30_000;
/** Each loop wakes up to this much later, so that several processes do not all come at the same moment. */
const SPREAD_MS = 50;

/** Makes one turn of a loop. `refresh` reads changed brands and accounts. */
export function wakeLoops(
  { sql, now, loopHandles }: Pick<Context, 'sql' | 'now' | 'loopHandles'>,
  refresh: () => Promise<unknown>,
): () => Promise<void> {
  let known: string | null = null;
  let refreshedMs = performance.now();
  let lookedAtAllMs = Number.NEGATIVE_INFINITY;

  return async () => {
    const startedMs = performance.now();
    const at = now();
    const inAll = startedMs - lookedAtAllMs >= LOOK_AT_ALL_EVERY_MS;
    const rests = [...loopHandles].some((handle) => handle.rests());
    const { due, changes } = rests
      ? await lookForWork(sql, {
          now: at,
          until: new Date(at.getTime() + AHEAD_MS),
          since: new Date(inAll ? 0 : at.getTime() - LATELY_MS),
        })
      : await lookForChanges(sql);
    if (rests && inAll) lookedAtAllMs = startedMs;
    for (const handle of loopHandles) {
      const dueAt = due[handle.loop];
      if (dueAt) handle.wake(Math.max(0, dueAt.getTime() - at.getTime()) + SPREAD_MS * Math.random());
    }
    if (changes === known && startedMs - refreshedMs < REFRESH_EVERY_MS) return;
    await refresh();
    known = changes;
    refreshedMs = startedMs;
  };
}
