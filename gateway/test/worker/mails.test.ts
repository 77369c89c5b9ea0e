// Mail about the inbox, and links of users, at a real SMTP server: who gets what and when, what a mail never holds, and
// what happens while the server is away, refuses, or loses its answer.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import { inboxMail } from '../../src/domain/inbox/mail.ts';
import { untoldUrgent } from '../../src/storage/inbox/untold-work.ts';
import { sweepDueMails, writeMails } from '../../src/worker/due-mails.ts';
import { portalStageOn, SHARED_ENV } from '../http/portal/portal-stage.ts';
import { aCardPayin, startTestGateway, type TestGateway } from '../stage/harness.ts';
import { moveByHand } from '../stage/move-by-hand.ts';
import { startSmtpServer, type TestSmtpServer } from '../stage/smtp-server.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Half past six in Berlin, in winter. Each test begins some days later; all of them end before clocks change. */
const START = Date.parse('2026-01-05T05:30:00Z');

const ends: (() => unknown)[] = [];
let gateway: TestGateway;
let smtp: TestSmtpServer;
let nowMs = START;
const pass = (ms: number) => {
  nowMs += ms;
};

before(async () => {
  const t = { after: (end: () => unknown) => void ends.unshift(end) };
  smtp = await startSmtpServer(t);
  const env = { ...SHARED_ENV, SMTP_URL: smtp.url, SANDBOX_DELAY_MS: '0', PUBLIC_URL: 'http://pay.example' };
  gateway = await startTestGateway(t, { env, workers: false, now: () => new Date(nowMs) });
});

after(async () => {
  for (const end of ends) await end();
});

type Ends = Parameters<typeof portalStageOn>[1];

/** A merchant of its own, some days after the test before. */
async function openShop(t: Ends, settings: Record<string, unknown> = {}) {
  const { context } = gateway.gateway;
  // Nothing of an earlier test is told in this one.
  smtp.mood = 'takes';
  await writeMails(context);
  await sendAll();
  nowMs = (Math.floor(nowMs / (24 * HOUR_MS)) + 3) * 24 * HOUR_MS + 5.5 * HOUR_MS;
  await writeMails(context);
  await sendAll();
  smtp.mails.length = 0;
  const stage = await portalStageOn(gateway, t, {
    timeZone: 'Europe/Berlin',
    name: 'Demo Shop',
    ...settings,
  });
  const { apiKey, brandId } = stage.brand;
  const api = async (path: string, body: unknown) => {
    const answer = await stage.call('POST', path, { apiKey, body });
    assert.ok(answer.status < 300, `${path}: ${answer.text}`);
    return answer.body;
  };
  let paid = 0;
  return {
    stage,
    brandId,
    async pay(amount = 50) {
      const customer = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };
      const body = aCardPayin({ amount, customer, merchantReference: `ada-order-${brandId}-${++paid}` });
      return (await api('/v3/payment', body)).result.transactionId as string;
    },
    /** The sandbox lets it fail. */
    async failRefund() {
      const id = await this.pay();
      await stage.sql`insert into refunds (merchant_id, transaction_id, id, brand_id, status, amount_minor,
          refundable_after_minor, currency, origin, inquiries, created_at, updated_at)
        select merchant_id, id, ${randomUUIDv7()}, brand_id, 'FAILED', 1002, 0, 'EUR', 'merchant', 0, ${new Date(nowMs)},
          ${new Date(nowMs)} from transactions where id = ${id}`;
      return id;
    },
    dispute: (id: string, deadline: string | null = null) =>
      api(`/sandbox/transactions/${id}/dispute`, { status: 'OPEN', ...(deadline && { deadline }) }),
    async waitingPayout() {
      const id = await this.pay();
      await moveByHand(stage.sql, id, { status: 'PENDING', type: 'PAYOUT' });
      return id;
    },
    /** The roles that got a mail since the last call, and the mails. */
    told() {
      const own = smtp.mails
        .splice(0)
        .filter(({ to }) => to.endsWith(`${stage.brand.merchantId.slice(-12)}@example.com`));
      return { roles: own.map(({ to }) => to.replace(/-[0-9a-f]{12}@.*/, '')).sort(), mails: own };
    },
  };
}

async function sendAll() {
  while ((await sweepDueMails(gateway.gateway.context)) === 'more');
}

/** One turn of both loops. */
async function turn() {
  await writeMails(gateway.gateway.context);
  await sendAll();
}

const DECIDES_REFUNDS = ['finance-maker', 'owner', 'support'];

test('a failed refund is told at once to those who decide it, and once, without a name, card or reference', async (t) => {
  const shop = await openShop(t);
  const id = await shop.failRefund();
  const { context } = gateway.gateway;
  // Two processes at once.
  await Promise.all([writeMails(context), writeMails(context)]);
  await Promise.all([sendAll(), sendAll()]);
  const { roles, mails } = shop.told();
  assert.deepEqual(roles, DECIDES_REFUNDS);
  const [{ headers, text, html }] = mails as [(typeof mails)[0]];
  assert.equal(headers.subject, 'Demo Shop: One refund failed');
  assert.match(headers.from!, /^Tollgate <no-reply@pay\.example>$/);
  assert.match(headers['list-unsubscribe']!, /^<http:\/\/pay\.example\/portal\/mail\/[\w-]{66}>$/);
  assert.equal(headers['list-unsubscribe-post'], 'List-Unsubscribe=One-Click');
  for (const part of [text, html]) {
    assert.match(part, /10\.02 EUR, for less than a minute/);
    assert.ok(part.includes(`http://pay.example/portal/b/${shop.brandId}/transactions/${id}`), part);
    // Ids in addresses are random.
    assert.doesNotMatch(part.replaceAll(/https?:[^\s"<]+/g, ''), /Ada|Lovelace|4242|@/i);
  }
  await turn();
  pass(HOUR_MS);
  await turn();
  assert.deepEqual(shop.told().roles, []);
});

test('many failed refunds make one mail, and those of the next minutes make one more', async (t) => {
  const shop = await openShop(t);
  for (let at = 0; at < 3; at++) await shop.failRefund();
  await turn();
  const [first] = shop.told().mails;
  assert.equal(first!.headers.subject, 'Demo Shop: 3 refunds failed');
  assert.ok(first!.text.includes(`/portal/b/${shop.brandId}/transactions?moneyBack=refund-failed`));
  pass(MINUTE_MS);
  await shop.failRefund();
  await turn();
  await shop.failRefund();
  pass(MINUTE_MS);
  await turn();
  assert.deepEqual(shop.told().roles, [], 'too soon after the last one');
  pass(14 * MINUTE_MS);
  await turn();
  const later = shop.told();
  assert.deepEqual(later.roles, DECIDES_REFUNDS);
  assert.equal(later.mails[0]!.headers.subject, 'Demo Shop: 2 refunds failed');
});

test('a brand that had a mail lately waits, and holds back no other brand', async (t) => {
  const [first, second] = [await openShop(t), await openShop(t)];
  await first.failRefund();
  await turn();
  pass(MINUTE_MS);
  await first.failRefund();
  await second.failRefund();
  const { sql, now } = gateway.gateway.context;
  const found = await untoldUrgent(sql, now(), { mostOfTopic: 1, apartMs: 15 * MINUTE_MS });
  assert.deepEqual(
    found.map(({ brandId }) => brandId),
    [second.brandId],
  );
});

test('a dispute is told when it opens, and again two days before its deadline', async (t) => {
  const shop = await openShop(t);
  await shop.dispute(await shop.pay(), new Date(nowMs + 72 * HOUR_MS).toISOString());
  await turn();
  assert.equal(shop.told().mails[0]!.headers.subject, 'Demo Shop: One dispute can be answered');
  pass(25 * HOUR_MS);
  await turn();
  const subjects = shop.told().mails.map(({ headers }) => headers.subject);
  assert.ok(subjects.includes('Demo Shop: One dispute must be answered within two days'), subjects.join());
});

test('a line about several things has the first deadline, or else the age of the oldest', () => {
  const line = { topic: 'dispute', count: 2, amount: null, path: '/money/disputes' } as const;
  const textOf = (until: string | null) =>
    inboxMail(
      'digest',
      [{ ...line, oldestAt: '2026-01-05T00:00:00Z', until }],
      { brandName: 'Demo Shop', timeZone: 'UTC', now: new Date('2026-01-07T12:00:00Z') },
      { brand: 'http://pay.example', unsubscribe: 'http://pay.example/mail' },
    ).text;
  assert.match(textOf(null), /- 2 disputes can be answered, the oldest for 2 days\n/);
  assert.match(
    textOf('2026-01-09T00:00:00Z'),
    /- 2 disputes can be answered, the first until 9 January 2026/,
  );
});

test('an unknown outcome is told to approvers; a paused endpoint to developers, unless a person paused it', async (t) => {
  const shop = await openShop(t);
  await moveByHand(shop.stage.sql, await shop.pay(), { status: 'PROCESSING', error_code: '9001' });
  await turn();
  assert.deepEqual(shop.told().roles, ['finance-approver', 'owner']);
  const pause = (reason: string) => shop.stage.sql`
    insert into webhook_endpoints (merchant_id, brand_id, endpoint_id, url, paused_at, pause_reason, changed_at)
    values (${shop.stage.brand.merchantId}, ${shop.brandId}, ${randomUUIDv7()}, 'https://shop.example', ${new Date(nowMs)},
      ${reason}, ${new Date(nowMs)})`;
  await pause('paused by Anna');
  await turn();
  assert.deepEqual(shop.told().roles, []);
  await pause('the endpoint answered 410 Gone');
  await turn();
  assert.deepEqual(shop.told().roles, ['developer', 'owner']);
});

test("a digest comes at the hour of the brand's time zone, once over two processes, to those who decide something", async (t) => {
  const shop = await openShop(t, { digestHour: 7 });
  await shop.waitingPayout();
  await shop.waitingPayout();
  await turn();
  assert.deepEqual(shop.told().roles, [], 'half past six');
  pass(31 * MINUTE_MS);
  const { context } = gateway.gateway;
  await Promise.all([writeMails(context), writeMails(context)]);
  await Promise.all([sendAll(), sendAll()]);
  const { roles, mails } = shop.told();
  assert.deepEqual(roles, ['finance-approver', 'owner']);
  assert.equal(mails[0]!.headers.subject, 'Demo Shop: 2 payouts wait for approval');
  assert.ok(mails[0]!.text.includes(`http://pay.example/portal/b/${shop.brandId}/inbox`));
  pass(5 * HOUR_MS);
  await turn();
  assert.deepEqual(shop.told().roles, [], 'once a day');
  pass(19 * HOUR_MS);
  await turn();
  assert.deepEqual(shop.told().roles, ['finance-approver', 'owner'], 'the next day');
});

test('each user gets only the mail of their choice, and a disabled user gets none', async (t) => {
  const shop = await openShop(t, { digestHour: 7 });
  const choose = async (role: 'owner' | 'finance-maker', mail: string) =>
    assert.equal((await (await shop.stage.as(role))('PUT', '/account/mail', { mail })).status, 204);
  await choose('owner', 'digest');
  await choose('finance-maker', 'none');
  assert.equal((await (await shop.stage.as('owner'))('GET', '/account')).body.mail, 'digest');
  assert.equal((await (await shop.stage.as('owner'))('PUT', '/account/mail', { mail: 'all' })).status, 400);
  await shop.failRefund();
  await turn();
  assert.deepEqual(shop.told().roles, ['support']);
  pass(31 * MINUTE_MS);
  await writeMails(gateway.gateway.context);
  await shop.stage
    .sql`update users set disabled_at = ${new Date(nowMs)} where email = ${shop.stage.emailOf('support')}`;
  await sendAll();
  assert.deepEqual(shop.told().roles, ['owner']);
  pass(24 * HOUR_MS);
  await turn();
  assert.deepEqual(shop.told().roles, ['owner']);
});

test('while the SMTP server is away mails wait, with longer and longer rests, and none is lost', async (t) => {
  const shop = await openShop(t);
  smtp.mood = 'away';
  await shop.failRefund();
  await turn();
  const waiting = async () =>
    shop.stage
      .sql`select tries, unanswered, due_at from mails where merchant_id = ${shop.stage.brand.merchantId}`;
  assert.deepEqual(
    (await waiting()).map(({ tries, unanswered }) => [tries, unanswered]),
    [1, 2, 3].map(() => [1, 0]),
  );
  await sendAll();
  assert.equal((await waiting())[0]!.tries, 1, 'not before its time');
  pass(MINUTE_MS);
  await sendAll();
  const [{ tries, due_at: dueAt }] = (await waiting()) as unknown as [{ tries: number; due_at: Date }];
  assert.deepEqual([tries, dueAt.getTime() - nowMs], [2, 3 * MINUTE_MS]);
  smtp.mood = 'takes';
  pass(3 * MINUTE_MS);
  await sendAll();
  assert.deepEqual(shop.told().roles, DECIDES_REFUNDS);
  assert.equal((await waiting()).length, 0);
});

test('a mail that the server asks for later is tried again, and a refused mail is not', async (t) => {
  const shop = await openShop(t);
  smtp.mood = 'asks later';
  await shop.failRefund();
  await turn();
  smtp.mood = 'refuses';
  pass(MINUTE_MS);
  await sendAll();
  smtp.mood = 'takes';
  pass(HOUR_MS);
  await sendAll();
  assert.deepEqual(shop.told().roles, []);
  const left = await shop.stage.sql`select 1 from mails where merchant_id = ${shop.stage.brand.merchantId}`;
  assert.equal(left.length, 0);
});

test('a mail whose answer was lost is sent once more under the same Message-ID, and never a third time', async (t) => {
  const shop = await openShop(t);
  for (const role of ['finance-maker', 'support'] as const)
    await (await shop.stage.as(role))('PUT', '/account/mail', { mail: 'none' });
  smtp.mood = 'loses its answer';
  await shop.failRefund();
  await turn();
  for (let at = 0; at < 3; at++) {
    pass(HOUR_MS);
    await sendAll();
  }
  const { roles, mails } = shop.told();
  assert.deepEqual(roles, ['owner', 'owner']);
  assert.equal(mails[0]!.headers['message-id'], mails[1]!.headers['message-id']);
});

test('a mail of a process that died after the server had it is sent once more at most', async (t) => {
  const shop = await openShop(t);
  const { merchantId } = shop.stage.brand;
  await shop.failRefund();
  await writeMails(gateway.gateway.context);
  // As two such processes leave it.
  await shop.stage.sql`update mails set unanswered = 2 where merchant_id = ${merchantId}`;
  await sendAll();
  assert.deepEqual(shop.told().roles, []);
  assert.equal((await shop.stage.sql`select 1 from mails where merchant_id = ${merchantId}`).length, 0);
});

test('an invitation and a link for a new password go by mail, and are sealed until then', async (t) => {
  const { stage, ...shop } = await openShop(t);
  const { merchantId } = stage.brand;
  const email = `anna-${merchantId.slice(-12)}@example.com`;
  const invited = await stage.operator('POST', `/operator/merchants/${merchantId}/users`, {
    email,
    role: 'support',
  });
  const [row] =
    await stage.sql`select kind, content, link_sealed from mails where merchant_id = ${merchantId}`;
  assert.deepEqual([row!.kind, row!.content], ['invitation', null]);
  assert.ok(!row!.link_sealed.includes('invitations'), 'the link is sealed');
  await sendAll();
  const [mail] = shop.told().mails;
  assert.equal(mail!.to, email);
  assert.match(mail!.headers.subject!, /^Your invitation to Test Merchant/);
  for (const part of [mail!.text, mail!.html]) assert.ok(part.includes(invited.body.invitationUrl));
  assert.equal(mail!.headers['list-unsubscribe'], undefined);
  const owner = await stage.as('owner');
  const again = async (userId: string) => (await owner('POST', `/users/${userId}/invitation`)).body;
  await again(invited.body.userId);
  const last = await again(invited.body.userId);
  assert.equal(last.isMailed, true);
  await sendAll();
  const links = shop.told().mails;
  assert.equal(links.length, 1, 'the link before opens nothing any more, so its mail is not sent');
  assert.ok(links[0]!.text.includes(last.invitationUrl));
  const { items } = (await owner('GET', '/users')).body;
  const support = items.find((one: { email: string }) => one.email === stage.emailOf('support'));
  await again(support.id);
  await sendAll();
  assert.match(shop.told().mails[0]!.headers.subject!, /^Your link for a new password at Test Merchant/);
});

test('a mail program ends the mail with one call; a program that opens the link does not', async (t) => {
  const shop = await openShop(t);
  await shop.failRefund();
  await turn();
  const mail = shop.told().mails.find(({ to }) => to === shop.stage.emailOf('support'))!;
  const path = new URL(mail.headers['list-unsubscribe']!.slice(1, -1)).pathname;
  const choice = async () => (await (await shop.stage.as('support'))('GET', '/account')).body.mail;
  const shown = await shop.stage.call('GET', path);
  assert.equal(shown.status, 200);
  assert.match(shown.text, /<form method="post"><button[^>]*>No more mail/);
  assert.equal(await choice(), 'both');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const done = await shop.stage.call('POST', path, { headers, body: 'List-Unsubscribe=One-Click' });
  assert.deepEqual([done.status, await choice()], [200, 'none']);
  assert.match((await shop.stage.call('GET', path)).text, /You get no more mail about the inbox/);
  const forged = `${path.slice(0, -1)}${path.endsWith('A') ? 'Q' : 'A'}`;
  assert.equal((await shop.stage.call('POST', forged, { headers, body: '' })).status, 404);
  assert.equal((await shop.stage.call('POST', '/portal/mail/x', { headers, body: '' })).status, 404);
  const [change] = await shop.stage.sql`select before, after, actor_kind from audit_log
    where merchant_id = ${shop.stage.brand.merchantId} and action = 'user.changed'`;
  assert.deepEqual(
    [change!.before, change!.after, change!.actor_kind].map((one) =>
      typeof one === 'string' && one[0] === '{' ? JSON.parse(one) : one,
    ),
    [{ mail: 'both' }, { mail: 'none' }, 'user'],
  );
});
