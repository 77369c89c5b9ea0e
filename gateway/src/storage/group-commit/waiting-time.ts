// How long something has waited, counted in ticks of one timer for the whole process: asking costs nothing, and a process
// that was stopped for a minute does not blame those who wait. Used by group-commit.ts and lock-lines.ts.
import { Refusal } from '../../domain/errors/refusal.ts';

const TICK_MS = 250;

let ticks = 0;
const watched = new Set<Watched>();
setInterval(() => {
  ticks++;
  for (const one of watched) one.tick();
}, TICK_MS).unref();

export interface Watched {
  /** Somebody may have waited long enough. */
  tick(): void;
}

/** A moment, for `waitedMs`. */
export const thisTick = (): number => ticks;
export const waitedMs = (since: number): number => (ticks - since) * TICK_MS;

/** To be looked at with each tick, as long as anything waits there. */
export const watch = (one: Watched) => watched.add(one);
export const unwatch = (one: Watched) => watched.delete(one);

/** Nobody is told later than this that something waits too long to be sent. */
export const LONGEST_WAIT_MS = 5_000;
/** What was sent may still come to an end; its caller is told after this long that nobody knows. */
export const LONGEST_ANSWER_MS = 10_000;
/** What nobody waits for any more is given up; the row stays due, and a sweep takes it up again. */
export const LONGEST_KEEP_MS = 60_000;

/** What a caller hears whose job waited too long. The second is true of every job, the first of what opens something. */
export const TOO_LATE = {
  'nothing was stored': 'the service cannot write this now; nothing was stored, try again in a moment',
  'look it up': 'the service is not available now; look the transaction up before you send it again',
};
export type TooLate = keyof typeof TOO_LATE;

export function tooLate(meaning: TooLate): Refusal {
  return new Refusal(503, TOO_LATE[meaning], { retryAfterSeconds: 1 });
}
