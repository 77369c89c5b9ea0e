// A few pipelines beside a pool that jobs use in turns. Each pipeline is opened at its first use; if none is free, a
// job waits for its turn. They serve two purposes. Jobs that left their pipeline because another writer holds a lock
// (lock-lines.ts) share these pipelines across all stores; each attempt is short, because a pipeline never waits for a
// lock longer than PIPELINE_LOCK_TIMEOUT_MS (database.ts). On Citus each store has such pipelines for its groups
// (group-pipelines.ts).
import { openPipeline, type Pipeline, type Sql } from '../database/database.ts';

const MOST = 6;

export class PipelinePool {
  readonly #most: number;
  readonly #open: () => Pipeline;
  readonly #free: Pipeline[] = [];
  readonly #waiting: ((pipeline: Pipeline) => void)[] = [];
  #opened = 0;

  constructor(open: () => Pipeline, most = MOST) {
    this.#open = open;
    this.#most = most;
  }

  /**
   * Adds a pipeline that is opened now, so that it is among the connections of the pool from the start; or a pipeline
   * that also has another user.
   */
  addFirst(pipeline = this.#open()): void {
    this.#opened++;
    this.#free.push(pipeline);
  }

  async use<T>(work: (pipeline: Pipeline) => Promise<T>): Promise<T> {
    const pipeline = await this.#take();
    try {
      return await work(pipeline);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(pipeline);
      else this.#free.push(pipeline);
    }
  }

  #take(): Pipeline | Promise<Pipeline> {
    const free = this.#free.pop();
    if (free) return free;
    if (this.#opened < this.#most) {
      this.#opened++;
      return this.#open();
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

const known = new WeakMap<Sql, PipelinePool>();

/** The spare pipelines of a pool; all its stores share them. */
export function sparePipelinesOf(sql: Sql): PipelinePool {
  const pipelines = known.get(sql) ?? new PipelinePool(() => openPipeline(sql));
  known.set(sql, pipelines);
  return pipelines;
}
