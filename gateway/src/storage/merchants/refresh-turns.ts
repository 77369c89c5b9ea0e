// When a directory looks for changes in the database: one look at a time, and callers that come during a look share the
// next one. brand-directory.ts and provider-directory.ts use it. It never answers a caller with a look that began
// before the call.
import { setTimeout } from 'node:timers/promises';

/** A flood of unknown names costs four looks a second, and each of its callers waits a quarter of a second. */
const UNKNOWN_EVERY_MS = 250;

export class RefreshTurns {
  readonly #look: () => Promise<void>;
  #running: Promise<void> | null = null;
  #queued: Promise<void> | null = null;
  #forUnknown: Promise<void> | null = null;
  #unknownFromMs = 0;

  constructor(look: () => Promise<void>) {
    this.#look = look;
  }

  /**
   * Resolves when every change committed before the call is in memory. One query at a time: calls during a query share
   * the next one, because the present one may have missed their change.
   */
  refresh(): Promise<void> {
    if (!this.#running) {
      this.#running = this.#look().finally(() => {
        this.#running = null;
      });
      return this.#running;
    }
    this.#queued ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#queued = null;
        return this.refresh();
      });
    return this.#queued;
  }

  /**
   * For a caller who names something that is unknown here: another process may have made it a moment ago. It promises
   * the same as `refresh`, but looks only once in `UNKNOWN_EVERY_MS`, however many callers come.
   */
  refreshForUnknown(): Promise<void> {
    this.#forUnknown ??= setTimeout(Math.max(0, this.#unknownFromMs - performance.now())).then(() => {
      // This look may miss what callers name from here on.
      this.#forUnknown = null;
      this.#unknownFromMs = performance.now() + UNKNOWN_EVERY_MS;
      return this.refresh();
    });
    return this.#forUnknown;
  }
}
