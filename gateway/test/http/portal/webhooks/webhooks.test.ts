// Webhooks in the portal: deliveries and their answers, sending again, replays in order, a pause by a person, a test
// event. With a real receiver.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import {
  type DeliveryFilter,
  type DeliveryPage,
  listDeliveries,
} from '../../../../src/storage/webhooks/list-deliveries.ts';
import { aCardPayin, eventually } from '../../../stage/harness.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../stage/webhook-receiver.ts';
import { openPortalStage, type PortalCall, type PortalStage, sharedPortalStage } from '../portal-stage.ts';

const DELIVERIES = '/brands/:brand/webhooks/deliveries';

interface Scene {
  stage: PortalStage;
  receiver: WebhookReceiver;
  developer: PortalCall;
  /** A card pay-in; returns its transaction's id. */
  pay(fields?: Record<string, unknown> & { card?: Record<string, string> }): Promise<string>;
  /** The delivery of a transaction's first event, once `is` is true for it. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are read freely
  delivery(transactionId: string, is: (delivery: any) => boolean): Promise<any>;
}

async function openScene(t: TestContext, env: Record<string, string> = {}): Promise<Scene> {
  return await sceneOn(t, (brand) => sharedPortalStage(t, { env, brand }));
}

async function sceneOn(
  t: TestContext,
  open: (brand: Record<string, unknown>) => Promise<PortalStage>,
): Promise<Scene> {
  const receiver = await startWebhookReceiver(t);
  const stage = await open({ notificationUrl: receiver.url });
  receiver.secrets.push(stage.brand.signingSecret);
  const developer = await stage.as('developer');
  return {
    stage,
    receiver,
    developer,
    async pay({ card, ...fields } = {}) {
      const { apiKey } = stage.brand;
      const answer = await stage.call('POST', '/v3/payment', { apiKey, body: aCardPayin(fields, card) });
      assert.equal(answer.status, 201, answer.text);
      return answer.body.result.transactionId;
    },
    delivery: (transactionId, is) =>
      eventually(async () => {
        const { body } = await developer('GET', `${DELIVERIES}/${transactionId}/1`);
        return is(body) && body;
      }),
  };
}

/** The retries of a failed event come after the test. */
const NO_RETRY = { WEBHOOK_RETRY_SCHEDULE: '0,3600' };

test('a failed webhook is listed with its answer, and is sent again with the same bytes', async (t) => {
  const { stage, receiver, developer, pay, delivery } = await openScene(t, NO_RETRY);
  receiver.answer = { status: 500, body: 'database is down, card 4242 4242 4242 4242' };
  const transactionId = await pay({ merchantReference: 'order-1' });
  const failed = await delivery(transactionId, ({ tries }) => tries === 1);
  assert.equal(failed.state, 'retrying');
  assert.equal(failed.merchantReference, 'order-1');
  assert.equal(failed.history[0].statusCode, 500);
  assert.equal(failed.history[0].answer, 'database is down, card •••• •••• •••• ••••');
  assert.ok(failed.nextTryAt > new Date(Date.now() + 60_000).toISOString());
  const [first] = receiver.received;
  assert.equal(failed.body, first!.rawBody);
  const sent = Object.fromEntries(
    failed.headers.map(({ name, value }: { name: string; value: string }) => [name, value]),
  );
  for (const name of ['x-signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature']) {
    assert.equal(sent[name], first!.headers[name], name);
  }
  const list = await developer('GET', `${DELIVERIES}?state=retrying&eventType=payin.completed`);
  assert.deepEqual(
    list.body.items.map((one: { transactionId: string }) => one.transactionId),
    [transactionId],
  );
  assert.equal(list.body.items[0].lastTry.statusCode, 500);

  receiver.answer = 200;
  const support = await stage.as('support');
  const resent = await support('POST', `${DELIVERIES}/${transactionId}/1/resend`, {});
  assert.equal(resent.status, 202, resent.text);
  const delivered = await delivery(transactionId, ({ state }) => state === 'delivered');
  assert.equal(delivered.tries, 2);
  assert.equal(delivered.history[1].answer, 'ok');
  const second = receiver.received[1]!;
  assert.equal(second.rawBody, first!.rawBody);
  assert.equal(second.headers['x-signature'], first!.headers['x-signature']);
  const [row] = await stage.sql`select actor_kind, after from audit_log where action = 'webhook.resent'`;
  assert.equal(row!.actor_kind, 'user');
});

test('an abandoned event can be sent again by a user, alone or by a replay of its period', async (t) => {
  const { stage, receiver, developer, pay, delivery } = await openScene(t, NO_RETRY);
  receiver.answer = 500;
  const alone = await pay();
  const inRange = await pay();
  for (const id of [alone, inRange]) await delivery(id, ({ tries }) => tries === 1);
  await stage.sql`update webhook_queue set state = 'abandoned', next_try_at = null
    where transaction_id in (${alone}, ${inRange})`;
  receiver.answer = 200;
  assert.equal((await developer('POST', `${DELIVERIES}/${alone}/1/resend`, {})).status, 202);
  assert.equal((await delivery(alone, ({ state }) => state === 'delivered')).tries, 2);

  const now = stage.gateway.context.now().getTime();
  const replay = await developer('POST', '/brands/:brand/webhooks/replays', {
    from: new Date(now - 3_600_000).toISOString(),
    to: new Date(now + 1_000).toISOString(),
    undeliveredOnly: true,
  });
  assert.equal(replay.status, 202, replay.text);
  assert.equal(replay.body.events, 1);
  assert.equal((await delivery(inRange, ({ state }) => state === 'delivered')).tries, 2);
});

test('a delivered event can be sent again, with a new signature if its secret has ended', async (t) => {
  const { stage, receiver, developer, pay, delivery } = await sceneOn(t, (brand) =>
    openPortalStage(t, { brand }),
  );
  const transactionId = await pay();
  await delivery(transactionId, ({ state }) => state === 'delivered');
  const rotated = await stage.operator('POST', `/operator/brands/${stage.brand.brandId}/signing-secrets`, {
    expirePreviousInSeconds: 0,
  });
  assert.equal(rotated.status, 201, rotated.text);
  const secretNow = () => stage.gateway.context.brands.byId(stage.brand.brandId)!.signingSecrets[0]!.secret;
  await eventually(() => secretNow() === rotated.body.signingSecret);
  stage.advance(1_000);
  assert.equal((await developer('POST', `${DELIVERIES}/${transactionId}/1/resend`, {})).status, 202);
  await receiver.waitFor(2);
  const [first, second] = receiver.received;
  assert.equal(second!.rawBody, first!.rawBody);
  assert.notEqual(second!.headers['x-signature'], first!.headers['x-signature']);
  assert.equal(second!.signatureValid, false);
  receiver.secrets.push(rotated.body.signingSecret);
  // The earlier try has to be noted first: an event on its way is not sent twice at once.
  await delivery(transactionId, ({ tries, state }) => tries === 2 && state === 'delivered');
  assert.equal((await developer('POST', `${DELIVERIES}/${transactionId}/1/resend`, {})).status, 202);
  await eventually(() => receiver.received.length >= 3 && receiver.received[2]!.signatureValid);
});

test('the list is paged, and filtered by time, type, state and transaction', async (t) => {
  const { developer, pay, delivery } = await openScene(t);
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) ids.push(await pay());
  for (const id of ids) await delivery(id, ({ state }) => state === 'delivered');
  const seen: string[] = [];
  let cursor = '';
  do {
    const page = await developer('GET', `${DELIVERIES}?limit=2${cursor && `&cursor=${cursor}`}`);
    assert.equal(page.status, 200, page.text);
    seen.push(...page.body.items.map((one: { transactionId: string }) => one.transactionId));
    cursor = page.body.next;
  } while (cursor);
  assert.deepEqual(seen, [...ids].reverse());
  const third = (await developer('GET', `${DELIVERIES}?transactionId=${ids[2]}`)).body.items;
  assert.equal(third.length, 1);
  const after = await developer('GET', `${DELIVERIES}?from=${third[0].createdAt}`);
  assert.deepEqual(
    after.body.items.map((one: { transactionId: string }) => one.transactionId),
    [ids[4], ids[3], ids[2]],
  );
  assert.equal((await developer('GET', `${DELIVERIES}?eventType=refund.failed`)).body.items.length, 0);
  for (const wrong of ['state=lost', 'cursor=1', 'from=yesterday', 'colour=red', 'limit=101']) {
    assert.equal((await developer('GET', `${DELIVERIES}?${wrong}`)).status, 400, wrong);
  }
});

test('a delivery of another merchant is 404', async (t) => {
  const { stage, developer, pay, delivery } = await openScene(t);
  const transactionId = await pay();
  await delivery(transactionId, ({ state }) => state === 'delivered');
  const other = await stage.createBrand();
  const sibling = await stage.createBrand({}, stage.brand.merchantId);
  await eventually(() => stage.gateway.context.brands.byId(sibling.brandId));
  for (const brandId of [other.brandId, sibling.brandId]) {
    const path = `/brands/${brandId}/webhooks/deliveries/${transactionId}/1`;
    assert.equal((await developer('GET', path)).status, 404);
    assert.equal((await developer('POST', `${path}/resend`, {})).status, 404);
  }
  const list = await developer('GET', `/brands/${sibling.brandId}/webhooks/deliveries`);
  assert.deepEqual(list.body, { items: [], next: null });
});

test('a replay is counted first, then arrives in the order in which the events happened', async (t) => {
  const { stage, receiver, developer, pay, delivery } = await openScene(t, NO_RETRY);
  receiver.answer = 503;
  const from = stage.now().toISOString();
  const ids: string[] = [];
  // Two events each: PROCESSING, and after the delay COMPLETED.
  for (let i = 0; i < 4; i++)
    ids.push(await pay({ paymentData: aCardPayin({}, { cardNumber: '4000000000000259' }).paymentData }));
  await receiver.waitFor(8);
  for (const id of ids) await delivery(id, ({ tries }) => tries === 1);
  await eventually(
    async () => (await developer('GET', `${DELIVERIES}?state=retrying`)).body.items.length === 8,
  );
  const happened =
    await stage.sql`select event_id from webhook_events where merchant_id = ${stage.brand.merchantId}
      order by created_at, transaction_id, sequence`;
  const range = { from, to: new Date(stage.now().getTime() + 1).toISOString(), undeliveredOnly: true };
  const counted = await developer('POST', '/brands/:brand/webhooks/replays/count', range);
  assert.deepEqual(counted.body, { events: 8, most: 10_000 });
  assert.equal(receiver.received.length, 8, 'counting sends nothing');

  receiver.answer = 200;
  const started = await developer('POST', '/brands/:brand/webhooks/replays', range);
  assert.equal(started.status, 202, started.text);
  assert.equal(started.body.events, 8);
  const ended = await eventually(async () => {
    const [replay] = (await developer('GET', '/brands/:brand/webhooks/replays')).body.items;
    return replay.endedAt !== null && replay;
  });
  assert.equal(ended.done, 8);
  const replayed = receiver.received.slice(8);
  assert.equal(replayed.length, 8);
  const orderOf = (id: string) =>
    replayed.filter(({ body }) => body.transactionId === id).map(({ body }) => body.sequence);
  for (const id of ids) assert.deepEqual(orderOf(id), [1, 2]);
  assert.deepEqual(
    replayed.map(({ body }) => body.eventId).sort(),
    happened.map(({ event_id }) => event_id).sort(),
  );
  assert.equal((await developer('POST', '/brands/:brand/webhooks/replays/count', range)).body.events, 0);
  const none = await developer('POST', '/brands/:brand/webhooks/replays', range);
  assert.equal(none.status, 409, none.text);
  assert.equal((await stage.sql`select 1 as one from webhook_replay_events`).length, 0);
});

/** Waits until the workers know of the pause; they look every second and a half. */
async function untilHeld({ receiver, pay, delivery }: Awaited<ReturnType<typeof openScene>>): Promise<void> {
  await eventually(async () => {
    const before = receiver.received.length;
    const id = await pay();
    await delivery(id, ({ state }) => state === 'waiting' || state === 'delivered');
    return receiver.received.length === before;
  });
}

test('a brand has one replay at a time; it can be stopped, and then sends no further events', async (t) => {
  const scene = await openScene(t);
  const { stage, receiver, developer, pay, delivery } = scene;
  const transactionId = await pay();
  await delivery(transactionId, ({ state }) => state === 'delivered');
  assert.equal((await developer('POST', '/brands/:brand/webhooks/pause', {})).status, 204);
  await untilHeld(scene);
  const before = receiver.received.length;
  const range = {
    from: new Date(stage.now().getTime() - 3_600_000).toISOString(),
    to: new Date(stage.now().getTime() + 1).toISOString(),
    undeliveredOnly: false,
  };
  const { body: replay } = await developer('POST', '/brands/:brand/webhooks/replays', range);
  assert.equal((await developer('POST', '/brands/:brand/webhooks/replays', range)).status, 409);
  const stopped = await developer('POST', `/brands/:brand/webhooks/replays/${replay.id}/stop`, {});
  assert.equal(stopped.body.stopped, true, stopped.text);
  assert.equal(
    (await developer('POST', `/brands/:brand/webhooks/replays/${replay.id}/stop`, {})).status,
    404,
  );
  assert.equal(receiver.received.length, before);
  const backwards = { ...range, from: range.to, to: range.from };
  assert.equal((await developer('POST', '/brands/:brand/webhooks/replays/count', backwards)).status, 400);
  const old = { ...range, from: '2020-01-01T00:00:00Z' };
  assert.equal((await developer('POST', '/brands/:brand/webhooks/replays/count', old)).status, 400);
});

test('a user pauses the webhooks with a reason, and after the resumption the missed events are sent', async (t) => {
  const scene = await openScene(t);
  const { stage, receiver, developer, pay, delivery } = scene;
  const paused = await developer('POST', '/brands/:brand/webhooks/pause', { reason: 'we move our server' });
  assert.equal(paused.status, 204, paused.text);
  const health = (await developer('GET', '/brands/:brand/webhooks/health')).body;
  assert.equal(health.endpoints[0].pauseReason, 'paused by developer: we move our server');
  assert.equal(health.endpoints[0].failingSince, null);
  assert.equal((await developer('POST', '/brands/:brand/webhooks/pause', {})).status, 409);
  await untilHeld(scene);
  const before = receiver.received.length;
  const missed = await pay();
  await delivery(missed, ({ state }) => state === 'waiting');
  assert.equal((await developer('POST', `${DELIVERIES}/${missed}/1/resend`, {})).status, 409);
  assert.ok((await developer('GET', '/brands/:brand/webhooks/health')).body.waiting >= 1);
  const resumed = await developer('POST', '/brands/:brand/webhooks/resume', {});
  assert.equal(resumed.body.resumed.length, 1, resumed.text);
  await delivery(missed, ({ state }) => state === 'delivered');
  assert.ok(receiver.received.length > before);
  const actions = await stage.sql`select action from audit_log
      where merchant_id = ${stage.brand.merchantId} and action like 'webhooks.%' order by sequence`;
  assert.deepEqual(
    actions.map(({ action }) => action),
    ['webhooks.paused', 'webhooks.resumed'],
  );
});

test('health shows success, latency and waiting events', async (t) => {
  const { receiver, developer, pay, delivery } = await openScene(t, NO_RETRY);
  const good = await pay();
  await delivery(good, ({ state }) => state === 'delivered');
  receiver.answer = 500;
  const bad = await pay();
  await delivery(bad, ({ tries }) => tries === 1);
  const { body } = await developer('GET', '/brands/:brand/webhooks/health');
  assert.deepEqual(
    [body.tries, body.succeeded, body.retrying, body.waiting, body.abandoned],
    [2, 1, 1, 0, 0],
  );
  assert.equal(body.url, receiver.url);
  assert.ok(body.p95Ms >= body.p50Ms);
  await eventually(async () => {
    const [endpoint] = (await developer('GET', '/brands/:brand/webhooks/health')).body.endpoints;
    return endpoint?.failingSince;
  });
});

test('a test event differs from any payment, is signed, and is never stored', async (t) => {
  const { stage, receiver, developer } = await openScene(t);
  const sent = await developer('POST', '/brands/:brand/webhooks/test', {});
  assert.equal(sent.status, 200, sent.text);
  assert.equal(sent.body.statusCode, 200);
  const [webhook] = receiver.received;
  assert.ok(webhook!.signatureValid);
  assert.equal(webhook!.rawBody, sent.body.body);
  const { eventType, test: isTest, amount, status } = webhook!.body;
  assert.deepEqual([eventType, isTest, amount, status], ['test.ping', true, 0, 'INIT']);
  const { merchantId } = stage.brand;
  const stored = await stage.sql`select 1 as one from webhook_events where merchant_id = ${merchantId}`;
  assert.equal(stored.length, 0);
  receiver.answer = { status: 410, body: 'gone' };
  const refused = await developer('POST', '/brands/:brand/webhooks/test', {});
  assert.deepEqual([refused.body.statusCode, refused.body.answer], [410, 'gone']);
  assert.deepEqual((await developer('GET', '/brands/:brand/webhooks/health')).body.endpoints, []);
});

test('without a notification address nothing can be tested or paused', async (t) => {
  const stage = await sharedPortalStage(t);
  const developer = await stage.as('developer');
  for (const what of ['test', 'check', 'pause']) {
    assert.equal((await developer('POST', `/brands/:brand/webhooks/${what}`, {})).status, 409, what);
  }
});

test('a test may go only to addresses that webhooks may go to', async (t) => {
  const receiver = await startWebhookReceiver(t);
  const stage = await openPortalStage(t, {
    env: { ALLOW_INSECURE_WEBHOOKS: 'false' },
    brand: { notificationUrl: 'https://webhooks.example/a' },
  });
  // Like an address that became private after it was set.
  const { brandId } = stage.brand;
  stage.gateway.context.brands.byId(brandId)!.notificationUrl = receiver.url.replace('http:', 'https:');
  const developer = await stage.as('developer');
  const answer = await developer('POST', '/brands/:brand/webhooks/test', {});
  assert.deepEqual([answer.body.statusCode, answer.body.error], [null, 'the address is private or reserved']);
  assert.equal(receiver.received.length, 0);
});

test('a page of one type reads a limited number of events, and says where the next page continues', async (t) => {
  const { stage, pay, delivery } = await openScene(t);
  const declined = { cardNumber: '4000000000009995' };
  const first = await pay({ card: declined });
  const others = [await pay(), await pay(), await pay()];
  for (const id of [first, ...others]) await delivery(id, ({ state }) => state === 'delivered');
  const { merchantId, brandId } = stage.brand;
  const walk = async (filter: DeliveryFilter, limit = 50) => {
    const pages: string[][] = [];
    let before: DeliveryPage['next'] = null;
    do {
      const page: DeliveryPage = await listDeliveries(stage.sql, {
        merchantId,
        brandId,
        filter,
        before,
        limit,
        lookAt: 2,
      });
      pages.push(page.deliveries.map(({ transactionId }) => transactionId));
      before = page.next;
    } while (before);
    return pages;
  };
  const newestFirst = [...others].reverse();
  assert.deepEqual(await walk({ eventTypes: ['payin.declined'] }), [[], [first], []]);
  assert.deepEqual(await walk({ eventTypes: ['refund.failed'] }), [[], [], []]);
  assert.deepEqual((await walk({ eventTypes: ['payin.completed'] })).flat(), newestFirst);
  assert.deepEqual((await walk({ eventTypes: ['payin.completed'] }, 1)).flat(), newestFirst);
  const both = { eventTypes: ['payin.declined', 'payin.completed'], states: ['delivered' as const] };
  assert.deepEqual((await walk(both)).flat(), [...newestFirst, first]);
  const later = new Date(stage.now().getTime() + 60_000);
  assert.deepEqual((await walk({ ...both, from: later })).flat(), []);
  const range = { from: new Date(later.getTime() - 3_600_000), to: later };
  assert.deepEqual((await walk({ ...both, ...range })).flat(), [...newestFirst, first]);
  assert.deepEqual((await walk({ ...both, to: range.from })).flat(), []);
});
