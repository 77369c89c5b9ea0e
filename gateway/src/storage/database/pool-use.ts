// How a pool of connections is used: how much runs and waits now, and how long each use took from the moment it was asked for. For metrics.
// A statement outside a transaction shares a connection with others if none is free, so it waits there unseen: what is in progress beyond
// the connections counts as waiting.

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

  /** Each use that ends, well or not. */
  observe(observer: (use: UseOfPool, seconds: number) => void): void {
    this.#observers.add(observer);
  }

  /** Call what it answers when the use has ended. */
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
