// Decides when to stop sending to a provider in trouble, and when to try it again. There is one for each provider and
// process. Closed: everything passes. After some failures in a row it opens, and nothing new passes; after a rest one
// call may try, and its end decides. It must know neither providers nor outcomes; its clock is injected.

export type CircuitState = 'closed' | 'open';

export interface CircuitSettings {
  /** Consecutive failures that open it. */
  failuresToOpen: number;
  /** From opening to the first try. */
  restMs: number;
  now: () => Date;
  /** Called when it opens, when a trial has failed ("open" again), and when it closes. */
  onChange(state: CircuitState, failures: number): void;
}

/** One call in progress. Only its first result counts: a late call that fails afterwards has failed once. */
export interface Passage {
  succeeded(): void;
  failed(): void;
}

export class CircuitBreaker {
  readonly #settings: CircuitSettings;
  #state: CircuitState = 'closed';
  #failures = 0;
  #restUntil = 0;
  #trying = false;
  /** Counts openings and closings: a call that began before the last one says nothing about the current state. */
  #era = 0;

  constructor(settings: CircuitSettings) {
    this.#settings = settings;
  }

  /**
   * Null: do not send. A caller that gets a passage must report its end, or an open circuit waits for its trial for
   * ever.
   */
  enter(): Passage | null {
    if (this.#state === 'closed') return this.#passage(false);
    if (this.#trying || this.#settings.now().getTime() < this.#restUntil) return null;
    this.#trying = true;
    return this.#passage(true);
  }

  #passage(isTry: boolean): Passage {
    const era = this.#era;
    let ended = false;
    const end = (failed: boolean) => {
      if (ended) return;
      ended = true;
      if (era !== this.#era || (this.#state === 'open' && !isTry)) return;
      if (failed) this.#countFailure();
      else this.#countSuccess();
    };
    return { succeeded: () => end(false), failed: () => end(true) };
  }

  #countFailure(): void {
    this.#failures++;
    const { failuresToOpen, restMs, now } = this.#settings;
    if (this.#state === 'closed' && this.#failures < failuresToOpen) return;
    this.#restUntil = now().getTime() + restMs;
    this.#become('open');
  }

  #countSuccess(): void {
    this.#failures = 0;
    if (this.#state === 'open') this.#become('closed');
  }

  #become(state: CircuitState): void {
    this.#state = state;
    this.#trying = false;
    this.#era++;
    this.#settings.onChange(state, this.#failures);
  }
}
