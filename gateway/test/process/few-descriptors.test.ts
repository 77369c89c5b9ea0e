// A process that may have few files and sockets open:
// clients do not take those of the database.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import test, { type TestContext } from 'node:test';
import { pino } from 'pino';
import { Pool } from 'undici';
import { capClients, descriptorLimit } from '../../src/process/descriptors.ts';
import { aCardPayin, eventually } from '../stage/harness.ts';
import { createTestDatabase } from '../stage/harness-database.ts';
import { programDataDir, runProgram } from '../stage/program.ts';

const MASTER_KEY = Buffer.alloc(32, 3).toString('base64');
const OPERATOR_TOKEN = 'operator-token-of-few-descriptors';
const DESCRIPTORS = 128;
const ROOM = 36;

/** This many silent connections. Returns how many of them are still open. */
function crowd(t: TestContext, url: URL, size: number): { standing(): number; leave(): void } {
  const sockets = Array.from({ length: size }, () => {
    const socket = connect(Number(url.port), '127.0.0.1');
    socket.on('error', () => {}).resume();
    return socket;
  });
  const leave = () => {
    for (const socket of sockets) socket.destroy();
  };
  t.after(leave);
  return {
    standing: () => sockets.filter(({ readyState }) => readyState === 'open').length,
    leave,
  };
}

test('with few descriptors new clients are refused, and connected clients can pay', async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const env = { DATABASE_URL: database.databaseUrl, DATA_DIR: programDataDir(t), MASTER_KEY, OPERATOR_TOKEN };
  const program = runProgram(t, env, 'start', ['--disable-sigusr1'], {
    limits: `ulimit -n ${DESCRIPTORS}`,
  });
  const url = new URL(await program.ready());
  assert.match(program.output(), /"clients":36,"msg":"few file descriptors \(ulimit -n 128\)/);

  const pool = new Pool(url.origin, { connections: 8 });
  t.after(() => pool.destroy());
  const post = async (path: string, headers: Record<string, string>, body: unknown) => {
    const answer = await pool.request({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: answer.statusCode, body: (await answer.body.json()) as Record<string, string> };
  };
  const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  const { merchantId } = (await post('/operator/merchants', operator, { name: `Merchant ${randomUUID()}` }))
    .body;
  const brand = await post(`/operator/merchants/${merchantId}/brands`, operator, { name: 'Brand' });
  const pay = () => post('/v3/payment', { 'x-api-key': brand.body.apiKey! }, aCardPayin());

  // Makes the gateway open its eight connections.
  await Promise.all(Array.from({ length: 8 }, pay));
  const outside = crowd(t, url, 150);
  const paid = await Promise.all(Array.from({ length: 40 }, pay));
  assert.deepEqual(new Set(paid.map(({ status }) => status)), new Set([201]));
  await eventually(() => outside.standing() < ROOM);
  assert.match(program.output(), /too many client connections/);
  assert.doesNotMatch(program.output(), /EMFILE/);

  outside.leave();
  await eventually(async () => (await pay()).status === 201);
  program.signal('SIGTERM');
  assert.equal(await program.ended(), 0);
});

test('the limit of clients follows the limit of descriptors, and a small limit is logged', (t) => {
  const server = createServer((_request, response) => response.end('served'));
  t.after(() => server.close());
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
  assert.equal(capClients(server, log, null), false);
  assert.equal(capClients(server, log, 65_536), false);
  assert(server.maxConnections > 40_000);
  assert.deepEqual(lines, []);
  assert.equal(capClients(server, log, 60), true);
  assert.equal(server.maxConnections, 8);
  assert.match(lines[0]!, /ulimit -n 60/);
  assert(descriptorLimit()! > 0);
});
