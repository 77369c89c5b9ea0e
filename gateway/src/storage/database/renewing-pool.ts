// A connection pool that is replaced as soon as one of its connections is lost, or could not be made. The driver's own
// reconnection is not used (connect.ts). Work on sound connections of the former pool gets some seconds to finish.
import type { Connected } from './connect.ts';

/** What ends with the pool. */
export interface Companion {
  end(options?: { timeout?: number }): Promise<void>;
}

interface Pool {
  sql: Connected;
  isAlive(): boolean;
}

/** What the driver makes of a statement, as far as it is used here. */
interface Statement extends Promise<unknown> {
  /** Takes it to a connection, or lets it wait for one. */
  handler?: (executed: Statement) => unknown;
  reject(error: Error): void;
}

const FAREWELL_SECONDS = 5;

function connectionLost(): Error {
  return Object.assign(new Error('the connection was lost'), { code: 'CONNECTION_CLOSED' });
}

/** The pool as the driver shows it; statements and transactions always go to the present one. */
export function openRenewingPool(
  connect: (onLoss: () => void) => Pool,
  companions: readonly Companion[],
): Connected {
  const pool = new RenewingPool(connect, companions);
  const own: Record<string | symbol, unknown> = {
    begin: (...args: unknown[]) => pool.begin(args),
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
  readonly #former = new Set<Promise<void>>();
  #ended = false;
  #current: Pool & { waiting: Set<() => void> };

  constructor(connect: (onLoss: () => void) => Pool, companions: readonly Companion[]) {
    this.#connect = connect;
    this.#companions = companions;
    this.#current = this.#open();
  }

  get sql(): Connected {
    return this.#current.sql;
  }

  /** A statement by itself. */
  ask(args: unknown[]) {
    return this.#watched(Reflect.apply(this.sql as never, undefined, args));
  }

  unsafe(args: unknown[]) {
    return this.#watched(Reflect.apply(this.sql.unsafe, this.sql, args) as never);
  }

  /**
   * Rejects at the latest when its pool's last connection is given up: the driver forgets statements that wait behind one whose
   * connection was lost.
   */
  async begin(args: unknown[]): Promise<unknown> {
    const { sql, waiting } = this.#current;
    let giveUp = () => {};
    const gone = new Promise<never>((_, reject) => {
      giveUp = () => reject(connectionLost());
      waiting.add(giveUp);
    });
    try {
      return await Promise.race([Reflect.apply(sql.begin, sql, args), gone]);
    } finally {
      waiting.delete(giveUp);
    }
  }

  async end(options?: { timeout?: number }): Promise<void> {
    this.#ended = true;
    const goodbye = [this.sql.end(options), ...this.#companions.map((one) => one.end(options))];
    // What is left of former pools hangs on lost connections; nobody waits for those longer than asked.
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
   * A statement outside a transaction. If the pool ends before its turn for a connection, the driver forgets it, so the pool
   * rejects it.
   */
  #watched(query: Statement): Statement {
    const { handler } = query;
    // Not a statement but a helper, such as a list of columns.
    if (typeof handler !== 'function') return query;
    const { waiting } = this.#current;
    // Called when the statement is executed; a part of another one never is.
    query.handler = (executed) => {
      const giveUp = () => executed.reject(connectionLost());
      const settled = () => waiting.delete(giveUp);
      waiting.add(giveUp);
      Promise.prototype.then.call(executed, settled, settled);
      return handler(executed);
    };
    return query;
  }
}
