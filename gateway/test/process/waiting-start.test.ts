// A start before its database is there (decision 68): what its port answers meanwhile, what ends the wait, and which
// errors it does not wait out.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import test, { describe, type TestContext } from 'node:test';
import { startFaultProxy } from '../stage/fault-proxy.ts';
import { createTestDatabase, startPrivateServer } from '../stage/harness-database.ts';
import { onlyInProof } from '../stage/how-much.ts';
import { type Program, programDataDir, runProgram } from '../stage/program.ts';

const MASTER_KEY = Buffer.alloc(32, 5).toString('base64');
const OPERATOR_TOKEN = 'operator-token-of-waiting-start';
const NOWHERE = 'postgres://me:hunter2@127.0.0.1:1/payments';
const WAITING = /"msg":"waiting for the database: /;
const NOT_READY = {
  status: 'not ready',
  checks: {
    database: false,
    writes: false,
    servedMerchants: 0,
    migrations: false,
    stopping: false,
    restored: false,
    lateLoops: [],
  },
};

function start(t: TestContext, env: Record<string, string>, command = 'start'): Program {
  return runProgram(t, { DATA_DIR: programDataDir(t), MASTER_KEY, OPERATOR_TOKEN, ...env }, command);
}

async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    assert(Date.now() < deadline, `not within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A server that answers each connection with an error of PostgreSQL. */
async function refusingServer(t: TestContext, code: string, message: string): Promise<number> {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeUInt32BE(fields.length + 4, 1);
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.concat([head, fields])));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

describe('a start without its database', { concurrency: 3 }, () => {
  test('the program answers while its database is unreachable, and becomes ready by itself', async (t) => {
    const server = await startPrivateServer();
    t.after(() => server.remove());
    await server.stop();
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const program = start(t, { DATABASE_URL: server.databaseUrl, PORT: String(port) });
    await until(() => WAITING.test(program.output()));

    const live = await fetch(`${url}/health/live?probe=1`);
    assert.deepEqual([live.status, await live.json()], [200, { status: 'live' }]);
    const ready = await fetch(`${url}/health/ready`);
    assert.deepEqual([ready.status, await ready.json()], [503, NOT_READY]);
    assert.equal(ready.headers.get('cache-control'), 'no-store');
    assert.equal((await fetch(`${url}/health/ready`, { method: 'HEAD' })).status, 503);
    const call = await fetch(`${url}/v3/payment`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': 'call-1' },
      body: JSON.stringify({ secretOfTheBody: 'x'.repeat(200_000) }),
    });
    assert.equal(call.status, 503);
    assert.equal(call.headers.get('retry-after'), '1');
    assert.equal(call.headers.get('x-request-id'), 'call-1');
    assert.equal(call.headers.get('cache-control'), 'no-store');
    const { message, ...rest } = (await call.json()) as { message: string };
    assert.deepEqual(rest, { statusCode: 503, requestId: 'call-1' });
    assert.match(message, /not available now/);

    await server.start();
    assert.match(await program.ready(), new RegExp(`:${port}$`));
    assert.equal((await fetch(`${url}/health/ready`)).status, 200);
    assert.equal(program.output().split('the database answers').length, 2);
    assert.doesNotMatch(program.output(), /secretOfTheBody|"level":(50|60)/);
    program.signal('SIGTERM');
    assert.equal(await program.ended(), 0);
  });

  test('the program waits for a server that is starting', { skip: onlyInProof }, async (t) => {
    const port = await refusingServer(t, '57P03', 'the database system is starting up');
    const program = start(t, { DATABASE_URL: `postgres://me:hunter2@127.0.0.1:${port}/payments` });
    await until(() => WAITING.test(program.output()));
    assert.match(program.output(), new RegExp(`127\\.0\\.0\\.1:${port}/payments\\): it is not ready: `));
    assert.doesNotMatch(program.output(), /hunter2/);
    program.signal('SIGTERM');
    assert.equal(await program.ended(), 0);
  });

  test('the program waits after a lost connection and during network silence', {
    skip: onlyInProof,
  }, async (t) => {
    const database = await createTestDatabase();
    t.after(() => database.drop());
    const proxy = await startFaultProxy(t, database.databaseUrl);
    await proxy.welcome('busy');
    const program = start(t, { DATABASE_URL: proxy.databaseUrl });
    await until(() => WAITING.test(program.output()));
    await proxy.welcome('silence');
    await until(() => proxy.unanswered() > 0);
    await proxy.welcome('serve');
    await program.ready();
    program.signal('SIGTERM');
    assert.equal(await program.ended(), 0);
  });

  test('SIGTERM ends the waiting program, also during a connection attempt, and frees the port', {
    skip: onlyInProof,
  }, async (t) => {
    const database = await createTestDatabase();
    t.after(() => database.drop());
    const proxy = await startFaultProxy(t, database.databaseUrl);
    await proxy.welcome('silence');
    const port = await freePort();
    const program = start(t, { DATABASE_URL: proxy.databaseUrl, PORT: String(port) });
    await until(() => proxy.unanswered() > 0);
    program.signal('SIGTERM');
    assert.equal(await program.ended(), 0);
    // Its check had not finished, so it had nothing to report.
    assert.match(program.output(), /"msg":"stopped"/);
    assert.doesNotMatch(program.output(), /"level":(50|60)/);
    await assert.rejects(fetch(`http://127.0.0.1:${port}/health/live`));
  });

  test('with --no-wait the program ends after four attempts', { skip: onlyInProof }, async (t) => {
    const port = await refusingServer(t, '53300', 'sorry, too many clients already');
    const program = start(t, { DATABASE_URL: `postgres://me@127.0.0.1:${port}/payments` }, '--no-wait');
    assert.equal(await program.ended(), 1);
    assert.match(program.output(), /^Tollgate cannot start: DATABASE_URL \(.*: it is not ready: sorry/m);
    assert.doesNotMatch(program.output(), WAITING);
  });

  test('an unknown option is refused with the usage', async (t) => {
    const program = start(t, { DATABASE_URL: NOWHERE }, 'start --no-weight');
    assert.equal(await program.ended(), 2);
    assert.match(program.output(), /^Tollgate start has no option "--no-weight"\.\n\nTollgate, a payment/);
    assert.match(program.output(), /\n {2}--no-wait /);
  });

  for (const [what, code, words] of [
    ['a wrong password', '28P01', 'it refuses the password of user me'],
    ['a refused user', '28000', 'it refuses user me: no entry'],
    ['a missing database', '3D000', 'there is no such database; create it first'],
  ] as const)
    test(`${what} ends the program at once`, { skip: code !== '28P01' && onlyInProof }, async (t) => {
      const port = await refusingServer(t, code, 'no entry');
      const DATABASE_URL = `postgres://me:hunter2@127.0.0.1:${port}/payments`;
      const program = start(t, { DATABASE_URL, PORT: String(await freePort()) });
      assert.equal(await program.ended(), 1);
      assert(program.output().includes(`cannot start: DATABASE_URL (127.0.0.1:${port}/payments): ${words}`));
      assert.doesNotMatch(program.output(), /hunter2|waiting for the database/);
    });

  test('a missing certificate file ends the program at once', { skip: onlyInProof }, async (t) => {
    const DATABASE_URL = `${NOWHERE}?sslmode=verify-full&sslrootcert=/nowhere/root.crt`;
    const program = start(t, { DATABASE_URL });
    assert.equal(await program.ended(), 1);
    assert.match(program.output(), /cannot start: .*ENOENT: no such file or directory, stat '\/nowhere/);
  });

  test('a taken port is reported before the database is reached', { skip: onlyInProof }, async (t) => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    t.after(() => taken.close());
    const { port } = taken.address() as AddressInfo;
    const program = start(t, { DATABASE_URL: NOWHERE, PORT: String(port) });
    assert.equal(await program.ended(), 1);
    assert.match(program.output(), new RegExp(`cannot start: PORT ${port} on 127\\.0\\.0\\.1 is taken`));
  });
});
