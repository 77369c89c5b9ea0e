// One database transaction of a lane. Everything sent in one turn of the event loop is one write; `begin` is sent with the
// first statements and `commit` with the last ones. So a transaction that awaits nothing is one write and one answer.
//
// A statement that fails ends the transaction with its error, whichever answer is awaited. That statement and those after
// it are never answered, so no promise rejects without a listener.
import type { LaneConnection, Query } from './connection.ts';
import { encode, type Row } from './values.ts';

/** `last`: promises that must also succeed before the transaction counts as done. */
export type Work<T> = (tx: LaneTransaction) => Promise<{ last: readonly Promise<unknown>[]; answer: T }>;

/** On Citus, where a merchant's rows are (database/shard-places.ts). */
export type PlaceOf = (merchantId: string) => string;

/** For a transaction on the tables of one shard, on its worker. */
export interface OnShard {
  /** Statements that follow `begin`. */
  opening: readonly string[];
  rename(statement: string): string;
}

export class LaneTransaction {
  /** null: this is not Citus. */
  readonly placeOf: PlaceOf | null;
  readonly #opening: readonly string[];
  readonly #shard: OnShard | null;
  readonly #connection: LaneConnection;
  readonly #fault = Promise.withResolvers<never>();
  #unsent: Query[] = [];
  #turn: NodeJS.Immediate | undefined;
  #hasBegun = false;
  #isCommitting = false;
  #isOver = false;

  constructor(
    connection: LaneConnection,
    { placeOf, opening = [] }: { placeOf: PlaceOf | null; opening?: readonly string[] },
    shard: OnShard | null = null,
  ) {
    this.#connection = connection;
    this.placeOf = placeOf;
    this.#shard = shard;
    this.#opening = ['begin', ...opening, ...(shard?.opening ?? [])];
    this.#fault.promise.catch(() => {});
  }

  /**
   * A statement after the end of the transaction is dropped, and its caller gets no answer. One that is sent while the commit
   * is under way is a fault of this program: `last` may hold answers only of statements that were sent before.
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
      // The fault first: work that awaits nothing is done by now, and must not be committed without the statement that failed.
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

  /** A lost connection needs no rollback: the server has done it. */
  async #rollBack(): Promise<void> {
    if (this.#connection.isIdle) return;
    await new Promise<void>((resolve) => {
      this.#connection.run([{ text: 'rollback', values: [], resolve: () => {} }], () => resolve());
    });
  }
}
