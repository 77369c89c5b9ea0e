// Counts the cashier addresses that nobody was given, by the address they come from (contract 11), in this process alone.
// Past the limit such a request is told to wait. A true token is never held back: many shoppers may share one address,
// and its mark of 128 bits is proof that it was not guessed.
import ipaddr from 'ipaddr.js';

const WINDOW_MS = 60_000;
const MOST_GUESSES = 20;
/** The ones first seen are forgotten first, so that a flood of addresses fills no memory. */
const MOST_ADDRESSES = 10_000;

export class GuessLimit {
  readonly #guesses = new Map<string, number[]>();

  /** One more unknown token. Answers for how many seconds to wait; 0 while it is within the limit. */
  count(address: string, now: Date): number {
    const source = sourceOf(address);
    const nowMs = now.getTime();
    // What lies ahead was written before the clock was set back.
    const recent = (this.#guesses.get(source) ?? []).filter((at) => at > nowMs - WINDOW_MS && at <= nowMs);
    if (recent.length >= MOST_GUESSES) return Math.max(1, Math.ceil((recent[0]! + WINDOW_MS - nowMs) / 1000));
    recent.push(nowMs);
    this.#guesses.delete(source);
    this.#guesses.set(source, recent);
    if (this.#guesses.size > MOST_ADDRESSES) this.#guesses.delete(this.#guesses.keys().next().value!);
    return 0;
  }
}

/** One household has a whole /64 of IPv6. */
function sourceOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const read = ipaddr.process(address);
  return read.kind() === 'ipv4' ? read.toString() : read.toByteArray().slice(0, 8).join('.');
}
