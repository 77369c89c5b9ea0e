import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import test, { describe } from 'node:test';
import { hmacBase64 } from '../../../src/domain/keys/signature.ts';
import { openDatabase } from '../../../src/storage/database/database.ts';
import { noteEndpoints } from '../../../src/storage/webhooks/webhook-endpoint-store.ts';
import { ON_POSTGRESQL } from '../../stage/citus-cluster.ts';
import { asOwner } from '../../stage/harness-database.ts';
import { startWebhookReceiver } from '../../stage/webhook-receiver.ts';
import { createStage, until } from '../webhook-stage.ts';

// Each test has its own endpoints and mostly waits for them.
describe('a sender', { concurrency: 4 }, () => {
  // proves 5.5, webhooks; 5 table, webhooks; 5 rule 4, webhooks; 6; 6.2; 6.6
  test('a committed event arrives at once, signed both ways, and is noted as delivered', async (t) => {
    const stage = await createStage(t);
    const secret = stage.brand.signingSecrets[0]!.secret;
    const receiver = await startWebhookReceiver(t, { secrets: [secret] });
    const sender = stage.startSender();
    const event = stage.event({ url: `${receiver.url}?order=7&x=%20y` });
    // The event is claimed. For half a minute no poll finds it, so it can only have come from memory.
    assert.deepEqual(await stage.commit(sender, event), [true]);
    const [webhook] = await receiver.waitFor(1);
    assert.equal(webhook!.rawBody, event.body);
    assert.equal(webhook!.path, '/webhooks?order=7&x=%20y');
    assert.equal(webhook!.headers['content-type'], 'application/json');
    assert.match(webhook!.headers['user-agent']!, /^Tollgate/);
    assert.equal(webhook!.headers['x-signature'], event.xSignature);
    assert.ok(webhook!.signatureValid);
    const id = webhook!.headers['webhook-id'];
    const timestamp = webhook!.headers['webhook-timestamp'];
    assert.equal(id, event.eventId);
    assert.ok(Math.abs(Number(timestamp) - Date.now() / 1_000) < 60);
    assert.equal(
      webhook!.headers['webhook-signature'],
      `v1,${hmacBase64(secret, `${id}.${timestamp}.${event.body}`)}`,
    );
    await until(async () => (await stage.row(event)).state === 'delivered');
    const row = await stage.row(event);
    assert.equal(row.tries, 1);
    assert.equal(row.next_try_at, null);
    assert.ok(row.delivered_at);
    const tries = await stage.tries(event);
    assert.deepEqual(
      tries.map(({ try_number, status_code, error }) => ({ try_number, status_code, error })),
      [{ try_number: 1, status_code: 200, error: null }],
    );
    assert.equal(sender.stats().delivered, 1);
    assert.equal(sender.stats().held, 0);
  });

  // proves 5 rule 7; 6.3; 6.7
  test('every retry sends identical bytes under an identical X-Signature, on the schedule, until it is used up', async (t) => {
    const stage = await createStage(t);
    const receiver = await startWebhookReceiver(t, { secrets: [stage.brand.signingSecrets[0]!.secret] });
    receiver.answer = 500;
    const sender = stage.startSender({ scheduleSeconds: [0, 100, 1_000] });
    const event = stage.event({ url: receiver.url });
    await stage.commit(sender, event);

    await until(async () => (await stage.row(event)).tries === 1);
    const first = await stage.row(event);
    assert.equal(first.state, 'pending');
    const [firstTry] = await stage.tries(event);
    const delayMs = first.next_try_at!.getTime() - (firstTry!.at.getTime() + firstTry!.duration_ms);
    assert.ok(delayMs > 89_000 && delayMs < 140_000, `next try in ${delayMs} ms`);
    stage.advance(80_000);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(receiver.received.length, 1, 'not before its time');

    stage.advance(30_000);
    await until(async () => (await stage.row(event)).tries === 2);
    const second = await stage.row(event);
    const secondTry = (await stage.tries(event))[1]!;
    const secondDelayMs = second.next_try_at!.getTime() - (secondTry.at.getTime() + secondTry.duration_ms);
    assert.ok(secondDelayMs > 899_000 && secondDelayMs < 1_130_000, `next try in ${secondDelayMs} ms`);

    stage.advance(1_100_000);
    await until(async () => (await stage.row(event)).state === 'abandoned');
    assert.equal((await stage.row(event)).next_try_at, null);
    assert.equal(receiver.received.length, 3);
    for (const webhook of receiver.received) {
      assert.equal(webhook.rawBody, event.body);
      assert.equal(webhook.headers['x-signature'], event.xSignature);
      assert.equal(webhook.headers['webhook-id'], event.eventId);
      assert.ok(webhook.signatureValid);
    }
    const timestamps = receiver.received.map((webhook) => Number(webhook.headers['webhook-timestamp']));
    assert.ok(timestamps[2]! - timestamps[0]! > 1_000, 'webhook-timestamp is that of the try');
    assert.deepEqual(
      (await stage.tries(event)).map((one) => one.status_code),
      [500, 500, 500],
    );
    assert.equal(sender.stats().abandoned, 1);
  });

  // proves 6.7
  test('an event that failed is delivered by a later try, and its endpoint counts as healthy again', async (t) => {
    const stage = await createStage(t);
    const receiver = await startWebhookReceiver(t);
    receiver.answer = (_, index) => (index === 0 ? 503 : 204);
    const sender = stage.startSender();
    const event = stage.event({ url: receiver.url });
    await stage.commit(sender, event);
    await until(async () => (await stage.row(event)).tries === 1);
    const failing = await stage.sql`select failing_since from webhook_endpoints`;
    assert.ok(failing[0]!.failing_since);
    stage.advance(10_000);
    await until(async () => (await stage.row(event)).state === 'delivered');
    assert.equal((await stage.row(event)).tries, 2);
    const [well] = await stage.sql`select failing_since, paused_at from webhook_endpoints`;
    assert.deepEqual({ ...well }, { failing_since: null, paused_at: null });
  });

  // proves 6.7
  test('Retry-After moves the next try later, at most to the step after it', async (t) => {
    const stage = await createStage(t);
    const receiver = await startWebhookReceiver(t);
    const date = new Date(Date.now() + 200_000).toUTCString();
    const waits = { '/soon': '1', '/later': '60', '/too-late': '86400', '/date': date };
    receiver.answer = ({ path }) => ({
      status: 429,
      headers: { 'retry-after': waits[path as keyof typeof waits] },
    });
    const sender = stage.startSender({ scheduleSeconds: [0, 10, 300] });
    const nextTry = async (path: string) => {
      const event = stage.event({ url: new URL(path, receiver.url).href });
      await stage.commit(sender, event);
      await until(async () => (await stage.row(event)).tries === 1);
      const tried = (await stage.tries(event))[0]!;
      return {
        nextAt: (await stage.row(event)).next_try_at!.getTime(),
        answeredAt: tried.at.getTime() + tried.duration_ms,
      };
    };
    // Never sooner; later only by the time that a busy machine takes to write it down.
    for (const [path, least] of Object.entries({ '/soon': 9, '/later': 60, '/too-late': 300 })) {
      const { nextAt, answeredAt } = await nextTry(path);
      const seconds = (nextAt - answeredAt) / 1_000;
      assert.ok(seconds > least - 0.1 && seconds < least + 30, `${path}: next try in ${seconds} s`);
    }
    const late = (await nextTry('/date')).nextAt - Date.parse(date);
    assert.ok(late >= -1 && late < 30_000, `${late} ms after the date that was named`);
  });

  test("within a transaction an event waits for the end of its predecessor's first try, but for no retry", async (t) => {
    const stage = await createStage(t);
    const receiver = await startWebhookReceiver(t);
    // The first event is slow and fails; the others succeed.
    receiver.answer = ({ body }) => (body.sequence === 1 ? { status: 500, delayMs: 400 } : 200);
    const sender = stage.startSender();
    const transactionId = randomUUIDv7();
    const events = [1, 2, 3].map((sequence) => stage.event({ url: receiver.url, transactionId, sequence }));
    for (const event of events) assert.deepEqual(await stage.commit(sender, event), [true]);
    await receiver.waitFor(3);
    assert.deepEqual(
      receiver.received.map((webhook) => webhook.body.sequence),
      [1, 2, 3],
    );
    assert.ok(receiver.received[1]!.atMs - receiver.received[0]!.atMs >= 390);
    await until(async () => (await stage.row(events[2]!)).state === 'delivered');
    assert.equal((await stage.row(events[0]!)).state, 'pending');
    assert.equal((await stage.row(events[1]!)).state, 'delivered');
  });

  test('the order is kept for events found in the database, whichever sender finds them', async (t) => {
    const stage = await createStage(t);
    const receiver = await startWebhookReceiver(t);
    receiver.answer = { delayMs: 20 };
    const transactions = Array.from({ length: 20 }, () => randomUUIDv7());
    const events = [3, 2, 1].flatMap((sequence) =>
      transactions.map((transactionId) => stage.event({ url: receiver.url, transactionId, sequence })),
    );
    await stage.store(...events);
    const senders = [stage.startSender(), stage.startSender()];
    await receiver.waitFor(60);
    await until(() => senders[0]!.stats().delivered + senders[1]!.stats().delivered === 60);
    for (const transactionId of transactions) {
      const sequences = receiver.received
        .filter((webhook) => webhook.body.transactionId === transactionId)
        .map((webhook) => webhook.body.sequence);
      assert.deepEqual(sequences, [1, 2, 3]);
    }
  });

  test(
    'an event is not sent before a predecessor that another sender took first',
    ON_POSTGRESQL,
    async (t) => {
      const stage = await createStage(t);
      const receiver = await startWebhookReceiver(t);
      const transactionId = randomUUIDv7();
      const events = [1, 2].map((sequence) => stage.event({ url: receiver.url, transactionId, sequence }));
      await stage.store(...events);
      const nothing = { failingSince: null, pausedAt: null, pauseReason: null, recovered: false };
      const endpoint = { ...events[0]!, url: receiver.url, changedAt: stage.now(), ...nothing };
      await noteEndpoints(stage.sql, [endpoint]);
      await stage.sql`update webhook_queue set state = 'waiting', next_try_at = null`;
      // Both events wait in the line, and a trigger refuses every move of the first one.
      stage.wearOut();
      const owner = openDatabase(asOwner(stage.databaseUrl), { maxConnections: 1 });
      await owner.unsafe(`
      create table refused (at timestamptz);
      create function refuse() returns trigger language plpgsql security definer as
        'begin insert into refused values (now()); return null; end';
      create trigger refuse before update on webhook_queue for each row when (new.sequence = 1) execute function refuse()`);
      stage.startSender();
      await until(async () => (await owner`select 1 from refused`).length >= 3);
      await owner.unsafe('drop trigger refuse on webhook_queue');
      await owner.end({ timeout: 1 });
      await receiver.waitFor(2);
      assert.deepEqual(
        receiver.received.map(({ body }) => body.sequence),
        [1, 2],
      );
    },
  );

  // proves 6.3
  test('two senders on one database deliver each event once', async (t) => {
    const stage = await createStage(t);
    const receiver = await startWebhookReceiver(t);
    const senders = [stage.startSender(), stage.startSender()];
    const events = Array.from({ length: 600 }, () => stage.event({ url: receiver.url }));
    // The first sender takes a third, the second sender a third, and a third stays free.
    await Promise.all([
      stage.commit(senders[0]!, ...events.slice(0, 200)),
      stage.commit(senders[1]!, ...events.slice(200, 400)),
      stage.store(...events.slice(400)),
    ]);
    await receiver.waitFor(600);
    await until(() => senders[0]!.stats().delivered + senders[1]!.stats().delivered === 600);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(receiver.received.length, 600);
    assert.equal(new Set(receiver.received.map((webhook) => webhook.body.eventId)).size, 600);
    await until(async () => {
      const [left] =
        await stage.sql`select count(*)::integer as n from webhook_events where state <> 'delivered'`;
      return left!.n === 0;
    });
  });

  test('an event that a sender took and never sent is sent by another when the lease ends', async (t) => {
    const stage = await createStage(t);
    const receiver = await startWebhookReceiver(t);
    const event = stage.event({ url: receiver.url });
    // A process that claimed the event, committed it and died.
    await stage.commit({ take: () => true, commit: () => {} }, event);
    stage.startSender();
    await new Promise((resolve) => setTimeout(resolve, 400));
    assert.equal(receiver.received.length, 0, 'the lease is respected');
    stage.advance(31_000);
    await receiver.waitFor(1);
    await until(async () => (await stage.row(event)).state === 'delivered');
  });

  test('an event without an address is kept and not sent', async (t) => {
    const stage = await createStage(t);
    const sender = stage.startSender();
    const event = stage.event({ url: null });
    assert.deepEqual(await stage.commit(sender, event), [false]);
    await new Promise((resolve) => setTimeout(resolve, 250));
    const { state, tries, next_try_at } = await stage.row(event);
    assert.deepEqual([state, tries, next_try_at], ['unaddressed', 0, null]);
  });

  test('an event of a brand that the process does not know yet waits, and no try is counted', async (t) => {
    const stage = await createStage(t);
    const receiver = await startWebhookReceiver(t);
    const event = stage.event({ url: receiver.url });
    const secrets = stage.brand.signingSecrets;
    stage.brand.signingSecrets = [];
    await stage.commit(stage.startSender(), event);
    await until(async () => (await stage.row(event)).next_try_at!.getTime() < stage.now().getTime() + 5_000);
    assert.equal((await stage.row(event)).tries, 0);
    stage.brand.signingSecrets = secrets;
    stage.advance(3_000);
    await receiver.waitFor(1);
  });

  test('an event whose endpoint is paused between take and commit is kept, not sent', async (t) => {
    const stage = await createStage(t);
    const receiver = await startWebhookReceiver(t);
    receiver.answer = 410;
    const sender = stage.startSender();
    const [pausing, late] = [stage.event({ url: receiver.url }), stage.event({ url: receiver.url })];
    assert.ok(sender.take(late));
    await stage.commit(sender, pausing);
    await until(async () => (await stage.row(pausing)).state === 'waiting');
    await stage.commit({ take: () => true, commit: (...call) => sender.commit(...call) }, late);
    await until(async () => (await stage.row(late)).state === 'waiting');
    assert.equal(receiver.received.length, 1);
    assert.equal(sender.stats().held, 0);
  });

  test('an event whose predecessor goes to the line between take and commit follows it there', async (t) => {
    const stage = await createStage(t);
    const receiver = await startWebhookReceiver(t);
    receiver.answer = (_, index) => (index === 0 ? { hang: true } : 200);
    // One slot, and slow after 600 ms.
    const limits = { slots: 1, mostSlots: 1, fewestSlots: 1 };
    const sender = stage.startSender({ limits, timeoutMs: 1_200 });
    const transactionId = randomUUIDv7();
    const [first, second] = [1, 2].map((sequence) =>
      stage.event({ url: receiver.url, transactionId, sequence }),
    );
    await stage.commit(sender, stage.event({ url: receiver.url }));
    await stage.commit(sender, first!);
    assert.ok(sender.take(second!));
    await until(async () => (await stage.row(first!)).state === 'waiting');
    await stage.commit({ take: () => true, commit: (...call) => sender.commit(...call) }, second!);
    await receiver.waitFor(3);
    const sequences = receiver.received.slice(1, 3).map((webhook) => webhook.body.sequence);
    assert.deepEqual(sequences, [1, 2]);
  });

  test('abandoned reservations free their room', async (t) => {
    const stage = await createStage(t);
    const sender = stage.startSender({ limits: { perEndpoint: 3 } });
    const event = () => stage.event({ url: 'http://127.0.0.1:9/' });
    const taken = [event(), event(), event()];
    assert.deepEqual(
      taken.map((one) => sender.take(one)),
      [true, true, true],
    );
    assert.equal(sender.take(event()), false);
    for (const one of taken) sender.abandon(one);
    assert.equal(sender.stats().held, 0);
    assert.equal(sender.take(event()), true);
  });

  test('stop waits for events in flight and gives the others to the next sender at once', async (t) => {
    const stage = await createStage(t);
    const receiver = await startWebhookReceiver(t);
    receiver.answer = { delayMs: 300 };
    const sender = stage.startSender({ limits: { slots: 2, mostSlots: 2, fewestSlots: 1 } });
    const events = Array.from({ length: 10 }, () => stage.event({ url: receiver.url }));
    await stage.commit(sender, ...events);
    await receiver.waitFor(2);
    await sender.stop();
    assert.equal(sender.stats().inFlight, 0);
    assert.equal(receiver.received.length, 2);
    const states =
      await stage.sql`select state, count(*)::integer as n, bool_and(next_try_at <= ${stage.now()}) as due
    from webhook_events group by state order by state`;
    assert.deepEqual(
      states.map((row) => ({ ...row })),
      [
        { state: 'delivered', n: 2, due: null },
        { state: 'pending', n: 8, due: true },
      ],
    );
    stage.startSender();
    await receiver.waitFor(10);
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal(receiver.received.length, 10);
  });
});
