// What a turn of a loop found (loop.ts): the pace of a loop on a cluster follows it.
import { isOnCitus, type Sql } from '../storage/database/database.ts';

export type Found = 'more' | 'done' | 'nothing';

/** 'more': it found as many as it may take at once, so there may be more. */
export function foundOf(found: number, most: number): Found {
  if (found === 0) return 'nothing';
  return found === most ? 'more' : 'done';
}

/**
 * Who looks for work asks every shard of a cluster, and an idle gateway asked 30 times a second. So there a loop that finds
 * nothing rests longer, until it finds something or this process makes work; what other processes leave waits this long at most.
 */
const LONGEST_IDLE_MS = 2_000;

/** undefined: the usual pace. */
export const longestIdleMs = (sql: Sql) => (isOnCitus(sql) ? LONGEST_IDLE_MS : undefined);
