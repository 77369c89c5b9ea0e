// Idempotency keys as Stripe keeps them: a key gets its first answer again, the same key with other parameters is
// refused, and a key in use answers 409. Keys can be pruned, as Stripe does after a day. Used by the stand-in.
import { StripeRefusal } from './records.ts';

interface Kept {
  request: string;
  answer: { status: number; text: string } | null;
}

export class IdempotencyKeys {
  readonly #kept = new Map<string, Kept>();

  /**
   * The kept answer; null: the caller carries the request out and then calls `keep` or `release`. Throws Stripe's
   * refusals.
   */
  begin(key: string | undefined, request: string): { status: number; text: string } | null {
    if (key === undefined) return null;
    const kept = this.#kept.get(key);
    if (!kept) {
      this.#kept.set(key, { request, answer: null });
      return null;
    }
    if (kept.request !== request) {
      throw new StripeRefusal(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters.',
      });
    }
    if (kept.answer) return kept.answer;
    throw new StripeRefusal(409, {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: 'In use',
    });
  }

  keep(key: string | undefined, answer: { status: number; text: string }): void {
    const kept = key === undefined ? undefined : this.#kept.get(key);
    if (kept) kept.answer = answer;
  }

  /** The request was refused before it began, so the key is free again. */
  release(key: string | undefined): void {
    if (key !== undefined) this.#kept.delete(key);
  }

  prune(): void {
    this.#kept.clear();
  }
}
