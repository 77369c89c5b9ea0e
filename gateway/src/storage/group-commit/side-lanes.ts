// A few lanes beside a pool that jobs use in turns. Each lane is opened at its first use; if none is free, a job waits
// for its turn. They serve two purposes. Jobs that left their lane because another writer holds a lock (lock-lines.ts)
// share these lanes across all stores; each attempt is short, because a lane never waits for a lock longer than
// LANE_LOCK_TIMEOUT_MS (database.ts). On Citus each store has such lanes for its groups (lanes-of-groups.ts).
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

  /**
   * Adds a lane that is opened now, so that it is among the connections of the pool from the start; or a lane that also
   * has another user.
   */
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

/** The side lanes of a pool; all its stores share them. */
export function sideLanesOf(sql: Sql): SideLanes {
  const lanes = known.get(sql) ?? new SideLanes(() => openLane(sql));
  known.set(sql, lanes);
  return lanes;
}
