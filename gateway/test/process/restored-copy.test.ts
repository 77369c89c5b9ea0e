// A restored copy of the database (contract 1). A start notices it by PostgreSQL's identity, or is told. Then the
// gateway takes and sends nothing, reads work, and it stores providers' notifications, until a person accepts the copy.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { reportGap } from '../../src/actions/notifications/report-gap.ts';
import { BANK_ID } from '../../src/domain/bank/bank-account.ts';
import { CopyWatch } from '../../src/process/copy-watch.ts';
import { describeGap } from '../../src/process/restore-report.ts';
import { ProcessMark } from '../../src/storage/schema/process-mark.ts';
import {
  acceptCopy,
  differenceOf,
  readHold,
  readIdentity,
  readKeptIdentity,
  settleIdentity,
} from '../../src/storage/schema/restored-copy.ts';
import { aCardPayin, eventually, startTestGateway, type TestGateway } from '../stage/harness.ts';
import { createTestDatabase, openTestPool } from '../stage/harness-database.ts';
import { silentLog } from '../stage/shared-server.ts';
import { startWebhookReceiver } from '../stage/webhook-receiver.ts';

/** Like after a restore to a point in time: the server began another timeline. */
async function moveTimeline({ gateway }: TestGateway): Promise<void> {
  await gateway.context.sql`update database_identities set timeline = '00000000'`;
}

async function heldGateway(t: TestContext) {
  const first = await startTestGateway(t, { workers: false });
  const receiver = await startWebhookReceiver(t, { secrets: [] });
  const brand = await first.createBrand({ notificationUrl: receiver.url });
  await first.gateway.register(false, assert.fail);
  assert.equal(first.gateway.isHeld, false);
  const paid = await first.call('POST', '/v3/payment', { apiKey: brand.apiKey, body: aCardPayin() });
  assert.equal(paid.status, 201);
  await moveTimeline(first);
  const { databaseUrl } = first;
  const held = await startTestGateway(t, { databaseUrl, workers: false, now: first.now });
  await held.gateway.register(false, assert.fail);
  held.gateway.startWorkers();
  return { first, held, brand, receiver, transactionId: paid.body.result.transactionId as string };
}

test('a start on another timeline takes and sends nothing until the copy is accepted, and reads work', async (t) => {
  const { held, brand, receiver, transactionId } = await heldGateway(t);
  const { apiKey, brandId } = brand;
  assert.equal(held.gateway.isHeld, true);
  const ready = await held.call('GET', '/health/ready');
  assert.deepEqual([ready.status, ready.body.checks.restored], [503, true]);

  const payin = await held.call('POST', '/v3/payment', { apiKey, body: aCardPayin() });
  assert.equal(payin.status, 503);
  assert.match(payin.body.message, /restored from a backup and is being checked; nothing was stored/);
  assert.ok(payin.headers.get('retry-after'));
  for (const [method, path] of [
    ['POST', '/v3/payout'],
    ['POST', '/payment-session'],
    ['POST', '/settle-payout'],
    ['POST', '/refund/by-reference'],
    ['POST', '/cashier/x/submit'],
    ['POST', '/portal/api/brands/x/payouts/settle'],
    ['POST', '/portal/api/account/confirmation/single-sign-on'],
    ['POST', `/operator/brands/${brandId}/bank-files`],
    ['POST', `/operator/brands/${brandId}/bank-files/x/withdraw`],
    ['POST', `/operator/brands/${brandId}/funding`],
    ['POST', `/operator/payments/${transactionId}/outcome`],
    ['POST', `/operator/refunds/${transactionId}/outcome`],
    ['POST', `/operator/captures/${transactionId}/outcome`],
    ['POST', '/capture-payment'],
    ['GET', '/return/x'],
    ['POST', `/sandbox/transactions/${transactionId}/outcome`],
  ] as const)
    assert.equal(
      (await held.call(method, path, { apiKey, ...(method === 'POST' && { body: {} }) })).status,
      503,
      path,
    );

  assert.equal((await held.call('GET', `/payments/${transactionId}`, { apiKey })).status, 200);
  assert.equal((await held.operator('GET', `/operator/brands/${brandId}`)).status, 200);
  assert.equal((await held.operator('GET', `/operator/payments/${transactionId}`)).status, 200);
  const told = await held.call('POST', `/providers/stripe/notifications/${brandId}`, { body: {} });
  assert.equal(told.status, 404, 'notifications come to their route');
  assert.equal((await held.call('POST', '/portal/api/session', { body: {} })).status, 400);
  for (const path of ['/portal/api/single-sign-on/x', '/portal/api/single-sign-on/x/finish'])
    assert.notEqual((await held.call('POST', path, { body: {} })).status, 503, path);
  for (const path of ['bank-statements', 'bank-entries/x/dismiss'])
    assert.notEqual(
      (await held.operator('POST', `/operator/brands/${brandId}/${path}`, {})).status,
      503,
      path,
    );
  assert.equal(receiver.received.length, 0);

  const { sql } = held.gateway.context;
  assert.match(
    (await acceptCopy(sql))!.reason,
    /is on timeline \d+; these tables were written on timeline 0$/,
  );
  await eventually(() => receiver.received.length > 0);
  assert.equal((await held.call('GET', '/health/ready')).status, 200);
  assert.equal((await held.call('POST', '/v3/payment', { apiKey, body: aCardPayin() })).status, 201);
  assert.equal(await acceptCopy(sql), null);
});

test('the report of a restored copy names its last state, its next actions, and what providers know beyond it', async (t) => {
  const { held, brand, transactionId } = await heldGateway(t);
  const { sql } = held.gateway.context;
  const [known] = await sql`select merchant_id, brand_id from openings where id = ${transactionId}`;
  const missing = '01a1fb88-2711-71c8-b3d4-3bc2a2f48252';
  for (const [n, reference] of [`${missing}-2`, transactionId, null].entries())
    await sql`insert into provider_notifications (merchant_id, id, brand_id, account_id, provider, item_key, kind, reference,
        amount_minor, currency, foreign_account, received_at)
      values (${known!.merchant_id}, gen_random_uuid(), ${known!.brand_id}, ${brand.brandId}, 'stripe', ${`item-${n}`}, 'charge.succeeded',
        ${reference}, 2500, 'EUR', false, now())`;
  const before = await sql`select count(*) from provider_notifications`;
  const gap = await reportGap(held.gateway.context);
  assert.match(gap.hold!.reason, /timeline/);
  assert.ok(gap.last.opening && gap.last.event && gap.last.notification);
  assert.deepEqual(
    gap.unknown.map(({ reference, amountMinor, currency }) => [reference, amountMinor, currency]),
    [[`${missing}-2`, 2500n, 'EUR']],
  );
  assert.equal(gap.waiting.find(({ what }) => what.startsWith('webhooks'))!.count, 1);
  assert.deepEqual(await sql`select count(*) from provider_notifications`, before);
  assert.match(describeGap(gap)[0]!, /^Held since 2.* is on timeline/);

  // It is a copy even before a start has noticed it; the gateway does not ask the bank account.
  await sql`delete from restore_holds`;
  const account = { id: 'account', provider: BANK_ID };
  const providerAccounts = { all: () => new Map([[account.id, account]]) } as never;
  const early = await reportGap({ ...held.gateway.context, providerAccounts });
  assert.match(describeGap(early)[0]!, /^The next start will hold it: .* is on timeline/);
  assert.match(
    describeGap(early).join(),
    /bank \(account account\): it reports by statements: import those since the backup/,
  );
});

test('another system identifier is noticed, and the operator can declare a copy if nothing else shows it', async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const sql = await openTestPool(database.databaseUrl, { maxConnections: 2 });
  t.after(() => sql.end());
  assert.equal((await settleIdentity(sql, { isRestored: false })).hold, null);
  assert.equal(differenceOf((await readKeptIdentity(sql))!, await readIdentity(sql)), null);
  assert.equal((await settleIdentity(sql, { isRestored: false })).hold, null);
  assert.match((await settleIdentity(sql, { isRestored: true })).hold!.reason, /--restored/);
  // A later start without the option is held too.
  assert.match((await settleIdentity(sql, { isRestored: false })).hold!.reason, /--restored/);
  await acceptCopy(sql);
  await sql`update database_identities set system_identifier = '7'`;
  // A person can also accept it before the first start on it.
  const accepted = (await acceptCopy(sql))!;
  assert.match(accepted.reason, /these tables were written on 7$/);
  assert.equal(accepted.heldSince, null);
  assert.equal(await acceptCopy(sql), null);
  assert.equal((await settleIdentity(sql, { isRestored: false })).hold, null);
  await sql`update database_identities set system_identifier = '7'`;
  assert.match(
    (await settleIdentity(sql, { isRestored: false })).hold!.reason,
    /these tables were written on 7$/,
  );
});

test('a gateway survives a failover, and ends on a copy that lacks its latest sign', async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const sql = await openTestPool(database.databaseUrl, { maxConnections: 2 });
  t.after(() => sql.end());
  const lost: string[] = [];
  // At its start the server was on another timeline than now: the server changed during the run.
  const open = async () => {
    const mark = await ProcessMark.open(sql, { release: 'x', role: 'all' });
    const identify = async () => ({ ...(await readIdentity(sql)), timeline: '0000FFFF' });
    const watch = await CopyWatch.open({ sql, log: silentLog, mark, identify }, false);
    watch.on({ released: assert.fail, lost: (reason) => lost.push(reason) });
    return watch;
  };
  await (await open()).turn();
  assert.deepEqual(lost, []);
  assert.equal(await readHold(sql), null);
  assert.equal((await readKeptIdentity(sql))!.timeline, '0000FFFF');
  await sql`delete from database_identities`;

  const behind = await open();
  const [seen] = await sql`select seen_at as at from processes`;
  await sql`update processes set seen_at = ${new Date(seen!.at.getTime() - 1_000)}`;
  await behind.turn();
  assert.match(lost.join(), /^this database is a restored copy: the server is on timeline 65535/);
  assert.match((await readHold(sql))!.reason, /timeline/);
  const held = await open();
  assert.equal(held.isHeld, true);
});
