// Tracing, with whole programs and a stub collector. A caller's trace continues through the request, its writes, the
// call to the provider and the webhook, which another process sends. No span holds card data or a secret. Without
// OTEL_EXPORTER_OTLP_ENDPOINT no tracing package is loaded.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type TestContext } from 'node:test';
import { aCardPayin, eventually, MASTER_KEY, OPERATOR_TOKEN } from '../stage/harness.ts';
import { createTestDatabase } from '../stage/harness-database.ts';
import { onlyInProof } from '../stage/how-much.ts';
import { type Program, programDataDir, runProgram } from '../stage/program.ts';
import { startWebhookReceiver } from '../stage/webhook-receiver.ts';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code?: number };
}

/** Accepts what an OTLP collector accepts, and keeps it unchanged. */
async function startCollector(t: TestContext) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    assert.equal(request.url, '/v1/traces');
    bodies.push(Buffer.concat(chunks).toString());
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const spans = (): SentSpan[] =>
    bodies.flatMap((body) =>
      JSON.parse(body).resourceSpans.flatMap((resource: { scopeSpans: { spans: SentSpan[] }[] }) =>
        resource.scopeSpans.flatMap((scope) => scope.spans),
      ),
    );
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, spans };
}

const SECRET_WORDS = {
  card: '4539578763621486',
  cvv: '739',
  holder: 'Grace Hopper',
  reference: 'order-of-the-trace',
};
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

function settings(t: TestContext, databaseUrl: string, more: Record<string, string>) {
  return {
    DATABASE_URL: databaseUrl,
    DATA_DIR: programDataDir(t),
    MASTER_KEY: MASTER_KEY.toString('base64'),
    OPERATOR_TOKEN,
    PUBLIC_URL: 'http://localhost',
    LOG_LEVEL: 'debug',
    ...more,
  };
}

async function post(url: string, headers: Record<string, string>, body: unknown) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  assert.equal(answer.status, 201, text);
  return JSON.parse(text);
}

const asOperator = { authorization: `Bearer ${OPERATOR_TOKEN}` };

test('a trace continues from the caller to the webhook, through two processes, without card data', async (t) => {
  const collector = await startCollector(t);
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const receiver = await startWebhookReceiver(t);
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/` };
  const start = (role: string): Program =>
    runProgram(t, settings(t, database.databaseUrl, { ROLE: role, ...traced }));
  const [api, worker] = [start('api'), start('worker')];
  const url = await api.ready();
  await worker.ready();
  const { merchantId } = await post(`${url}/operator/merchants`, asOperator, { name: 'Ada' });
  const brand = await post(`${url}/operator/merchants/${merchantId}/brands`, asOperator, {
    name: 'Ada Shop',
    notificationUrl: `${receiver.url}?token=secret-of-the-address`,
  });
  const { card, cvv, holder, reference } = SECRET_WORDS;
  const headers = { 'x-api-key': brand.apiKey, traceparent: `00-${TRACE}-${CALLER}-01` };
  const instrument = { cardNumber: card, cardCvv: cvv, cardHolder: holder };
  await post(`${url}/v3/payment`, headers, aCardPayin({ merchantReference: reference }, instrument));

  const webhook = await eventually(() => receiver.received[0]);
  // Each program sends its remaining spans when it ends.
  for (const program of [api, worker]) program.signal('SIGTERM');
  assert.deepEqual([await api.ended(), await worker.ended()], [0, 0]);

  const own = collector.spans().filter(({ traceId }) => traceId === TRACE);
  const named = (name: string) => own.find((one) => one.name === name)!;
  const names = own.map(({ name }) => name).sort();
  const wanted = ['POST /v3/payment', 'provider payIn', 'storage apply', 'storage open', 'webhook'];
  assert.deepEqual(names, wanted);
  const request = named('POST /v3/payment');
  assert.equal(request.parentSpanId, CALLER);
  for (const name of wanted.slice(1)) assert.equal(named(name).parentSpanId, request.spanId, name);
  assert.equal(webhook.headers.traceparent, `00-${TRACE}-${named('webhook').spanId}-01`);

  const line = api
    .output()
    .split('\n')
    .find((one) => one.includes('"route":"/v3/payment"'))!;
  assert.equal(JSON.parse(line).traceId, TRACE);
  assert.equal(JSON.parse(line).spanId, request.spanId);

  const sent = collector.bodies.join('\n');
  assert.ok(sent.includes('tollgate.brand_id'), 'the search would find something');
  const { apiKey, signingSecret } = brand;
  for (const secret of [
    card,
    holder,
    reference,
    apiKey,
    signingSecret,
    OPERATOR_TOKEN,
    'secret-of-the-address',
  ])
    assert.ok(!sent.includes(secret), `a span holds ${secret}`);
  assert.doesNotMatch(sent, new RegExp(`\\b${cvv}\\b`));
  assert.ok(!collector.spans().some(({ name }) => /health|metrics/.test(name)));
});

test('an unreachable collector delays neither a payment nor the end of a process', {
  skip: onlyInProof,
}, async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const nowhere = createServer();
  await new Promise<void>((resolve) => nowhere.listen(0, '127.0.0.1', resolve));
  const { port } = nowhere.address() as AddressInfo;
  await new Promise((resolve) => nowhere.close(resolve));
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
  const program = runProgram(t, settings(t, database.databaseUrl, env));
  const url = await program.ready();
  await post(`${url}/operator/merchants`, asOperator, { name: 'Ada' });
  program.signal('SIGTERM');
  assert.equal(await program.ended(), 0);
});

/** Prints at the end which packages of OpenTelemetry were loaded. */
const WATCH = `import { registerHooks } from 'node:module';
const loaded = new Set();
registerHooks({ load(url, context, next) {
  const name = /@opentelemetry\\/[^/]+/.exec(url);
  if (name) loaded.add(name[0]);
  return next(url, context);
} });
process.on('exit', () => process.stderr.write('loaded: ' + [...loaded].sort().join() + '.\\n'));`;

test('without an endpoint no module of OpenTelemetry is loaded except what the metrics library needs', {
  skip: onlyInProof,
}, async (t) => {
  const loadedWith = async (more: Record<string, string>) => {
    const database = await createTestDatabase();
    t.after(() => database.drop());
    const flags = ['--disable-sigusr1', `--import=data:text/javascript,${encodeURIComponent(WATCH)}`];
    const program = runProgram(t, settings(t, database.databaseUrl, more), 'start', flags);
    await program.ready();
    program.signal('SIGTERM');
    assert.equal(await program.ended(), 0);
    return /^loaded: (.*)\.$/m.exec(program.output())![1]!.split(',');
  };
  assert.deepEqual(await loadedWith({}), ['@opentelemetry/api']);
  const on = await loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  assert.ok(on.includes('@opentelemetry/sdk-trace'), 'the watch finds it where it is loaded');
});
