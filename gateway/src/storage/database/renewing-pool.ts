// A connection pool that is replaced as soon as one of its connections is lost or cannot be made. It never uses the
// driver's own reconnection (connect.ts). Work on intact connections of the former pool gets some seconds to finish.
import type { Connected } from './connect.ts';
import type { PoolUse } from './pool-use.ts';

/** Ends together with the pool. */
interface Companion {
  end(options?: { timeout?: number }): Promise<void>;
}

interface Pool {
  sql: Connected;
  isAlive(): boolean;
}

/** A statement as the driver creates it; only the parts that this file uses. */
interface Statement extends Promise<unknown> {
  /** Gives the statement a connection, or puts it into the driver's queue. */
  handler?: (executed: Statement) => unknown;
  reject(error: Error): void;
}

const FAREWELL_SECONDS = 5;

function connectionLost(): Error {
  return Object.assign(new Error('the connection was lost'), { code: 'CONNECTION_CLOSED' });
}

export interface RenewingPoolParts {
  companions: readonly Companion[];
  use: PoolUse;
  /** Receives each transaction before its work begins. */
  onBegin?: (tx: object) => void;
}

/** The pool with the driver's interface; statements and transactions always use the present pool. */
export function openRenewingPool(
  connect: (onLoss: () => void) => Pool,
  { companions, use, onBegin = () => {} }: RenewingPoolParts,
): Connected {
  const pool = new RenewingPool(connect, { companions, use });
  const own: Record<string | symbol, unknown> = {
    begin: (...args: unknown[]) => {
      const work = args.pop() as (tx: object) => unknown;
      const tracked = (tx: object) => {
        onBegin(tx);
        return work(tx);
      };
      return pool.begin([...args, tracked]);
    },
    unsafe: (...args: unknown[]) => pool.unsafe(args),
    end: (options?: { timeout?: number }) => pool.end(options),
  };
  return new Proxy((() => {}) as unknown as Connected, {
    apply: (_target, _self, args) => pool.ask(args),
    get: (_target, name) => own[name] ?? Reflect.get(pool.sql, name),
  });
}

class RenewingPool {
  readonly #connect: (onLoss: () => void) => Pool;
  readonly #companions: readonly Companion[];
  readonly #use: PoolUse;
  readonly #former = new Set<Promise<void>>();
  #ended = false;
  #current: Pool & { waiting: Set<() => void> };

  constructor(connect: (onLoss: () => void) => Pool, { companions, use }: RenewingPoolParts) {
    this.#connect = connect;
    this.#companions = companions;
    this.#use = use;
    this.#current = this.#open();
  }

  get sql(): Connected {
    return this.#current.sql;
  }

  /** A statement outside a transaction. */
  ask(args: unknown[]) {
    return this.#watched(Reflect.apply(this.sql as never, undefined, args));
  }

  unsafe(args: unknown[]) {
    return this.#watched(Reflect.apply(this.sql.unsafe, this.sql, args) as never);
  }

  /**
   * Rejects at the latest when its pool gives up its last connection: the driver forgets statements in the queue of a
   * lost connection.
   */
  async begin(args: unknown[]): Promise<unknown> {
    const { sql, waiting } = this.#current;
    const ended = this.#use.begin('transaction');
    let giveUp = () => {};
    const gone = new Promise<never>((_, reject) => {
      giveUp = () => reject(connectionLost());
      waiting.add(giveUp);
    });
    try {
      return await Promise.race([Reflect.apply(sql.begin, sql, args), gone]);
    } finally {
      waiting.delete(giveUp);
      ended();
    }
  }

  async end(options?: { timeout?: number }): Promise<void> {
    this.#ended = true;
    const goodbye = [this.sql.end(options), ...this.#companions.map((one) => one.end(options))];
    // Work that remains in former pools waits for lost connections; `end` waits for it no longer than its limit.
    const late = new Promise<void>((resolve) => {
      setTimeout(resolve, (options?.timeout ?? 1) * 1_000).unref();
    });
    await Promise.race([Promise.all([...goodbye, ...this.#former]), late]);
  }

  #open() {
    const waiting = new Set<() => void>();
    const own = { ...this.#connect(() => own === this.#current && this.#renew()), waiting };
    return own;
  }

  #renew(): void {
    if (this.#ended) return;
    const old = this.#current;
    this.#current = this.#open();
    const farewell = old.sql.end({ timeout: old.isAlive() ? FAREWELL_SECONDS : 0 }).catch(() => {});
    this.#former.add(farewell);
    farewell.finally(() => {
      this.#former.delete(farewell);
      for (const giveUp of old.waiting) giveUp();
    });
  }

  /**
   * A statement outside a transaction. If the pool ends before the statement gets a connection, the driver forgets the
   * statement, so the pool rejects it.
   */
  #watched(query: Statement): Statement {
    const { handler } = query;
    // A helper, such as a list of columns, and no statement.
    if (typeof handler !== 'function') return query;
    const { waiting } = this.#current;
    // Runs when the statement is executed, never for a part of another statement.
    query.handler = (executed) => {
      const giveUp = () => executed.reject(connectionLost());
      const ended = this.#use.begin('statement');
      const settled = () => {
        waiting.delete(giveUp);
        ended();
      };
      waiting.add(giveUp);
      Promise.prototype.then.call(executed, settled, settled);
      return handler(executed);
    };
    return query;
  }
}
