// Starting and stopping the program as its operator does (contract 1):
// processes, signals, messages, exit codes.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import test, { describe, type TestContext } from 'node:test';
import { connectPostgres } from '../../src/storage/database/connect.ts';
import { aCardPayin } from '../stage/harness.ts';
import { asOwner, createTestDatabase, type TestDatabase } from '../stage/harness-database.ts';
import { onlyInProof } from '../stage/how-much.ts';
import {
  databaseRuns,
  dataDirWithDatabase,
  type Program,
  programDataDir,
  runProgram,
} from '../stage/program.ts';

const MASTER_KEY = Buffer.alloc(32, 3).toString('base64');
const OPERATOR_TOKEN = 'operator-token-of-start-stop';

async function statusOf(url: string): Promise<number> {
  return (await fetch(url)).status;
}

/** A program's own database: its address and the secrets that go with it. */
async function externalDatabase(
  t: TestContext,
  empty = false,
): Promise<{ database: TestDatabase; env: Record<string, string> }> {
  const database = await createTestDatabase({ empty });
  t.after(() => database.drop());
  const DATA_DIR = programDataDir(t);
  return { database, env: { DATABASE_URL: database.databaseUrl, DATA_DIR, MASTER_KEY, OPERATOR_TOKEN } };
}

async function failure(program: Program): Promise<string> {
  assert.equal(await program.ended(), 1);
  return program.output();
}

// Each test has its own process and mostly waits for it.
describe('starting and stopping a process', { concurrency: 3 }, () => {
  test('a first start makes the demo and prints a payment that works, and a later start uses the same data', async (t) => {
    const DATA_DIR = programDataDir(t);
    const first = runProgram(t, { DATA_DIR });
    const url = await first.ready();
    assert.equal(await statusOf(`${url}/health/ready`), 200);
    const demo = JSON.parse(readFileSync(join(DATA_DIR, 'demo.json'), 'utf8'));
    assert.equal(statSync(join(DATA_DIR, 'demo.json')).mode & 0o777, 0o600);

    const printed = first.output();
    assert.match(printed, /Tollgate is ready/);
    assert(printed.includes(demo.apiKey));
    const [, address, key, body] = /curl -s (\S+) \\\n {2}-H 'X-API-KEY: (\S+)' .*\\\n {2}-d '(.+)'/.exec(
      printed,
    )!;
    const answer = await fetch(address!, {
      method: 'POST',
      headers: { 'x-api-key': key!, 'content-type': 'application/json' },
      body: body!,
    });
    assert.equal(answer.status, 201);
    const paid = (await answer.json()) as { result: { status: string; transactionId: string } };
    assert.equal(paid.result.status, 'COMPLETED');
    // No colours where the output is no terminal.
    assert(!printed.includes('\x1b['));
    await t.test(
      'a request in flight when SIGTERM arrives is answered, and a new request is not accepted',
      () => endsDuringRequest(first, new URL(url), demo.apiKey),
    );
    assert.equal(databaseRuns(DATA_DIR), false);

    // Like an operator's program: without the modules that the test run has compiled.
    const second = runProgram(t, { DATA_DIR, NODE_COMPILE_CACHE: '' });
    const again = await second.ready();
    const record = await fetch(`${again}/payments/${paid.result.transactionId}`, {
      headers: { 'x-api-key': demo.apiKey },
    });
    assert.equal(record.status, 200);
    assert(second.output().includes(demo.apiKey));
    second.signal('SIGINT');
    assert.equal(await second.ended(), 0);
    const compiled = readdirSync(join(DATA_DIR, 'compile-cache'), { recursive: true });
    assert.ok(compiled.length > 500, `${compiled.length} modules are kept for the next start`);
  });

  test('after Ctrl-C the whole group ends in order, although npm passes the signal on again', {
    skip: onlyInProof,
  }, async (t) => {
    const DATA_DIR = await dataDirWithDatabase(t);
    const program = runProgram(t, { DATA_DIR });
    await program.ready();
    program.signalGroup('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 5));
    program.signalGroup('SIGINT');
    assert.equal(await program.ended(), 0);
    assert.match(program.output(), /"msg":"stopped"/);
    assert.doesNotMatch(program.output(), /"level":(50|60)/);
    assert.equal(databaseRuns(DATA_DIR), false);
  });

  test('a signal during the first start leaves nothing running', { skip: onlyInProof }, async (t) => {
    const DATA_DIR = programDataDir(t);
    const program = runProgram(t, { DATA_DIR });
    while (!program.output().includes('creating the embedded database')) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    program.signal('SIGTERM');
    assert.equal(await program.ended(), 0);
    assert.equal(databaseRuns(DATA_DIR), false);
    assert.doesNotMatch(program.output(), /schema migrated|"level":(50|60)/);
    const next = runProgram(t, { DATA_DIR });
    await next.ready();
    next.signal('SIGTERM');
    assert.equal(await next.ended(), 0);
  });

  test('after a SIGKILL the next start uses the running database and has all data', {
    skip: onlyInProof,
  }, async (t) => {
    const DATA_DIR = await dataDirWithDatabase(t);
    const first = runProgram(t, { DATA_DIR });
    await first.ready();
    first.signal('SIGKILL');
    assert.equal(await first.ended(), 'SIGKILL');
    assert.equal(databaseRuns(DATA_DIR), true);
    const demo = readFileSync(join(DATA_DIR, 'demo.json'), 'utf8');
    const second = runProgram(t, { DATA_DIR });
    assert.equal(await statusOf(`${await second.ready()}/health/ready`), 200);
    assert.equal(readFileSync(join(DATA_DIR, 'demo.json'), 'utf8'), demo);
    second.signal('SIGTERM');
    assert.equal(await second.ended(), 0);
    assert.equal(databaseRuns(DATA_DIR), false);
  });

  test('demo.json has the new operator token after one was made', { skip: onlyInProof }, async (t) => {
    const DATA_DIR = await dataDirWithDatabase(t);
    const tokenFile = join(DATA_DIR, 'operator.token');
    const demoFile = join(DATA_DIR, 'demo.json');
    const first = runProgram(t, { DATA_DIR });
    await first.ready();
    first.signal('SIGTERM');
    assert.equal(await first.ended(), 0);
    const former = JSON.parse(readFileSync(demoFile, 'utf8'));
    rmSync(tokenFile);

    const second = runProgram(t, { DATA_DIR });
    const url = await second.ready();
    const { operatorToken, ...rest } = JSON.parse(readFileSync(demoFile, 'utf8'));
    assert.notEqual(operatorToken, former.operatorToken);
    assert.equal(operatorToken, readFileSync(tokenFile, 'utf8').trim());
    assert.deepEqual({ ...rest, operatorToken: former.operatorToken }, former);
    assert.equal(statSync(demoFile).mode & 0o777, 0o600);
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${operatorToken}` } });
    assert.equal(answer.status, 200);
    assert(!second.output().includes(operatorToken));
    second.signal('SIGTERM');
    assert.equal(await second.ended(), 0);
  });

  test('a request that never ends delays the stop by at most 10 s', { skip: onlyInProof }, async (t) => {
    const { env } = await externalDatabase(t);
    const program = runProgram(t, env);
    const url = new URL(await program.ready());
    const socket = await slowRequest(
      url,
      ['X-API-KEY: none', 'Content-Type: application/json'],
      '{"a": 1, "b": 2}',
    );
    socket.on('error', () => {});
    program.signal('SIGTERM');
    // Contract: within 10 s. This proves only that it ends while the request does not; a busy machine takes longer.
    assert.equal(await program.ended(), 0);
  });

  test('an api and a worker share one embedded database, and the last process to end stops it', {
    skip: onlyInProof,
  }, async (t) => {
    const DATA_DIR = await dataDirWithDatabase(t);
    const api = runProgram(t, { DATA_DIR, ROLE: 'api' });
    const worker = runProgram(t, { DATA_DIR, ROLE: 'worker' });
    const [url, health] = await Promise.all([api.ready(), worker.ready()]);
    assert.equal(await statusOf(`${health}/health/ready`), 200);
    worker.signal('SIGTERM');
    assert.equal(await worker.ended(), 0);
    assert.equal(await statusOf(`${url}/health/ready`), 200);
    api.signal('SIGTERM');
    assert.equal(await api.ended(), 0);
    assert.equal(databaseRuns(DATA_DIR), false);
  });

  test('an empty external database is migrated and used, without a demo', {
    skip: onlyInProof,
  }, async (t) => {
    const { env } = await externalDatabase(t, true);
    const program = runProgram(t, env);
    assert.equal(await statusOf(`${await program.ready()}/health/ready`), 200);
    assert.throws(() => statSync(join(env.DATA_DIR!, 'demo.json')), { code: 'ENOENT' });
    assert.throws(() => statSync(join(env.DATA_DIR!, 'postgres')), { code: 'ENOENT' });
    program.signal('SIGTERM');
    assert.equal(await program.ended(), 0);
  });

  test('a taken port is named, and nothing is left running', { skip: onlyInProof }, async (t) => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    t.after(() => taken.close());
    const { port } = taken.address() as { port: number };
    const DATA_DIR = programDataDir(t);
    const words = await failure(runProgram(t, { DATA_DIR, PORT: String(port) }));
    assert.match(words, new RegExp(`Tollgate cannot start: PORT ${port} on 127\\.0\\.0\\.1 is taken`));
    assert.equal(databaseRuns(DATA_DIR), false);
  });

  test('a wrong configuration is explained and changes nothing', async (t) => {
    const DATA_DIR = join(programDataDir(t), 'never-made');
    const words = await failure(runProgram(t, { DATA_DIR, PORT: 'http', ENVIRONMENT: 'production' }));
    assert.match(
      words,
      /4 faults:\n {2}PORT is "http".*\n {2}MASTER_KEY is not set.*\n {2}OPERATOR_TOKEN is not set.*\n {2}PUBLIC_URL is /,
    );
    assert.throws(() => statSync(DATA_DIR), { code: 'ENOENT' });
  });

  test('an unreachable database is named without its password', async (t) => {
    const DATA_DIR = programDataDir(t);
    const DATABASE_URL = 'postgres://me:hunter2@127.0.0.1:1/payments';
    const words = await failure(runProgram(t, { DATA_DIR, DATABASE_URL }, 'start --no-wait'));
    assert.match(words, /DATABASE_URL \(127\.0\.0\.1:1\/payments\): nothing listens there/);
    assert.doesNotMatch(words, /hunter2/);
  });

  test('a MASTER_KEY that does not fit the existing data is refused', { skip: onlyInProof }, async (t) => {
    const { env } = await externalDatabase(t);
    const first = runProgram(t, env);
    await first.ready();
    first.signal('SIGTERM');
    assert.equal(await first.ended(), 0);
    const other = Buffer.alloc(32, 4).toString('base64');
    const words = await failure(runProgram(t, { ...env, MASTER_KEY: other }));
    assert.match(words, /Tollgate cannot start: .*MASTER_KEY/);
    assert(!words.includes(other) && !words.includes('    at '));
  });

  test('a schema newer than the program is refused and not changed', { skip: onlyInProof }, async (t) => {
    const { database, env } = await externalDatabase(t);
    const sql = connectPostgres(asOwner(database.databaseUrl), { max: 1 });
    await sql`insert into schema_migrations select 9999, '9999-of-a-later-release.sql', 'x', now()`;
    await sql.end();
    assert.match(
      await failure(runProgram(t, env)),
      /at version 9999 \(9999-of-a-later-release\.sql\).*newer release/,
    );
  });

  test('the migrate command migrates a database and ends', { skip: onlyInProof }, async (t) => {
    const { env } = await externalDatabase(t, true);
    assert.equal(await runProgram(t, env, 'migrate').ended(), 0);
    assert.equal(await runProgram(t, env, 'migrate').ended(), 0);
  });

  async function endsDuringRequest(program: Program, url: URL, apiKey: string): Promise<void> {
    const body = JSON.stringify(aCardPayin());
    const socket = await slowRequest(url, [`X-API-KEY: ${apiKey}`, 'Content-Type: application/json'], body);
    program.signal('SIGTERM');
    await until(() => refuses(url));
    socket.write(body.slice(10));
    let answer = '';
    for await (const text of socket) answer += text;
    assert.match(answer, /^HTTP\/1\.1 201 /);
    assert.match(answer, /"status":"COMPLETED"/);
    assert.equal(await program.ended(), 0);
    // The client would have kept its connection; the gateway does not wait for that.
    assert.doesNotMatch(program.output(), /did not finish in time/);
  }

  /** A POST with an unfinished body. */
  async function slowRequest(url: URL, headers: string[], body: string): Promise<Socket> {
    const socket = connect(Number(url.port), '127.0.0.1').setEncoding('utf8');
    await once(socket, 'connect');
    const lines = [
      'POST /v3/payment HTTP/1.1',
      `Host: ${url.host}`,
      ...headers,
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`);
    // Gives the server time to start on the request.
    await new Promise((resolve) => setTimeout(resolve, 200));
    return socket;
  }

  function refuses(url: URL): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(Number(url.port), '127.0.0.1');
      socket.once('connect', () => resolve(false)).once('error', () => resolve(true));
      socket.once('connect', () => socket.destroy());
    });
  }

  async function until(condition: () => Promise<boolean>, timeoutMs = 60_000): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    while (!(await condition())) {
      assert(Date.now() < deadline, `not within ${timeoutMs} ms`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
});
