// Work that waits for providers. A turn of a sweep waits for its work only for a moment; what is slow goes on beside the next
// turns. So a provider that does not answer holds back nobody else (contract 13), and an account with much slow work gets no
// more until some of it has ended: its rows are claimed again after their lease.

interface Limits {
  /** How long a turn waits for its work. */
  patienceMs: number;
  /** Slow work of one account at a time. */
  mostOfOne: number;
  /** Of all. */
  most: number;
}

/** For the loops of a process. */
const USUAL: Limits = { patienceMs: 500, mostOfOne: 16, most: 1_024 };

export class InFlight {
  readonly #limits: Limits;
  /** Whose it is. */
  readonly #running = new Map<Promise<void>, string>();

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { ...USUAL, ...limits };
  }

  /** For one turn alone, which waits until everything has ended. */
  static untilDone(): InFlight {
    return new InFlight({ patienceMs: Number.POSITIVE_INFINITY });
  }

  /** How much may be claimed now. */
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

  /** Resolves when everything that was begun has ended. */
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
