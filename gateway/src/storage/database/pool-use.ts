// How busy a pool of connections is: how much runs and waits now, and how long each use took from its request. For
// metrics. If no connection is free, a statement outside a transaction shares a connection and waits there, and we
// cannot see that. So if more uses are in progress than there are connections, the surplus counts as waiting.

export type UseOfPool = 'statement' | 'transaction';

export interface PoolLoad {
  inUse: number;
  waiting: number;
  connections: number;
}

export class PoolUse {
  readonly #connections: number;
  readonly #observers = new Set<(use: UseOfPool, seconds: number) => void>();
  #asked = 0;

  constructor(connections: number) {
    this.#connections = connections;
  }

  get load(): PoolLoad {
    const inUse = Math.min(this.#asked, this.#connections);
    return { inUse, waiting: this.#asked - inUse, connections: this.#connections };
  }

  /** The observer gets each use that ends, whether or not it succeeded. */
  observe(observer: (use: UseOfPool, seconds: number) => void): void {
    this.#observers.add(observer);
  }

  /** Call the returned function when the use has ended. */
  begin(use: UseOfPool): () => void {
    this.#asked++;
    const startedMs = performance.now();
    return () => {
      this.#asked--;
      const seconds = (performance.now() - startedMs) / 1_000;
      for (const observer of this.#observers) observer(use, seconds);
    };
  }
}
