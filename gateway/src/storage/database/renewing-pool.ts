// A connection pool that is replaced as soon as one of its connections is lost, or could not be made. The driver's own
// reconnection is not used (connect.ts). Work on sound connections of the former pool gets some seconds to finish.
import type { Connected } from './connect.ts';

export interface RenewingPool {
  sql: Connected;
  /** Runs work on the pool there is now; rejects at the latest when that pool's last connection is given up. */
  whileThere<T>(work: () => Promise<T>): Promise<T>;
}

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

export function openRenewingPool(
  make: (onLoss: () => void) => Pool,
  companions: readonly Companion[],
): RenewingPool {
  let ended = false;
  const former = new Set<Promise<void>>();
  let current = open();

  function open() {
    const waiting = new Set<() => void>();
    const own = { ...make(() => own === current && renew()), waiting };
    return own;
  }

  function renew(): void {
    if (ended) return;
    const old = current;
    current = open();
    const farewell = old.sql.end({ timeout: old.isAlive() ? FAREWELL_SECONDS : 0 }).catch(() => {});
    former.add(farewell);
    farewell.finally(() => {
      former.delete(farewell);
      for (const giveUp of old.waiting) giveUp();
    });
  }

  /** The driver forgets statements that wait behind one whose connection was lost, so nobody may wait for them alone. */
  async function whileThere<T>(work: () => Promise<T>): Promise<T> {
    const { waiting } = current;
    let giveUp = () => {};
    const gone = new Promise<never>((_, reject) => {
      giveUp = () => reject(connectionLost());
      waiting.add(giveUp);
    });
    try {
      return await Promise.race([work(), gone]);
    } finally {
      waiting.delete(giveUp);
    }
  }

  async function end(options?: { timeout?: number }): Promise<void> {
    ended = true;
    const goodbye = Promise.all([current.sql.end(options), ...companions.map((one) => one.end(options))]);
    // What is left of former pools hangs on lost connections; nobody waits for those longer than asked.
    const late = new Promise<void>((resolve) => {
      setTimeout(resolve, (options?.timeout ?? 1) * 1_000).unref();
    });
    await Promise.race([Promise.all([goodbye, ...former]), late]);
  }

  /**
   * A statement outside a transaction. One that waits in the driver for a connection is forgotten there when the pool ends
   * before its turn, so the pool gives it up.
   */
  function watched(query: Statement): Statement {
    const { handler } = query;
    // Not a statement but a helper, such as a list of columns.
    if (typeof handler !== 'function') return query;
    const { waiting } = current;
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

  const begin = (...args: unknown[]) => whileThere(() => Reflect.apply(current.sql.begin, current.sql, args));
  const unsafe = (...args: unknown[]) =>
    watched(Reflect.apply(current.sql.unsafe, current.sql, args) as never);
  const own: Record<string | symbol, unknown> = { begin, unsafe, end };
  const sql = new Proxy((() => {}) as unknown as Connected, {
    apply: (_target, _self, args) => watched(Reflect.apply(current.sql as never, undefined, args)),
    get: (_target, name) => own[name] ?? Reflect.get(current.sql, name),
  });
  return { sql, whileThere };
}
