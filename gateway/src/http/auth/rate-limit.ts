// Limits how many requests of a brand pass in any one second (contract 3), counted in this process alone. It is a
// sliding second and not a bucket that refills: a caller at exactly its rate is never refused, and no second holds
// more. Refused requests do not count. The header fields are those of the IETF draft "RateLimit header fields for
// HTTP".
import { Refusal } from '../../domain/errors/refusal.ts';

const WINDOW_MS = 1_000;

export interface RateDecision {
  allowed: boolean;
  /** Requests left in this second. */
  remaining: number;
  /** Time until at least one more request is allowed; whole seconds, at least 1. */
  resetSeconds: number;
}

/** The times of the requests in the last second, in a ring that grows up to the limit. */
class Window {
  #times = new Float64Array(16);
  #first = 0;
  #count = 0;

  take(nowMs: number, limit: number): RateDecision {
    const { length } = this.#times;
    while (this.#count > 0 && this.#times[this.#first]! <= nowMs - WINDOW_MS) {
      this.#first = (this.#first + 1) % length;
      this.#count--;
    }
    const allowed = this.#count < limit;
    if (allowed) {
      if (this.#count === length) this.#grow(limit);
      this.#times[(this.#first + this.#count) % this.#times.length] = nowMs;
      this.#count++;
    }
    const oldest = this.#times[this.#first]!;
    // The subtraction comes first: `oldest + WINDOW_MS - nowMs` can be above the window by a rounding error.
    const resetSeconds = Math.max(1, Math.ceil((WINDOW_MS - (nowMs - oldest)) / 1_000));
    return { allowed, remaining: limit - this.#count, resetSeconds };
  }

  #grow(limit: number): void {
    const old = this.#times;
    const larger = new Float64Array(Math.min(old.length * 2, Math.max(limit, old.length)));
    for (let i = 0; i < this.#count; i++) larger[i] = old[(this.#first + i) % old.length]!;
    this.#times = larger;
    this.#first = 0;
  }
}

export class RateLimiter {
  readonly #limit: number;
  readonly #clockMs: () => number;
  readonly #windows = new Map<string, Window>();
  readonly policy: string;

  /** `clockMs` must never go back; the wall clock may. */
  constructor(limitPerSecond: number, clockMs: () => number = () => performance.now()) {
    this.#limit = limitPerSecond;
    this.#clockMs = clockMs;
    this.policy = `"brand";q=${limitPerSecond};w=1`;
  }

  take(brandId: string): RateDecision {
    let window = this.#windows.get(brandId);
    if (!window) {
      window = new Window();
      this.#windows.set(brandId, window);
    }
    return window.take(this.#clockMs(), this.#limit);
  }
}

/** The header field that every answer has while a limit is on. */
export function rateHeader({ remaining, resetSeconds }: RateDecision): string {
  return `"brand";r=${remaining};t=${resetSeconds}`;
}

export function refusalOfRate({ resetSeconds }: RateDecision): Refusal {
  return new Refusal(429, 'too many requests for this brand; wait for the number of seconds in Retry-After', {
    retryAfterSeconds: resetSeconds,
  });
}
