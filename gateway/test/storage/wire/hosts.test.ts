// A list of servers in DATABASE_URL: how it is read, and that pool and pipelines move together to the next server when
// one is lost or does not fit.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import test, { describe, type TestContext } from 'node:test';
import { describeDatabase } from '../../../src/storage/database/connect.ts';
import {
  isConnectionLoss,
  openDatabase,
  openPipeline,
  retryAfterConnectionLoss,
} from '../../../src/storage/database/database.ts';
import { DatabaseUnreachableError, reachDatabase } from '../../../src/storage/database/reach-database.ts';
import { readDatabaseAddress } from '../../../src/storage/wire/address.ts';
import { Hosts } from '../../../src/storage/wire/hosts.ts';
import { startFaultProxy } from '../../stage/fault-proxy.ts';
import { createTestDatabase } from '../../stage/harness-database.ts';
import { settling } from '../store-stage.ts';

test('an address is read with each host and its port', () => {
  const read = (text: string) => {
    const { hosts, target, url } = readDatabaseAddress(text);
    return [hosts.map(({ host, port }) => `${host} ${port}`).join(), target, url.href];
  };
  assert.deepEqual(read('postgres://me:p%40@h1:1,h2,[::1]:3/db?target_session_attrs=read-write&a=b'), [
    'h1 1,h2 null,::1 3',
    'read-write',
    'postgres://me:p%40@h1/db?a=b',
  ]);
  assert.deepEqual(read('postgresql://h1,h2:2'), ['h1 null,h2 2', 'read-write', 'postgresql://h1']);
  assert.deepEqual(read('postgres://me:a,b@c@[::1]:5/db'), [
    '::1 5',
    'any',
    'postgres://me:a,b%40c@[::1]/db',
  ]);
  assert.deepEqual(read('postgres://me@%2Ftmp%2Fx:6/db?target_session_attrs=primary'), [
    '/tmp/x 6',
    'primary',
    'postgres://me@%2Ftmp%2Fx/db',
  ]);
});

test('an address that cannot be read is refused in words without the password', () => {
  const refused: Record<string, RegExp> = {
    'localhost:5432/db': /contains no host/,
    'postgres:///db': /contains no host/,
    'postgres://me:hunter2@a,,b/db': /a host that is empty or has a wrong port/,
    'postgres://me:hunter2@a:99999,b/db': /a host that is empty or has a wrong port/,
    'postgres://me:hunter2@a:x,b/db': /a host that is empty or has a wrong port/,
    'postgres://me:hunter2@a,%2Ftmp/db': /a unix socket in a list of hosts/,
  };
  for (const target of ['read-only', 'standby', 'prefer-standby', 'best', ''])
    refused[`postgres://me:hunter2@a/db?target_session_attrs=${target}`] =
      /target_session_attrs .* must be one of any, primary, read-write/;
  for (const [address, words] of Object.entries(refused)) {
    assert.throws(
      () => readDatabaseAddress(address),
      (error: Error) => words.test(error.message) && !/hunter2/.test(error.message),
      address,
    );
  }
});

test('messages name all hosts and never the password', () => {
  assert.equal(
    describeDatabase('postgres://me:hunter2@h1:1,h2,[::1]:3/my%20db'),
    'h1:1,h2:5432,[::1]:3/my db',
  );
});

test('connections to the same servers share one choice of host, which moves once if several are lost together', () => {
  const places = ['a', 'b', 'c'].map((host) => ({ path: null, host, port: 5432 }));
  const hosts = Hosts.of(places, 'read-write');
  assert.equal(Hosts.of(structuredClone(places), 'read-write'), hosts);
  assert.notEqual(Hosts.of(places, 'any'), hosts);
  const visited = [];
  for (let turn = 0; turn < 4; turn++) {
    const lost = hosts.current;
    visited.push(lost.host);
    for (let connections = 0; connections < 16; connections++) hosts.leave(lost);
  }
  assert.deepEqual(visited, ['a', 'b', 'c', 'a']);
});

/** The same database through several proxies or servers, in the order of the list. */
function addressOf(addresses: readonly string[], settings: string): string {
  const { username, pathname } = new URL(addresses[0]!);
  return `postgres://${username}@${addresses.map((one) => new URL(one).host).join()}${pathname}?${settings}`;
}

async function openStage(t: TestContext) {
  const database = await createTestDatabase({ empty: true });
  t.after(() => database.drop());
  return {
    startProxy: () => startFaultProxy(t, database.databaseUrl),
    open(addresses: readonly string[], settings = '') {
      const sql = openDatabase(addressOf(addresses, settings), { maxConnections: 2 });
      t.after(() => sql.end({ timeout: 1 }));
      return { sql, pipeline: openPipeline(sql) };
    },
  };
}

const ONE = [{ one: 1 }];

/** The type, then the length and the text. */
function message(type: string, text: string): Buffer {
  const bytes = Buffer.from(`${type}....${text}`, 'latin1');
  bytes.writeUInt32BE(bytes.length - 1, 1);
  return bytes;
}

/** Accepts everybody, reports one setting, sends in pieces of `bytes`, and answers nothing else. */
async function startGreeter(t: TestContext, setting: string, bytes = 1_000) {
  const greeting = Buffer.concat([
    message('R', '\0\0\0\0'),
    message('S', 'server_version\x0018.0\0'),
    message('S', `${setting}\0on\0`),
    message('Z', 'I'),
  ]);
  const sockets = new Set<Socket>();
  let greeted = 0;
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).setNoDelay(true));
    socket.once('data', async () => {
      greeted += 1;
      for (let at = 0; at < greeting.length && socket.writable; at += bytes) {
        socket.write(greeting.subarray(at, at + bytes));
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return {
    address: `postgres://tollgate@127.0.0.1:${port}/x`,
    /** An address with the user and the database of another one. */
    addressOf(databaseUrl: string): string {
      const url = new URL(databaseUrl);
      url.port = String(port);
      return url.href;
    },
    greeted: () => greeted,
  };
}

describe('a database of several servers', { concurrency: 4 }, () => {
  test('pool and pipeline move together to the next host when theirs fails, and back', async (t) => {
    const stage = await openStage(t);
    const [a, b] = [await stage.startProxy(), await stage.startProxy()];
    const { sql, pipeline } = stage.open([a.databaseUrl, b.databaseUrl]);
    const ask = async () => {
      const asked = [() => sql`select 1 as one`, () => pipeline.send('select 1 as one', [])];
      for (const one of asked) {
        const rows = await settling(retryAfterConnectionLoss<Iterable<unknown>>(async () => await one()));
        assert.deepEqual([...rows], ONE);
      }
    };
    await ask();
    assert.equal(b.accepted(), 0);
    for (const [lost, next] of [
      [a, b],
      [b, a],
      [a, b],
    ] as const) {
      await next.welcome('serve');
      await lost.welcome('refuse');
      const before = next.accepted();
      lost.resetAll();
      await ask();
      assert.ok(next.accepted() >= before + 2);
    }
    // The pool does not return to a recovered host without need.
    const before = a.accepted();
    await a.welcome('serve');
    await Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.01)`));
    assert.equal(a.accepted(), before);
  });

  for (const bytes of [1, 3, 7, 1_000]) {
    test(`a standby is skipped for the next host, its greeting cut into pieces of ${bytes}`, async (t) => {
      const stage = await openStage(t);
      const proxy = await stage.startProxy();
      for (const target of ['read-write', 'primary']) {
        const standby = await startGreeter(t, 'in_hot_standby', bytes);
        const { sql, pipeline } = stage.open(
          [standby.addressOf(proxy.databaseUrl), proxy.databaseUrl],
          `target_session_attrs=${target}`,
        );
        proxy.drip(bytes);
        await assert.rejects(settling(pipeline.connect()), (error: Error) => {
          assert.match(error.message, /^the database at 127\.0\.0\.1:\d+ is a standby$/);
          return isConnectionLoss(error);
        });
        assert.deepEqual(await settling(pipeline.send('select 1 as one', [])), ONE);
        assert.deepEqual([...(await settling(sql`select 1 as one`))], ONE);
        assert.equal(standby.greeted(), 1);
      }
    });
  }

  test('the pool skips a standby too', async (t) => {
    const stage = await openStage(t);
    const proxy = await stage.startProxy();
    const standby = await startGreeter(t, 'in_hot_standby');
    const { sql } = stage.open(
      [standby.addressOf(proxy.databaseUrl), proxy.databaseUrl],
      'target_session_attrs=read-write',
    );
    const rows = await settling(retryAfterConnectionLoss(async () => await sql`select 1 as one`));
    assert.deepEqual([...rows], ONE);
    assert.equal(standby.greeted(), 1);
  });

  test('a start tries each host, and the error names all of them', async (t) => {
    const { startProxy } = await openStage(t);
    const [down, up] = [await startProxy(), await startProxy()];
    await down.welcome('refuse');
    const standby = await startGreeter(t, 'in_hot_standby');
    const quiet = { log: { info() {}, warn() {} }, waits: false };
    const settings = 'target_session_attrs=read-write';
    await reachDatabase(addressOf([down.databaseUrl, standby.address, up.databaseUrl], settings), quiet);
    assert.equal(standby.greeted(), 1);

    const unfit = addressOf([standby.address, down.databaseUrl], settings);
    await assert.rejects(reachDatabase(unfit, quiet), (error: Error) => {
      const [one, other] = [standby.address, down.databaseUrl].map((address) => new URL(address).host);
      assert.ok(error.message.startsWith(`DATABASE_URL (${one},${other}/x): `), error.message);
      return error instanceof DatabaseUnreachableError;
    });
  });

  test('a read-only server is accepted unless read-write is required, and a standby if any is allowed', async (t) => {
    const stage = await openStage(t);
    const fits = async (setting: string, settings: string) => {
      const greeter = await startGreeter(t, setting);
      return await settling(stage.open([greeter.address], settings).pipeline.connect()).then(
        () => true,
        (error) => error.code !== 'CONNECTION_UNFIT' && Promise.reject(error),
      );
    };
    assert.equal(await fits('default_transaction_read_only', 'target_session_attrs=read-write'), false);
    assert.equal(await fits('default_transaction_read_only', 'target_session_attrs=primary'), true);
    assert.equal(await fits('in_hot_standby', 'target_session_attrs=any'), true);
    assert.equal(await fits('in_hot_standby', ''), true);
  });

  test('a connection that becomes read-only is replaced by the next host if read-write is required', async (t) => {
    const stage = await openStage(t);
    for (const [settings, moves] of [
      ['target_session_attrs=read-write', true],
      ['target_session_attrs=any', false],
    ] as const) {
      const [a, b] = [await stage.startProxy(), await stage.startProxy()];
      const { sql, pipeline } = stage.open([a.databaseUrl, b.databaseUrl], settings);
      const readOnly = 'set default_transaction_read_only = on';
      a.drip(3);
      await pipeline.send(readOnly, []);
      const code = moves ? 'CONNECTION_LOST' : '25006';
      await assert.rejects(settling(pipeline.send('create table things ()', [])), { code });
      assert.deepEqual(await settling(pipeline.send('select 1 as one', [])), ONE);
      assert.equal(b.accepted(), moves ? 1 : 0);
      // Other errors do not end a connection.
      await assert.rejects(settling(pipeline.send('select 1 / 0', [])), { code: '22012' });
      await sql`select 1`;
      assert.equal(b.accepted(), moves ? 2 : 0);
    }
  });
});
