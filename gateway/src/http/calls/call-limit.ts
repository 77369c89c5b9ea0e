// Counts calls that come too often, within a sliding minute and in this process alone: calls to cashier addresses that
// do not exist, by their source (contract 11); changes to one page; wrong tokens of operators (contract 12). It must
// never hold back a true token of a page because of guesses: many shoppers may share one address, and the 32 random
// bytes are proof enough.
import { addressSource } from '../../domain/web-address.ts';
import { UNKNOWN_ADDRESS } from '../auth/source-ip.ts';

/** Wrong tokens of operators, from one source within a minute (contract 12). */
export const MOST_WRONG_TOKENS = 10;

const WINDOW_MS = 60_000;
/** It forgets the oldest keys first, so that many keys do not fill the memory. */
const MOST_KEYS = 10_000;

export class CallLimit {
  readonly #most: number;
  readonly #calls = new Map<string, number[]>();

  /** `most`: calls that are allowed under one key within a minute. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Counts one more call. Returns how many seconds to wait; 0 while it is within the limit. */
  count(key: string, now: Date): number {
    const seconds = this.wait(key, now);
    if (seconds > 0) return seconds;
    const recent = this.#recent(key, now);
    recent.push(now.getTime());
    this.#calls.delete(key);
    this.#calls.set(key, recent);
    if (this.#calls.size > MOST_KEYS) this.#calls.delete(this.#calls.keys().next().value!);
    return 0;
  }

  /** Returns the same wait without counting a call. */
  wait(key: string, now: Date): number {
    const recent = this.#recent(key, now);
    if (recent.length < this.#most) return 0;
    return Math.max(1, Math.ceil((recent[0]! + WINDOW_MS - now.getTime()) / 1000));
  }

  #recent(key: string, now: Date): number[] {
    const nowMs = now.getTime();
    // A time in the future was written before the clock was set back.
    return (this.#calls.get(key) ?? []).filter((at) => at > nowMs - WINDOW_MS && at <= nowMs);
  }
}

/** undefined: for a client that has disconnected. */
export function sourceOf(address: string | undefined): string {
  if (address === undefined) return UNKNOWN_ADDRESS;
  return addressSource(address) ?? address;
}
