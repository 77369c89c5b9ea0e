import assert from 'node:assert/strict';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import test from 'node:test';
import type { WebhookEvent } from '../../../src/domain/webhooks/webhook-event.ts';
import { openPipeline } from '../../../src/storage/database/database.ts';
import { noteTries, type TryNote } from '../../../src/storage/webhooks/note-tries.ts';
import {
  type EndpointNote,
  forgetEndpoints,
  noteEndpoints,
  troubledEndpoints,
} from '../../../src/storage/webhooks/webhook-endpoint-store.ts';
import {
  dueEvents,
  type Move,
  moveEvents,
  waitingEvents,
} from '../../../src/storage/webhooks/webhook-store.ts';
import { analyze } from '../../stage/harness-database.ts';
import { createStage, type Stage } from '../../worker/webhook-stage.ts';

const URL = 'https://shop.example/hooks';
const LEASE_MS = 30_000;

function claimOf(stage: Stage, event: { merchantId: string; transactionId: string; sequence: number }): Move {
  const { merchantId, transactionId, sequence } = event;
  const nextTryAt = new Date(stage.now().getTime() + LEASE_MS);
  return {
    merchantId,
    transactionId,
    sequence,
    state: 'pending',
    nextTryAt,
    dueBy: stage.now(),
    hold: true,
    newTurn: false,
  };
}

function noteOf(event: WebhookEvent, fields: Partial<TryNote>): TryNote {
  const { merchantId, transactionId, sequence, xSignature, signingSecretId } = event;
  return {
    merchantId,
    transactionId,
    sequence,
    triesBefore: 0,
    at: new Date(),
    durationMs: 7,
    url: URL,
    xSignature,
    signingSecretId,
    statusCode: 500,
    error: null,
    excerpt: null,
    state: 'pending',
    nextTryAt: new Date(Date.now() + 5_000),
    endpoint: null,
    ...fields,
  };
}

function endpointOf(stage: Stage, fields: Partial<EndpointNote> = {}): EndpointNote {
  const { merchantId, brandId } = stage.brand;
  return {
    merchantId,
    brandId,
    endpointId: randomUUID(),
    url: `${URL}?order=1`,
    failingSince: null,
    pausedAt: null,
    pauseReason: null,
    changedAt: stage.now(),
    recovered: false,
    ...fields,
  };
}

test('an event is stored and read byte for byte', async (t) => {
  const stage = await createStage(t);
  const body = '{"note":"ä€😀 \\u0000 \\ud800","b":1,"a":50.00}';
  const event = stage.event({ url: URL, body });
  await stage.store(event);
  const [held] = await moveEvents(stage.sql, [claimOf(stage, event)]);
  const { addressed: _, ...rest } = event;
  assert.deepEqual(held, { ...rest, tries: 0, scheduleStart: 0 });
});

test('an event keeps the trace that it comes from, whoever sends it', async (t) => {
  const stage = await createStage(t);
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const events = [stage.event({ url: URL }), stage.event({ url: URL })];
  await stage.store({ ...events[0]!, traceparent });
  await stage.store(events[1]!);
  const held = await moveEvents(
    stage.sql,
    events.map((event) => claimOf(stage, event)),
  );
  const traceOf = new Map(held.map((one) => [one.eventId, one.traceparent]));
  assert.deepEqual(
    events.map(({ eventId }) => traceOf.get(eventId)),
    [traceparent, undefined],
  );
});

test('one of many simultaneous claims gets an event, and no other claim gets it before the lease ends', async (t) => {
  const stage = await createStage(t);
  const event = stage.event({ url: URL });
  await stage.store(event);
  const claims = await Promise.all(
    Array.from({ length: 8 }, () => moveEvents(stage.sql, [claimOf(stage, event)])),
  );
  assert.equal(claims.flat().length, 1);
  assert.deepEqual(await dueEvents(stage.sql, stage.now(), 10), []);
  assert.deepEqual(await moveEvents(stage.sql, [claimOf(stage, event)]), []);
  stage.advance(LEASE_MS + 1);
  assert.equal((await dueEvents(stage.sql, stage.now(), 10)).length, 1);
  assert.equal((await moveEvents(stage.sql, [claimOf(stage, event)])).length, 1);
});

test('claims of the same rows in different orders do not deadlock, and each event is claimed once', async (t) => {
  const stage = await createStage(t);
  const events = Array.from({ length: 200 }, () => stage.event({ url: URL }));
  await stage.store(...events);
  const claims = await Promise.all(
    Array.from({ length: 6 }, (_, i) => {
      const turned = [...events.slice(i * 30), ...events.slice(0, i * 30)];
      return moveEvents(
        stage.sql,
        (i % 2 ? turned.reverse() : turned).map((event) => claimOf(stage, event)),
      );
    }),
  );
  assert.equal(claims.flat().length, 200);
  assert.equal(new Set(claims.flat().map((event) => event.eventId)).size, 200);
});

test('an event is due only after its predecessor was tried', async (t) => {
  const stage = await createStage(t);
  const transactionId = randomUUIDv7();
  const [first, second] = [1, 2].map((sequence) => stage.event({ url: URL, transactionId, sequence }));
  await stage.store(first!, second!);
  const due = async () => (await dueEvents(stage.sql, stage.now(), 10)).map((one) => one.sequence);
  assert.deepEqual(await due(), [1]);
  await moveEvents(stage.sql, [claimOf(stage, first!)]);
  assert.deepEqual(await due(), []);
  await noteTries(openPipeline(stage.sql), [noteOf(first!, {})]);
  assert.deepEqual(await due(), [2]);
});

test('an event behind another event in the line is found, and marked as waiting', async (t) => {
  const stage = await createStage(t);
  const transactionId = randomUUIDv7();
  const [first, second] = [1, 2].map((sequence) => stage.event({ url: URL, transactionId, sequence }));
  await stage.store(first!, second!);
  await moveEvents(stage.sql, [
    { ...claimOf(stage, first!), state: 'waiting', nextTryAt: null, hold: false },
  ]);
  const [due] = await dueEvents(stage.sql, stage.now(), 10);
  assert.deepEqual([due!.sequence, due!.former], [2, 'waiting']);
});

test('a line is read by the age of its transactions, and within each transaction in order', async (t) => {
  const stage = await createStage(t);
  const transactions: string[] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()].sort();
  const events = [2, 1].flatMap((sequence) =>
    [...transactions].reverse().map((transactionId) => stage.event({ url: URL, transactionId, sequence })),
  );
  await stage.store(...events, stage.event({ url: 'https://other.example/' }));
  await moveEvents(
    stage.sql,
    events.map((event) => ({ ...claimOf(stage, event), state: 'waiting', nextTryAt: null, hold: false })),
  );
  const endpoint = { merchantId: stage.brand.merchantId, endpointId: events[0]!.endpointId };
  const line = await waitingEvents(stage.sql, endpoint, 5);
  assert.deepEqual(
    line.map((one) => [transactions.indexOf(one.transactionId), one.sequence]),
    [
      [0, 1],
      [0, 2],
      [1, 1],
      [1, 2],
      [2, 1],
    ],
  );
});

test('a failure noted after the lease was lost changes nothing, but a delivery counts', async (t) => {
  const stage = await createStage(t);
  const event = stage.event({ url: URL });
  await stage.store(event);
  await noteTries(openPipeline(stage.sql), [noteOf(event, {})]);
  await noteTries(openPipeline(stage.sql), [noteOf(event, { state: 'abandoned', nextTryAt: null })]);
  assert.equal((await stage.row(event)).state, 'pending');
  assert.equal((await stage.row(event)).tries, 1);
  await noteTries(openPipeline(stage.sql), [
    noteOf(event, { state: 'delivered', nextTryAt: null, statusCode: 200 }),
  ]);
  assert.equal((await stage.row(event)).state, 'delivered');
  await noteTries(openPipeline(stage.sql), [noteOf(event, { triesBefore: 2 })]);
  assert.equal((await stage.row(event)).state, 'delivered', 'and nothing takes it back');
  await noteTries(openPipeline(stage.sql), [
    noteOf(event, { state: 'delivered', nextTryAt: null, statusCode: 204 }),
  ]);
  assert.deepEqual(
    (await stage.tries(event)).map((one) => [one.try_number, one.status_code]),
    [
      [1, 500],
      [2, 200],
    ],
    'a delivery takes the next number, and is noted once',
  );
});

test('a try stores a signature only if it is new, and the next try uses it', async (t) => {
  const stage = await createStage(t);
  const event = stage.event({ url: URL });
  await stage.store(event);
  const held = async () => (await moveEvents(stage.sql, [claimOf(stage, event)]))[0]!;
  const signatures = async () => {
    stage.advance(LEASE_MS + 10_000);
    const { xSignature, signingSecretId } = await held();
    return [xSignature, signingSecretId];
  };
  assert.deepEqual(await signatures(), [event.xSignature, event.signingSecretId]);
  await noteTries(openPipeline(stage.sql), [noteOf(event, { xSignature: null })]);
  assert.deepEqual(await signatures(), [event.xSignature, event.signingSecretId]);
  const anew = { xSignature: 'anew', signingSecretId: randomUUID() };
  await noteTries(openPipeline(stage.sql), [noteOf(event, { ...anew, triesBefore: 1 })]);
  assert.deepEqual(await signatures(), [anew.xSignature, anew.signingSecretId]);
  const same = { xSignature: null, signingSecretId: anew.signingSecretId };
  await noteTries(openPipeline(stage.sql), [noteOf(event, { ...same, triesBefore: 2 })]);
  assert.deepEqual(await signatures(), [anew.xSignature, anew.signingSecretId]);
});

test('tries on many endpoints are noted together in one group', async (t) => {
  const stage = await createStage(t);
  const events = Array.from({ length: 50 }, () => stage.event({ url: URL }));
  await stage.store(...events);
  const endpoints = [endpointOf(stage, { failingSince: stage.now() }), endpointOf(stage)];
  await noteTries(
    openPipeline(stage.sql),
    events.map((event, i) => noteOf(event, { endpoint: endpoints[i % 2]! })),
  );
  const [counts] = await stage.sql`select (select count(*)::integer from webhook_tries) as tries,
    (select count(*)::integer from webhook_events where tries = 1) as tried,
    (select count(*)::integer from webhook_endpoints) as endpoints`;
  assert.deepEqual({ ...counts }, { tries: 50, tried: 50, endpoints: 2 });
});

test('a pause stays whatever else is noted, and a success ends a series of failures', async (t) => {
  const stage = await createStage(t);
  const since = new Date(stage.now().getTime() - 60_000);
  const failing = endpointOf(stage, { failingSince: since });
  await noteEndpoints(stage.sql, [failing]);
  await noteEndpoints(stage.sql, [{ ...failing, failingSince: stage.now() }]);
  let [row] = await troubledEndpoints(stage.sql);
  assert.deepEqual(row!.failingSince, since, 'the first failure counts');
  assert.equal(row!.url, URL, 'without the query');
  await noteEndpoints(stage.sql, [{ ...failing, recovered: true }]);
  [row] = await troubledEndpoints(stage.sql);
  assert.equal(row!.failingSince, null);
  const pause = { ...failing, pausedAt: stage.now(), pauseReason: 'gone' };
  await noteEndpoints(stage.sql, [pause, { ...failing, recovered: true }, failing]);
  await noteEndpoints(stage.sql, [failing]);
  [row] = await troubledEndpoints(stage.sql);
  assert.equal(row!.pauseReason, 'gone');
});

test("an endpoint's row is deleted only if it is neither paused nor noted since", async (t) => {
  const stage = await createStage(t);
  const [old, paused, recent] = [
    endpointOf(stage, { changedAt: new Date(0) }),
    endpointOf(stage, { changedAt: new Date(0), pausedAt: stage.now(), pauseReason: 'gone' }),
    endpointOf(stage),
  ];
  await noteEndpoints(stage.sql, [old!, paused!, recent!]);
  const quietSince = new Date(stage.now().getTime() - 1_000);
  await forgetEndpoints(
    stage.sql,
    [old!, paused!, recent!].map((endpoint) => ({ ...endpoint, quietSince })),
  );
  const left = await troubledEndpoints(stage.sql);
  assert.deepEqual(left.map((one) => one.endpointId).sort(), [paused!.endpointId, recent!.endpointId].sort());
});

test('with 60,000 delivered, due and waiting events the queries of a worker stay fast', async (t) => {
  const stage = await createStage(t);
  const { merchantId, brandId } = stage.brand;
  const endpoint = endpointOf(stage, { failingSince: stage.now() });
  await noteEndpoints(stage.sql, [endpoint]);
  for (const [state, nextTryAt] of [
    ['delivered', null],
    ['pending', new Date(stage.now().getTime() - 60_000)],
    ['waiting', null],
  ] as const) {
    await stage.sql`with made as (
      insert into events (merchant_id, transaction_id, sequence, event_id, brand_id, endpoint_id,
        url, body, x_signature, signing_secret_id, created_at)
      select ${merchantId}::uuid, gen_random_uuid(), 1, gen_random_uuid(), ${brandId}::uuid, ${endpoint.endpointId}::uuid,
        ${URL}, '{}', 's', gen_random_uuid(), now() from generate_series(1, 20000) returning *)
      insert into webhook_queue (merchant_id, transaction_id, sequence, tries, schedule_start, brand_id, endpoint_id,
        next_try_at, created_at, state, url)
      select merchant_id, transaction_id, sequence, 0, 0, brand_id, endpoint_id, ${nextTryAt}::timestamptz, created_at, ${state}, url
      from made where ${state} <> 'delivered'`;
  }
  // Its statistics and its many rows would change the plans of other tests.
  stage.wearOut();
  await analyze(stage.databaseUrl);
  const best = async (ask: () => Promise<readonly unknown[]>) => {
    let bestMs = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 10; i++) {
      const started = performance.now();
      assert.ok((await ask()).length > 0);
      bestMs = Math.min(bestMs, performance.now() - started);
    }
    return bestMs;
  };
  const wholeTableMs = await best(
    () => stage.sql`select sum(length(body)), min(x_signature) from webhook_events`,
  );
  for (const [name, ask] of Object.entries({
    due: () => dueEvents(stage.sql, stage.now(), 500),
    line: () => waitingEvents(stage.sql, endpoint, 500),
    endpoints: () => troubledEndpoints(stage.sql),
  })) {
    const bestMs = await best(ask);
    t.diagnostic(`${name}: ${bestMs.toFixed(1)} ms, the whole table ${wholeTableMs.toFixed(1)} ms`);
    assert.ok(bestMs < wholeTableMs, `${name}: ${bestMs} ms`);
  }
});
