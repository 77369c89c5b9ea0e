// A pooler between the gateway and PostgreSQL. pgbouncer in session mode works; in transaction mode without prepared
// statements the start refuses in one sentence (contract 1). The tests need pgbouncer (Debian has 1.18); PGBOUNCER may
// name another one.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { lookForPooler } from '../../src/storage/database/pooler.ts';
import { CITUS_URL } from '../stage/citus-cluster.ts';
import { aCardPayin } from '../stage/harness.ts';
import { createTestDatabase } from '../stage/harness-database.ts';
import { programDataDir, runProgram } from '../stage/program.ts';

const PGBOUNCER = process.env.PGBOUNCER ?? 'pgbouncer';
const OPERATOR_TOKEN = 'operator-token-of-the-pooler';
const version = spawnSync(PGBOUNCER, ['--version'], { encoding: 'utf8' }).stdout ?? '';
const [, major, minor] = /PgBouncer (\d+)\.(\d+)/i.exec(version) ?? [];
const isRoot = process.getuid?.() === 0;
const skip =
  CITUS_URL !== null
    ? 'the poolers of a cluster are another matter'
    : major === undefined
      ? 'there is no pgbouncer here'
      : !isRoot && 'pgbouncer has to run as the user of the test server, so only root can start it';
const keepsStatements = Number(major) > 1 || Number(minor) >= 21;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** The address of a test's database behind its own pgbouncer. */
async function behindPooler(t: TestContext, mode: 'session' | 'transaction', more = ''): Promise<string> {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const url = new URL(database.databaseUrl);
  const home = mkdtempSync(join(tmpdir(), 'tollgate-pooler-'));
  chmodSync(home, 0o755);
  const port = await freePort();
  writeFileSync(join(home, 'users.txt'), `"${url.username}" ""\n`);
  const settings = [
    '[databases]',
    `* = host=${decodeURIComponent(url.hostname)}`,
    '[pgbouncer]',
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir ='],
    ...[
      'auth_type = trust',
      `auth_file = ${home}/users.txt`,
      'default_pool_size = 60',
      'max_client_conn = 300',
    ],
    ...[`pool_mode = ${mode}`, more],
  ];
  writeFileSync(join(home, 'pgbouncer.ini'), `${settings.join('\n')}\n`);
  const pooler = spawn(PGBOUNCER, ['-u', 'postgres', join(home, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  pooler.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  t.after(async () => {
    if (pooler.exitCode === null && pooler.kill('SIGKILL')) await once(pooler, 'exit');
    rmSync(home, { recursive: true, force: true });
  });
  while (!said.includes('process up')) {
    assert.equal(pooler.exitCode, null, said);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return `postgres://${url.username}@127.0.0.1:${port}${url.pathname}`;
}

const env = (t: TestContext, DATABASE_URL: string) => ({
  DATABASE_URL,
  OPERATOR_TOKEN,
  DATA_DIR: programDataDir(t),
  MASTER_KEY: Buffer.alloc(32, 3).toString('base64'),
});

async function pays(url: string): Promise<number[]> {
  const post = async (path: string, body: unknown, headers: Record<string, string>) => {
    const answer = await fetch(new URL(path, url), {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  };
  const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  const merchant = await post('/operator/merchants', { name: 'Merchant' }, operator);
  const path = `/operator/merchants/${merchant.body.merchantId}/brands`;
  const { apiKey } = (await post(path, { name: 'Brand' }, operator)).body;
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => post('/v3/payment', aCardPayin(), { 'x-api-key': apiKey! })),
  );
  return [...new Set(answers.map(({ status }) => status))];
}

test('behind a pooler in session mode, with its own defaults, everything works', { skip }, async (t) => {
  const DATABASE_URL = await behindPooler(t, 'session');
  assert.deepEqual(await lookForPooler(DATABASE_URL), { mode: 'session', keepsStatements: true });
  // A session there has only its user's settings.
  const doctor = runProgram(t, env(t, DATABASE_URL), 'doctor');
  assert.equal(await doctor.ended(), 1);
  assert.match(
    doctor.output(),
    /^✘ session +a session lacks settings that payments need \(.*statement_timeout\), because a pooler/m,
  );
  const program = runProgram(t, env(t, DATABASE_URL));
  const url = await program.ready();
  assert.deepEqual(await pays(url), [201]);
  assert.equal((await fetch(`${url}/health/ready`)).status, 200);
  program.signal('SIGTERM');
  assert.equal(await program.ended(), 0);
  assert.doesNotMatch(program.output(), /"level":(50|60)/);
});

test('a pooler in transaction mode that keeps no prepared statements is refused in one sentence', {
  skip,
}, async (t) => {
  const DATABASE_URL = await behindPooler(
    t,
    'transaction',
    keepsStatements ? 'max_prepared_statements = 0' : '',
  );
  const refused = runProgram(t, env(t, DATABASE_URL));
  assert.equal(await refused.ended(), 1);
  assert.match(
    refused.output(),
    /^Tollgate cannot start: DATABASE_URL \(127\.0\.0\.1:\d+\/\w+\): a pooler in transaction mode answers there, and it does not keep prepared statements; use session mode, or pgbouncer 1\.21 or newer with max_prepared_statements\n$/,
  );
});

test('everything works behind a pooler in transaction mode that keeps prepared statements', {
  skip: skip || (!keepsStatements && `pgbouncer ${major}.${minor} does not keep them`),
}, async (t) => {
  const DATABASE_URL = await behindPooler(t, 'transaction', 'max_prepared_statements = 1000');
  assert.deepEqual(await lookForPooler(DATABASE_URL), { mode: 'transaction', keepsStatements: true });
  const program = runProgram(t, env(t, DATABASE_URL));
  assert.deepEqual(await pays(await program.ready()), [201]);
  program.signal('SIGTERM');
  assert.equal(await program.ended(), 0);
  assert.doesNotMatch(program.output(), /"level":(50|60)/);
});

test('a parameter of the address that the pooler or the server refuses ends the start in one sentence', {
  skip,
}, async (t) => {
  const DATABASE_URL = await behindPooler(t, 'session');
  const odd = runProgram(t, env(t, `${DATABASE_URL}?statement_timeout=5000`));
  assert.equal(await odd.ended(), 1);
  assert.match(
    odd.output(),
    /^Tollgate cannot start: DATABASE_URL .*: it refuses a parameter of the address: unsupported startup parameter: statement_timeout; take it out of DATABASE_URL\n$/,
  );
});

test('without a pooler no pooler is reported', async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  if (CITUS_URL === null)
    assert.deepEqual(await lookForPooler(database.databaseUrl), { mode: 'direct', keepsStatements: true });
});
