// The gauges of waiting work, as Prometheus reads them: right, the same from every process, counted only now and then,
// and no burden for a database in trouble.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { connectPostgres } from '../../../src/storage/database/connect.ts';
import { eventually, startTestGateway, type TestGateway } from '../../stage/harness.ts';

/** The series about waiting work. */
async function waiting({ operator }: TestGateway): Promise<Record<string, string>> {
  const { status, text } = await operator('GET', '/metrics');
  assert.equal(status, 200);
  assert.match(text, /^process_resident_memory_bytes \d+$/m);
  const series = /^(tollgate_(?:webhook_events_waiting|webhook_endpoints|outcomes|payouts)\S*) (\S+)$/gm;
  return Object.fromEntries([...text.matchAll(series)].map(([, name, value]) => [name, value]));
}

/** On a busy machine the first count may take longer than an answer waits for it. */
const counted = (gate: TestGateway) =>
  eventually(async () => {
    const series = await waiting(gate);
    return Object.keys(series).length > 0 && series;
  });

const of = (value: string) => ({
  'tollgate_webhook_events_waiting{state="due"}': value,
  'tollgate_webhook_events_waiting{state="in_line"}': value,
  tollgate_webhook_endpoints_paused: value,
  'tollgate_outcomes_unknown{kind="transaction"}': value,
  'tollgate_outcomes_unknown{kind="refund"}': value,
  'tollgate_outcomes_unknown{kind="capture"}': value,
  tollgate_payouts_to_approve: value,
});

async function pauseAnEndpoint(sql: ReturnType<typeof connectPostgres>): Promise<void> {
  await sql`insert into webhook_endpoints (merchant_id, brand_id, endpoint_id, url, paused_at, changed_at)
    values (${randomUUID()}, ${randomUUID()}, ${randomUUID()}, 'https://shop.example', now(), now())`;
}

test('every process reports the counts of the whole installation, and queries them at most every 15 seconds', async (t) => {
  const first = await startTestGateway(t, { workers: false });
  const second = await startTestGateway(t, { workers: false, databaseUrl: first.databaseUrl });
  const sql = connectPostgres(first.databaseUrl, { max: 1 });
  t.after(() => sql.end());
  const startedMs = performance.now();
  assert.deepEqual(await counted(first), of('0'));
  await pauseAnEndpoint(sql);
  assert.deepEqual(await counted(second), { ...of('0'), tollgate_webhook_endpoints_paused: '1' });
  const again = await waiting(first);
  // The first process counted a moment ago, unless the machine is very busy.
  if (performance.now() - startedMs < 15_000) assert.deepEqual(again, of('0'));
});

test('a database that does not answer does not delay the metrics, and gets one query', async (t) => {
  const tollgate = await startTestGateway(t, { workers: false });
  const sql = connectPostgres(tollgate.databaseUrl, { max: 2, onnotice: () => {} });
  t.after(() => sql.end());
  await sql.begin(async (tx) => {
    await tx`lock table webhook_endpoints in access exclusive mode`;
    const scrapes = await Promise.all([0, 1, 2].map(() => waiting(tollgate)));
    // An unknown value gives no series at all.
    for (const scrape of scrapes) assert.deepEqual(scrape, {});
    const hanging = await eventually(async () => {
      const queries = await sql`select 1 from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like '%webhook_endpoints%'`;
      return queries.length > 0 && queries;
    });
    assert.equal(hanging.length, 1);
  });
});
