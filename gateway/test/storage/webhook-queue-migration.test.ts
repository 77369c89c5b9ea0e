// Rows of a database from before the queue: each event stands where it stood, and from there everything arrives.
import assert from 'node:assert/strict';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import test from 'node:test';
import { hmacBase64 } from '../../src/domain/keys/signature.ts';
import { withoutQuery } from '../../src/domain/webhooks/webhook-event.ts';
import { migrate } from '../../src/storage/schema/migrate.ts';
import { resendEvents } from '../../src/storage/webhooks/resend-events.ts';
import { resumeEndpoints } from '../../src/storage/webhooks/webhook-renewals.ts';
import { replayWebhooks } from '../../src/worker/webhooks/replay-webhooks.ts';
import { startWebhookReceiver } from '../stage/webhook-receiver.ts';
import { createStage, type Stage, until } from '../worker/webhook-stage.ts';

const HOUR_MS = 3_600_000;

interface Old {
  state?: string;
  /** How many of them failed; the last one of a delivered event did not. */
  tries?: number;
  nextTryAt?: Date | null;
  scheduleStart?: number;
  transactionId?: string;
  sequence?: number;
  url?: string | null;
  /** Of the latest try, where that is another than the event's. */
  secretId?: string;
}

/** An event as the release before stored it, with its tries. */
async function oldEvent({ sql, brand, now }: Stage, fields: Old): Promise<string> {
  const {
    state = 'pending',
    tries = 0,
    nextTryAt = null,
    scheduleStart = 0,
    sequence = 1,
    url = null,
  } = fields;
  const transactionId = fields.transactionId ?? randomUUIDv7();
  const eventId = randomUUIDv7();
  const body = JSON.stringify({ eventId, eventType: 'payin.completed', sequence, transactionId });
  const { id, secret } = brand.signingSecrets[0]!;
  const createdAt = new Date(now().getTime() - 2 * HOUR_MS);
  const triedAt = (number: number) => new Date(createdAt.getTime() + number * 60_000);
  const deliveredAt = state === 'delivered' ? new Date(triedAt(tries).getTime() + 7) : null;
  await sql`insert into webhook_events (merchant_id, transaction_id, sequence, event_id, brand_id, endpoint_id, url, body,
      x_signature, signing_secret_id, state, tries, next_try_at, created_at, delivered_at, schedule_start)
    values (${brand.merchantId}, ${transactionId}, ${sequence}, ${eventId}, ${brand.brandId}, ${brand.brandId}, ${url},
      ${body}, ${hmacBase64(secret, body)}, ${fields.secretId ?? id}, ${state}, ${tries}, ${nextTryAt}, ${createdAt},
      ${deliveredAt}, ${scheduleStart})`;
  for (let number = 1; number <= tries; number++) {
    const status = state === 'delivered' && number === tries ? 200 : 500;
    await sql`insert into webhook_tries (merchant_id, transaction_id, sequence, try_number, at, duration_ms, url,
        signing_secret_id, status_code)
      values (${brand.merchantId}, ${transactionId}, ${sequence}, ${number}, ${triedAt(number)}, 7, 'https://former.example',
        ${id}, ${status})`;
  }
  return transactionId;
}

async function oldReplay({ sql, brand, now }: Stage, events: { id: string; triesBefore: number | null }[]) {
  const id = randomUUID();
  const { merchantId, brandId } = brand;
  await sql`insert into webhook_replays (merchant_id, id, brand_id, range_from, range_to, undelivered_only, events, started_by,
      created_at)
    values (${merchantId}, ${id}, ${brandId}, ${now()}, ${now()}, false, ${events.length}, 'somebody', ${now()})`;
  for (const [place, event] of events.entries())
    await sql`insert into webhook_replay_events (merchant_id, replay_id, place, transaction_id, sequence, tries_before)
      values (${merchantId}, ${id}, ${place + 1}, ${event.id}, 1, ${event.triesBefore})`;
}

const stored = ({ sql }: Stage) => sql`
  select transaction_id, sequence, event_id, brand_id, endpoint_id, url, body, x_signature, signing_secret_id, state, tries,
    next_try_at, created_at, delivered_at, case when state <> 'delivered' then schedule_start end as schedule_start
  from webhook_events order by transaction_id, sequence`;

async function fill(stage: Stage) {
  const { sql, brand } = stage;
  const { merchantId, brandId } = brand;
  const inMs = (ms: number) => new Date(stage.now().getTime() + ms);
  const chain = randomUUIDv7();
  const events = {
    due: await oldEvent(stage, { nextTryAt: inMs(-1_000), transactionId: chain }),
    behind: await oldEvent(stage, { nextTryAt: inMs(-1_000), transactionId: chain, sequence: 2 }),
    held: await oldEvent(stage, { nextTryAt: inMs(30_000) }),
    retried: await oldEvent(stage, { tries: 2, scheduleStart: 1, nextTryAt: inMs(5 * HOUR_MS) }),
    otherAddress: await oldEvent(stage, { nextTryAt: inMs(-500), url: brand.notificationUrl }),
    waiting: await oldEvent(stage, { state: 'waiting', tries: 1, scheduleStart: 1 }),
    unaddressed: await oldEvent(stage, { state: 'unaddressed' }),
    abandoned: await oldEvent(stage, { state: 'abandoned', tries: 4 }),
    delivered: await oldEvent(stage, { state: 'delivered', tries: 3 }),
    resignedLately: await oldEvent(stage, { state: 'delivered', tries: 1, secretId: randomUUID() }),
    replayed: await oldEvent(stage, { tries: 1, scheduleStart: 1, nextTryAt: inMs(-100) }),
    toReplay: await oldEvent(stage, { state: 'delivered', tries: 1 }),
  };
  await sql`insert into webhook_endpoints (merchant_id, brand_id, endpoint_id, url, changed_at)
    values (${merchantId}, ${brandId}, ${brandId}, ${withoutQuery(brand.notificationUrl!)}, ${stage.now()})`;
  await oldReplay(stage, [
    { id: events.replayed, triesBefore: 1 },
    { id: events.toReplay, triesBefore: null },
  ]);
  return events;
}

test('events keep their state in the migration, and all of them arrive', async (t) => {
  const stage = await createStage(t, { before: 'webhook-queue.sql' });
  const { sql, brand, now } = stage;
  const receiver = await startWebhookReceiver(t, { secrets: [brand.signingSecrets[0]!.secret] });
  brand.notificationUrl = receiver.url;
  const events = await fill(stage);
  const before = await stored(stage);
  await migrate(sql);
  assert.deepEqual([...(await stored(stage))], [...before]);
  const [queue] = await sql`select count(*)::int as rows from webhook_queue`;
  assert.equal(queue!.rows, before.filter(({ state }) => state !== 'delivered').length);

  const rowOf = async (id: string, sequence = 1) => {
    const rows = await stored(stage);
    return rows.find((row) => row.transaction_id === id && row.sequence === sequence)!;
  };
  const context = { sql, now, config: { webhookTimeoutMs: 15_000 } } as Parameters<typeof replayWebhooks>[0];
  stage.startSender();
  await until(async () => {
    await replayWebhooks(context);
    const [open] = await sql`select 1 from webhook_replays where ended_at is null`;
    return !open;
  });
  for (const [id, tries] of [
    [events.due, 1],
    [events.otherAddress, 1],
    [events.waiting, 2],
    [events.replayed, 2],
    [events.toReplay, 2],
  ] as const)
    await until(async () => {
      const row = await rowOf(id);
      return row.state === 'delivered' && row.tries === tries;
    });
  await until(async () => (await rowOf(events.behind, 2)).state === 'delivered');
  for (const id of [events.held, events.retried, events.unaddressed, events.abandoned]) {
    const former = before.find((row) => row.transaction_id === id);
    assert.deepEqual(await rowOf(id), former, 'nobody had a reason to touch it');
  }

  // A person sends one again, and resumes the rest.
  const place = { transactionId: events.delivered, sequence: 1 };
  const resent = await resendEvents(sql, brand, [place], { now: now(), holdMs: 32_000 });
  assert.deepEqual(resent, [{ ...place, tries: 3 }]);
  await sql.begin((tx) => resumeEndpoints(tx, brand, now()));
  stage.advance(40_000);
  await until(async () => (await sql`select 1 from webhook_queue`).length === 0);
  const after = await stored(stage);
  assert.deepEqual(
    after.map((row) => [row.transaction_id, row.sequence, row.body]),
    before.map((row) => [row.transaction_id, row.sequence, row.body]),
  );
  for (const { state, body, x_signature, delivered_at } of after) {
    assert.equal(state, 'delivered');
    assert.ok(delivered_at);
    for (const webhook of receiver.received.filter((one) => one.rawBody === body))
      assert.equal(webhook.headers['x-signature'], x_signature);
  }
  const sequences = receiver.received.filter(({ body }) => body.transactionId === events.due);
  assert.deepEqual(
    sequences.map(({ body }) => body.sequence),
    [1, 2],
  );
  // Only the one did not come that was delivered before and that nobody asked for again.
  assert.equal(new Set(receiver.received.map(({ rawBody }) => rawBody)).size, before.length - 1);
});
