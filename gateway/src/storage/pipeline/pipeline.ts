// A pipeline: our own connection to PostgreSQL that sends the statements of a transaction in one write, for the writes
// that payments wait for. It is opened at its first use, and again after a loss; jobs use it one after the other. If a
// connection is lost, the job in progress rejects; a caller that may repeat the job does so (retryAfterConnectionLoss).
// It never uses the driver: docs/decisions/0064 says why.
import { PipelineConnection, type Server } from './connection.ts';
import {
  PipelineTransaction,
  type PlaceOf,
  type ShardStatements,
  type Work,
} from './pipeline-transaction.ts';
import { encode, type Row } from './values.ts';

export interface PipelineOptions {
  server: Server;
  placeOf: PlaceOf | null;
  /** Statements that each transaction begins with. */
  opening?: readonly string[];
}

/** Writes groups: a pipeline, or one shard through a pipeline (group-commit/shard-pipelines.ts). */
export type Writer = Pick<Pipeline, 'placeOf' | 'transaction'>;

const END_TIMEOUT_SECONDS = 30;
/** A table has changed since a statement was prepared. */
const STALE = ['RevalidateCachedQuery', 'FetchPreparedStatement'];

export class Pipeline {
  readonly #options: PipelineOptions;
  #connection: PipelineConnection | null = null;
  #isBusy = false;
  readonly #waiting: (() => void)[] = [];
  #hasEnded = false;
  #isClosed = false;
  #idle: (() => void) | null = null;

  constructor(options: PipelineOptions) {
    this.#options = options;
  }

  get placeOf(): PlaceOf | null {
    return this.#options.placeOf;
  }

  /** Repeats `work` if its statements were prepared for tables that have changed. */
  transaction<T>(work: Work<T>, shard: ShardStatements | null = null): Promise<T> {
    return this.#inTurn((connection) => new PipelineTransaction(connection, this.#options, shard).run(work));
  }

  /** A statement outside a transaction. */
  async send(text: string, parameters: readonly unknown[]): Promise<Row[]> {
    const values = parameters.map(encode);
    return await this.#inTurn(
      (connection) =>
        new Promise((resolve, reject) => {
          let rows: Row[] = [];
          const keep = (answered: Row[]) => {
            rows = answered;
          };
          // The commit follows the answer, and may fail.
          connection.run([{ text, values, resolve: keep }], (error) =>
            error ? reject(error) : resolve(rows),
          );
        }),
    );
  }

  /** Opens the connection now. */
  async connect(): Promise<void> {
    await this.#inTurn(async () => {});
  }

  /** Finishes the waiting jobs, within the time limit. */
  async end({ timeout = END_TIMEOUT_SECONDS }: { timeout?: number } = {}): Promise<void> {
    this.#hasEnded = true;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeout * 1_000);
    });
    const idle = new Promise<void>((resolve) => {
      this.#idle = resolve;
      if (!this.#isBusy) resolve();
    });
    await Promise.race([idle.then(() => this.#connection?.close()), late]);
    clearTimeout(timer);
    this.#isClosed = true;
    this.#connection?.destroy();
  }

  async #inTurn<T>(work: (connection: PipelineConnection) => Promise<T>): Promise<T> {
    if (this.#hasEnded) throw hasEnded();
    if (this.#isBusy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isBusy = true;
    try {
      const connection = await this.#connected();
      try {
        return await work(connection);
      } catch (error) {
        if (!STALE.includes((error as { routine?: string }).routine ?? '')) throw error;
        this.#forget(connection);
        await connection.close();
      }
      return await work(await this.#connected());
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else {
        this.#isBusy = false;
        this.#idle?.();
      }
    }
  }

  async #connected(): Promise<PipelineConnection> {
    if (this.#connection) return this.#connection;
    if (this.#isClosed) throw hasEnded();
    const connection = new PipelineConnection(this.#options.server, () => this.#forget(connection));
    this.#connection = connection;
    await connection.ready;
    return connection;
  }

  #forget(lost: PipelineConnection): void {
    if (this.#connection === lost) this.#connection = null;
  }
}

const hasEnded = () => Object.assign(new Error('the pipeline has ended'), { code: 'CONNECTION_ENDED' });
