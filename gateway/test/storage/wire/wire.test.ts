// A connection as the driver gets it (storage/wire/wire.ts): once lost it stays lost, it is never silent for ever, and
// it is encrypted where the address says so.
import assert from 'node:assert/strict';
import { connect as connectSocket } from 'node:net';
import { join } from 'node:path';
import test, { describe, type TestContext } from 'node:test';
import { type ConnectOptions, connectPool, connectPostgres } from '../../../src/storage/database/connect.ts';
import {
  isConnectionLoss,
  openDatabase,
  withPatientConnection,
} from '../../../src/storage/database/database.ts';
import { startFaultProxy } from '../../stage/fault-proxy.ts';
import { createTestDatabase } from '../../stage/harness-database.ts';
import { settling } from '../store-stage.ts';
import { startTlsFront } from '../tls-front.ts';

async function openStage(t: TestContext) {
  const database = await createTestDatabase({ empty: true });
  const proxy = await startFaultProxy(t, database.databaseUrl);
  t.after(() => database.drop());
  return { databaseUrl: database.databaseUrl, proxy };
}

// Each test has its own connections and mostly waits for them.
describe('connections of the driver', { concurrency: 4 }, () => {
  test('an overdue answer ends the connection; a slow answer and an idle connection do not', async (t) => {
    const { proxy } = await openStage(t);
    let losses = 0;
    const options = { max: 1, silenceMs: 4_000, onLoss: () => losses++ };
    const { sql, isAlive } = connectPool(proxy.databaseUrl, options);
    t.after(() => sql.end({ timeout: 1 }));
    await sql`select 1`;
    // Idle for longer than a connection may owe an answer.
    await new Promise((resolve) => setTimeout(resolve, 5_500));
    // Longer than that in total, but never silent for so long.
    proxy.drip(2_000);
    proxy.delay(300);
    const rows = await Promise.all(Array.from({ length: 9 }, () => sql`select pg_sleep(0.5)`));
    assert.equal(rows.length, 9);
    assert.equal(losses, 0);
    proxy.delay(0);

    proxy.halfOpen();
    const asked = performance.now();
    await assert.rejects(settling(sql`select 1`), { code: 'CONNECTION_LOST' });
    assert.ok(performance.now() - asked > 3_000, 'at once');
    assert.deepEqual([losses, isAlive()], [1, false]);
    // A lost connection stays lost and says so at once.
    await assert.rejects(settling(sql`select 2`), isConnectionLoss);
    await assert.rejects(settling(sql.begin((tx) => tx`select 3`)), isConnectionLoss);
    assert.equal(losses, 1);
  });

  test('a lost connection ends all silent connections, except patient ones and those in a transaction', async (t) => {
    const { proxy } = await openStage(t);
    const lost: string[] = [];
    const open = async (name: string, silenceMs = 60_000) => {
      const { sql } = connectPool(proxy.databaseUrl, { max: 1, silenceMs, onLoss: () => lost.push(name) });
      t.after(() => sql.end({ timeout: 1 }));
      await sql`select 1`;
      return sql;
    };
    await open('idle');
    const silent = await open('asked later', 3_000);
    const patient = await open('patient');
    const session = await (await open('within a transaction')).reserve();
    await session`begin`;
    const asked = await open('asked', 3_000);
    proxy.halfOpen();
    const sound = await open('sound');
    patient`select 1`.catch(() => {});
    const waiting = assert.rejects(settling(asked`select 1`), { code: 'CONNECTION_LOST' });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    // Alone, this connection would end much later than the connection that asked first.
    const late = assert.rejects(settling(silent`select 1`), { code: 'CONNECTION_LOST' });
    await sound`select 1`;
    await waiting;
    assert.deepEqual(lost.toSorted(), ['asked', 'asked later', 'idle']);
    await late;
    assert.deepEqual([...(await sound`select 1 as one`)], [{ one: 1 }]);
  });

  test('each of several unanswered statements is rejected', async (t) => {
    const { proxy } = await openStage(t);
    const { sql } = connectPool(proxy.databaseUrl, { max: 2, silenceMs: 3_000 });
    t.after(() => sql.end({ timeout: 1 }));
    await Promise.all([sql`select 1`, sql`select 2`]);
    proxy.halfOpen();
    const asked = Array.from({ length: 20 }, (_, n) => sql`select ${n}::int`);
    const told = await settling(Promise.allSettled([...asked, sql.begin((tx) => tx`select 1`)]));
    assert.deepEqual(new Set(told.map((one) => one.status)), new Set(['rejected']));
  });

  test('the statement deadline limits how long an answer may take, and a patient connection has longer', async (t) => {
    const { proxy } = await openStage(t);
    const sql = openDatabase(`${proxy.databaseUrl}?statement_timeout=500`, { maxConnections: 1 });
    t.after(() => sql.end({ timeout: 1 }));
    await assert.rejects(sql`select pg_sleep(1)`, { code: '57014' });
    const slept = withPatientConnection(sql, (patient) =>
      patient.begin(async (tx) => {
        await tx`set local statement_timeout = 0`;
        await tx`select pg_sleep(7)`;
        return 'slept';
      }),
    );
    assert.equal(await slept, 'slept');
  });

  test('a transaction whose connection is lost rejects all its statements', async (t) => {
    const { proxy } = await openStage(t);
    const sql = openDatabase(proxy.databaseUrl, { maxConnections: 2 });
    t.after(() => sql.end({ timeout: 1 }));
    for (let turns = 0; turns < 12; turns++) {
      const work = sql.begin(async (tx) => {
        await tx`select 1`;
        const first = tx`select pg_sleep(1)`.execute();
        first.catch(() => {});
        // Cuts only when the connection is open and both statements are on their way, however slow the machine is.
        setTimeout(() => proxy.resetAll(), 30 + turns);
        // This statement waits in the driver behind the first one, and the driver forgets it.
        return await tx`select ${turns}::int`;
      });
      await assert.rejects(settling(work), isConnectionLoss);
      assert.equal((await settling(sql`select 1`)).length, 1);
    }
  });

  test('arrays are written and read without asking the server for its types', async (t) => {
    const { databaseUrl } = await openStage(t);
    const sql = connectPostgres(databaseUrl, { max: 1 });
    t.after(() => sql.end());
    const id = '01a1fb8b-174e-790f-9f69-0f8dd9fa2359';
    const strings = ['', 'NULL', 'null', 'a,b', 'say "so"', 'back\\slash', '{curly}', ' two\nlines ', 'ü😀'];
    const [row] =
      await sql`select ${strings}::text[] as strings, ${[id]}::uuid[] as ids, ${[1, -2]}::int[] as numbers,
    array[4611686018427387904] as large, array[true, null]::bool[] as answers, '{}'::text[] as empty,
    ${[]}::uuid[] as none, null::text[] as absent, array[timestamptz '2026-03-01 12:00:00+00'] as times,
    array['\\x00ff'::bytea] as bytes, ${['a', null]}::text[] as gaps`;
    assert.deepEqual(
      { ...row },
      {
        strings,
        ids: [id],
        numbers: [1, -2],
        large: [2n ** 62n],
        answers: [true, null],
        empty: [],
        none: [],
        absent: null,
        times: [new Date('2026-03-01T12:00:00Z')],
        bytes: [Buffer.from([0, 255])],
        gaps: ['a', null],
      },
    );
  });

  test('a server that accepts a connection and says nothing is given up in time', async (t) => {
    const { proxy } = await openStage(t);
    await proxy.welcome('silence');
    let losses = 0;
    const { sql } = connectPool(proxy.databaseUrl, { max: 1, connect_timeout: 1, onLoss: () => losses++ });
    t.after(() => sql.end({ timeout: 1 }));
    await assert.rejects(settling(sql`select 1`), { code: 'CONNECT_TIMEOUT' });
    assert.equal(losses, 1);
  });

  async function firstAnswer(databaseUrl: string, options: ConnectOptions = {}): Promise<unknown> {
    const sql = connectPostgres(databaseUrl, { max: 1, silenceMs: 5_000, ...options });
    try {
      return (await settling(sql`select 1 as one`))[0]!.one;
    } finally {
      await sql.end({ timeout: 1 });
    }
  }

  test('an address with TLS gets it, and an untrusted server is refused if the address says so', async (t) => {
    const { databaseUrl } = await openStage(t);
    const front = await startTlsFront(t, databaseUrl, 'tls');
    const root = `sslrootcert=${encodeURIComponent(join(import.meta.dirname, '../tls/localhost.crt'))}`;
    assert.equal(await firstAnswer(front.address('127.0.0.1', 'sslmode=require')), 1);
    assert.equal(await firstAnswer(front.address('127.0.0.1', `sslmode=verify-full&${root}`)), 1);
    assert.equal(await firstAnswer(front.address('localhost', `sslmode=verify-full&${root}`)), 1);
    assert.equal(front.encrypted(), 3);
    await assert.rejects(firstAnswer(front.address('127.0.0.1', 'sslmode=verify-full')), {
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    // The certificate is valid only for localhost and 127.0.0.1, for no other name or address.
    const socket = () => connectSocket(front.port, '127.0.0.1');
    for (const other of ['db.example', '203.0.113.5']) {
      await assert.rejects(firstAnswer(front.address(other, `sslmode=verify-full&${root}`), { socket }), {
        code: 'ERR_TLS_CERT_ALTNAME_INVALID',
      });
    }
    // With several hosts, the certificate must belong to the host of the connection.
    const several = front.address('db.example,localhost', `sslmode=verify-full&${root}`);
    await assert.rejects(firstAnswer(several, { socket }), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    assert.equal(await firstAnswer(several, { socket }), 1);

    const plain = await startTlsFront(t, databaseUrl, 'no tls');
    assert.equal(await firstAnswer(plain.address('127.0.0.1', 'sslmode=prefer')), 1);
    await assert.rejects(firstAnswer(plain.address('127.0.0.1', 'sslmode=require')), { code: 'TLS_REFUSED' });
  });
});

test('a connection that failed or has ended leaves no timer that keeps the process alive', async (t) => {
  const { databaseUrl, proxy } = await openStage(t);
  const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
  const before = timers();
  const whole = connectPostgres(databaseUrl, { max: 1 });
  await whole`select 1`;
  await whole.end();
  for (const how of ['busy', 'refuse'] as const) {
    await proxy.welcome(how);
    const sql = connectPostgres(proxy.databaseUrl, { max: 1 });
    await assert.rejects(sql`select 1`, isConnectionLoss);
    await sql.end({ timeout: 1 });
  }
  assert.equal(timers(), before);
});
