// /metrics while the database is away, with a token made as
// operators are told: its alerts are needed then.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../../src/domain/errors/refusal.ts';
import { hashOf } from '../../../src/domain/keys/credentials.ts';
import { requireOperator } from '../../../src/http/auth/operator-token.ts';
import { metricsCall } from '../../../src/http/metrics/show-metrics.ts';
import { deleteOperatorToken, insertOperatorToken } from '../../../src/storage/keys/operator-token-store.ts';
import { startFaultProxy } from '../../stage/fault-proxy.ts';
import { createTestDatabase, openTestPool } from '../../stage/harness-database.ts';
import { silentLog } from '../../stage/shared-server.ts';

const DAY_MS = 24 * 3_600_000;
const id = (n: number) => `01890a5d-0000-7000-8000-00000000000${n}`;

async function openGate(t: Parameters<typeof startFaultProxy>[0] & { after(end: () => unknown): void }) {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const proxy = await startFaultProxy(t, database.databaseUrl);
  const sql = await openTestPool(proxy.databaseUrl, { maxConnections: 2 });
  t.after(() => sql.end({ timeout: 1 }));
  let ms = Date.now();
  const judge = requireOperator({
    operatorToken: 'root',
    sql,
    now: () => new Date(ms),
    log: silentLog as never,
  });
  /** 200, or the status of the refusal. */
  const ask = async (token: string, url = '/metrics') => {
    const request = {
      method: 'GET',
      routeOptions: { url, schema: url === '/metrics' ? metricsCall.operation : {} },
      headers: { authorization: `Bearer ${token}` },
      ip: '203.0.113.9',
      id: 'r',
    };
    try {
      await judge(request as unknown as FastifyRequest, { header() {} } as unknown as FastifyReply);
      return 200;
    } catch (error) {
      return error instanceof Refusal ? error.httpStatus : 503;
    }
  };
  const add = (n: number, token: string, expiresAt: Date | null = null) =>
    sql.begin((tx) =>
      insertOperatorToken(
        tx,
        { id: id(n), name: token, scopes: ['metrics'], expiresAt, tokenHash: hashOf(token) },
        new Date(),
      ),
    );
  return {
    proxy,
    sql,
    ask,
    add,
    pass: (passedMs: number) => (ms += passedMs),
    at: (inMs: number) => new Date(ms + inMs),
  };
}

test('while the database is away, only tokens that it confirmed before open /metrics', async (t) => {
  const { proxy, sql, ask, add, pass, at } = await openGate(t);
  await add(1, 'tgo_prometheus');
  await add(2, 'tgo_for_an_hour', at(3_600_000));
  await add(3, 'tgo_removed');
  await add(4, 'tgo_never_seen');
  for (const token of ['tgo_prometheus', 'tgo_for_an_hour', 'tgo_removed'])
    assert.equal(await ask(token), 200);
  await sql.begin((tx) => deleteOperatorToken(tx, id(3)));
  assert.equal(await ask('tgo_removed'), 401, 'while the database answers it alone decides');

  await proxy.welcome('refuse');
  proxy.resetAll();
  assert.equal(await ask('tgo_prometheus'), 200);
  assert.equal(await ask('tgo_prometheus', '/operator/brands/:id'), 503);
  assert.equal(await ask('tgo_removed'), 503);
  assert.equal(await ask('tgo_never_seen'), 503);
  pass(3_600_000);
  assert.equal(await ask('tgo_for_an_hour'), 503, 'it has expired');
  assert.equal(await ask('tgo_prometheus'), 200);
  pass(DAY_MS);
  assert.equal(await ask('tgo_prometheus'), 503, 'not for longer than a day');
});

test('a database that does not answer does not delay a scraper', async (t) => {
  const { proxy, ask, add } = await openGate(t);
  await add(1, 'tgo_prometheus');
  assert.equal(await ask('tgo_prometheus'), 200);
  proxy.halfOpen();
  // Prometheus waits for 10 s; the gateway gives the connection up after 15 s.
  const late = sleep(9_000, 'late', { ref: false });
  assert.equal(await Promise.race([ask('tgo_prometheus'), late]), 200);
});
