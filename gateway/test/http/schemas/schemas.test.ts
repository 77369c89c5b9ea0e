// Every field of a pay-in with its limits (spec 2.5 to 2.8, 8),
// and how faults are reported (contract 3).
import assert from 'node:assert/strict';
import test from 'node:test';
import type { FastifySchema } from 'fastify';
import { cardRequests } from '../../../src/http/examples/card-examples.ts';
import { methodRequests } from '../../../src/http/examples/method-examples.ts';
import { createPayinCall } from '../../../src/http/v3/create-payin.ts';
import { bareApp } from '../bare-app.ts';

const app = await bareApp({
  addRoutes: (scope) =>
    scope.post('/payin', { schema: createPayinCall.operation as FastifySchema }, async ({ body }) => ({
      body,
    })),
});
test.after(() => app.close());

const ID = '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15';
const least = { paymentOptionId: ID, currency: 'EUR', amount: 1 };

async function send(payload: string) {
  const headers = { 'content-type': 'application/json' };
  const answer = await app.inject({ method: 'POST', url: '/payin', headers, payload });
  return { status: answer.statusCode, ...(answer.json() as { message?: string[]; body?: unknown }) };
}

/** Puts a value at a dotted path of an otherwise valid pay-in. */
async function faultsOf(path: string, value: unknown): Promise<string[]> {
  const body: Record<string, unknown> = structuredClone(least);
  const names = path.split('.');
  let holder = body;
  for (const name of names.slice(0, -1)) {
    const inner = {};
    holder[name] = inner;
    holder = inner as Record<string, unknown>;
  }
  holder[names.at(-1)!] = value;
  const { status, message } = await send(JSON.stringify(body));
  assert.equal(status, message ? 400 : 200);
  return message ?? [];
}

const emoji = (count: number) => '😀'.repeat(count);

// proves 5 rule 1
test('the three required fields are enough, and nothing is changed, added or dropped', async () => {
  const text = `{"amount":50.00,"unknown":{"deep":[1,"2"]},"currency":"EUR","paymentOptionId":"${ID}"}`;
  const { status, body } = await send(text);
  assert.equal(status, 200);
  assert.equal(JSON.stringify(body), JSON.stringify(JSON.parse(text)));
});

test('every fault is listed and names its field by a dotted path', async () => {
  const { message } = await send(
    JSON.stringify({
      paymentOptionId: 'card',
      amount: '50',
      country: 'de',
      customer: { email: 'nobody', address: { country: 'ZZ' } },
      orderDetails: [{ quantity: 1 }, { quantity: 'two' }],
    }),
  );
  assert.deepEqual(
    message!.map((one) => one.split(':')[0]),
    [
      'currency',
      'paymentOptionId',
      'amount',
      'country',
      'customer.email',
      'customer.address.country',
      'orderDetails.1.quantity',
    ],
  );
  assert.ok(message!.includes('currency: is required'));
  assert.ok(message!.includes('amount: must be a number'));
});

test('texts are limited in code points, not in UTF-16 units', async () => {
  const limits: [path: string, least: number, most: number][] = [
    ['merchantReference', 0, 255],
    ['paymentReference', 0, 255],
    ['userId', 0, 255],
    ['extra1', 0, 255],
    ['extra2', 0, 255],
    ['extra3', 0, 255],
    ['merchantDomain', 0, 255],
    ['redirectUrl', 0, 500],
    ['notificationUrl', 0, 500],
    ['customer.firstName', 1, 255],
    ['customer.lastName', 1, 255],
    ['customer.phone', 3, 255],
    ['customer.userAgent', 0, 512],
    ['customer.document.number', 0, 255],
    ['customer.document.type', 0, 255],
  ];
  for (const [path, shortest, longest] of limits) {
    assert.deepEqual(await faultsOf(path, emoji(longest)), [], path);
    assert.deepEqual(await faultsOf(path, emoji(longest + 1)), [
      `${path}: must have at most ${longest} characters`,
    ]);
    if (shortest === 0) continue;
    assert.deepEqual(await faultsOf(path, 'x'.repeat(shortest)), [], path);
    assert.equal((await faultsOf(path, 'x'.repeat(shortest - 1))).length, 1, path);
  }
});

test('null means absent for every optional field, and is refused for every required one', async () => {
  const { required, properties } = createPayinCall.operation.body as unknown as {
    required: string[];
    properties: Record<string, unknown>;
  };
  for (const field of Object.keys(properties)) {
    const faults = await faultsOf(field, null);
    assert.equal(faults.length, required.includes(field) ? 1 : 0, field);
  }
  for (const field of ['firstName', 'email', 'ip', 'userDevice', 'userAgent', 'address', 'document']) {
    assert.deepEqual(await faultsOf(`customer.${field}`, null), []);
  }
});

test('control characters and broken surrogate pairs are refused in every text', async () => {
  const texts = ['a\u0000', 'a\u001f', 'a\u007f', 'a\u0085', 'a\n', '\ud800', 'x\udc00'];
  const paths = ['merchantReference', 'extra1', 'customer.firstName', 'customer.address.city', 'redirectUrl'];
  for (const path of paths) {
    for (const text of texts) {
      const faults = await faultsOf(path, text);
      assert.deepEqual(faults, [`${path}: must not contain control characters or broken surrogate pairs`]);
    }
  }
  assert.equal((await faultsOf('paymentData', { other: ['DE\u0000'] })).length, 1);
  assert.equal((await faultsOf('paymentData', { 'ib\u0000an': 'x' })).length, 1);
});

test('an amount is a finite JSON number of at least 0', async () => {
  for (const amount of [0, 0.5, 50, 1e-8]) assert.deepEqual(await faultsOf('amount', amount), []);
  assert.deepEqual(await faultsOf('amount', -0.01), ['amount: must be at least 0']);
  for (const amount of ['50', true, null, [], {}]) {
    assert.deepEqual(await faultsOf('amount', amount), ['amount: must be a number']);
  }
  const { status, message } = await send(`{"paymentOptionId":"${ID}","currency":"EUR","amount":1e400}`);
  assert.deepEqual([status, message], [400, ['amount: must be a number']]);
});

test('codes are upper case and known', async () => {
  for (const [path, good, bad] of [
    ['currency', ['EUR', 'JPY', 'BTC', 'USDT'], ['eur', 'EURO', 'XXX', 'AAA', '', 'EUR ']],
    ['country', ['DE', 'GB', 'XK'], ['de', 'DEU', 'ZZ', 'UK', 'ANY', 'WORLDWIDE', '']],
    ['customer.address.country', ['DE'], ['de', 'ZZ']],
    ['language', ['en', 'PT'], ['eng', 'e', '', 'e1']],
    ['customer.userDevice', ['MOBILE', 'DESKTOP', 'TABLET'], ['mobile', 'FRIDGE']],
    [
      'paymentOptionId',
      [ID, ID.toUpperCase()],
      ['card', `${ID}0`, ID.replace('-', ''), `urn:uuid:${ID}`, ''],
    ],
  ] as const) {
    for (const value of good) assert.deepEqual(await faultsOf(path, value), [], `${path} ${value}`);
    for (const value of bad) assert.equal((await faultsOf(path, value)).length, 1, `${path} ${value}`);
  }
});

test('usual e-mail addresses are accepted, others are refused, and long ones are checked quickly', async () => {
  const path = 'customer.email';
  const good = [
    'a@b.cd',
    'anna+tag@mail.example.co.uk',
    'müller@bücher.de',
    "o'neil@example.com",
    'x_1@xn--p1ai.рф',
  ];
  for (const email of good) assert.deepEqual(await faultsOf(path, email), [], email);
  const bad = [
    'a@b',
    'a b@c.de',
    '@b.cd',
    'a@',
    'a@@b.cd',
    '.a@b.cd',
    'a..b@c.de',
    'a@-b.cd',
    'a@b-.cd',
    'a@b..cd',
    'a@b.cd\n',
  ];
  for (const email of bad) assert.ok((await faultsOf(path, email)).length > 0, email);
  const domain = '@example.com';
  assert.deepEqual(await faultsOf(path, 'x'.repeat(255 - domain.length) + domain), []);
  assert.ok((await faultsOf(path, 'x'.repeat(256 - domain.length) + domain)).length > 0);
  // Tens of milliseconds; with backtracking it would take hours, and the test would time out.
  for (const email of ['a'.repeat(200_000), `${'a.'.repeat(100_000)}@b`, `a@${'b-'.repeat(100_000)}`]) {
    await faultsOf(path, email);
  }
});

test("a device's address is IPv4 or IPv6", async () => {
  for (const ip of ['203.0.113.9', '2001:db8::1', '::ffff:10.0.0.1']) {
    assert.deepEqual(await faultsOf('customer.ip', ip), []);
  }
  for (const ip of ['203.0.113', '203.0.113.256', 'localhost', 'fe80::1%eth0', '', '10.0.0.1/8']) {
    assert.equal((await faultsOf('customer.ip', ip)).length, 1, ip);
  }
});

test('a value of the wrong type is one fault, not two', async () => {
  for (const path of [
    'customer',
    'customer.userDevice',
    'orderDetails',
    'shippingAddress',
    'paymentData',
    'customer.email',
  ]) {
    assert.equal((await faultsOf(path, 7)).length, 1, path);
  }
});

test('at most a hundred faults are listed', async () => {
  const orderDetails = Array.from({ length: 5_000 }, () => 1);
  const { message } = await send(JSON.stringify({ ...least, orderDetails }));
  assert.equal(message!.length, 100);
});

test('the examples of the reference are valid', async () => {
  for (const [name, { value }] of Object.entries({ ...cardRequests, ...methodRequests })) {
    assert.equal((await send(JSON.stringify(value))).status, 200, name);
  }
});
