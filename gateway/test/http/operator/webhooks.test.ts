// Webhooks over a whole gateway (contract 2 and 5): what a merchant gets after an operator corrected an address,
// resumed an endpoint or expired a secret at once.
import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import {
  aCardPayin,
  eventually,
  sharedTestGateway,
  startTestGateway,
  type TestBrand,
  type TestGateway,
} from '../../stage/harness.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../stage/webhook-receiver.ts';

const gateway = sharedTestGateway();
async function pay(
  gate: TestGateway,
  brand: TestBrand,
  fields: Record<string, unknown> = {},
): Promise<string> {
  const { apiKey } = brand;
  const answer = await gate.call('POST', '/v3/payment', { apiKey, body: aCardPayin(fields) });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.result.transactionId;
}

const correct = async (gate: TestGateway, { brandId }: TestBrand, notificationUrl: string | null) => {
  const answer = await gate.operator('PATCH', `/operator/brands/${brandId}`, { notificationUrl });
  assert.equal(answer.status, 200, answer.text);
};

const resume = async (gate: TestGateway, { brandId }: TestBrand) => {
  const answer = await gate.operator('POST', `/operator/brands/${brandId}/webhooks/resume`, {});
  assert.equal(answer.status, 200, answer.text);
  return answer.body.resumed;
};

const statesOf = async (gate: TestGateway, transactionIds: string[]) => {
  const rows = await gate.gateway.context
    .sql`select state from webhook_events where transaction_id = any(${transactionIds}::uuid[])`;
  return rows.map((row) => row.state as string);
};

const allAre = (gate: TestGateway, transactionIds: string[], state: string) =>
  eventually(async () => (await statesOf(gate, transactionIds)).every((one) => one === state), 20_000);

const toldOf = (receiver: WebhookReceiver) =>
  receiver.received.map((webhook) => webhook.body.transactionId).sort();

// Each test has its own gateway and mostly waits for it.
describe('webhooks of a corrected brand', { concurrency: 3 }, () => {
  // proves 6.1
  test('events that failed at a wrong address go to the corrected address, whatever their state', async (t) => {
    const gate = await gateway();
    const wrong = await startWebhookReceiver(t);
    const right = await startWebhookReceiver(t);
    const brand = await gate.createBrand();
    right.secrets = [brand.signingSecret];
    const before = await pay(gate, brand);
    assert.deepEqual(await statesOf(gate, [before]), ['unaddressed']);
    await correct(gate, brand, wrong.url);
    wrong.answer = 410;
    await wrong.waitFor(1);
    const paused = await Promise.all([1, 2, 3].map(() => pay(gate, brand)));
    await allAre(gate, [before, ...paused], 'waiting');

    await correct(gate, brand, right.url);
    await allAre(gate, [before, ...paused], 'delivered');
    assert.deepEqual(toldOf(right), [before, ...paused].sort());
    // During the two seconds of the correction, a try may have gone to the former address.
    const tried = wrong.received.length;
    const after = await pay(gate, brand);
    await allAre(gate, [after], 'delivered');
    assert.equal(right.received.length, 5);
    assert.ok(right.received.every((webhook) => webhook.signatureValid));
    assert.equal(wrong.received.length, tried, 'the former address hears nothing more');
    assert.deepEqual(await resume(gate, brand), [], 'nothing is paused any more');
  });

  test('a corrected address at one gateway applies to events that wait at another gateway', async (t) => {
    const worker = await startTestGateway(t);
    const { databaseUrl, now } = worker;
    const api = await startTestGateway(t, { databaseUrl, now, workers: false });
    const wrong = await startWebhookReceiver(t);
    const right = await startWebhookReceiver(t);
    wrong.answer = 410;
    const brand = await worker.createBrand({ notificationUrl: wrong.url });
    const ids = [await pay(worker, brand), await pay(worker, brand)];
    await allAre(worker, ids, 'waiting');
    await correct(api, brand, right.url);
    await allAre(worker, ids, 'delivered');
    assert.deepEqual(toldOf(right), [...ids].sort());
  });

  test('resuming an endpoint delivers the missed events, with or without a corrected address', async (t) => {
    const gate = await gateway();
    const receiver = await startWebhookReceiver(t);
    receiver.answer = 410;
    const brand = await gate.createBrand({ notificationUrl: receiver.url });
    const ids = [await pay(gate, brand), await pay(gate, brand)];
    await allAre(gate, ids, 'waiting');
    receiver.answer = 200;
    assert.deepEqual(await resume(gate, brand), [{ url: receiver.url, waitingEvents: 2 }]);
    await allAre(gate, ids, 'delivered');

    receiver.answer = 410;
    const later = await pay(gate, brand);
    await allAre(gate, [later], 'waiting');
    const right = await startWebhookReceiver(t);
    await correct(gate, brand, right.url);
    await resume(gate, brand);
    await allAre(gate, [later], 'delivered');
    assert.deepEqual(toldOf(right), [later]);
  });

  test('an event abandoned after its last try goes to the corrected address', async (t) => {
    const gate = await startTestGateway(t, { env: { WEBHOOK_RETRY_SCHEDULE: '0,1' } });
    const wrong = await startWebhookReceiver(t);
    const right = await startWebhookReceiver(t);
    wrong.answer = 500;
    const brand = await gate.createBrand({ notificationUrl: wrong.url });
    const id = await pay(gate, brand);
    await allAre(gate, [id], 'abandoned');
    gate.advance(60_000);
    await correct(gate, brand, right.url);
    await allAre(gate, [id], 'delivered');
    assert.deepEqual(toldOf(right), [id]);
  });

  test('resuming sends an event again that was abandoned after its last try, even without a pause', async (t) => {
    const gate = await startTestGateway(t, { env: { WEBHOOK_RETRY_SCHEDULE: '0,1' } });
    const receiver = await startWebhookReceiver(t);
    receiver.answer = 500;
    const brand = await gate.createBrand({ notificationUrl: receiver.url });
    const id = await pay(gate, brand);
    await allAre(gate, [id], 'abandoned');
    receiver.answer = 200;
    gate.advance(60_000);
    assert.deepEqual(await resume(gate, brand), []);
    await allAre(gate, [id], 'delivered');
  });

  // proves 6.1
  test("a change of the brand's address does not change a transaction's own address", async (t) => {
    const gate = await gateway();
    const own = await startWebhookReceiver(t);
    const right = await startWebhookReceiver(t);
    own.answer = 410;
    const brand = await gate.createBrand({ notificationUrl: 'http://127.0.0.1:9/wrong' });
    const id = await pay(gate, brand, { notificationUrl: own.url });
    await allAre(gate, [id], 'waiting');
    await correct(gate, brand, right.url);
    own.answer = 200;
    assert.deepEqual(await resume(gate, brand), [{ url: own.url, waitingEvents: 1 }]);
    await allAre(gate, [id], 'delivered');
    assert.deepEqual([own.received.length, right.received.length], [2, 0]);
  });

  // proves 6.2
  test('after a secret is ended at once, later tries are signed with the new secret', async (t) => {
    const gate = await startTestGateway(t, { env: { WEBHOOK_RETRY_SCHEDULE: '0,5,5' } });
    const receiver = await startWebhookReceiver(t);
    receiver.answer = 500;
    const brand = await gate.createBrand({ notificationUrl: receiver.url });
    const id = await pay(gate, brand);
    const [first] = await receiver.waitFor(1);
    const rotated = await gate.operator('POST', `/operator/brands/${brand.brandId}/signing-secrets`, {
      expirePreviousInSeconds: 0,
    });
    receiver.secrets = [rotated.body.signingSecret];
    receiver.answer = 200;
    await eventually(async () => {
      const rows = await gate.gateway.context.sql`select 1 from webhook_tries where transaction_id = ${id}`;
      return rows.length === 1;
    });
    gate.advance(10_000);
    await allAre(gate, [id], 'delivered');
    const second = receiver.received[1]!;
    assert.ok(second.signatureValid);
    assert.equal(second.rawBody, first!.rawBody);
    assert.notEqual(second.headers['x-signature'], first!.headers['x-signature']);
    const [event] = await gate.gateway.context
      .sql`select x_signature from webhook_events where transaction_id = ${id}`;
    assert.equal(event!.x_signature, second.headers['x-signature'], 'what is stored is what was sent last');
  });
});
