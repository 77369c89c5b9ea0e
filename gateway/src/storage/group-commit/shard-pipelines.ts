// Sends groups of writes of one shard straight to its worker. On that node the shard's tables are ordinary tables, so a
// group costs as much as on PostgreSQL. The coordinator plans each statement, rewrites it, and the worker plans it
// again: four to five times the processor time (docs/decisions/0092). Each transaction begins with `hold_shard`.
// `hold_shard` takes the lock under which Citus itself writes to a shard, so a move waits for the transaction. It
// refuses a shard that is no longer on that node. If a worker is unreachable or a shard was refused, groups go through
// the coordinator. A group never writes to a shard that has moved.
import type { ConnectOptions } from '../database/connect.ts';
import {
  isConnectionLoss,
  openWorkerPipeline,
  type Pipeline,
  type Sql,
  shardsOf,
  type Writer,
} from '../database/database.ts';
import type { Shard } from '../database/shard-places.ts';
import { PipelinePool } from './pipeline-pool.ts';

/** An unreachable worker is tried again after this time. */
const AVOIDED_MS = 10_000;
/** The SQLSTATE that hold_shard raises. */
const MOVED = 'TG001';
/** Groups in progress at a worker, for each store. */
const MOST = 4;

export class ShardPipelines {
  readonly #sql: Sql;
  readonly #own: ConnectOptions;
  readonly #workers = new Map<string, Worker>();

  /** `own`: settings of these pipelines (openPipeline). */
  constructor(sql: Sql, own: ConnectOptions = {}) {
    this.#sql = sql;
    this.#own = own;
  }

  /**
   * Goes straight to the worker, if these merchants are on one shard and its worker can be reached; otherwise
   * `byCoordinator`. `work` must be safe to repeat.
   */
  async use<T>(
    merchantIds: readonly string[],
    work: (writer: Writer) => Promise<T>,
    byCoordinator: () => Promise<T>,
  ): Promise<T> {
    const shard = this.#shardOf(merchantIds);
    const worker = shard && this.#workerOf(shard);
    if (!worker?.isReady(shard!)) return await byCoordinator();
    try {
      return await worker.use((pipeline) => work(new ShardWriter(pipeline, shard!)));
    } catch (error) {
      // Nothing was written.
      if ((error as { code?: string } | null)?.code !== MOVED) throw error;
      shardsOf(this.#sql)?.forget(shard!);
    }
    return await byCoordinator();
  }

  /** A shard's range never changes. So a merchant's shard stays the same as long as a shard with this number exists. */
  #shardOf(merchantIds: readonly string[]): Shard | null {
    const shards = shardsOf(this.#sql);
    const shard = shards?.shardOf(merchantIds[0]!);
    return shard && merchantIds.every((one) => shards!.placeOf(one) === shard.id) ? shard : null;
  }

  #workerOf(shard: Shard): Worker {
    const key = `${shard.host}:${shard.port}`;
    const worker = this.#workers.get(key) ?? new Worker(this.#sql, shard, this.#own);
    this.#workers.set(key, worker);
    return worker;
  }
}

class Worker {
  readonly #pipelines: PipelinePool;
  #readiness: 'ready' | 'asking' | 'unknown' = 'unknown';
  #avoidedUntilMs = 0;

  constructor(sql: Sql, shard: Shard, own: ConnectOptions) {
    this.#pipelines = new PipelinePool(() => openWorkerPipeline(sql, shard, own), MOST);
  }

  /** A group is never the first to find out that a worker is unreachable. */
  isReady(shard: Shard): boolean {
    if (this.#readiness === 'unknown' && performance.now() >= this.#avoidedUntilMs) void this.#ask(shard);
    return this.#readiness === 'ready';
  }

  async #ask(shard: Shard): Promise<void> {
    this.#readiness = 'asking';
    try {
      await this.#pipelines.use((pipeline) =>
        new ShardWriter(pipeline, shard).transaction(async (tx) => {
          const row = tx.send('select 1 from openings limit 1', []);
          return { last: [row], answer: null };
        }),
      );
      this.#readiness = 'ready';
    } catch {
      this.#avoid();
    }
  }

  async use<T>(work: (pipeline: Pipeline) => Promise<T>): Promise<T> {
    try {
      return await this.#pipelines.use(work);
    } catch (error) {
      if (isConnectionLoss(error)) this.#avoid();
      throw error;
    }
  }

  #avoid(): void {
    this.#readiness = 'unknown';
    this.#avoidedUntilMs = performance.now() + AVOIDED_MS;
  }
}

/** A pipeline with transactions on one shard. */
class ShardWriter implements Writer {
  /** As on PostgreSQL, the statements need not care about shards. */
  readonly placeOf = null;
  readonly #pipeline: Pipeline;
  readonly #shard: Parameters<Pipeline['transaction']>[1];

  constructor(pipeline: Pipeline, { id, tables }: Shard) {
    this.#pipeline = pipeline;
    this.#shard = {
      opening: [`select hold_shard(${id})`],
      rename: (statement) => tables.rename(statement),
    };
  }

  transaction: Writer['transaction'] = (work) => this.#pipeline.transaction(work, this.#shard);
}
