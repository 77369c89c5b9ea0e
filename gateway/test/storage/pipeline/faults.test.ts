// A pipeline on a bad network, or with a server in trouble: whatever is lost, callers get an error in time, nothing is
// half done, and the next job finds a new connection.
import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionLoss, retryAfterConnectionLoss } from '../../../src/storage/database/database.ts';
import { startPrivateServer } from '../../stage/harness-database.ts';
import { settling } from '../store-stage.ts';
import { inOne, openPipelineTo, openStage } from './stage.ts';

const ONE = [{ one: 1 }];
const TABLE = 'create table things (id int primary key)';

describe('a pipeline on a bad network', { concurrency: 4 }, () => {
  test('a connection that is reset at any byte of its startup, or later, loses only its own work', async (t) => {
    const { pipeline, beside, proxy } = await openStage(t);
    await inOne(beside, TABLE);
    for (let bytes = 0; bytes < 700; bytes += 17) {
      proxy.resetAll();
      proxy.resetAfter(bytes);
      const insert = `insert into things values (${bytes}) on conflict do nothing`;
      await settling(retryAfterConnectionLoss(() => inOne(pipeline, insert, insert)));
    }
    const rows = await beside.send('select id from things order by id', []);
    assert.deepEqual(
      rows.map((row) => row.id),
      Array.from({ length: 42 }, (_, n) => n * 17),
    );
  });

  test('a commit with a lost acknowledgement is reported as a lost connection, and is durable', async (t) => {
    const { pipeline, beside, proxy } = await openStage(t);
    await inOne(pipeline, TABLE);
    proxy.swallowCommits(1);
    await assert.rejects(settling(inOne(pipeline, 'insert into things values (1)')), isConnectionLoss);
    assert.equal(proxy.swallowed(), 1);
    assert.deepEqual(await beside.send('select id from things', []), [{ id: 1 }]);
    proxy.swallowCommits(1);
    let times = 0;
    const insert = () => inOne(pipeline, `insert into things values (${2 + times++})`);
    await settling(retryAfterConnectionLoss(insert));
    assert.equal(times, 2);
  });

  test('an overdue answer is a lost connection; a slow answer and an idle connection are not', async (t) => {
    const { open, proxy } = await openStage(t);
    const pipeline = open({ silenceMs: 2_000 });
    await pipeline.connect();
    await sleep(3_000);
    proxy.delay(200);
    proxy.drip(5);
    assert.deepEqual(await pipeline.send('select 1 as one from pg_sleep(1)', []), ONE);
    proxy.delay(0);
    assert.equal(proxy.accepted(), 1);
    proxy.halfOpen();
    const waiting = [inOne(pipeline, 'select 1', 'select 2'), pipeline.send('select 3', [])];
    await assert.rejects(settling(waiting[0]!), { code: 'CONNECTION_LOST' });
    // The next job in the queue runs on a new connection.
    assert.equal(((await settling(waiting[1]!)) as unknown[]).length, 1);
    assert.equal(proxy.accepted(), 2);
  });

  test('a server that is silent, closes or refuses is named in the error, in time', async (t) => {
    const { open, proxy } = await openStage(t);
    const pipeline = open({ connect_timeout: 1 });
    for (const [how, code] of [
      ['silence', 'CONNECT_TIMEOUT'],
      ['busy', 'CONNECTION_LOST'],
      ['refuse', 'ECONNREFUSED'],
    ] as const) {
      await proxy.welcome(how);
      await assert.rejects(settling(pipeline.connect()), { code });
      const failing = settling(inOne(pipeline, 'select 1'));
      await assert.rejects(failing, (error) => isConnectionLoss(error));
    }
    await proxy.welcome('serve');
    assert.deepEqual(await pipeline.send('select 1 as one', []), ONE);
  });

  test("a terminated backend ends its transaction with the server's error, idle or not", async (t) => {
    const { pipeline, beside } = await openStage(t);
    await inOne(beside, TABLE);
    const pidOf = async () => (await pipeline.send('select pg_backend_pid() as pid', []))[0]!.pid as number;
    const terminate = (pid: number) => beside.send('select pg_terminate_backend($1::int, 5000)', [pid]);
    const pid = await pidOf();
    const working = inOne(pipeline, 'insert into things values (1)', 'select pg_sleep(20)');
    const failing = assert.rejects(settling(working), { code: '57P01', severity: 'FATAL' });
    await sleep(300);
    await terminate(pid);
    await failing;
    for (let turns = 0; turns < 10; turns++) {
      await terminate(await pidOf());
      for (let i = 0; i < turns / 3; i++) await new Promise((resolve) => setImmediate(resolve));
      await retryAfterConnectionLoss(() => inOne(pipeline, 'select 1'));
    }
    // A transaction that waits for something else meanwhile.
    const idle = pipeline.transaction(async (tx) => {
      const [row] = await tx.send('select pg_backend_pid() as pid', []);
      await terminate(row!.pid);
      await sleep(50);
      return { last: [tx.send('insert into things values (2)', [])], answer: null };
    });
    await assert.rejects(settling(idle), isConnectionLoss);
    assert.deepEqual(await beside.send('select id from things', []), []);
  });

  test('statements and locks time out, and the pipeline continues', async (t) => {
    const { open, beside } = await openStage(t);
    await inOne(beside, TABLE);
    const pipeline = open({ connection: { statement_timeout: 300, lock_timeout: 100 } });
    await assert.rejects(settling(inOne(pipeline, 'select 1', 'select pg_sleep(5)')), { code: '57014' });
    let locked = () => {};
    const isLocked = new Promise<void>((resolve) => {
      locked = resolve;
    });
    let letGo = () => {};
    const isFree = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const holding = beside.transaction(async (tx) => {
      await tx.send('lock table things', []);
      locked();
      await isFree;
      return { last: [], answer: null };
    });
    await isLocked;
    await assert.rejects(settling(inOne(pipeline, 'insert into things values (1)')), { code: '55P03' });
    letGo();
    await holding;
    await inOne(pipeline, 'insert into things values (1)');
  });

  test('a pipeline reconnects after its server was killed and started again', async (t) => {
    const server = await startPrivateServer({ durable: true });
    const pipeline = openPipelineTo(server.databaseUrl);
    t.after(async () => {
      await pipeline.end({ timeout: 1 });
      await server.remove();
    });
    await inOne(pipeline, TABLE, 'insert into things values (1)');
    const failing = assert.rejects(
      settling(inOne(pipeline, 'insert into things values (2)', 'select pg_sleep(20)')),
      isConnectionLoss,
    );
    await sleep(200);
    await server.kill();
    await failing;
    await assert.rejects(settling(inOne(pipeline, 'select 1')), isConnectionLoss);
    await server.start();
    assert.deepEqual(await pipeline.send('select id from things', []), [{ id: 1 }]);
  });

  test('closing a pipeline waits for its work, up to a limit', async (t) => {
    const { open, beside } = await openStage(t);
    const ended = open();
    const slow = inOne(ended, 'select pg_sleep(0.3)');
    const behind = ended.send('select 1 as one', []);
    await settling(ended.end({ timeout: 5 }));
    assert.deepEqual([await slow, await behind], [null, ONE]);
    await assert.rejects(ended.connect(), { code: 'CONNECTION_ENDED' });
    await assert.rejects(inOne(ended, 'select 1'), { code: 'CONNECTION_ENDED' });

    const given = open();
    const lost = assert.rejects(settling(inOne(given, 'select pg_sleep(20)')), isConnectionLoss);
    const never = assert.rejects(settling(given.connect()), { code: 'CONNECTION_ENDED' });
    await sleep(200);
    const began = performance.now();
    await settling(given.end({ timeout: 0.2 }));
    assert.ok(performance.now() - began < 5_000);
    await lost;
    await never;
    // The server has received the first connection's goodbye.
    const here = `select 1 from pg_stat_activity where datname = current_database() and state = 'idle' and pid <> pg_backend_pid()
      and application_name not like 'citus%'`;
    assert.deepEqual(await beside.send(here, []), []);
  });
});
