// A few lanes beside a pool that take turns with jobs: they are opened at their first use, and if none is free, a job waits
// for its turn. So have jobs that left their lane because another writer holds a lock (lock-lines.ts); these lanes are
// shared by all stores, and each attempt on one is short, because a lane stops waiting for a lock after
// LANE_LOCK_TIMEOUT_MS (database.ts). And on Citus so has each store for its groups (lanes-of-groups.ts).
import { type Lane, openLane, type Sql } from '../database/database.ts';

const MOST = 6;

export class SideLanes {
  readonly #most: number;
  readonly #open: () => Lane;
  readonly #free: Lane[] = [];
  readonly #waiting: ((lane: Lane) => void)[] = [];
  #opened = 0;

  constructor(open: () => Lane, most = MOST) {
    this.#open = open;
    this.#most = most;
  }

  /** Opened now, so that it is among the connections of the pool from the start; or one that somebody else uses too. */
  addFirst(lane = this.#open()): void {
    this.#opened++;
    this.#free.push(lane);
  }

  async use<T>(work: (lane: Lane) => Promise<T>): Promise<T> {
    const lane = await this.#take();
    try {
      return await work(lane);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(lane);
      else this.#free.push(lane);
    }
  }

  #take(): Lane | Promise<Lane> {
    const free = this.#free.pop();
    if (free) return free;
    if (this.#opened < this.#most) {
      this.#opened++;
      return this.#open();
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

const known = new WeakMap<Sql, SideLanes>();

/** The side lanes of a pool, the same for all its stores. */
export function sideLanesOf(sql: Sql): SideLanes {
  const lanes = known.get(sql) ?? new SideLanes(() => openLane(sql));
  known.set(sql, lanes);
  return lanes;
}
