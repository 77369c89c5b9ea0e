// A database that goes away and comes back: callers get a clear 503 in time and may ask again, and no acknowledged
// payment is lost. The test really kills a server of its own.
import assert from 'node:assert/strict';
import test from 'node:test';
import { connectPostgres } from '../../src/storage/database/connect.ts';
import { migrate } from '../../src/storage/schema/migrate.ts';
import { deliver } from '../providers/adyen/stand-in/notifier.ts';
import { API_KEY, HMAC_KEY, MERCHANT_ACCOUNT } from '../providers/adyen/stand-in/stand-in.ts';
import { aCardPayin, eventually, startTestGateway } from '../stage/harness.ts';
import { startPrivateServer } from '../stage/harness-database.ts';

test('if the database dies during pay-ins, all of them get 503, and the next pay-ins succeed', async (t) => {
  const server = await startPrivateServer({ durable: true });
  t.after(() => server.remove());
  const sql = connectPostgres(server.databaseUrl, { max: 1, onnotice: () => {} });
  await migrate(sql as never).finally(() => sql.end());
  const gateway = await startTestGateway(t, { databaseUrl: server.databaseUrl });
  const { apiKey } = await gateway.createBrand();
  const pay = (merchantReference: string) =>
    gateway.call('POST', '/v3/payment', { apiKey, body: aCardPayin({ merchantReference }) });

  const before = await pay('before');
  assert.equal(before.status, 201);

  await server.kill();
  const startedAt = performance.now();
  const during = await Promise.all(Array.from({ length: 12 }, (_, n) => pay(`during-${n}`)));
  const tookMs = performance.now() - startedAt;
  for (const answer of during) {
    assert.equal(answer.status, 503, answer.text);
    assert.equal(answer.body.statusCode, 503);
    assert.ok(answer.headers.get('x-request-id'));
  }
  const about = async (...call: Parameters<typeof gateway.call>) =>
    (await gateway.call(...call)).body.message;
  const body = { email: 'ada@shop.example', password: 'a long enough password' };
  assert.match(during[0]!.body.message, /look the transaction up before you send it again/);
  assert.match(await about('POST', '/portal/api/session', { body }), /try again in a moment/);
  const path = `/payments/${before.body.result.transactionId}`;
  assert.match(await about('GET', path, { apiKey }), /try again in a moment/);
  const made = await gateway.operator('POST', '/operator/merchants', { name: 'Two' });
  assert.match(made.body.message, /whether the change was made/);
  // One after the other they would take twelve times as long.
  t.diagnostic(`they were told after ${Math.round(tookMs)} ms`);
  assert.equal((await gateway.call('GET', '/health/ready')).status, 503);
  assert.equal((await gateway.call('GET', '/health/live')).status, 200);

  await server.start();
  await eventually(async () => (await gateway.call('GET', '/health/ready')).status === 200, 20_000);
  const after = await eventually(async () => {
    const answer = await pay('after');
    return answer.status === 201 || answer.status === 409 ? answer : null;
  }, 20_000);
  assert.ok(after);
  const record = await gateway.call('GET', `/payments/${before.body.result.transactionId}`, { apiKey });
  assert.equal(record.body.status, 'COMPLETED', record.text);
  // A refused call may be repeated under its own reference, because nothing of it was stored.
  const again = await pay('during-0');
  assert.equal(again.status, 201, again.text);
});

test('a notification that cannot be stored gets 503, and the provider may send it again', async (t) => {
  const server = await startPrivateServer({ durable: true });
  t.after(() => server.remove());
  const sql = connectPostgres(server.databaseUrl, { max: 1, onnotice: () => {} });
  await migrate(sql as never).finally(() => sql.end());
  const gateway = await startTestGateway(t, { databaseUrl: server.databaseUrl });
  const { brandId } = await gateway.createBrand();
  const account = await gateway.operator('PUT', `/operator/brands/${brandId}/providers/adyen`, {
    environment: 'test',
    // Nothing listens there; this test pays nothing.
    endpoint: 'http://127.0.0.1:9',
    credentials: { apiKey: API_KEY, merchantAccount: MERCHANT_ACCOUNT, hmacKeys: [HMAC_KEY] },
  });
  const url = gateway.url + new URL(account.body.notificationUrl).pathname;
  const event = {
    eventCode: 'AUTHORISATION',
    pspReference: 'PSP1',
    originalReference: '',
    merchantReference: 'of another shop',
    merchantAccountCode: MERCHANT_ACCOUNT,
    amount: { value: 100, currency: 'EUR' },
    success: 'true' as const,
    reason: '',
    paymentMethod: 'visa',
    eventDate: '2026-03-01T12:00:00Z',
  };
  const tell = async () => (await deliver([event], { url, hmacKey: HMAC_KEY }))[0];
  const notes = `/operator/brands/${brandId}/provider-notifications`;
  await server.kill();
  assert.equal(await tell(), 503);
  await server.start();
  await eventually(async () => (await gateway.call('GET', '/health/ready')).status === 200, 20_000);
  assert.deepEqual((await gateway.operator('GET', notes)).body, []);
  assert.equal(await eventually(async () => (await tell()) === 200, 20_000), true);
  await eventually(async () => (await gateway.operator('GET', notes)).body[0]?.state === 'foreign');
});
