// One database transaction of a lane. What is sent in one turn of the event loop leaves in one write; `begin` goes with the first
// statements and `commit` with the last ones, so that a transaction which awaits nothing is one write and one answer.
//
// A statement that fails ends the transaction, with its own error, wherever its answer is awaited: that statement and those
// behind it are never answered, so no promise rejects that nobody holds.
import type { LaneConnection, Query } from './connection.ts';
import { encode, type Row } from './values.ts';

/** `last`: what else must have succeeded before it counts as done. */
export type Work<T> = (tx: LaneTransaction) => Promise<{ last: readonly Promise<unknown>[]; answer: T }>;

export class LaneTransaction {
  /** On a Citus cluster? (onlyMerchantOf) */
  readonly isOnCitus: boolean;
  readonly #connection: LaneConnection;
  readonly #fault = Promise.withResolvers<never>();
  #unsent: Query[] = [];
  #turn: NodeJS.Immediate | undefined;
  #hasBegun = false;
  #isOver = false;

  constructor(connection: LaneConnection, isOnCitus: boolean) {
    this.#connection = connection;
    this.isOnCitus = isOnCitus;
    this.#fault.promise.catch(() => {});
  }

  /** A statement that comes after the end of the transaction is dropped, and its caller gets no answer. */
  send(text: string, parameters: readonly unknown[]): Promise<Row[]> {
    return new Promise((resolve) => {
      if (this.#isOver) return;
      try {
        this.#unsent.push({ text, values: parameters.map(encode), resolve });
      } catch (error) {
        this.#fault.reject(error);
      }
      this.#turn ??= setImmediate(() => this.#write());
    });
  }

  /** To be called once. */
  async run<T>(work: Work<T>): Promise<T> {
    try {
      const { last, answer } = await Promise.race([work(this), this.#fault.promise]);
      const done = Promise.all([this.send('commit', []), ...last]);
      this.#write();
      await Promise.race([done, this.#fault.promise]);
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

  #write(): void {
    clearImmediate(this.#turn);
    this.#turn = undefined;
    if (!this.#hasBegun) this.#unsent.unshift({ text: 'begin', values: [], resolve: () => {} });
    this.#hasBegun = true;
    const queries = this.#unsent;
    this.#unsent = [];
    this.#connection.run(queries, (error) => {
      if (error) this.#fault.reject(error);
    });
  }

  /** What is lost with the connection needs none: the server has done that. */
  async #rollBack(): Promise<void> {
    if (this.#connection.isIdle) return;
    await new Promise<void>((resolve) => {
      this.#connection.run([{ text: 'rollback', values: [], resolve: () => {} }], () => resolve());
    });
  }
}
