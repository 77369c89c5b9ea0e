// GET /events (contract 5): the brand's webhook bodies in an order into which nothing is ever inserted, and as a
// stream.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import test, { type TestContext } from 'node:test';
import {
  foldChanges,
  openFoldingPipeline,
  waitingChanges,
} from '../../../src/storage/listing/fold-changes.ts';
import {
  aCardPayin,
  eventually,
  startTestGateway,
  type TestBrand,
  type TestGateway,
} from '../../stage/harness.ts';

const DAY_MS = 86_400_000;

async function open(t: TestContext) {
  const gate = await startTestGateway(t, { workers: false });
  const brand = await gate.createBrand();
  const { sql } = gate.gateway.context;
  const pipeline = openFoldingPipeline(sql);
  t.after(() => pipeline.end());
  const fold = async () => {
    for (let waiting = await waitingChanges(sql); waiting.length > 0; waiting = await waitingChanges(sql)) {
      assert.deepEqual(await foldChanges(pipeline, waiting), []);
    }
  };
  const pay = async (of: TestBrand = brand, card = {}) => {
    const { body } = await gate.call('POST', '/v3/payment', {
      apiKey: of.apiKey,
      body: aCardPayin({}, card),
    });
    return body.result.transactionId as string;
  };
  const list = (query: Record<string, string> = {}, of = brand) =>
    gate.call('GET', `/events?${new URLSearchParams(query)}`, { apiKey: of.apiKey });
  return { gate, brand, sql, fold, pay, list };
}

// biome-ignore lint/suspicious/noExplicitAny: webhook bodies, read freely
const payments = (body: any[]) => body.map((one) => one.transactionId);

test('events are the bodies of the webhooks, byte for byte, only of this brand, oldest first', async (t) => {
  const { gate, brand, sql, fold, pay, list } = await open(t);
  assert.deepEqual((await list()).body, []);
  const other = await gate.createBrand();
  const ids: string[] = [];
  for (let i = 0; i < 2; i++) {
    ids.push(await pay());
    gate.advance(1_000);
  }
  await pay(other);
  await gate.call('POST', '/refund/by-reference', {
    apiKey: brand.apiKey,
    body: { merchantReference: (await recordOf(gate, brand, ids[0]!)).merchantReference },
  });
  await fold();
  const answer = await list();
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  const told = answer.body.map((one: { transactionId: string; eventType: string }) => [
    one.transactionId,
    one.eventType,
  ]);
  assert.deepEqual(told, [
    [ids[0], 'payin.completed'],
    [ids[1], 'payin.completed'],
    [ids[0], 'refund.pending'],
  ]);
  const rows = await sql`select event_id, body from webhook_events where brand_id = ${brand.brandId}`;
  const bodies = new Map(rows.map((row) => [row.event_id, row.body]));
  assert.equal(
    answer.text,
    `[${answer.body.map(({ eventId }: { eventId: string }) => bodies.get(eventId)).join(',')}]`,
  );
  assert.equal((await list({}, other)).body.length, 1);
});

const recordOf = async (gate: TestGateway, brand: TestBrand, id: string) =>
  (await gate.call('GET', `/payments/${id}`, { apiKey: brand.apiKey })).body;

test('the Link header leads from page to page, and new events are on the last pages', async (t) => {
  const { gate, brand, fold, pay, list } = await open(t);
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) ids.push(await pay());
  await fold();
  const seen: string[] = [];
  let path: string | null = '/events?limit=2';
  while (path !== null) {
    const answer: Awaited<ReturnType<typeof list>> = await gate.call('GET', path, { apiKey: brand.apiKey });
    seen.push(...payments(answer.body));
    const [, url] = /^<(.+)>; rel="next"$/.exec(answer.headers.get('link') ?? '') ?? [];
    path = url === undefined ? null : url.slice(gate.config.publicUrl.length);
    if (seen.length === 2) ids.push(await pay());
    await fold();
  }
  assert.deepEqual(seen.toSorted(), ids.toSorted());
  assert.equal(seen.at(-1), ids.at(-1));
});

test('an event with a delayed commit comes after those that were listed before it', async (t) => {
  const { brand, sql, fold, pay, list } = await open(t);
  const slow = await pay();
  const mayCommit = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const hanging = sql.begin(async (tx) => {
    // Older than all later ones, by its time and by its id.
    await tx`insert into events (merchant_id, transaction_id, sequence, event_id, brand_id, body, x_signature,
        signing_secret_id, created_at)
      select merchant_id, transaction_id, 2, '00000000-0000-7000-8000-000000000001', brand_id,
        '{"transactionId":"hung"}', x_signature, signing_secret_id, created_at - interval '1 minute'
      from events where transaction_id = ${slow}`;
    await tx`insert into transaction_changes (merchant_id, id, transaction_ids)
      values (${brand.merchantId}, ${'00000000-0000-7000-8000-000000000002'}, ${[slow]}::uuid[])`;
    written.resolve();
    await mayCommit.promise;
  });
  await written.promise;
  const quick = await pay();
  await fold();
  const before = await list();
  assert.deepEqual(payments(before.body), [slow, quick]);
  mayCommit.resolve();
  await hanging;
  await fold();
  const after = before.body.at(-1).eventId;
  assert.deepEqual(payments((await list({ after })).body), ['hung']);
  assert.deepEqual(payments((await list()).body), [slow, quick, 'hung']);
});

test('two processes that fold at once give each event one position, and keep the order within a payment', async (t) => {
  const { gate, brand, sql, pay, list } = await open(t);
  const pipelines = [openFoldingPipeline(sql), openFoldingPipeline(sql)];
  t.after(() => Promise.all(pipelines.map((pipeline) => pipeline.end())));
  let paying = true;
  const folding = pipelines.map(async (pipeline) => {
    while (paying || (await waitingChanges(sql)).length > 0)
      await foldChanges(pipeline, await waitingChanges(sql));
  });
  const ids = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const id = await pay(brand, { cardNumber: '4000000000000259' });
      // A payment that has settled meanwhile has a single event.
      await gate.call('POST', `/sandbox/transactions/${id}/outcome`, {
        apiKey: brand.apiKey,
        body: { outcome: 'COMPLETED' },
      });
      return id;
    }),
  );
  paying = false;
  await Promise.all(folding);
  const [stored] = await sql`select count(*)::int as count from webhook_events`;
  const { body } = await list({ limit: '100' });
  assert.equal(body.length, stored!.count);
  assert.ok(body.length >= 30);
  for (const id of ids) {
    const own = body.filter((one: { transactionId: string }) => one.transactionId === id);
    const sequences = own.map((one: { sequence: number }) => one.sequence);
    assert.deepEqual(sequences, [1, 2].slice(0, own.length));
  }
  const [row] =
    await sql`select max(position)::int as last, count(distinct position)::int as count from event_log`;
  assert.deepEqual([row!.last, row!.count], [body.length, body.length]);
});

test('events older than 90 days are gone, and cannot be used as `after`', async (t) => {
  const { gate, fold, pay, list } = await open(t);
  for (let i = 0; i < 3; i++) await pay();
  await fold();
  const [old] = (await list()).body;
  gate.advance(60 * DAY_MS);
  const middle = await pay();
  gate.advance(30 * DAY_MS + 1);
  const recent = await pay();
  await fold();
  assert.deepEqual(payments((await list()).body), [middle, recent]);
  assert.equal((await list({ after: old.eventId })).status, 404);
  gate.advance(61 * DAY_MS);
  assert.deepEqual(payments((await list()).body), [recent]);
});

test('wrong parameters are refused', async (t) => {
  const { gate, fold, pay, list } = await open(t);
  const other = await gate.createBrand();
  await pay(other);
  await fold();
  const [foreign] = (await list({}, other)).body;
  for (const [query, status] of [
    [{ limit: '0' }, 400],
    [{ limit: '101' }, 400],
    [{ after: 'yesterday' }, 400],
    [{ before: randomUUID() }, 400],
    [{ after: randomUUID() }, 404],
    [{ after: foreign.eventId }, 404],
  ] as const) {
    assert.equal((await list(query)).status, status, JSON.stringify(query));
  }
  assert.equal((await gate.call('GET', '/events')).status, 401);
});

interface Listening {
  status: number;
  text: string;
  ended: boolean;
  ids(): string[];
  close(): void;
}

async function listen(
  t: TestContext,
  gate: TestGateway,
  brand: TestBrand,
  { path = '/events', headers = {} }: { path?: string; headers?: Record<string, string> } = {},
): Promise<Listening> {
  const heard: Listening = {
    status: 0,
    text: '',
    ended: false,
    ids: () => [...heard.text.matchAll(/^id: (.+)$/gm)].map(([, id]) => id!),
    close: () => call.destroy(),
  };
  const call = httpRequest(gate.url + path, {
    headers: { accept: 'text/event-stream', 'x-api-key': brand.apiKey, ...headers },
  });
  call.on('error', () => {});
  t.after(() => call.destroy());
  await new Promise<void>((resolve) => {
    call.on('response', (response) => {
      heard.status = response.statusCode!;
      response.setEncoding('utf8');
      response.on('data', (text) => {
        heard.text += text;
      });
      response.on('error', () => {});
      response.on('close', () => {
        heard.ended = true;
      });
      resolve();
    });
    call.end();
  });
  return heard;
}

test('a stream has past and new events, and continues after the last id', async (t) => {
  const { gate, brand, fold, pay, list } = await open(t);
  for (let i = 0; i < 3; i++) await pay();
  await fold();
  const stream = await listen(t, gate, brand);
  assert.equal(stream.status, 200);
  await eventually(() => stream.ids().length === 3);
  await pay();
  await fold();
  await eventually(() => stream.ids().length === 4);
  const { body, text } = await list();
  const ids = body.map(({ eventId }: { eventId: string }) => eventId);
  assert.deepEqual(stream.ids(), ids);
  const told = [...stream.text.matchAll(/^data: (.+)$/gm)].map(([, data]) => data);
  assert.equal(`[${told.join(',')}]`, text);

  for (const resumed of [
    await listen(t, gate, brand, { headers: { 'last-event-id': ids[1] } }),
    await listen(t, gate, brand, { path: `/events?after=${ids[1]}` }),
    await listen(t, gate, brand, { path: `/events?after=${ids[0]}`, headers: { 'last-event-id': ids[1] } }),
  ]) {
    await eventually(() => resumed.ids().length === 2);
    assert.deepEqual(resumed.ids(), ids.slice(2));
  }
  for (const [request, status] of [
    [{ headers: { 'last-event-id': 'none' } }, 400],
    [{ headers: { 'last-event-id': randomUUID() } }, 404],
    [{ path: '/events?limit=3' }, 400],
  ] as const) {
    assert.equal((await listen(t, gate, brand, request)).status, status);
  }
});

test('each brand has ten streams, and each stream that ends makes room', async (t) => {
  const { gate, brand } = await open(t);
  const streams: Listening[] = [];
  for (let i = 0; i < 10; i++) streams.push(await listen(t, gate, brand));
  assert.ok(streams.every(({ status }) => status === 200));
  assert.equal((await listen(t, gate, brand)).status, 429);
  assert.equal((await listen(t, gate, await gate.createBrand())).status, 200);
  streams[0]!.close();
  await eventually(async () => {
    const again = await listen(t, gate, brand);
    if (again.status !== 200) again.close();
    return again.status === 200;
  });
});

test('a stream ends when its key has expired, and when the gateway stops', async (t) => {
  const { gate, brand } = await open(t);
  const other = await gate.createBrand();
  const [revoked, stays] = [await listen(t, gate, brand), await listen(t, gate, other)];
  const path = `/operator/brands/${brand.brandId}/api-keys`;
  assert.equal((await gate.operator('POST', path, { expirePreviousInSeconds: 0 })).status, 201);
  await eventually(() => revoked.ended);
  assert.equal(stays.ended, false);
  await gate.gateway.stop();
  await eventually(() => stays.ended);
});

test('a client that reads nothing does not delay others', async (t) => {
  const { gate, brand, sql, fold, pay } = await open(t);
  const id = await pay();
  await fold();
  const body = JSON.stringify({ transactionId: id, padding: 'x'.repeat(100_000) });
  await sql`insert into events (merchant_id, transaction_id, sequence, event_id, brand_id, body, x_signature,
      signing_secret_id, created_at)
    select merchant_id, transaction_id, n, gen_random_uuid(), brand_id, ${body}, x_signature, signing_secret_id,
      created_at
    from events cross join generate_series(2, 301) n where transaction_id = ${id}`;
  await sql`insert into transaction_changes (merchant_id, id, transaction_ids)
    values (${brand.merchantId}, ${randomUUID()}, ${[id]}::uuid[])`;
  await fold();
  const call = httpRequest(`${gate.url}/events`, {
    headers: { accept: 'text/event-stream', 'x-api-key': brand.apiKey },
  });
  t.after(() => call.destroy());
  const paused = Promise.withResolvers<void>();
  call.on('error', () => {});
  call.on('response', (response) => {
    response.pause();
    paused.resolve();
  });
  call.end();
  await paused.promise;
  const quick = await listen(t, gate, brand);
  await eventually(() => quick.ids().length === 301);
});
