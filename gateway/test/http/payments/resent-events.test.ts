// GET /events as a stream with `resends=true` (contract 5): an event that somebody sends again in the portal comes at
// the end, under its own id, so that a client that continues after it misses nothing and gets nothing twice. Lists and
// other streams do not have it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import test, { type TestContext } from 'node:test';
import { logResends } from '../../../src/storage/webhooks/log-resends.ts';
import { aCardPayin, eventually } from '../../stage/harness.ts';
import { openPortalStage, type PortalStage } from '../portal/portal-stage.ts';

const DELIVERIES = '/brands/:brand/webhooks/deliveries';

interface Block {
  isResend: boolean;
  id: string;
  data: string;
}

/** The blocks that come over a stream. */
async function listen(t: TestContext, { url, brand }: PortalStage, query: string, lastId?: string) {
  const blocks: Block[] = [];
  const headers = {
    accept: 'text/event-stream',
    'x-api-key': brand.apiKey,
    ...(lastId !== undefined && { 'last-event-id': lastId }),
  };
  const call = httpRequest(`${url}/events${query}`, { headers });
  t.after(() => call.destroy());
  call.on('error', () => {});
  const first = Promise.withResolvers<string>();
  let text = '';
  call.on('response', (response) => {
    response.on('error', () => {});
    response.setEncoding('utf8').on('data', (piece) => {
      const parts = (text + piece).split('\n\n');
      text = parts.pop()!;
      for (const part of parts) {
        const [, id] = /^id: ?(.*)$/m.exec(part) ?? [];
        const [, data] = /^data: (.*)$/m.exec(part) ?? [];
        if (part.startsWith('retry')) first.resolve(id ?? 'none');
        if (data !== undefined) blocks.push({ isResend: part.startsWith('event: resend\n'), id: id!, data });
      }
    });
  });
  call.end();
  return { blocks, lastEventId: await first.promise, close: () => call.destroy() };
}

test('events that are sent again', async (t) => {
  const stage = await openPortalStage(t, { env: { WEBHOOK_RETRY_SCHEDULE: '0,3600' } });
  const developer = await stage.as('developer');
  const { apiKey } = stage.brand;
  const list = (query = '') => stage.call('GET', `/events${query}`, { apiKey });
  const pay = async () => {
    const { body } = await stage.call('POST', '/v3/payment', { apiKey, body: aCardPayin() });
    return body.result.transactionId as string;
  };
  const resend = (id: string) => developer('POST', `${DELIVERIES}/${id}/1/resend`, {});
  const unaddressed = (id: string) =>
    eventually(async () => (await developer('GET', `${DELIVERIES}/${id}/1`)).body.state === 'unaddressed');
  const empty = await listen(t, stage, '?after=newest');
  const nothingYet = '00000000-0000-0000-0000-000000000000';
  assert.equal(empty.lastEventId, nothingYet, 'nothing has happened yet');
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) {
    ids.push(await pay());
    await eventually(async () => (await list()).body.length === i + 1);
    await unaddressed(ids[i]!);
    stage.advance(1_000);
  }
  const plain = await listen(t, stage, '');
  const all = await listen(t, stage, '?resends=true');
  await eventually(() => all.blocks.length === 3 && plain.blocks.length === 3);
  const places = all.blocks.map(({ id }) => id);
  const newest = await listen(t, stage, '?after=newest&resends=true');
  assert.equal(newest.lastEventId, places[2]);
  // A browser continues like this after a break.
  const resumed = await listen(t, stage, '?after=newest', nothingYet);
  await eventually(() => resumed.blocks.length === 3);
  resumed.close();
  assert.equal((await list(`?after=${nothingYet}`)).body.length, 3);

  await t.test('come at the end, once for each request, with the same bytes and a new id', async () => {
    assert.equal((await resend(ids[0]!)).status, 202);
    await eventually(() => all.blocks.length === 4 && newest.blocks.length === 1);
    const [first, , , again] = all.blocks;
    assert.deepEqual([again!.isResend, again!.data], [true, first!.data]);
    assert.ok(!places.includes(again!.id));
    assert.deepEqual(newest.blocks, [again]);
    await unaddressed(ids[0]!);
    assert.equal((await resend(ids[0]!)).status, 202);
    await eventually(() => all.blocks.length === 5);
    assert.equal(new Set(all.blocks.map(({ id }) => id)).size, 5);
  });

  await t.test('are only in streams that asked for resends', async () => {
    ids.push(await pay());
    await eventually(() => plain.blocks.length === 4 && all.blocks.length === 6 && empty.blocks.length === 4);
    for (const { blocks } of [plain, empty]) {
      assert.ok(blocks.every(({ isResend }) => !isResend));
      assert.deepEqual(
        blocks.map(({ data }) => JSON.parse(data).transactionId),
        ids,
      );
    }
    const { body } = await list('?limit=100');
    assert.deepEqual(
      body.map(({ transactionId }: { transactionId: string }) => transactionId),
      ids,
    );
    for (const query of ['?resends=true', '?after=newest', '?resends=yes', '?after=oldest'])
      assert.equal((await list(query)).status, 400, query);
  });

  await t.test('are valid positions to continue from, without duplicates', async () => {
    const whole = all.blocks.map(({ id }) => id);
    for (const [i, id] of whole.entries()) {
      const resumed = await listen(t, stage, '?resends=true', id);
      await eventually(() => resumed.blocks.length === whole.length - i - 1);
      assert.deepEqual(resumed.blocks, all.blocks.slice(i + 1));
      resumed.close();
    }
    const { body } = await list(`?after=${whole[4]}`);
    assert.deepEqual(
      body.map(({ transactionId }: { transactionId: string }) => transactionId),
      [ids[3]],
    );
  });

  await t.test('events of a replayed period are sent once each, in order', async () => {
    const before = all.blocks.length;
    await unaddressed(ids[3]!);
    const now = stage.now().getTime();
    const replay = await developer('POST', '/brands/:brand/webhooks/replays', {
      from: new Date(now - 3_600_000).toISOString(),
      to: new Date(now + 1_000).toISOString(),
      undeliveredOnly: false,
    });
    assert.equal(replay.status, 202, replay.text);
    await eventually(async () => {
      const [one] = (await developer('GET', '/brands/:brand/webhooks/replays')).body.items;
      return one.endedAt !== null && all.blocks.length >= before + 4;
    });
    const replayed = all.blocks.slice(before);
    assert.deepEqual(
      replayed.map(({ isResend, data }) => [isResend, JSON.parse(data).transactionId]),
      ids.map((id) => [true, id]),
    );
  });

  await t.test('are skipped by release 0.2.0, which continues from every position', async () => {
    const { merchantId, brandId } = stage.brand;
    // The same query as in storage/webhooks/event-log.ts, eventsAfter.
    const before = (after: bigint) => stage.sql`
      select l.position, l.event_id, e.body from event_log l
      join events e on e.merchant_id = ${merchantId} and e.transaction_id = l.transaction_id
        and e.sequence = l.sequence
      where l.merchant_id = ${merchantId} and l.brand_id = ${brandId} and l.position > ${after}
        and l.created_at >= ${new Date(0)}
      order by l.position limit ${100}`;
    const rows = await before(0n);
    assert.deepEqual(
      rows.map(({ body }) => JSON.parse(body).transactionId),
      ids,
    );
    const [{ count }] = (await stage.sql`select count(*)::int as count from event_log`) as unknown as [
      { count: number },
    ];
    assert.equal(count, all.blocks.length, 'the resends have their rows');
    for (const { event_id, body } of rows) assert.equal(JSON.parse(body).eventId, event_id);
    assert.equal((await before(rows.at(-1)!.position)).length, 0);
  });

  await t.test('do not include an event that still has no position', async () => {
    const { sql, brand } = stage;
    await sql`insert into events (merchant_id, transaction_id, sequence, event_id, brand_id, body, x_signature,
        signing_secret_id, created_at)
      select merchant_id, transaction_id, 2, ${randomUUID()}, brand_id, '{"eventId":"late"}', x_signature,
        signing_secret_id, created_at
      from events where transaction_id = ${ids[0]!}`;
    const late = { transactionId: ids[0]!, sequence: 2 };
    const known = { transactionId: ids[1]!, sequence: 1 };
    const before = all.blocks.length;
    await sql.begin((tx) => logResends(tx, brand, [late, known], stage.now()));
    await eventually(() => all.blocks.length > before);
    assert.deepEqual(
      all.blocks.slice(before).map(({ data }) => JSON.parse(data).transactionId),
      [ids[1]],
    );
    await sql`delete from events where transaction_id = ${late.transactionId} and sequence = 2`;
  });

  await t.test('have no position if the resend is refused', async () => {
    await stage.sql`update webhook_queue set state = 'waiting' where transaction_id = ${ids[0]!}`;
    const [{ last }] = (await stage.sql`select max(position)::int as last from event_log`) as unknown as [
      { last: number },
    ];
    assert.equal((await resend(ids[0]!)).status, 409);
    const [after] = await stage.sql`select max(position)::int as last from event_log`;
    assert.equal(after!.last, last);
  });
});
