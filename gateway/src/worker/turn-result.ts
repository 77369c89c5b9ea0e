// What a turn of a loop found (loop.ts), and the pace of a loop, which on a cluster depends on it. It never asks the
// database.
import { isOnCitus, type Sql } from '../storage/database/database.ts';

export type TurnResult = 'more' | 'done' | 'nothing';

/** 'more': it found its maximum, so there may be more. */
export function turnResultOf(found: number, most: number): TurnResult {
  if (found === 0) return 'nothing';
  return found === most ? 'more' : 'done';
}

/**
 * On a cluster, a search for work asks every shard: an idle gateway asked 30 times a second, and a busy one spent more
 * on searching than on paying. So there a loop rests at least this long between two turns, unless a turn leaves work
 * behind.
 */
const SHORTEST_REST_MS = 1_000;
/**
 * While a loop on a cluster finds nothing, it rests longer, up to this long, until this process makes work. Work from
 * other processes waits this long at most.
 */
const LONGEST_IDLE_MS = 2_000;

/**
 * On PostgreSQL, one statement asks for all loops (wake-loops.ts) and wakes those that have work. Work that the
 * statement does not see waits this long.
 */
const LONGEST_SLEEP_MS = 20_000;

/** The pace of a loop that looks for work, for loop.ts. */
export function paceOf(sql: Sql, everyMs: number): { everyMs: number; longestIdleMs: number } {
  if (!isOnCitus(sql)) return { everyMs, longestIdleMs: LONGEST_SLEEP_MS };
  return { everyMs: Math.max(everyMs, SHORTEST_REST_MS), longestIdleMs: LONGEST_IDLE_MS };
}
