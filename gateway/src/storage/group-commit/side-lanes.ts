// A few connections beside a pool for jobs that left their lane because another writer holds a lock (lock-lines.ts). They
// are opened at their first use, and shared by all stores: if none is free, a job waits for its turn. Each attempt on one
// is short, because a lane stops waiting for a lock after LANE_LOCK_TIMEOUT_MS (database.ts).
import { type Lane, openLane, type Sql } from '../database/database.ts';

const MOST = 6;

export class SideLanes {
  readonly #sql: Sql;
  readonly #free: Lane[] = [];
  readonly #waiting: ((lane: Lane) => void)[] = [];
  #opened = 0;

  constructor(sql: Sql) {
    this.#sql = sql;
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
    if (this.#opened < MOST) {
      this.#opened++;
      return openLane(this.#sql);
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

const known = new WeakMap<Sql, SideLanes>();

/** The side lanes of a pool, the same for all its stores. */
export function sideLanesOf(sql: Sql): SideLanes {
  const lanes = known.get(sql) ?? new SideLanes(sql);
  known.set(sql, lanes);
  return lanes;
}
