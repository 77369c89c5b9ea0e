// The metrics of a working gateway, from which operators build alarms and dashboards. Each exists, moves with what it
// counts, has a name that says its type, and holds no payment id.
import assert from 'node:assert/strict';
import test from 'node:test';
import { aCardPayin, startTestGateway } from '../../stage/harness.ts';

const ends: (() => unknown)[] = [];
const tollgate = await startTestGateway(
  { after: (end) => void ends.push(end as () => unknown) },
  { workers: false, connections: 'as outside tests' },
);
test.after(async () => {
  for (const end of ends) await end();
});
const { apiKey } = await tollgate.createBrand();

let references = 0;
async function pay(card: Record<string, unknown> = {}): Promise<void> {
  const body = aCardPayin({ merchantReference: `order-${references++}` }, card);
  const { status, text } = await tollgate.call('POST', '/v3/payment', { apiKey, body });
  assert.equal(status, 201, text);
}

async function scrape(): Promise<string> {
  const { status, text } = await tollgate.operator('GET', '/metrics');
  assert.equal(status, 200);
  return text;
}

/** The text of a series' value; undefined: no such series. */
function seriesIn(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

test('the metrics show a payment in pipelines, pool and provider calls', async () => {
  const before = await scrape();
  await pay();
  const after = await scrape();
  const grown = (series: string) => (seriesIn(after, series) ?? 0) - (seriesIn(before, series) ?? 0);
  for (const store of ['open', 'apply'])
    assert.ok(grown(`tollgate_group_commit_duration_seconds_count{store="${store}"}`) >= 1, store);
  assert.equal(seriesIn(after, 'tollgate_group_commit_jobs{store="open",state="waiting"}'), 0);
  assert.equal(seriesIn(after, 'tollgate_group_commit_jobs{store="open",state="in_progress"}'), 0);
  assert.ok(grown('tollgate_database_pool_duration_seconds_count{use="statement"}') >= 1);
  assert.equal(seriesIn(after, 'tollgate_database_pool_uses{state="waiting"}'), 0);
  assert.equal(seriesIn(after, 'tollgate_database_pool_connections'), 16);
  assert.equal(grown('tollgate_provider_call_duration_seconds_count{provider="sandbox",call="payIn"}'), 1);
  assert.equal(grown('tollgate_provider_calls_total{provider="sandbox",call="payIn",result="answered"}'), 1);
});

test('the metrics count refusals and declines by reason', async () => {
  await pay({ cardNumber: '4000000000009995' });
  await tollgate.call('GET', '/payments', { apiKey: 'wrong' });
  await tollgate.call('GET', '/nowhere');
  const text = await scrape();
  assert.equal(seriesIn(text, 'tollgate_declines_total{type="PAYIN",error_code="2001"}'), 1);
  assert.equal(seriesIn(text, 'tollgate_refusals_total{reason="credentials"}'), 1);
  assert.equal(seriesIn(text, 'tollgate_refusals_total{reason="not_found"}'), 1);
});

test('the metrics have build, proofs, keys and waiting work from the start', async () => {
  const text = await scrape();
  assert.equal(seriesIn(text, 'tollgate_ready'), 1);
  assert.equal(seriesIn(text, 'tollgate_served_merchants_ratio'), 1);
  assert.match(
    text,
    /^tollgate_build_info\{version="\d+\.\d+\.\d+(\+\w+)?",node="26\.[\d.]+",role="all"\} 1$/m,
  );
  for (const proof of ['ledger', 'audit']) {
    assert.ok(seriesIn(text, `tollgate_proof_succeeded_timestamp_seconds{proof="${proof}"}`)! > 1e9);
    assert.equal(seriesIn(text, `tollgate_proof_faults{proof="${proof}"}`), 0);
  }
  for (const key of ['data', 'api', 'signing']) {
    const age = seriesIn(text, `tollgate_key_age_seconds{key="${key}"}`);
    assert.ok(age !== undefined && age >= 0, key);
  }
  assert.equal(seriesIn(text, 'tollgate_key_age_seconds{key="operator"}'), undefined, 'there is none');
  assert.ok(seriesIn(text, 'tollgate_oldest_waiting_seconds{kind="webhook"}') !== undefined);
});

test('only counters end in _total, and times are in seconds', async () => {
  const text = await scrape();
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!] as const);
  assert.ok(types.length > 40, 'the metrics were read');
  const misnamed = types.filter(
    ([name, type]) => name.endsWith('_total') !== (type === 'counter') || /_ms$|_millis/.test(name),
  );
  assert.deepEqual(misnamed, []);
  assert.doesNotMatch(text, /process_heap_bytes|nodejs_active_handles/);
});
