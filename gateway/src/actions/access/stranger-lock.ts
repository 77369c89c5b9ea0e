// Counts failed sign-ins under e-mail addresses that no user has, by the rule that locks a user, so that a lock does not tell that
// an address is known. In this process alone and for the addresses tried last: there is nothing behind it to protect.
import { LRUCache } from 'lru-cache';
import { LOCK_MS, MOST_FAILED_SIGN_INS } from './note-failure.ts';

const MOST_ADDRESSES = 20_000;

export class StrangerLock {
  readonly #addresses = new LRUCache<string, { failures: number; lockedUntilMs: number }>({
    max: MOST_ADDRESSES,
  });

  /** Until when the address is locked; null: it is not. */
  lockedUntil(email: string, now: Date): Date | null {
    const { lockedUntilMs = 0 } = this.#addresses.get(email) ?? {};
    return lockedUntilMs > now.getTime() ? new Date(lockedUntilMs) : null;
  }

  count(email: string, now: Date): void {
    const failures = (this.#addresses.get(email)?.failures ?? 0) + 1;
    const isLast = failures >= MOST_FAILED_SIGN_INS;
    const lockedUntilMs = isLast ? now.getTime() + LOCK_MS : 0;
    this.#addresses.set(email, { failures: isLast ? 0 : failures, lockedUntilMs });
  }
}
