// Between SIGTERM and the end of a process (contract 1): for SHUTDOWN_DELAY_MS it reports that it is not ready and
// still takes payments, so that a balancer that watches readiness sends nothing to a closed socket.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Agent, request } from 'undici';
import { loadConfig } from '../../src/process/config.ts';
import { aCardPayin, eventually, startTestGateway } from '../stage/harness.ts';
import { createTestDatabase } from '../stage/harness-database.ts';
import { programDataDir, runProgram } from '../stage/program.ts';

test('the delay is ten seconds in production, and zero in test', () => {
  const production = {
    ENVIRONMENT: 'production',
    TRUST_WEAK_SETTINGS: 'true',
    OPERATOR_TOKEN: 'x'.repeat(32),
  };
  const MASTER_KEY = Buffer.alloc(32, 3).toString('base64');
  assert.equal(loadConfig({}).shutdownDelayMs, 0);
  assert.equal(loadConfig({ ...production, MASTER_KEY }).shutdownDelayMs, 10_000);
  assert.throws(
    () => loadConfig({ SHUTDOWN_DELAY_MS: '1s' }),
    /SHUTDOWN_DELAY_MS is "1s"; accepted: a whole/,
  );
});

test('a process that is about to end accepts payments, is not ready, and closes each connection after its answer', async (t) => {
  const stage = await startTestGateway(t);
  const { apiKey } = await stage.createBrand();
  const agent = new Agent({ keepAliveTimeout: 60_000 });
  t.after(() => agent.close());
  const pays = async () => {
    const { statusCode, headers, body } = await request(`${stage.url}/v3/payment`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(aCardPayin()),
      dispatcher: agent,
    });
    await body.dump();
    return { statusCode, connection: headers.connection };
  };
  assert.deepEqual(await pays(), { statusCode: 201, connection: 'keep-alive' });
  stage.gateway.leave();
  const ready = await stage.call('GET', '/health/ready');
  assert.equal(ready.status, 503);
  assert.equal(ready.body.checks.stopping, true);
  assert.deepEqual(await pays(), { statusCode: 201, connection: 'close' });
});

test('after SIGTERM a process continues for its delay, and a second signal ends the delay', async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const program = runProgram(t, {
    DATABASE_URL: database.databaseUrl,
    DATA_DIR: programDataDir(t),
    MASTER_KEY: Buffer.alloc(32, 3).toString('base64'),
    OPERATOR_TOKEN: 'operator-token-of-drain',
    SHUTDOWN_DELAY_MS: '300000',
  });
  const url = await program.ready();
  program.signal('SIGTERM');
  await eventually(async () => (await fetch(`${url}/health/ready`)).status === 503);
  const live = await fetch(`${url}/health/live`);
  assert.equal(live.status, 200);
  assert.equal(live.headers.get('connection'), 'close');
  assert.match(
    program.output(),
    /"delayMs":300000,"msg":"readiness now answers 503; stopping after the delay"/,
  );
  assert.doesNotMatch(program.output(), /"msg":"stopping"/);
  // npm passes the same signal on twice, which counts as one. So the test sends it until it counts.
  const again = setInterval(() => program.signal('SIGTERM'), 1_200);
  await eventually(() => program.output().includes('"msg":"stopping"'));
  clearInterval(again);
  assert.equal(await program.ended(), 0);
});
