// One log line for each answered request: its fields, what it never contains, and when it is silent. The id of the call
// that made a payment is in its webhooks, too.
import assert from 'node:assert/strict';
import test from 'node:test';
import { optionsOf } from '../../src/domain/options/payment-option.ts';
import { aCardPayin, eventually, startTestGateway } from '../stage/harness.ts';
import { startWebhookReceiver } from '../stage/webhook-receiver.ts';

type Line = Record<string, unknown>;

const parsed = (lines: readonly string[]): Line[] => lines.map((line) => JSON.parse(line));
const answeredOf = (lines: readonly string[]) => parsed(lines).filter(({ msg }) => msg === 'answered');

test('log lines and webhooks of a request carry its request id, and its log line names the payment', async (t) => {
  const lines: string[] = [];
  const gate = await startTestGateway(t, { lines });
  const receiver = await startWebhookReceiver(t);
  const brand = await gate.createBrand({ notificationUrl: `${receiver.url}?token=of-the-address` });
  const { apiKey, brandId } = brand;
  const person = { merchantReference: 'order-of-ada', userId: 'ada@example.com', extra1: 'Lovelace' };
  const made = await gate.call('POST', '/v3/payment', {
    apiKey,
    headers: { 'x-request-id': 'shop-4711' },
    body: aCardPayin(person),
  });
  const { transactionId } = made.body.result;
  await receiver.waitFor(1);
  assert.equal(receiver.received[0]!.headers['x-request-id'], 'shop-4711');
  await gate.call('GET', `/payments/${transactionId}`, { apiKey });
  await gate.call('GET', '/payments?merchantReference=order-of-ada', { apiKey });
  await gate.call('POST', '/v3/payment', { apiKey, body: aCardPayin({ merchantReference: 'order-of-ada' }) });
  await gate.call('GET', '/payments/of-ada@example.com', { apiKey: `tg_test_${'x'.repeat(43)}` });
  await gate.operator('GET', `/operator/payments/${transactionId}`);
  await gate.operator('GET', `/operator/brands/${brandId}`);
  await gate.call('GET', '/health/ready');
  // The line is written when the answer has gone out, so the caller may see the answer first.
  await eventually(() => answeredOf(lines).at(-1)?.route === '/health/ready');
  const own = answeredOf(lines).slice(-7);
  const shown = own.map(({ level, method, route, status, brand: ofBrand, transactionId: id, errorCode }) => [
    ...[level, method, route, status, ofBrand ?? null, id ?? null, errorCode ?? null],
  ]);
  assert.deepEqual(shown, [
    [30, 'GET', '/payments/:transactionId', 200, brandId, transactionId, null],
    [30, 'GET', '/payments', 200, brandId, null, null],
    [30, 'POST', '/v3/payment', 409, brandId, transactionId, '1020'],
    [30, 'GET', '/payments/:transactionId', 401, null, null, null],
    [30, 'GET', '/operator/payments/:id', 200, null, transactionId, null],
    [30, 'GET', '/operator/brands/:id', 200, brandId, null, null],
    [20, 'GET', '/health/ready', 200, null, null, null],
  ]);
  const first = answeredOf(lines).find(({ requestId }) => requestId === 'shop-4711')!;
  assert.deepEqual(
    [first.transactionId, first.brand, first.status, typeof first.ms],
    [transactionId, brandId, 201, 'number'],
  );
  const sent = await eventually(() => parsed(lines).find(({ msg }) => msg === 'webhook sent'));
  assert.deepEqual(
    [sent.requestId, sent.transactionId, sent.brand, sent.try, sent.status, sent.state],
    ['shop-4711', transactionId, brandId, 1, 200, 'delivered'],
  );
  assert.doesNotMatch(JSON.stringify(lines), /ada@|Lovelace|of-ada|of-the-address|4242424242424242|"4242"/);
});

test('a log line names the payment even if the answer does not, but never a payment of another brand', async (t) => {
  const lines: string[] = [];
  const gate = await startTestGateway(t, { lines, workers: false });
  const { apiKey } = await gate.createBrand();
  const other = await gate.createBrand();
  const call = (method: string, path: string, body?: object, key = apiKey) =>
    gate.call(method, path, { apiKey: key, ...(body && { body }) });
  const link = await call('POST', '/payment-links', { currency: 'EUR', amount: 5, description: 'Tea' });
  const { transactionId } = link.body;
  await call('GET', `/payments/${transactionId}`, undefined, other.apiKey);
  assert.equal((await call('DELETE', `/payment-links/${transactionId}`)).status, 204);
  const mPesa = optionsOf('PAYIN').find(({ type }) => type === 'MOBILE_MONEY')!.id;
  const mobile = await call('POST', '/v3/payment', {
    paymentOptionId: mPesa,
    currency: 'KES',
    amount: 500,
    country: 'KE',
    paymentData: { phoneNumber: '+254712345678' },
  });
  const { sessionId, transactionId: paid } = mobile.body.result;
  assert.equal(
    (await call('POST', '/confirm-payment', { sessionId, essentialKey: 'QK81ZX9P2M' })).status,
    201,
  );
  const confirm = await eventually(() => answeredOf(lines).find(({ route }) => route === '/confirm-payment'));
  assert.equal(confirm.transactionId, paid);
  const of = (route: string, status: number) =>
    answeredOf(lines).find((line) => line.route === route && line.status === status);
  assert.equal(of('/payment-links/:transactionId', 204)!.transactionId, transactionId);
  assert.equal(of('/payments/:transactionId', 404)!.transactionId, undefined);
});

test('a webhook that another process sends carries the request id of the call', async (t) => {
  const gate = await startTestGateway(t, { workers: false });
  const receiver = await startWebhookReceiver(t);
  const { apiKey } = await gate.createBrand({ notificationUrl: receiver.url });
  await gate.call('POST', '/v3/payment', {
    apiKey,
    headers: { 'x-request-id': 'shop-1' },
    body: aCardPayin(),
  });
  const { databaseUrl, now } = gate;
  await startTestGateway(t, { databaseUrl, now });
  const webhook = await eventually(() => receiver.received[0]);
  assert.equal(webhook.headers['x-request-id'], 'shop-1');
});

test('LOG_REQUESTS=false writes request lines only at debug level', async (t) => {
  const lines: string[] = [];
  const receiver = await startWebhookReceiver(t);
  const gate = await startTestGateway(t, { lines, env: { LOG_REQUESTS: 'false' } });
  const { apiKey } = await gate.createBrand({ notificationUrl: receiver.url });
  await gate.call('POST', '/v3/payment', { apiKey, body: aCardPayin() });
  await receiver.waitFor(1);
  assert.ok(answeredOf(lines).length > 0);
  assert.ok(answeredOf(lines).every(({ level }) => level === 20));
  assert.ok(!parsed(lines).some(({ msg }) => msg === 'webhook sent'));
});
