// Blocks from outside (contract 12): what each kind stops, pay-ins and payouts, how to name a card, and how a block
// ends.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  aCardPayin,
  eventually,
  sharedTestGateway,
  startTestGateway,
  type TestBrand,
  type TestGateway,
} from '../../stage/harness.ts';
import { aPayout, RECIPIENTS } from '../../stage/payouts.ts';

const UNKNOWN = '01890a5d-0000-7000-8000-000000000000';

interface Desk {
  gate: TestGateway;
  brand: TestBrand;
  path: string;
  /** The code of a decline; null for anything else. */
  payIn(fields?: Record<string, unknown>, card?: Record<string, unknown>): Promise<string | null>;
  payOut(fields?: Record<string, unknown>, method?: keyof typeof RECIPIENTS): Promise<string | null>;
  block(body: Record<string, unknown>): ReturnType<TestGateway['operator']>;
}

const sharedGateway = sharedTestGateway();

async function openDesk(own?: TestGateway): Promise<Desk> {
  const gate = own ?? (await sharedGateway());
  const brand = await gate.createBrand();
  const path = `/operator/brands/${brand.brandId}/blocks`;
  const codeOf = async (url: string, body: unknown) => {
    const answer = await gate.call('POST', url, { apiKey: brand.apiKey, body });
    assert.equal(answer.status, 201, answer.text);
    return answer.body.result.errorCode ?? null;
  };
  return {
    gate,
    brand,
    path,
    payIn: (fields, card) => codeOf('/v3/payment', aCardPayin(fields, card)),
    payOut: (fields, method) => codeOf('/v3/payout', aPayout(fields, method)),
    block: (body) => gate.operator('POST', path, { reason: 'a test', ...body }),
  };
}

test('each kind of block stops only matching pay-ins and payouts, until the block is deleted', async () => {
  const { gate, path, payIn, payOut, block } = await openDesk();
  const customer = { email: 'Ada@Example.com', ip: '203.0.113.7' };
  const fields = { userId: 'ada', customer };
  for (const [kind, value, shown, other] of [
    [
      'email',
      'ADA@example.com',
      'ada@example.com',
      { userId: 'ada', customer: { email: 'eve@example.com' } },
    ],
    ['userId', 'ada', 'ada', { userId: 'Ada', customer }],
    [
      'ip',
      '203.0.113.0/24',
      '203.0.113.0/24',
      { userId: 'ada', customer: { ...customer, ip: '203.0.114.7' } },
    ],
    ['ip', '203.0.113.7', '203.0.113.7/32', { userId: 'ada', customer: { ...customer, ip: '203.0.113.8' } }],
    ['country', 'DE', 'DE', { ...fields, country: 'FR' }],
  ] as const) {
    assert.deepEqual([await payIn(fields), await payOut(fields)], [null, null], kind);
    const { status, body, text } = await block({ kind, value });
    assert.equal(status, 201, text);
    assert.deepEqual(
      [body.kind, body.value, body.transactionId, body.reason, body.expiresAt],
      [kind, shown, null, 'a test', null],
    );
    assert.deepEqual([await payIn(fields), await payOut(fields)], ['2203', '2203'], `${kind} ${value}`);
    assert.deepEqual([await payIn(other), await payOut(other)], [null, null], `${kind}: not ${value}`);
    assert.deepEqual((await gate.operator('GET', path)).body, [body]);
    assert.equal((await gate.operator('DELETE', `${path}/${body.blockId}`)).status, 204);
    assert.deepEqual((await gate.operator('GET', path)).body, []);
    assert.equal((await gate.operator('DELETE', `${path}/${body.blockId}`)).status, 404);
  }
  assert.deepEqual([await payIn(fields), await payOut(fields)], [null, null]);
});

test('a block stops methods other than cards too, before the cashier asks for missing fields', async () => {
  const { gate, brand, block } = await openDesk();
  await block({ kind: 'userId', value: 'ada' });
  const { apiKey } = brand;
  const { body: options } = await gate.call('GET', '/v3/payment-options', { apiKey });
  for (const type of ['BANK_TRANSFER', 'OPEN_BANKING']) {
    const { id } = options.find((option: { type: string }) => option.type === type);
    const body = { paymentOptionId: id, currency: 'EUR', amount: 25, userId: 'ada' };
    const answer = await gate.call('POST', '/v3/payment', { apiKey, body });
    assert.deepEqual([answer.body.statusCode, answer.body.result.errorCode], [900, '2203'], answer.text);
  }
});

test('a card is blocked from one of its payments, whether it is typed again, saved or paid out to', async () => {
  const { gate, brand, path, payIn, payOut, block } = await openDesk();
  const { apiKey } = brand;
  const paid = await gate.call('POST', '/v3/payment', { apiKey, body: aCardPayin({ userId: 'ada' }) });
  const { transactionId } = paid.body.result;
  const { token } = (await gate.call('GET', `/payments/${transactionId}`, { apiKey })).body.card;
  const toCard = (cardNumber: string) => ({ paymentData: { ...RECIPIENTS.card.paymentData, cardNumber } });
  assert.equal(await payOut(toCard('4242424242424242'), 'card'), null);

  const { status, body, text } = await block({ kind: 'card', transactionId });
  assert.equal(status, 201, text);
  assert.deepEqual([body.value, body.transactionId], ['424242…4242', transactionId]);
  const listed = await gate.operator('GET', path);
  assert(!/4242424242|[0-9a-f]{32}/.test(listed.text), listed.text);

  assert.equal(await payIn(), '2203');
  assert.equal(await payIn({ userId: 'eve' }, { expiryYear: '2036' }), '2203');
  const saved = { ...aCardPayin({ userId: 'ada' }), paymentData: { token, cardCvv: '123' } };
  const answer = await gate.call('POST', '/v3/payment', { apiKey, body: saved });
  assert.equal(answer.body.result.errorCode, '2203', answer.text);
  assert.equal(await payOut(toCard('4242424242424242'), 'card'), '2203');
  assert.equal(await payOut({ userId: 'ada', paymentData: { token } }, 'card'), '2203');
  assert.deepEqual(
    [await payIn({}, { cardNumber: '5555555555554444' }), await payOut(toCard('5555555555554444'), 'card')],
    [null, null],
  );

  // Another brand has its own list and cannot name this brand's payment.
  const sister = await gate.createBrand({}, brand.merchantId);
  const there = await gate.call('POST', '/v3/payment', { apiKey: sister.apiKey, body: aCardPayin() });
  assert.equal(there.body.result.status, 'COMPLETED');
  const elsewhere = `/operator/brands/${sister.brandId}/blocks`;
  const named = await gate.operator('POST', elsewhere, { kind: 'card', transactionId, reason: 'a test' });
  assert.equal(named.status, 404, named.text);
});

test('a card is also blocked from a payout that went to it', async () => {
  const { gate, brand, payIn, block } = await openDesk();
  const { apiKey } = brand;
  const sent = await gate.call('POST', '/v3/payout', { apiKey, body: aPayout({}, 'card') });
  const { transactionId } = sent.body.result;
  assert.equal((await block({ kind: 'card', transactionId })).status, 201);
  assert.equal(await payIn({}, { cardNumber: '5555555555554444' }), '2203');
  assert.equal(await payIn(), null);
});

test('a BIN of six to eight digits stops the cards that begin with it', async () => {
  const { payIn, payOut, block } = await openDesk();
  for (const value of ['424242', '4242424', '42424242'])
    assert.equal((await block({ kind: 'bin', value })).body.value, value);
  assert.equal(await payIn(), '2203');
  assert.equal(await payIn({}, { cardNumber: '5555555555554444' }), null);
  assert.equal(await payOut({}, 'card'), null);
  await block({ kind: 'bin', value: '555555' });
  assert.equal(await payOut({}, 'card'), '2203');
});

test('every kind of block can be taken from a transaction', async () => {
  const { gate, brand, block } = await openDesk();
  const customer = { email: 'Ada@Example.com', ip: '2001:db8::7' };
  const body = aCardPayin({ userId: 'ada', customer });
  const { transactionId } = (await gate.call('POST', '/v3/payment', { apiKey: brand.apiKey, body })).body
    .result;
  const shown: string[] = [];
  for (const kind of ['card', 'bin', 'email', 'userId', 'ip', 'country']) {
    const answer = await block({ kind, transactionId });
    assert.equal(answer.status, 201, answer.text);
    shown.push(answer.body.value);
  }
  assert.deepEqual(shown, ['424242…4242', '424242', 'ada@example.com', 'ada', '2001:db8::/64', 'DE']);

  const bare = await gate.call('POST', '/payment-session', {
    apiKey: brand.apiKey,
    body: { currency: 'EUR', amount: 5 },
  });
  for (const kind of ['card', 'bin', 'email', 'userId', 'ip', 'country']) {
    const answer = await block({ kind, transactionId: bare.body.transactionId });
    assert.deepEqual(
      [answer.status, answer.body.message],
      [400, [`transactionId: this transaction has no ${kind}`]],
    );
  }
});

test('a network block from a transaction covers its address, for IPv6 its /64', async () => {
  const { gate, brand, payIn, block } = await openDesk();
  for (const [address, near, far] of [
    ['2001:db8:0:7::1', '2001:db8:0:7:a:b:c:d', '2001:db8:0:8::1'],
    ['203.0.113.7', '::ffff:203.0.113.7', '203.0.113.8'],
  ]) {
    const body = aCardPayin({ customer: { ip: address } });
    const paid = await gate.call('POST', '/v3/payment', { apiKey: brand.apiKey, body });
    await block({ kind: 'ip', transactionId: paid.body.result.transactionId });
    assert.equal(await payIn({ customer: { ip: near } }), '2203');
    assert.equal(await payIn({ customer: { ip: far } }), null);
  }
});

test('a block ends at its expiry, and is no longer listed', async (t) => {
  const { gate, path, payIn, block } = await openDesk(await startTestGateway(t));
  const expiresAt = new Date(gate.now().getTime() + 60_000).toISOString();
  const { body } = await block({ kind: 'bin', value: '424242', expiresAt });
  assert.equal(body.expiresAt, expiresAt);
  assert.equal(await payIn(), '2203');
  gate.advance(60_000);
  assert.equal(await payIn(), null);
  assert.deepEqual((await gate.operator('GET', path)).body, []);
});

test('an impossible block, a block with a card number and an unknown kind are refused', async () => {
  const { gate, path, block } = await openDesk();
  for (const [body, says] of [
    [{ kind: 'card', value: 'the one of Ada' }, /never by its number/],
    [{ kind: 'card', value: '4242424242424242' }, /value: must not hold a card number/],
    [{ kind: 'bin', value: '4242424242424242' }, /value: must not hold a card number/],
    [
      { kind: 'userId', value: 'a', reason: '4242 4242 4242 4242 was stolen' },
      /reason: must not hold a card/,
    ],
    [{ kind: 'bin', value: '424242424' }, /first six to eight digits/],
    [{ kind: 'bin', value: '42' }, /first six to eight digits/],
    [{ kind: 'country', value: 'de' }, /capital letters/],
    [{ kind: 'ip', value: 'shop.example' }, /IP address or a range/],
    [{ kind: 'email', value: 'ada' }, /e-mail address/],
    [{ kind: 'userId' }, /either a value or a transactionId/],
    [{ kind: 'userId', value: 'a', transactionId: UNKNOWN }, /either a value or a transactionId/],
    [{ kind: 'iban', value: 'DE89370400440532013000' }, /kind/],
    [{ kind: 'userId', value: 'a', reason: '' }, /reason/],
    [{ kind: 'userId', value: 'a', reason: undefined }, /reason/],
    [{ kind: 'userId', value: 'a', expiresAt: '2020-01-01T00:00:00Z' }, /expiresAt: must be in the future/],
    [{ kind: 'userId', value: 'a', expiresAt: 'tomorrow' }, /expiresAt/],
    [{ kind: 'card', transactionId: 'x' }, /transactionId/],
    [{ kind: 'userId', value: 'a', until: 'x' }, /until/],
  ] as const) {
    const answer = await block(body);
    assert.equal(answer.status, 400, answer.text);
    assert.match(JSON.stringify(answer.body.message), says);
    assert(!answer.text.includes('4242424242424242'), 'a card number is repeated');
  }
  assert.equal((await block({ kind: 'card', transactionId: UNKNOWN })).status, 404);
  assert.equal((await gate.operator('GET', `/operator/brands/${UNKNOWN}/blocks`)).status, 404);
  assert.equal((await gate.operator('DELETE', `${path}/${UNKNOWN}`)).status, 404);
  assert.deepEqual((await gate.operator('GET', path)).body, []);
});

test('a block takes effect at other gateways, is counted, and is in the audit log', async (t) => {
  const { gate, brand, block, path } = await openDesk(await startTestGateway(t));
  const other = await startTestGateway(t, { databaseUrl: gate.databaseUrl, now: gate.now });
  const { body } = await block({ kind: 'country', value: 'DE' });
  const pay = async () =>
    (await other.call('POST', '/v3/payment', { apiKey: brand.apiKey, body: aCardPayin() })).body.result
      ?.errorCode;
  await eventually(async () => (await pay()) === '2203');
  const metrics = await other.operator('GET', '/metrics');
  assert.match(metrics.text, /^tollgate_risk_refusals_total\{rule="block country"\} 1$/m);
  await gate.operator('DELETE', `${path}/${body.blockId}`);
  const audit = await gate.operator(
    'GET',
    `/operator/audit?merchantId=${brand.merchantId}&target=${brand.brandId}`,
  );
  assert.deepEqual(
    audit.body.map((row: { action: string }) => row.action),
    ['brand.created', 'block.created', 'block.removed'],
  );
  const { blockId } = body;
  for (const facts of [audit.body[1].after, audit.body[2].before])
    assert.deepEqual([facts.blockId, facts.value, facts.reason], [blockId, 'DE', 'a test']);
  const hashed = await gate.operator('GET', `/operator/audit?merchantId=${brand.merchantId}&words=false`);
  for (const facts of [hashed.body.at(-2).after, hashed.body.at(-1).before])
    assert.match(facts.reason, /^sha256:[0-9a-f]{64}$/);
});
