// `browserInfo` of POST /v3/payment: checked like every field,
// kept for the provider, shown to nobody.
import assert from 'node:assert/strict';
import test from 'node:test';
import { aCardPayin, eventually, sharedTestGateway, startTestGateway } from '../../stage/harness.ts';
import { startWebhookReceiver } from '../../stage/webhook-receiver.ts';

const BROWSER = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  acceptHeader: 'text/html,application/xhtml+xml',
  language: 'de-DE',
  colorDepth: 24,
  screenHeight: 1080,
  screenWidth: 1920,
  timeZoneOffset: -60,
  javaEnabled: false,
};

const quietGateway = sharedTestGateway({ workers: false });

test('the browser of a v3 pay-in is kept, and shown neither in a record nor in a webhook', async (t) => {
  const tollgate = await startTestGateway(t);
  const receiver = await startWebhookReceiver(t);
  const { apiKey, signingSecret } = await tollgate.createBrand({ notificationUrl: receiver.url });
  receiver.secrets.push(signingSecret);
  const body = aCardPayin({ browserInfo: { ...BROWSER, more: 'of no use' } });
  const answer = await tollgate.call('POST', '/v3/payment', { apiKey, body });
  assert.equal(answer.body.result.status, 'COMPLETED', answer.text);
  const { transactionId } = answer.body.result;
  const stored = await tollgate.gateway.context.transactions.findAnywhere(transactionId);
  assert.deepEqual(stored!.details.browser, BROWSER);
  const record = await tollgate.call('GET', `/payments/${transactionId}`, { apiKey });
  const webhook = await eventually(() => receiver.received.at(0));
  for (const shown of [answer.text, record.text, JSON.stringify(webhook.body)]) {
    assert.doesNotMatch(shown, /Firefox|browser/);
  }
});

test('a browser is optional, and null means that there is none', async () => {
  const tollgate = await quietGateway();
  const { apiKey } = await tollgate.createBrand();
  for (const more of [{}, { browserInfo: null }]) {
    const answer = await tollgate.call('POST', '/v3/payment', { apiKey, body: aCardPayin(more) });
    assert.equal(answer.status, 201, answer.text);
    const stored = await tollgate.gateway.context.transactions.findAnywhere(answer.body.result.transactionId);
    assert.equal(stored!.details.browser, undefined);
  }
});

test('every wrong field of a browser is named', async () => {
  const tollgate = await quietGateway();
  const { apiKey } = await tollgate.createBrand();
  const faults = async (browserInfo: unknown) => {
    const answer = await tollgate.call('POST', '/v3/payment', { apiKey, body: aCardPayin({ browserInfo }) });
    assert.equal(answer.status, 400, answer.text);
    return [answer.body.message].flat().map((one: string) => one.split(':')[0]);
  };
  assert.deepEqual(await faults('Mozilla'), ['browserInfo']);
  assert.deepEqual(
    (await faults({})).sort(),
    Object.keys(BROWSER)
      .map((name) => `browserInfo.${name}`)
      .sort(),
  );
  const wrong: [keyof typeof BROWSER, unknown][] = [
    ['userAgent', 7],
    ['userAgent', 'x'.repeat(2_049)],
    ['acceptHeader', 'text/html\u0000'],
    ['language', ''],
    ['colorDepth', '24'],
    ['screenHeight', -1],
    ['screenWidth', 1.5],
    ['timeZoneOffset', 1_441],
    ['javaEnabled', 'false'],
    ['userAgent', 'Browser 4242 4242 4242 4242'],
  ];
  for (const [field, value] of wrong) {
    assert.deepEqual(await faults({ ...BROWSER, [field]: value }), [`browserInfo.${field}`], String(value));
  }
});

test('a payout and a session keep no browser', async () => {
  const tollgate = await quietGateway();
  const { apiKey } = await tollgate.createBrand();
  const body = { currency: 'EUR', amount: 25, country: 'DE', browserInfo: { userAgent: 7 } };
  const session = await tollgate.call('POST', '/payment-session', { apiKey, body });
  assert.equal(session.status, 201, session.text);
  const stored = await tollgate.gateway.context.transactions.findAnywhere(session.body.transactionId);
  assert.equal(stored!.details.browser, undefined);
});
