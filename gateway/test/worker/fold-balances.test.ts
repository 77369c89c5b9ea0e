// The folding worker on the real database: busy brands do not starve
// others, and a broken one does not delay others.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test, { type TestContext } from 'node:test';
import type { Sql } from '../../src/storage/database/database.ts';
import { balancesOf, insertBalanceChanges } from '../../src/storage/ledger/ledger-store.ts';
import { foldBalances } from '../../src/worker/fold-balances.ts';
import { ON_POSTGRESQL } from '../stage/citus-cluster.ts';
import { createTestDatabase, openTestPool } from '../stage/harness-database.ts';

/** Accounts in the order of their keys. */
const accounts = (count: number) =>
  Array.from({ length: count }, () => randomUUID())
    .sort()
    .map((merchantId) => ({ merchantId, brandId: randomUUID(), currency: 'EUR' }));
type Account = ReturnType<typeof accounts>[number];

async function openSql(t: TestContext): Promise<Sql> {
  const database = await createTestDatabase();
  const sql = await openTestPool(database.databaseUrl, { maxConnections: 2 });
  t.after(async () => {
    await sql.end();
    await database.drop();
  });
  return sql;
}

const add = (sql: Sql, ...to: Account[]) =>
  sql.begin((tx) =>
    insertBalanceChanges(
      tx,
      to.map((one) => ({ ...one, availableMinor: 1n, reservedMinor: 0n })),
    ),
  );

const waiting = async (sql: Sql) =>
  (await sql`select merchant_id from balance_changes order by merchant_id`).map((row) => row.merchant_id);

function listeningLog() {
  const lines: Record<string, unknown>[] = [];
  return { lines, log: { error: (line: Record<string, unknown>) => lines.push(line), info() {} } as never };
}

test('a pass reaches every balance, even if the first balances always have new changes', async (t) => {
  const sql = await openSql(t);
  const { log, lines } = listeningLog();
  const all = accounts(8);
  await add(sql, ...all);
  const turn = foldBalances({ sql, log }, 3);
  for (const expected of ['more', 'more', 'done']) {
    assert.equal(await turn(), expected);
    await add(sql, ...all.slice(0, 3));
  }
  const busy = all.slice(0, 3).map((one) => one.merchantId);
  assert.deepEqual([...new Set(await waiting(sql))], busy);
  // The next pass starts from the beginning.
  assert.equal(await turn(), 'more');
  assert.deepEqual(await waiting(sql), []);
  assert.deepEqual(lines, []);
});

test('a balance that cannot be folded is reported, and the following balances are folded', async (t) => {
  const sql = await openSql(t);
  const { log, lines } = listeningLog();
  const all = accounts(5);
  const broken = all[1]!;
  await sql`insert into balances (merchant_id, brand_id, currency, available_minor, reserved_minor)
    values (${broken.merchantId}, ${broken.brandId}, 'EUR', ${2n ** 63n - 1n}, 0)`;
  await add(sql, ...all);
  const turn = foldBalances({ sql, log }, 2);
  assert.equal(await turn(), 'more');
  assert.equal(await turn(), 'more');
  await assert.rejects(turn(), /1 balances could not be folded/);
  assert.deepEqual(await waiting(sql), [broken.merchantId]);
  assert.equal((await balancesOf(sql, all[4]!.merchantId, all[4]!.brandId))[0]!.availableMinor, 1n);
  assert.equal(lines.length, 1);
  const { err, ...key } = lines[0]!;
  assert.deepEqual(key, { ...broken });
  assert.equal((err as { code: string }).code, '22003');

  await sql`update balances set available_minor = 0 where merchant_id = ${broken.merchantId}`;
  assert.equal(await turn(), 'done');
  assert.deepEqual(await waiting(sql), []);
});

test('a locked balance is left for the next pass, and is no failure', async (t) => {
  const sql = await openSql(t);
  const { log, lines } = listeningLog();
  const [held, free] = accounts(2) as [Account, Account];
  await add(sql, held, free);
  const turn = foldBalances({ sql, log });
  await turn();
  await add(sql, held, free);
  const holder = await sql.reserve();
  await holder`begin`;
  await holder`select 1 from balances where merchant_id = ${held.merchantId} for update`;
  assert.equal(await turn(), 'done');
  assert.deepEqual([await waiting(sql), lines], [[held.merchantId], []]);
  await holder`commit`;
  holder.release();
  assert.equal(await turn(), 'done');
  assert.deepEqual(await waiting(sql), []);
});

// The stand-in for the pool is not recognised as a cluster's pool.
test('an unreachable database ends the turn, and the next turn continues there', ON_POSTGRESQL, async (t) => {
  const sql = await openSql(t);
  const { log, lines } = listeningLog();
  await add(sql, ...accounts(3));
  let away = false;
  const flaky: Sql = new Proxy(sql, {
    get(target, property) {
      if (property === 'begin' && away) throw Object.assign(new Error('away'), { code: 'CONNECTION_CLOSED' });
      return Reflect.get(target, property);
    },
  });
  const turn = foldBalances({ sql: flaky, log }, 2);
  assert.equal(await turn(), 'more');
  away = true;
  await assert.rejects(turn(), /away/);
  away = false;
  assert.equal(await turn(), 'done');
  assert.deepEqual([await waiting(sql), lines], [[], []]);
});
