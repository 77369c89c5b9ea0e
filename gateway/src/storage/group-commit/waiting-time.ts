// How long a job has waited, in ticks of one timer for the whole process. Reading it costs nothing. If the process is
// suspended for a minute, that minute never counts as waiting. Used by group-commit.ts and lock-lines.ts.
import { Refusal } from '../../domain/errors/refusal.ts';

const TICK_MS = 250;

let ticks = 0;
const watched = new Set<Watched>();
setInterval(() => {
  ticks++;
  for (const one of watched) one.tick();
}, TICK_MS).unref();

export interface Watched {
  /** A caller may have waited long enough. */
  tick(): void;
}

/** The present tick, for `waitedMs`. */
export const thisTick = (): number => ticks;
export const waitedMs = (since: number): number => (ticks - since) * TICK_MS;

/** Calls `tick` with each tick, as long as `one` has waiting jobs. */
export const watch = (one: Watched) => watched.add(one);
export const unwatch = (one: Watched) => watched.delete(one);

/** A caller learns within this time that its job waits too long to be sent. */
export const LONGEST_WAIT_MS = 5_000;
/** A job that was sent may still end. After this time its caller learns that the outcome is unknown. */
export const LONGEST_ANSWER_MS = 10_000;
/** After this time a job without a waiting caller is dropped. The row stays due, and a sweep handles it again. */
export const LONGEST_KEEP_MS = 60_000;

/**
 * Answers to callers whose jobs waited too long. The second answer suits every job; the first suits a job that opens
 * something.
 */
const TOO_LATE = {
  'nothing was stored': 'the service cannot write this now; nothing was stored, try again in a moment',
  'look it up': 'the service is not available now; look the transaction up before you send it again',
};
export type TooLate = keyof typeof TOO_LATE;

export function tooLate(meaning: TooLate): Refusal {
  return new Refusal(503, TOO_LATE[meaning], { retryAfterSeconds: 1 });
}
