// A connection pool that is made anew as soon as one of its connections is lost. The driver (postgres 3.4) keeps what
// it had not sent when a connection broke and puts it before the greeting of the next one, which then never comes up;
// and a statement that is sent on a reserved connection after its end is answered by nobody, or takes the process down.
// Found with test/fault-proxy.ts. A fresh pool has no such past. Made by database.ts.
import type { Sql } from './database.ts';

export interface RenewingPool {
  sql: Sql;
  /** Counts the pools so far: two equal answers mean that no connection was lost in between. */
  generation(): number;
  /** Told when the pool of now is given up; answers how to stop listening. */
  onRenewal(listener: () => void): () => void;
  /** Gives up the pool there is, though its connections seem to be alive. */
  renew(): void;
}

/** How long statements that are under way on sound connections of a former pool may take. */
const FAREWELL_SECONDS = 5;

/** `companions` end with the pool. */
export function openRenewingPool(make: (onLoss: () => void) => Sql, companions: Sql[]): RenewingPool {
  let generation = 0;
  let ended = false;
  const former = new Set<Promise<void>>();
  let listeners = new Set<() => void>();
  let current = open();

  function open(): Sql {
    const own = ++generation;
    return make(() => {
      if (own === generation) renew();
    });
  }

  function renew(): void {
    if (ended) return;
    const old = current;
    current = open();
    const farewell = old.end({ timeout: FAREWELL_SECONDS }).catch(() => {});
    former.add(farewell);
    farewell.finally(() => former.delete(farewell));
    const told = listeners;
    listeners = new Set();
    for (const listener of told) listener();
  }

  async function end(options?: { timeout?: number }): Promise<void> {
    ended = true;
    const goodbye = Promise.all([current.end(options), ...companions.map((one) => one.end(options))]);
    // What is left of former pools hangs on lost connections; nobody waits for those longer than asked.
    const late = new Promise<void>((resolve) => {
      setTimeout(resolve, (options?.timeout ?? 1) * 1_000).unref();
    });
    await Promise.race([Promise.all([goodbye, ...former]), late]);
  }

  const sql = new Proxy((() => {}) as unknown as Sql, {
    apply: (_target, _self, args) => Reflect.apply(current as never, undefined, args),
    get: (_target, name) => (name === 'end' ? end : Reflect.get(current, name)),
  });
  function onRenewal(listener: () => void): () => void {
    const own = listeners;
    own.add(listener);
    return () => own.delete(listener);
  }

  return { sql, generation: () => generation, onRenewal, renew };
}
