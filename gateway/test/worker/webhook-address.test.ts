// The address of an event (contract 5): its transaction's own, else the brand's present one. Whatever an event's state
// is when the brand's address is corrected, it arrives at the new one.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import test, { describe, type TestContext } from 'node:test';
import { resumeWebhooks } from '../../src/actions/webhooks/resume-webhooks.ts';
import { ROOT } from '../../src/domain/audit/audit.ts';
import type { WebhookEvent } from '../../src/domain/webhooks/webhook-event.ts';
import { noteEndpoints } from '../../src/storage/webhooks/webhook-endpoint-store.ts';
import { renewEvents } from '../../src/storage/webhooks/webhook-renewals.ts';
import { startWebhookReceiver } from '../stage/webhook-receiver.ts';
import { createStage, NO_OUTBOX, type Stage, until } from './webhook-stage.ts';

const DAY_MS = 24 * 3_600_000;

/** A brand with an old address, and the right address that it will get. */
async function setStage(t: TestContext) {
  const stage = await createStage(t);
  const former = await startWebhookReceiver(t);
  const right = await startWebhookReceiver(t);
  right.secrets = [stage.brand.signingSecrets[0]!.secret];
  stage.brand.notificationUrl = former.url;
  return { stage, former, right, correct: () => stage.readdress(right.url) };
}

const delivered = (stage: Stage, ...events: WebhookEvent[]) =>
  until(async () => {
    for (const event of events) if ((await stage.row(event)).state !== 'delivered') return false;
    return true;
  });

// Each test has its own endpoints and mostly waits for them.
describe('a corrected address', { concurrency: 4 }, () => {
  test('an event that waits for a retry goes to the new address, with bytes and signature unchanged', async (t) => {
    const { stage, former, right, correct } = await setStage(t);
    former.answer = 500;
    const event = stage.event();
    await stage.commit(stage.startSender(), event);
    await until(async () => (await stage.row(event)).tries === 1);
    await correct();
    stage.advance(10_000);
    await delivered(stage, event);
    const [webhook] = right.received;
    assert.equal(webhook!.rawBody, event.body);
    assert.equal(webhook!.headers['x-signature'], event.xSignature);
    assert.ok(webhook!.signatureValid);
    assert.deepEqual(
      (await stage.tries(event)).map((one) => [one.url, one.status_code]),
      [
        [former.url, 500],
        [right.url, 200],
      ],
    );
    assert.equal(former.received.length, 1);
  });

  test('an event whose next try is hours away goes to the new address soon', async (t) => {
    const { stage, former, right, correct } = await setStage(t);
    former.answer = 500;
    const event = stage.event();
    await stage.commit(stage.startSender({ scheduleSeconds: [0, 86_400, 86_400] }), event);
    await until(async () => (await stage.row(event)).tries === 1);
    await correct();
    await right.waitFor(1);
    await delivered(stage, event);
  });

  test('events that wait at a paused endpoint go to the new address in order, without a resumption', async (t) => {
    const { stage, former, right, correct } = await setStage(t);
    former.answer = 410;
    const sender = stage.startSender();
    const transactionId = randomUUIDv7();
    const first = stage.event({ transactionId });
    await stage.commit(sender, first);
    await until(async () => (await stage.row(first)).state === 'waiting');
    const later = [2, 3].map((sequence) => stage.event({ transactionId, sequence }));
    const others = Array.from({ length: 30 }, () => stage.event());
    await stage.commit(sender, ...later, ...others.slice(0, 15));
    await stage.store(...others.slice(15));
    await until(async () => (await stage.row(others.at(-1)!)).state === 'waiting');
    assert.equal(sender.stats().pausedEndpoints, 1);
    await correct();
    assert.equal(sender.stats().pausedEndpoints, 0);
    await delivered(stage, first, ...later, ...others);
    const sequences = right.received
      .filter((webhook) => webhook.body.transactionId === transactionId)
      .map((webhook) => webhook.body.sequence);
    assert.deepEqual(sequences, [1, 2, 3]);
    assert.equal(right.received.length, 33);
    assert.equal(former.received.length, 1);
  });

  test('after a pause for three days of failures a new address ends the pause', async (t) => {
    const { stage, former, right, correct } = await setStage(t);
    former.answer = 500;
    const { merchantId, brandId } = stage.brand;
    const failingSince = new Date(stage.now().getTime() - 3 * DAY_MS - 1_000);
    const trouble = {
      failingSince,
      pausedAt: null,
      pauseReason: null,
      changedAt: stage.now(),
      recovered: false,
    };
    await noteEndpoints(stage.sql, [
      { merchantId, brandId, endpointId: brandId, url: former.url, ...trouble },
    ]);
    const sender = stage.startSender({ scheduleSeconds: [0] });
    await until(() => sender.stats().troubledEndpoints === 1);
    const event = stage.event();
    await stage.commit(sender, event);
    await until(async () => (await stage.row(event)).state === 'waiting');
    await correct();
    await delivered(stage, event);
    assert.equal(right.received.length, 1);
    const [endpoint] = await stage.sql`select url, failing_since, paused_at from webhook_endpoints`;
    assert.deepEqual({ ...endpoint }, { url: right.url, failing_since: null, paused_at: null });
  });

  test("events stored without an address go to the brand's first address, before later events", async (t) => {
    const { stage, right, correct } = await setStage(t);
    stage.brand.notificationUrl = null;
    const sender = stage.startSender();
    const transactionId = randomUUIDv7();
    const [first, second, third] = [1, 2, 3].map((sequence) => stage.event({ transactionId, sequence }));
    await stage.commit(sender, first!, second!);
    const others = Array.from({ length: 20 }, () => stage.event());
    await stage.commit(NO_OUTBOX, ...others);
    assert.equal((await stage.row(first!)).state, 'unaddressed');
    await correct();
    await stage.commit(sender, { ...third!, addressed: true });
    await delivered(stage, first!, second!, third!, ...others);
    const sequences = right.received
      .filter((webhook) => webhook.body.transactionId === transactionId)
      .map((webhook) => webhook.body.sequence);
    assert.deepEqual(sequences, [1, 2, 3]);
  });

  test('an event waits for an earlier event without an address, even if the earlier event was not renewed', async (t) => {
    const { stage, right } = await setStage(t);
    stage.brand.notificationUrl = null;
    const transactionId = randomUUIDv7();
    const [first, second, third] = [1, 2, 3].map((sequence) => stage.event({ transactionId, sequence }));
    await stage.store(first!, second!);
    // As if all of it had happened long ago.
    stage.brand.notificationUrl = right.url;
    await stage.store({ ...third!, addressed: true });
    stage.startSender();
    await delivered(stage, first!, second!, third!);
    assert.deepEqual(
      right.received.map((webhook) => webhook.body.sequence),
      [1, 2, 3],
    );
  });

  test('an abandoned event gets a whole new schedule at the new address', async (t) => {
    const { stage, former, right, correct } = await setStage(t);
    former.answer = 500;
    const sender = stage.startSender({ scheduleSeconds: [0, 1] });
    const event = stage.event();
    await stage.commit(sender, event);
    await until(async () => (await stage.row(event)).tries === 1);
    stage.advance(2_000);
    await until(async () => (await stage.row(event)).state === 'abandoned');
    stage.advance(DAY_MS);
    right.answer = (_, index) => (index === 0 ? 500 : 200);
    await correct();
    await until(async () => (await stage.row(event)).tries === 3);
    assert.equal((await stage.row(event)).state, 'pending', 'the schedule has begun anew');
    stage.advance(2_000);
    await delivered(stage, event);
    assert.deepEqual(
      (await stage.tries(event)).map((one) => [one.try_number, one.url]),
      [
        [1, former.url],
        [2, former.url],
        [3, right.url],
        [4, right.url],
      ],
    );
  });

  test('events older than 90 days are not changed', async (t) => {
    const { stage, right, correct } = await setStage(t);
    stage.brand.notificationUrl = null;
    const old = stage.event();
    await stage.store(old);
    stage.advance(91 * DAY_MS);
    const recent = stage.event();
    await stage.store(recent);
    stage.startSender();
    await correct();
    await delivered(stage, recent);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal((await stage.row(old)).state, 'unaddressed');
    assert.equal(right.received.length, 1);
  });

  test("a transaction's own address does not change", async (t) => {
    const { stage, former, right, correct } = await setStage(t);
    const own = await startWebhookReceiver(t);
    own.answer = 410;
    former.answer = 410;
    const sender = stage.startSender();
    const [its, theBrands] = [stage.event({ url: own.url }), stage.event()];
    await stage.commit(sender, its, theBrands);
    await until(async () => (await stage.row(its)).state === 'waiting');
    await correct();
    await delivered(stage, theBrands);
    assert.equal((await stage.row(its)).state, 'waiting', 'its endpoint is paused as before');
    own.answer = 200;
    assert.deepEqual(await resumeWebhooks(stage, ROOT, stage.brand), {
      resumed: [{ url: own.url, waitingEvents: 1 }],
    });
    await delivered(stage, its);
    assert.equal(own.received.length, 2);
    assert.equal(right.received.length, 1);
  });

  test('each sending uses the present address, also for events sent from memory', async (t) => {
    const { stage, former, right, correct } = await setStage(t);
    const sender = stage.startSender();
    const event = stage.event();
    assert.ok(sender.take(event));
    await correct();
    await stage.commit({ take: () => true, commit: (...call) => sender.commit(...call) }, event);
    await right.waitFor(1);
    assert.equal(former.received.length, 0);
  });

  test('a delivery that fails after the correction goes to the new address at once, and pauses nothing', async (t) => {
    const { stage, former, right, correct } = await setStage(t);
    former.answer = { status: 410, delayMs: 700 };
    const sender = stage.startSender({ scheduleSeconds: [0, 86_400] });
    const event = stage.event();
    await stage.commit(sender, event);
    await former.waitFor(1);
    await correct();
    await right.waitFor(1);
    await delivered(stage, event);
    assert.equal(sender.stats().pausedEndpoints, 0);
  });

  test('a process that does not know the correction yet does not keep events from the new address', async (t) => {
    const { stage, former, right } = await setStage(t);
    former.answer = 410;
    const stale = { ...stage.brand };
    const behind = stage.startSender({ brand: () => stale });
    await stage.readdress(right.url);
    const events = Array.from({ length: 5 }, () => stage.event());
    // This worker sends to the former address and notes a pause.
    await stage.commit(behind, ...events);
    await former.waitFor(1);
    await until(async () => {
      const [endpoint] = await stage.sql`select url from webhook_endpoints where paused_at is not null`;
      return endpoint?.url === former.url;
    });
    const fresh = stage.startSender();
    await delivered(stage, ...events);
    assert.equal(fresh.stats().pausedEndpoints, 0);
    assert.equal(new Set(right.received.map((webhook) => webhook.body.eventId)).size, 5);
  });

  test('without an address an event waits for the next address, and no try is counted', async (t) => {
    const { stage, former, right, correct } = await setStage(t);
    former.answer = 500;
    stage.startSender();
    const event = stage.event();
    await stage.store(event);
    await until(async () => (await stage.row(event)).tries === 1);
    await stage.readdress(null);
    stage.advance(10_000);
    await until(async () => (await stage.row(event)).state === 'unaddressed');
    await correct();
    await delivered(stage, event);
    assert.equal((await stage.row(event)).tries, 2);
    assert.equal(right.received.length, 1);
  });

  test('a renewal does not change events that a worker may hold', async (t) => {
    const { stage } = await setStage(t);
    const { merchantId, brandId } = stage.brand;
    const [held, later] = [stage.event(), stage.event()];
    await stage.store(held, later);
    const at = stage.now();
    const heldUntil = new Date(at.getTime() + 30_000);
    await stage.sql`update webhook_queue set tries = 1, next_try_at = ${heldUntil}`;
    await stage.sql`update webhook_queue set next_try_at = ${new Date(heldUntil.getTime() + 1)}
    where transaction_id = ${later.transactionId}`;
    const endpoint = { merchantId, endpointId: brandId, renewedAt: at };
    const limits = { now: at, heldUntil, limit: 10 };
    assert.equal(await renewEvents(stage.sql, endpoint, limits), 1);
    assert.equal((await stage.row(held)).state, 'pending');
    assert.equal((await stage.row(later)).state, 'waiting');
  });

  test('a resumption renews abandoned events and those whose next try is much later', async (t) => {
    const { stage, former } = await setStage(t);
    former.answer = 500;
    stage.startSender({ scheduleSeconds: [0, 86_400] });
    const own = await startWebhookReceiver(t);
    own.answer = 500;
    const forgotten = stage.event({ url: `${own.url}/forgotten` });
    const events = [stage.event(), stage.event(), stage.event({ url: own.url }), forgotten];
    await stage.store(...events);
    await until(async () => {
      for (const event of events) if ((await stage.row(event)).tries < 1) return false;
      return true;
    });
    await stage.sql`update webhook_queue set state = 'abandoned', next_try_at = null
    where transaction_id in (${events[0]!.transactionId}, ${forgotten.transactionId})`;
    // Its endpoint has recovered since.
    await stage.sql`delete from webhook_endpoints where endpoint_id = ${forgotten.endpointId}`;
    former.answer = 200;
    own.answer = 200;
    stage.advance(5_000);
    assert.deepEqual(await resumeWebhooks(stage, ROOT, stage.brand), { resumed: [] }, 'nothing was paused');
    await delivered(stage, ...events);
  });
});
