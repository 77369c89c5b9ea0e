// Operator tokens that the database confirmed lately. With them /metrics answers while the database is away, which is
// when its alerts are needed. Only for calls that need no more than the scope `metrics`. While the database answers, it
// alone decides, so a removed token stops working at once and is forgotten here too. In memory, by hash, and never for
// longer than a day.
import type { OperatorScope } from '../../domain/keys/operator-scopes.ts';

export interface SeenToken {
  id: string;
  name: string;
  scopes: readonly OperatorScope[];
  expiresAt: Date | null;
}

const KEPT_FOR_MS = 24 * 3_600_000;
const MOST_KEPT = 100;

export class SeenTokens {
  /** By the hash in Base64; the token with the oldest confirmation comes first. */
  readonly #tokens = new Map<string, { token: SeenToken; seenAtMs: number }>();

  /** Records the database's latest answer; null: it has no such token. */
  note(tokenHash: Buffer, token: SeenToken | null, at: Date): void {
    const key = tokenHash.toString('base64');
    this.#tokens.delete(key);
    if (token === null) return;
    this.#tokens.set(key, { token, seenAtMs: at.getTime() });
    if (this.#tokens.size > MOST_KEPT) this.#tokens.delete(this.#tokens.keys().next().value!);
  }

  /** Undefined: unknown, expired, or not confirmed for a day. */
  find(tokenHash: Buffer, now: Date): SeenToken | undefined {
    const known = this.#tokens.get(tokenHash.toString('base64'));
    if (!known || now.getTime() - known.seenAtMs >= KEPT_FOR_MS) return undefined;
    const { token } = known;
    return token.expiresAt === null || token.expiresAt > now ? token : undefined;
  }
}
