// Counts what comes too often, within a sliding minute and in this process alone: addresses of cashier pages that nobody was
// given, by where they are asked from (contract 11), and the changes asked for of one page. Used by the routes beside it.
// A true token is never held back by guesses: many shoppers may share one address, and its 32 random bytes are proof.
import ipaddr from 'ipaddr.js';

/** Of unknown addresses, from one source within a minute. */
export const MOST_GUESSES = 20;
/** Of one page: five attempts, some mistakes, a change of mind. */
export const MOST_CHANGES = 30;

const WINDOW_MS = 60_000;
/** The ones first seen are forgotten first, so that a flood of keys fills no memory. */
const MOST_KEYS = 10_000;

export class CallLimit {
  readonly #most: number;
  readonly #calls = new Map<string, number[]>();

  /** `most`: calls that may come under one key within a minute. */
  constructor(most: number) {
    this.#most = most;
  }

  /** One more call. Answers for how many seconds to wait; 0 while it is within the limit. */
  count(key: string, now: Date): number {
    const nowMs = now.getTime();
    // What lies ahead was written before the clock was set back.
    const recent = (this.#calls.get(key) ?? []).filter((at) => at > nowMs - WINDOW_MS && at <= nowMs);
    if (recent.length >= this.#most) return Math.max(1, Math.ceil((recent[0]! + WINDOW_MS - nowMs) / 1000));
    recent.push(nowMs);
    this.#calls.delete(key);
    this.#calls.set(key, recent);
    if (this.#calls.size > MOST_KEYS) this.#calls.delete(this.#calls.keys().next().value!);
    return 0;
  }
}

/** One household has a whole /64 of IPv6. */
export function sourceOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const read = ipaddr.process(address);
  return read.kind() === 'ipv4' ? read.toString() : read.toByteArray().slice(0, 8).join('.');
}
