// Work that waits for providers. A turn of a sweep waits for its work only for a moment; slow work continues beside the
// next turns. So a provider that does not answer holds back nobody else (contract 13). If an account has much slow
// work, a turn begins no more work for it. A worker claims the rows again after their lease.

interface Limits {
  /** How long a turn waits for its work. */
  patienceMs: number;
  /** The most slow work of one account at a time. */
  mostOfOne: number;
  /** The most slow work of all accounts. */
  most: number;
}

/** The limits for the loops of a process. */
const USUAL: Limits = { patienceMs: 500, mostOfOne: 16, most: 1_024 };

export class InFlight {
  readonly #limits: Limits;
  /** The running work, each with its account (`of`). */
  readonly #running = new Map<Promise<void>, string>();

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { ...USUAL, ...limits };
  }

  /** For a single turn, which waits until everything has ended. */
  static untilDone(): InFlight {
    return new InFlight({ patienceMs: Number.POSITIVE_INFINITY });
  }

  /** How much the caller may claim now. */
  get room(): number {
    return Math.max(this.#limits.most - this.#running.size, 0);
  }

  /** Begins the works of one turn, and waits for them as long as a turn may. No work may reject. */
  async turn(works: readonly { of: string; run: () => Promise<void> }[]): Promise<void> {
    const slow = Map.groupBy(this.#running.values(), (of) => of);
    const begun = works
      .filter(({ of }) => (slow.get(of)?.length ?? 0) < this.#limits.mostOfOne)
      .map(({ of, run }) => {
        const running = run().finally(() => this.#running.delete(running));
        this.#running.set(running, of);
        return running;
      });
    await this.#waitFor(Promise.all(begun));
  }

  /** Resolves when all work has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#running.keys());
  }

  async #waitFor(works: Promise<unknown>): Promise<void> {
    if (this.#limits.patienceMs === Number.POSITIVE_INFINITY) {
      await works;
      return;
    }
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.#limits.patienceMs);
    });
    await Promise.race([works, enough]);
    clearTimeout(timer);
  }
}
