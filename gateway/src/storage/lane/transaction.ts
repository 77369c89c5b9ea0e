// One database transaction of a lane. Everything sent in one turn of the event loop is one write; `begin` is sent with the
// first statements and `commit` with the last ones. So a transaction that awaits nothing is one write and one answer.
//
// A statement that fails ends the transaction with its error, whichever answer is awaited. That statement and those after
// it are never answered, so no promise rejects without a listener.
import type { LaneConnection, Query } from './connection.ts';
import { encode, type Row } from './values.ts';

/** `last`: promises that must also succeed before the transaction counts as done. */
export type Work<T> = (tx: LaneTransaction) => Promise<{ last: readonly Promise<unknown>[]; answer: T }>;

export class LaneTransaction {
  readonly isOnCitus: boolean;
  readonly #opening: readonly string[];
  readonly #connection: LaneConnection;
  readonly #fault = Promise.withResolvers<never>();
  #unsent: Query[] = [];
  #turn: NodeJS.Immediate | undefined;
  #hasBegun = false;
  #isCommitting = false;
  #isOver = false;

  constructor(
    connection: LaneConnection,
    { isOnCitus, opening = [] }: { isOnCitus: boolean; opening?: readonly string[] },
  ) {
    this.#connection = connection;
    this.isOnCitus = isOnCitus;
    this.#opening = ['begin', ...opening];
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
        this.#unsent.push({ text, values: parameters.map(encode), resolve });
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
