// The inbox: each kind of thing that waits is in it with its age, its deciders and the screen that decides it, for the
// brand alone, and leaves it when nothing is left to decide.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { KINDS } from '../../../../src/domain/inbox/inbox.ts';
import { countInbox, isAnythingWaiting, readInbox } from '../../../../src/storage/inbox/read-inbox.ts';
import { untoldUrgent } from '../../../../src/storage/inbox/untold-work.ts';
import { ON_POSTGRESQL } from '../../../stage/citus-cluster.ts';
import { aCardPayin, gatewayOfFile } from '../../../stage/harness.ts';
import { asOwner, openTestPool } from '../../../stage/harness-database.ts';
import { moveByHand } from '../../../stage/move-by-hand.ts';
import { type PortalStage, portalStageOn, SHARED_ENV } from '../portal-stage.ts';

const DAY_MS = 86_400_000;

let now = new Date('2026-04-01T12:00:00Z');
// Not shared, because these rows contradict the ledger.
const gateway = gatewayOfFile({
  now: () => now,
  workers: false,
  env: { ...SHARED_ENV, SANDBOX_DELAY_MS: '0' },
});

/** A merchant of its own. Sign in only after the clock was set: sessions end while it moves. */
async function openShop(t: Parameters<typeof portalStageOn>[1]) {
  const stage = await portalStageOn(await gateway(), t, { timeZone: 'Europe/Berlin', risk: 'off' });
  return {
    stage,
    as: stage.as,
    setClock(moment: string) {
      now = new Date(moment);
    },
    async pay(amount: number, fields: Record<string, unknown> = {}): Promise<string> {
      const body = aCardPayin({ amount, ...fields });
      const paid = await stage.call('POST', '/v3/payment', { apiKey: stage.brand.apiKey, body });
      assert.equal(paid.status, 201, paid.text);
      return paid.body.result.transactionId;
    },
  };
}
type Shop = Awaited<ReturnType<typeof openShop>>;

type Group = {
  kind: string;
  title: string;
  count: number;
  isYours: boolean;
  deciders: string[];
  oldestSince: string | null;
  path: string | null;
  items: Record<string, unknown>[];
};

async function inboxOf(stage: Shop, role: Parameters<PortalStage['as']>[0]) {
  const answer = await (await stage.as(role))('GET', '/brands/:brand/inbox');
  assert.equal(answer.status, 200, answer.text);
  return answer.body.groups as Group[];
}

/** Something of each kind, directly in the tables. Answers the id of each. */
async function fill({ stage, pay }: Shop, at: Date) {
  const { sql, brand } = stage;
  const { merchantId, brandId } = brand;
  const before = (ms: number) => new Date(at.getTime() - ms);
  const [unknown, refunded, disputed, held, payout] = [
    await pay(1, { merchantReference: 'unknown' }),
    await pay(2, { merchantReference: 'refunded' }),
    await pay(3, { merchantReference: 'disputed' }),
    await pay(4, { merchantReference: 'held', captureMode: 'manual' }),
    await pay(5, { merchantReference: 'payout' }),
  ];
  await moveByHand(sql, unknown!, { status: 'PROCESSING', error_code: '9001' });
  await moveByHand(sql, payout!, { status: 'PENDING' });
  await sql`update open_work set capture_before = ${new Date(at.getTime() + DAY_MS / 2)} where transaction_id = ${held!}`;
  const refund = (id: string, status: string, updated: Date, dueAt: Date | null = null) => sql`
    insert into refunds (merchant_id, transaction_id, id, brand_id, status, amount_minor, refundable_after_minor,
      currency, origin, inquiries, due_at, created_at, updated_at)
    values (${merchantId}, ${id}, ${randomUUIDv7()}, ${brandId}, ${status}, 150, 0, 'EUR', 'merchant', 0, ${dueAt}, ${updated}, ${updated})`;
  await refund(refunded!, 'FAILED', before(2 * DAY_MS));
  await refund(unknown!, 'PENDING', before(DAY_MS));
  await refund(unknown!, 'PENDING', before(DAY_MS), at);
  const dispute = (status: string, deadline: Date | null, response: object | null = null) => sql`
    insert into disputes (merchant_id, transaction_id, id, brand_id, status, amount_minor, currency, funds_withheld,
      deadline, created_at, updated_at, steps, response)
    values (${merchantId}, ${disputed!}, ${randomUUIDv7()}, ${brandId}, ${status}, 300, 'EUR', false, ${deadline}, ${at}, ${at}, 1,
      ${response && sql.json(response as never)})`;
  await dispute('OPEN', new Date(at.getTime() + DAY_MS));
  await dispute('OPEN', before(DAY_MS));
  await dispute('OPEN', new Date(at.getTime() + DAY_MS), { answers: 'OPEN', status: 'SENT' });
  await dispute('WON', null);
  await sql`insert into webhook_endpoints (merchant_id, brand_id, endpoint_id, url, paused_at, pause_reason, changed_at)
    values (${merchantId}, ${brandId}, ${randomUUIDv7()}, 'https://shop.example/hooks?key=secret', ${before(3 * DAY_MS)}, 'gone', ${at})`;
  for (const sequence of [1, 2])
    await sql`insert into webhook_queue (merchant_id, transaction_id, sequence, tries, schedule_start, brand_id, endpoint_id,
        created_at, state) values (${merchantId}, ${randomUUIDv7()}, ${sequence}, 10, 0, ${brandId}, ${brandId}, ${before(DAY_MS)}, 'abandoned')`;
  await sql`insert into notification_work (merchant_id, notification_id, brand_id, transaction_id, state, reason, deliveries, tries)
    values (${merchantId}, ${randomUUIDv7()}, ${brandId}, ${refunded!}, 'conflict', 'amount', 1, 1)`;
  const entry = (state: string) => sql`
    insert into bank_entries (merchant_id, id, brand_id, statement_id, entry_key, direction, amount_minor, currency, state)
    values (${merchantId}, ${randomUUIDv7()}, ${brandId}, ${randomUUIDv7()}, ${state}, 'credit', 5400, 'EUR', ${state})`;
  for (const state of ['unmatched', 'applied', 'dismissed']) await entry(state);
  await sql`insert into settlements (merchant_id, id, brand_id, provider, account_id, reference, currency, charges_minor,
      refunds_minor, disputes_minor, fees_minor, other_minor, lines, bank_words, is_complete, state, looks, created_at, updated_at)
    values (${merchantId}, ${randomUUIDv7()}, ${brandId}, 'sandbox', ${brandId}, 'po_1', 'EUR', 0, 0, 0, 0, 0, 0, '[]', true, 'conflict',
      1, ${at}, ${at})`;
  return { unknown: unknown!, refunded: refunded!, disputed: disputed!, held: held!, payout: payout! };
}

async function invite(stage: Shop, email: string): Promise<string> {
  const { merchantId } = stage.stage.brand;
  const path = `/operator/merchants/${merchantId}/users`;
  return (await stage.stage.operator('POST', path, { email, role: 'support' })).body.userId;
}

test('everything that waits is in the inbox, with its age, its deciders and its screen', async (t) => {
  const money = await openShop(t);
  const at = new Date('2026-04-10T12:00:00Z');
  money.setClock('2026-04-02T12:00:00Z');
  await invite(money, 'late@example.com');
  const withdrawn = await invite(money, 'withdrawn@example.com');
  await money.stage.operator('DELETE', `/operator/users/${withdrawn}/invitation`);
  money.setClock(at.toISOString());
  await invite(money, 'fresh@example.com');
  const ids = await fill(money, at);
  const groups = await inboxOf(money, 'owner');
  assert.deepEqual(
    groups.map(({ kind, count }) => [kind, count]),
    [
      ['unknown-outcome', 2],
      ['failed-refund', 1],
      ['dispute', 1],
      ['webhook', 2],
      ['authorization', 1],
      ['payout', 1],
      ['notification', 1],
      ['bank-entry', 1],
      ['settlement', 1],
      ['invitation', 1],
    ],
  );
  const of = Object.fromEntries(groups.map((group) => [group.kind, group]));
  assert.deepEqual(
    of['unknown-outcome']!.items.map(({ title, reference, amount, path }) => [
      title,
      reference,
      amount,
      path,
    ]),
    [
      ['Outcome of a refund', 'unknown', 1.5, `/transactions/${ids.unknown}`],
      ['Outcome of a payment', 'unknown', 1, `/transactions/${ids.unknown}`],
    ],
  );
  const [failed] = of['failed-refund']!.items;
  assert.deepEqual([failed!.amount, failed!.since], [1.5, '2026-04-08T12:00:00.000Z']);
  assert.deepEqual(of['failed-refund']!.deciders, ['owner', 'finance-maker', 'support']);
  assert.equal(of.dispute!.items[0]!.until, '2026-04-11T12:00:00.000Z', 'the one whose deadline is not over');
  assert.deepEqual(
    of.webhook!.items.map(({ title, reference, quantity }) => [title, reference, quantity]),
    [
      ['Webhook address is paused', 'https://shop.example/hooks', null],
      ['Webhooks were given up', null, 2],
    ],
  );
  assert.equal(of.authorization!.items[0]!.path, `/transactions/${ids.held}`);
  assert.equal(of.payout!.path, '/payouts');
  assert.match(of['bank-entry']!.items[0]!.path as string, /^\/money\/bank\?entry=[0-9a-f-]{36}$/);
  assert.equal(of.invitation!.items[0]!.reference, 'late@example.com');
  assert.ok(groups.every(({ isYours, oldestSince }) => isYours && oldestSince !== null));
  const counted = (await (await money.as('owner'))('GET', '/brands/:brand/inbox/count')).body;
  assert.deepEqual(counted, { count: 12, isUrgent: true });
});

test('a reader sees what colleagues decide, but no details of what the role may not see', async (t) => {
  const money = await openShop(t);
  money.setClock('2026-04-02T12:00:00Z');
  await invite(money, 'late@example.com');
  const at = new Date('2026-04-10T12:00:00Z');
  money.setClock(at.toISOString());
  await fill(money, at);
  const groups = await inboxOf(money, 'support');
  assert.deepEqual(
    groups.filter(({ isYours }) => isYours).map(({ kind }) => kind),
    ['failed-refund', 'dispute', 'authorization'],
  );
  const hidden = groups.filter(({ path }) => path === null);
  assert.deepEqual(
    hidden.map(({ kind, count, items }) => [kind, count, items]),
    ['bank-entry', 'settlement', 'invitation'].map((kind) => [kind, 1, []]),
  );
  assert.deepEqual((await (await money.as('support'))('GET', '/brands/:brand/inbox/count')).body, {
    count: 3,
    isUrgent: true,
  });
  assert.deepEqual((await (await money.as('read-only'))('GET', '/brands/:brand/inbox/count')).body, {
    count: 0,
    isUrgent: false,
  });
});

test('a brand sees nothing of another brand, and a decided thing leaves the inbox', async (t) => {
  const money = await openShop(t);
  const at = new Date('2026-04-10T12:00:00Z');
  money.setClock(at.toISOString());
  const { merchantId } = money.stage.brand;
  const other = await money.stage.createBrand({ name: 'Other' }, merchantId);
  const { refunded } = await fill(money, at);
  const { sql } = money.stage;
  assert.deepEqual(await readInbox(sql, other, { now: at, kinds: KINDS, most: 5 }), []);
  assert.equal((await countInbox(sql, other, { now: at, kinds: KINDS })).size, 0);
  for (const kind of KINDS.filter((one) => one !== 'invitation')) {
    const waits = (brand: typeof other) => isAnythingWaiting(sql, brand, { now: at, kinds: [kind] });
    assert.deepEqual([await waits(money.stage.brand), await waits(other)], [true, false], kind);
  }
  const kinds = async () => (await inboxOf(money, 'owner')).map(({ kind }) => kind);
  assert.ok((await kinds()).includes('failed-refund'));
  await sql`insert into refunds (merchant_id, transaction_id, id, brand_id, status, amount_minor, refundable_after_minor,
      currency, origin, inquiries, due_at, created_at, updated_at)
    values (${merchantId}, ${refunded}, ${randomUUIDv7()}, ${money.stage.brand.brandId}, 'PENDING', 150, 0, 'EUR', 'merchant', 0,
      ${at}, ${at}, ${at})`;
  assert.ok(!(await kinds()).includes('failed-refund'), 'it was refunded again');
});

test('a count stops at a thousand, and the list shows the oldest five', async (t) => {
  const money = await openShop(t);
  const { sql, brand } = money.stage;
  const at = new Date('2026-04-10T12:00:00Z');
  money.setClock(at.toISOString());
  await sql`insert into open_work (merchant_id, transaction_id, brand_id, status, created_at)
    select ${brand.merchantId}, gen_random_uuid(), ${brand.brandId}, 'PENDING', ${at}::timestamptz - n * interval '1 minute'
    from generate_series(1, 1200) n`;
  const [group] = await inboxOf(money, 'finance-approver');
  assert.deepEqual([group!.count, group!.title], [1_000, '1,000 or more payouts wait for approval']);
  assert.equal(group!.items.length, 5);
  assert.equal(group!.items[0]!.since, new Date(at.getTime() - 1200 * 60_000).toISOString());
});

test('lines of settlements and webhooks that were given up are counted to a thousand, the oldest first', async (t) => {
  const money = await openShop(t);
  const { sql, brand } = money.stage;
  const { merchantId, brandId } = brand;
  const at = new Date('2026-04-10T12:00:00Z');
  money.setClock(at.toISOString());
  await fill(money, at);
  await sql`insert into settlement_lines (merchant_id, settlement_id, id, brand_id, account_id, line_key, kind, word,
      gross_minor, fee_minor, net_minor, currency, state, decided)
    select ${merchantId}, s.id, gen_random_uuid(), ${brandId}, ${brandId}, n::text, 'charge', 'charge', 1, 0, 1, 'EUR',
      'unmatched', false from settlements s cross join generate_series(1, 1200) n where s.merchant_id = ${merchantId}`;
  await sql`insert into webhook_queue (merchant_id, transaction_id, sequence, tries, schedule_start, brand_id, endpoint_id,
      created_at, state)
    select ${merchantId}, gen_random_uuid(), 1, 10, 0, ${brandId}, ${brandId},
      ${at}::timestamptz - interval '2 days' - n * interval '1 minute', 'abandoned' from generate_series(1, 1200) n`;
  const groups = await inboxOf(money, 'owner');
  const [settlement] = groups.find(({ kind }) => kind === 'settlement')!.items;
  assert.equal(settlement!.quantity, 1_000);
  const { items } = groups.find(({ kind }) => kind === 'webhook')!;
  const { quantity, since } = items.find(({ title }) => title === 'Webhooks were given up')!;
  const oldest = new Date(at.getTime() - 2 * DAY_MS - 1200 * 60_000).toISOString();
  assert.deepEqual([quantity, since], [1_000, oldest]);
});

test(
  'the inbox and the search for urgent things read only indexes of what waits',
  ON_POSTGRESQL,
  async (t) => {
    const { stage } = await openShop(t);
    const { sql, brand } = stage;
    const { merchantId, brandId } = brand;
    const rows = sql`from generate_series(1, 20000) n`;
    await sql`insert into refunds (merchant_id, transaction_id, id, brand_id, status, amount_minor, refundable_after_minor,
      currency, origin, inquiries, created_at, updated_at)
    select ${merchantId}, gen_random_uuid(), gen_random_uuid(), ${brandId}, 'COMPLETED', 1, 0, 'EUR', 'merchant', 0,
      ${now}, ${now} ${rows}`;
    await sql`insert into disputes (merchant_id, transaction_id, id, brand_id, status, amount_minor, currency, funds_withheld,
      created_at, updated_at, steps)
    select ${merchantId}, gen_random_uuid(), gen_random_uuid(), ${brandId}, 'WON', 1, 'EUR', false, ${now}, ${now}, 1 ${rows}`;
    await sql`insert into bank_entries (merchant_id, id, brand_id, statement_id, entry_key, direction, state)
    select ${merchantId}, gen_random_uuid(), ${brandId}, gen_random_uuid(), n::text, 'credit', 'applied' ${rows}`;
    await sql`insert into notification_work (merchant_id, notification_id, brand_id, state, deliveries, tries)
    select ${merchantId}, gen_random_uuid(), ${brandId}, 'applied', 1, 1 ${rows}`;
    await sql`insert into open_work (merchant_id, transaction_id, brand_id, status, created_at)
    select ${merchantId}, gen_random_uuid(), ${brandId}, 'PROCESSING', ${now} ${rows}`;
    await sql`insert into webhook_queue (merchant_id, transaction_id, sequence, tries, schedule_start, brand_id, endpoint_id,
      created_at, state)
    select ${merchantId}, gen_random_uuid(), 1, 0, 0, ${brandId}, ${brandId}, ${now}, 'pending' ${rows}`;
    const sister = await stage.createBrand({ name: 'Sister' }, merchantId);
    await sql`insert into webhook_queue (merchant_id, transaction_id, sequence, tries, schedule_start, brand_id, endpoint_id,
      created_at, state)
    select ${merchantId}, gen_random_uuid(), 1, 0, 0, ${sister.brandId}, ${sister.brandId}, ${now}, 'abandoned' ${rows}`;
    const owner = await openTestPool(asOwner(stage.databaseUrl), { maxConnections: 1 });
    t.after(() => owner.end());
    await owner`analyze`;
    const scanned = new Set<string>();
    const used = new Set<string>();
    const explaining = {
      async unsafe(text: string, parameters: never[]) {
        for (const line of await sql.unsafe(`explain ${text}`, parameters)) {
          for (const [, table] of line['QUERY PLAN'].matchAll(/Seq Scan on (\w+)/g)) scanned.add(table!);
          for (const [, index] of line['QUERY PLAN'].matchAll(/Scan (?:using|on) (webhook_queue\w+)/g))
            used.add(index!);
        }
        return sql.unsafe(text, parameters);
      },
    } as unknown as typeof sql;
    await readInbox(explaining, brand, { now, kinds: KINDS, most: 5 });
    await countInbox(explaining, brand, { now, kinds: KINDS });
    assert.equal(await isAnythingWaiting(explaining, brand, { now, kinds: KINDS }), false);
    await untoldUrgent(explaining, now, { mostOfTopic: 500, apartMs: 60_000 });
    const large = ['refunds', 'disputes', 'bank_entries', 'notification_work', 'open_work', 'webhook_queue'];
    assert.deepEqual(
      large.filter((table) => scanned.has(table)),
      [],
    );
    assert.deepEqual([...used], ['webhook_queue_abandoned_of_brand'], 'a brand reads no rows of its sister');
  },
);
