// The pool that is renewed, without a database: the test plays the driver. If a pool ends, the driver forgets the
// statements that wait in it. So the renewing pool rejects them. It leaves alone a statement that is settled already or
// belongs to another pool.
import assert from 'node:assert/strict';
import test from 'node:test';
import { PoolUse, type UseOfPool } from '../../../src/storage/database/pool-use.ts';
import { openRenewingPool } from '../../../src/storage/database/renewing-pool.ts';

/** A statement as the driver makes it: a promise that goes to a connection when somebody waits for it. */
class Statement extends Promise<unknown> {
  resolve: (rows: string) => void;
  reject: (error: Error) => void;
  handler: unknown;
  #executed = false;

  constructor(handler: unknown) {
    let settle: [(rows: string) => void, (error: Error) => void];
    super((...both) => {
      settle = both;
    });
    [this.resolve, this.reject] = settle!;
    this.handler = handler;
  }

  static override get [Symbol.species]() {
    return Promise;
  }

  execute(): this {
    if (!this.#executed) (this.handler as (one: this) => void)(this);
    this.#executed = true;
    return this;
  }
}

/** A driver's pool: the statements that reached it, and how it was told to end. */
class Driver {
  waiting: Statement[] = [];
  farewells: number[] = [];
  alive = true;
  onLoss: () => void;
  /** Gives up its last connection. */
  gone = () => {};

  constructor(onLoss: () => void) {
    this.onLoss = onLoss;
  }

  pool() {
    const ask = () => new Statement((one: Statement) => this.waiting.push(one));
    const end = ({ timeout }: { timeout: number }) => {
      this.farewells.push(timeout);
      return new Promise<void>((resolve) => {
        this.gone = resolve;
      });
    };
    const begin = (work: () => Promise<unknown>) => work();
    const sql = Object.assign(ask, { unsafe: ask, begin, end, columns: ['id'] });
    return { sql: sql as never, isAlive: () => this.alive, flushSoon() {} };
  }
}

function open(companions: Driver[] = []) {
  const drivers: Driver[] = [];
  const use = new PoolUse(2);
  const sql = openRenewingPool(
    (onLoss) => {
      drivers.push(new Driver(onLoss));
      return drivers.at(-1)!.pool();
    },
    { companions: companions.map((one) => one.pool().sql), use },
  );
  const ask = (...args: unknown[]) => (sql as never as (...args: unknown[]) => Statement)(...args);
  return { sql, drivers, ask, use };
}

const LOST = { code: 'CONNECTION_CLOSED' };
const aTurn = () => new Promise((resolve) => setImmediate(resolve));

test('waiting statements of a pool that ends are rejected when its last connection is given up, not before', async () => {
  const { sql, drivers, ask } = open();
  const [first] = drivers as [Driver];
  const told: string[] = [];
  const asked = [ask(), (sql.unsafe as never as () => Statement)(), ask()];
  for (const [i, one] of asked.entries()) {
    one.execute().then(
      (rows) => told.push(`${i} ${rows}`),
      (error) => told.push(`${i} ${error.code}`),
    );
  }
  first.onLoss();
  await aTurn();
  assert.deepEqual([drivers.length, told], [2, []]);
  // One is on a sound connection and ends well; a late word of the pool does not change it.
  asked[2]!.resolve('rows');
  await aTurn();
  asked[2]!.reject = () => told.push('2 again');
  first.gone();
  await aTurn();
  assert.deepEqual(told, ['2 rows', '0 CONNECTION_CLOSED', '1 CONNECTION_CLOSED']);
});

test('work for the new pool is not rejected with the former pool', async () => {
  const { drivers, ask } = open();
  const [first] = drivers as [Driver];
  const before = ask().execute();
  first.onLoss();
  const after = ask().execute();
  first.gone();
  await assert.rejects(before, LOST);
  assert.equal(drivers[1]!.waiting[0], after);
  after.resolve('rows');
  assert.equal(await after, 'rows');
});

test('a statement that is part of another statement, and never executed, is never rejected', async () => {
  const { drivers, ask } = open();
  const part = ask();
  let rejected = 0;
  part.reject = () => {
    rejected++;
  };
  drivers[0]!.onLoss();
  drivers[0]!.gone();
  await aTurn();
  assert.deepEqual([rejected, drivers[0]!.waiting.length], [0, 0]);
});

test('a call that is no statement is passed on unchanged', () => {
  const { sql, drivers } = open();
  assert.deepEqual((sql as never as { columns: string[] }).columns, ['id']);
  const helper = { first: 'id' };
  const wrapped = openRenewingPool(() => ({ ...drivers[0]!.pool(), sql: (() => helper) as never }), {
    companions: [],
    use: new PoolUse(1),
  });
  assert.equal((wrapped as never as () => unknown)(), helper);
  assert.deepEqual(helper, { first: 'id' });
});

test('a pool knows the running uses, the waiting uses, and how long each use took', async () => {
  const { sql, ask, use } = open();
  const ended: UseOfPool[] = [];
  use.observe((kind, seconds) => {
    assert.ok(seconds >= 0);
    ended.push(kind);
  });
  const statements = [ask().execute(), ask().execute()];
  const transaction = Promise.withResolvers<string>();
  const begun = sql.begin(() => transaction.promise);
  ask();
  assert.deepEqual(use.load, { inUse: 2, waiting: 1, connections: 2 }, 'what is not executed does not count');
  statements[0]!.resolve('rows');
  statements[1]!.reject(new Error('wrong'));
  await assert.rejects(statements[1]!);
  transaction.resolve('done');
  await begun;
  assert.deepEqual(use.load, { inUse: 0, waiting: 0, connections: 2 });
  assert.deepEqual(ended.sort(), ['statement', 'statement', 'transaction']);
});

test('a transaction is rejected with its pool, unless it has ended before', async () => {
  const { sql, drivers } = open();
  const hanging = sql.begin(() => new Promise<never>(() => {}));
  hanging.catch(() => {});
  assert.equal(await sql.begin(async () => 'done'), 'done');
  await assert.rejects(
    sql.begin(() => Promise.reject(new Error('its own fault'))),
    /its own fault/,
  );
  drivers[0]!.onLoss();
  drivers[0]!.gone();
  await assert.rejects(hanging, LOST);
});

test('working connections get some seconds to finish, and without any the pool closes at once', () => {
  for (const [alive, seconds] of [
    [true, 5],
    [false, 0],
  ] as const) {
    const { drivers } = open();
    drivers[0]!.alive = alive;
    drivers[0]!.onLoss();
    assert.deepEqual(drivers[0]!.farewells, [seconds]);
  }
});

test('a pool is replaced once, however many of its connections are lost, and not after its end', async () => {
  const companion = new Driver(() => {});
  const { sql, drivers } = open([companion]);
  const [first] = drivers as [Driver];
  for (let i = 0; i < 3; i++) first.onLoss();
  assert.equal(drivers.length, 2);
  first.gone();
  const ended = sql.end({ timeout: 7 });
  assert.deepEqual([drivers[1]!.farewells, companion.farewells], [[7], [7]]);
  drivers[1]!.onLoss();
  assert.equal(drivers.length, 2);
  drivers[1]!.gone();
  companion.gone();
  await ended;
});
