// A few lanes beside a pool that take turns with jobs: they are opened at their first use, and if none is free, a job waits
// for its turn. So have jobs that left their lane because another writer holds a lock (lock-lines.ts); these lanes are
// shared by all stores, and each attempt on one is short, because a lane stops waiting for a lock after
// LANE_LOCK_TIMEOUT_MS (database.ts). And on Citus so has each store for its groups, which are of one merchant each.
import type { ConnectOptions } from '../database/connect.ts';
import { isOnCitus, type Lane, openLane, type Sql } from '../database/database.ts';

const MOST = 6;

export class SideLanes {
  readonly #sql: Sql;
  readonly #most: number;
  readonly #own: ConnectOptions;
  readonly #free: Lane[] = [];
  readonly #waiting: ((lane: Lane) => void)[] = [];
  #opened = 0;

  /** `own`: settings of these lanes (openLane). */
  constructor(sql: Sql, most = MOST, own: ConnectOptions = {}) {
    this.#sql = sql;
    this.#most = most;
    this.#own = own;
  }

  /** Opened now, so that it is among the connections of the pool from the start; or one that somebody else uses too. */
  addFirst(lane = openLane(this.#sql, this.#own)): void {
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
      return openLane(this.#sql, this.#own);
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

/** How many groups of a store, each of another merchant, may be in progress on Citus. */
const GROUPS_ON_CITUS = 6;

/**
 * The lanes of a store and how its groups share them. On Citus a group is of one merchant: so its statements name one
 * merchant, ask one shard and lock no other, and its commit is one node's alone.
 * `first`: a lane that there is already.
 */
export function lanesOfGroups(sql: Sql, own: ConnectOptions = {}, first?: Lane) {
  const most = isOnCitus(sql) ? GROUPS_ON_CITUS : 1;
  const lanes = new SideLanes(sql, most, own);
  lanes.addFirst(first);
  return {
    use: <T>(work: (lane: Lane) => Promise<T>) => lanes.use(work),
    /** For GroupCommitOptions. */
    sharing<Job>(merchantOf: (job: Job) => string) {
      return { lanes: most, apart: most > 1 ? merchantOf : undefined };
    },
  };
}
