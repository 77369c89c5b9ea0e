// A whole gateway process loses its database connections again and again, under load: it lives, recovers without help,
// and keeps every acknowledged payment. No error of the driver may end the process.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test, { describe, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyLedger } from '../../src/actions/ledger/verify-ledger.ts';
import { openDatabase, type Sql } from '../../src/storage/database/database.ts';
import { type FaultProxy, startFaultProxy } from '../stage/fault-proxy.ts';
import { aCardPayin, eventually, MASTER_KEY, OPERATOR_TOKEN } from '../stage/harness.ts';
import { createTestDatabase } from '../stage/harness-database.ts';
import { type Program, programDataDir, runProgram } from '../stage/program.ts';

interface Stage {
  program: Program;
  proxy: FaultProxy;
  /** The test's own connection, which no fault affects. */
  sql: Sql;
  url: string;
  apiKey: string;
  brandId: string;
}

async function openStage(t: TestContext, by: 'proxy' | 'straight', settings = ''): Promise<Stage> {
  const database = await createTestDatabase();
  const proxy = await startFaultProxy(t, database.databaseUrl);
  const sql = openDatabase(database.databaseUrl, { maxConnections: 1 });
  t.after(async () => {
    await sql.end({ timeout: 1 });
    await database.drop();
  });
  const program = runProgram(t, {
    DATABASE_URL: (by === 'proxy' ? proxy.databaseUrl : database.databaseUrl) + settings,
    DATA_DIR: programDataDir(t),
    MASTER_KEY: MASTER_KEY.toString('base64'),
    OPERATOR_TOKEN,
    SANDBOX_DELAY_MS: '100',
  });
  const url = await program.ready();
  // On a busy machine even these calls can take longer than a short statement_timeout; then they get 503.
  const merchants = '/operator/merchants';
  const { merchantId } = await eventually(() => operator(url, merchants, { name: `Ada ${randomUUID()}` }));
  const brands = `${merchants}/${merchantId}/brands`;
  const brand = await eventually(() => operator(url, brands, { name: 'Ada Shop' }));
  return { program, proxy, sql, url, apiKey: brand.apiKey, brandId: brand.brandId };
}

/** null: the gateway is not available now. */
async function operator(url: string, path: string, body: object) {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (answer.status === 503) return null;
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
  // biome-ignore lint/suspicious/noExplicitAny: as the harness reads answers
  return (await answer.json()) as any;
}

interface Load {
  /** Ids of payments that were answered as completed. */
  completed: string[];
  /** Answers by their status; 0: no answer. */
  statuses: Map<number, number>;
  stop(): Promise<void>;
}

/** Shoppers pay, merchants read and operators fund, as fast as they get answers. */
function load({ url, apiKey, brandId }: Stage, clients = 24): Load {
  const completed: string[] = [];
  const statuses = new Map<number, number>();
  let open = true;
  let made = 0;
  async function ask(path: string, headers: Record<string, string>, body?: object): Promise<string | null> {
    const init = body && { method: 'POST', body: JSON.stringify(body) };
    const signal = AbortSignal.timeout(120_000);
    const answer = await fetch(url + path, {
      ...init,
      signal,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    }).catch(() => null);
    statuses.set(answer?.status ?? 0, (statuses.get(answer?.status ?? 0) ?? 0) + 1);
    if (answer === null) await sleep(20);
    return answer === null ? null : await answer.text().catch(() => null);
  }
  async function client(): Promise<void> {
    while (open) {
      const merchantReference = `order-${made++}`;
      const key = { 'x-api-key': apiKey };
      const text = await ask('/v3/payment', key, aCardPayin({ merchantReference }));
      const answer = text?.startsWith('{') ? JSON.parse(text) : null;
      if (answer?.result?.status === 'COMPLETED') completed.push(answer.result.transactionId);
      await ask(`/payments?merchantReference=${merchantReference}`, key);
      if (made % 7 !== 0) continue;
      const funding = { currency: 'EUR', amount: 1, reference: merchantReference };
      const bearer = { authorization: `Bearer ${OPERATOR_TOKEN}` };
      await ask(`/operator/brands/${brandId}/funding`, bearer, funding);
    }
  }
  const running = Promise.all(Array.from({ length: clients }, client));
  return {
    completed,
    statuses,
    async stop() {
      open = false;
      await running;
    },
  };
}

/** What must be true of a gateway once its database works again. */
async function requireSound(
  { program, sql, url, apiKey }: Stage,
  { completed, statuses }: Load,
): Promise<void> {
  assert.equal(program.child.exitCode ?? program.child.signalCode, null, program.output());
  await eventually(async () => (await fetch(`${url}/health/ready`)).status === 200, 20_000);
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const body = JSON.stringify(aCardPayin());
  const paid = await fetch(`${url}/v3/payment`, { method: 'POST', headers, body });
  assert.equal(paid.status, 201, await paid.text());
  const rows = await sql`select id from transactions where status = 'COMPLETED'`;
  const stored = new Set(rows.map((row) => row.id));
  assert.deepEqual(
    completed.filter((id) => !stored.has(id)),
    [],
    'acknowledged and not there',
  );
  assert.ok(completed.length > 0, 'nothing was acknowledged: no load');
  assert.deepEqual((await verifyLedger(sql)).faults, []);
  const others = [...statuses.keys()].filter((status) => ![200, 201, 503].includes(status));
  assert.deepEqual(others, [], `answers: ${JSON.stringify([...statuses])}\n${program.output()}`);
}

async function terminateAll(sql: Sql): Promise<number> {
  const rows = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and usename = current_user`;
  return rows.length;
}

/** Waits until there was load again, or for a moment: a second cut right after the first must be tested too. */
async function someLoad({ completed }: Load, mostMs: number): Promise<void> {
  const before = completed.length;
  for (let waited = 0; completed.length === before && waited < mostMs; waited += 5) await sleep(5);
}

/** For each loop: the time since its last finished turn. */
async function quietLoops(url: string): Promise<Map<string, number>> {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  const found = text.matchAll(/^tollgate_loop_quiet_seconds\{loop="([^"]+)"\} (\S+)$/gm);
  return new Map([...found].map(([, loop, seconds]) => [loop!, Number(seconds)]));
}

async function readiness(url: string) {
  const answer = await fetch(`${url}/health/ready`);
  const { checks } = (await answer.json()) as { checks: { lateLoops: string[] } };
  return { status: answer.status, lateLoops: checks.lateLoops };
}

/** The loops that take a turn every few seconds; the others run once a minute or less often. */
const FREQUENT = [
  'webhooks',
  'due transactions',
  'due refunds',
  'fold balances',
  'refresh keys',
  'refresh brands',
];

/** Each of them finishes a turn from now on. A loop without work rests for up to 24 s. */
async function loopsGoRound(url: string): Promise<void> {
  const from = Date.now();
  await eventually(async () => {
    const quiet = await quietLoops(url);
    for (const loop of FREQUENT) assert.ok(quiet.has(loop), [...quiet.keys()].join());
    return FREQUENT.every((loop) => quiet.get(loop)! * 1_000 < Date.now() - from);
  }, HALF_OPEN_ENDS_MS);
}

/** The server ends a statement after 4 s here, so a connection may owe an answer for 9 (OPERATIONS, "Connections"). */
const SHORT_SILENCE = '?statement_timeout=4000';

/** Some 45 s; 72 s were seen on busy processors. */
const HALF_OPEN_ENDS_MS = 150_000;

/** A process reports a loop as late some 21 s after its turn hangs. It gives a connection up after 30 s of silence. */
const LATE_SHOWS_MS = 30_000;

// These tests wait for silent connections, so they run in parallel; the two with much load run one after the other.
describe('a gateway that loses its database', { concurrency: 4 }, () => {
  test('while loops wait on silent connections, readiness names them', async (t) => {
    const { proxy, url } = await openStage(t, 'proxy', '?statement_timeout=25000');
    await loopsGoRound(url);
    // When a connection is given up, its idle neighbours end too, and a loop that rested meanwhile gets a new
    // connection. So the test then silences all open connections once more.
    let silentSince = 0;
    const late = await eventually(async () => {
      if (Date.now() - silentSince > LATE_SHOWS_MS) {
        proxy.halfOpen();
        silentSince = Date.now();
      }
      const { status, lateLoops } = await readiness(url);
      return status === 503 && lateLoops.length > 0 && lateLoops;
    }, HALF_OPEN_ENDS_MS);
    t.diagnostic(`late: ${late.join(', ')}`);
    await loopsGoRound(url);
    await eventually(async () => (await readiness(url)).status === 200, HALF_OPEN_ENDS_MS);
  });

  test('silent connections are replaced, and every loop continues', async (t) => {
    const stage = await openStage(t, 'proxy', SHORT_SILENCE);
    const under = load(stage, 4);
    // The old connections swallow everything, new ones are served. 9 s of silence, 5 s of farewell, and slack.
    for (let round = 0; round < 2; round++) {
      await someLoad(under, 5_000);
      stage.proxy.halfOpen();
      // A loop may use a newer connection, so the test waits for the connections themselves.
      await eventually(() => stage.proxy.unanswered() > 0);
      await eventually(() => stage.proxy.unanswered() === 0, 60_000);
      await loopsGoRound(stage.url);
    }
    await someLoad(under, 5_000);
    await under.stop();
    await requireSound(stage, under);
  });

  test('while new connections are silent too the gateway is not ready, and afterwards it recovers', async (t) => {
    const stage = await openStage(t, 'proxy', SHORT_SILENCE);
    const under = load(stage, 4);
    await someLoad(under, 5_000);
    await stage.proxy.welcome('silence');
    stage.proxy.halfOpen();
    await eventually(async () => (await readiness(stage.url)).status === 503);
    await sleep(12_000);
    assert.equal((await readiness(stage.url)).status, 503);
    await stage.proxy.welcome('serve');
    await loopsGoRound(stage.url);
    await someLoad(under, 5_000);
    await under.stop();
    await requireSound(stage, under);
  });

  test('backends that are terminated again and again, under load and during connection, do not end the process', async (t) => {
    const stage = await openStage(t, 'straight');
    const under = load(stage);
    let terminated = 0;
    for (let round = 0; round < 60; round++) {
      await someLoad(under, round % 3 === 0 ? 10 : 1_000);
      terminated += await terminateAll(stage.sql);
    }
    await someLoad(under, 5_000);
    await under.stop();
    t.diagnostic(`${terminated} backends terminated; answers: ${JSON.stringify([...under.statuses])}`);
    await requireSound(stage, under);
    assert.ok(terminated > 60, `${terminated} backends were terminated`);
  });

  test('connections that are reset at any byte of their startup, or later, do not end the process', async (t) => {
    const stage = await openStage(t, 'proxy');
    const under = load(stage);
    for (let bytes = 0; bytes < 1_200; bytes += 24) {
      stage.proxy.resetAll();
      stage.proxy.resetAfter(bytes);
      await someLoad(under, bytes % 72 === 0 ? 10 : 1_000);
    }
    stage.proxy.resetAfter(Number.POSITIVE_INFINITY);
    await someLoad(under, 5_000);
    await under.stop();
    t.diagnostic(`answers: ${JSON.stringify([...under.statuses])}`);
    await requireSound(stage, under);
  });
});
