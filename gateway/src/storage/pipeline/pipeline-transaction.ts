// One database transaction of a pipeline. Everything sent in one turn of the event loop is one write; `begin` is sent
// with the first statements and `commit` with the last ones. So a transaction that awaits nothing is one write and one
// answer.
//
// A failed statement ends the transaction with its error, whichever answer the work awaits. That statement and those
// after it never get an answer, so no promise rejects without a listener.
import type { PipelineConnection, Query } from './connection.ts';
import { encode, type Row } from './values.ts';

/** `last`: promises that must also succeed before the transaction counts as done. */
export type Work<T> = (tx: PipelineTransaction) => Promise<{ last: readonly Promise<unknown>[]; answer: T }>;

/** On Citus, tells where a merchant's rows are (database/shard-places.ts). */
export type PlaceOf = (merchantId: string) => string;

/** For a transaction on the tables of one shard, on the shard's worker. */
export interface ShardStatements {
  /** Statements that follow `begin`. */
  opening: readonly string[];
  rename(statement: string): string;
}

export class PipelineTransaction {
  /** null: this is not Citus. */
  readonly placeOf: PlaceOf | null;
  readonly #opening: readonly string[];
  readonly #shard: ShardStatements | null;
  readonly #connection: PipelineConnection;
  readonly #fault = Promise.withResolvers<never>();
  #unsent: Query[] = [];
  #turn: NodeJS.Immediate | undefined;
  #hasBegun = false;
  #isCommitting = false;
  #isOver = false;

  constructor(
    connection: PipelineConnection,
    { placeOf, opening = [] }: { placeOf: PlaceOf | null; opening?: readonly string[] },
    shard: ShardStatements | null = null,
  ) {
    this.#connection = connection;
    this.placeOf = placeOf;
    this.#shard = shard;
    this.#opening = ['begin', ...opening, ...(shard?.opening ?? [])];
    this.#fault.promise.catch(() => {});
  }

  /**
   * A statement sent after the end of the transaction is dropped, and its caller gets no answer. A statement sent
   * during the commit is a fault of this program: `last` may hold only answers of statements that were sent before.
   */
  send(text: string, parameters: readonly unknown[]): Promise<Row[]> {
    return new Promise((resolve) => {
      if (this.#isOver) return;
      if (this.#isCommitting) {
        this.#fault.reject(new Error('a statement was sent after the commit of its transaction'));
        return;
      }
      try {
        const own = this.#shard ? this.#shard.rename(text) : text;
        this.#unsent.push({ text: own, values: parameters.map(encode), resolve });
      } catch (error) {
        this.#fault.reject(error);
      }
      this.#turn ??= setImmediate(() => this.#write());
    });
  }

  /** Call it once. */
  async run<T>(work: Work<T>): Promise<T> {
    try {
      // The fault comes first. Work that awaits nothing is done by now, and must not be committed without the failed
      // statement.
      const { last, answer } = await this.#unlessAtFault(work(this));
      const done = Promise.all([this.send('commit', []), ...last]);
      this.#isCommitting = true;
      this.#write();
      await this.#unlessAtFault(done);
      return answer;
    } catch (error) {
      clearImmediate(this.#turn);
      this.#isOver = true;
      if (this.#hasBegun) await this.#rollBack();
      throw error;
    } finally {
      this.#isOver = true;
    }
  }

  #unlessAtFault<T>(done: Promise<T>): Promise<T> {
    return Promise.race([this.#fault.promise, done]);
  }

  #write(): void {
    clearImmediate(this.#turn);
    this.#turn = undefined;
    if (!this.#hasBegun)
      this.#unsent.unshift(...this.#opening.map((text) => ({ text, values: [], resolve: () => {} })));
    this.#hasBegun = true;
    const queries = this.#unsent;
    this.#unsent = [];
    try {
      this.#connection.run(queries, (error) => {
        if (error) this.#fault.reject(error);
      });
    } catch (error) {
      this.#fault.reject(error);
    }
  }

  /** A lost connection needs no rollback: the server has already rolled back. */
  async #rollBack(): Promise<void> {
    if (this.#connection.isIdle) return;
    await new Promise<void>((resolve) => {
      this.#connection.run([{ text: 'rollback', values: [], resolve: () => {} }], () => resolve());
    });
  }
}
