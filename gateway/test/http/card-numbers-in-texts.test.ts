// Every call refuses a card number in a text that is stored in clear,
// names its field, and does not repeat the number.
import assert from 'node:assert/strict';
import test from 'node:test';
import { optionsOf } from '../../src/domain/options/payment-option.ts';
import { aCardPayin, startTestGateway } from '../stage/harness.ts';

const NUMBER = '4539578763621486';
const SPACED = '4539 5787 6362 1486';
const SEPA = optionsOf('PAYOUT').find(({ method }) => method === 'sepa-transfer') ?? optionsOf('PAYOUT')[0]!;

const FIELDS: [field: string, body: Record<string, unknown>][] = [
  ...['merchantReference', 'paymentReference', 'extra1', 'extra2', 'extra3'].map(
    (name): [string, Record<string, unknown>] => [name, { [name]: `pan ${SPACED}` }],
  ),
  ['redirectUrl', { redirectUrl: `https://shop.example/?card=${NUMBER}` }],
  ['customer.firstName', { customer: { firstName: NUMBER } }],
  ['customer.email', { customer: { email: `${NUMBER}@example.com` } }],
  ['customer.userAgent', { customer: { userAgent: NUMBER } }],
  ['customer.address.street', { customer: { address: { street: NUMBER } } }],
  ['shippingAddress.city', { shippingAddress: { city: NUMBER } }],
  ['orderDetails.1.productName', { orderDetails: [{}, { productName: SPACED }] }],
  ['orderDetails.0.description', { orderDetails: [{ description: `paid with ${NUMBER}` }] }],
];

test('card numbers in texts', async (t) => {
  const gate = await startTestGateway(t, { workers: false });
  const { apiKey } = await gate.createBrand({ automaticApproval: false });
  const post = (path: string, body: unknown, headers = {}) =>
    gate.call('POST', path, { apiKey, body, headers });
  const assertRefused = (answer: Awaited<ReturnType<typeof post>>, field: string) => {
    assert.equal(answer.status, 400, answer.text);
    const said = [answer.body.message].flat();
    assert.ok(
      said.some((one: string) => one.startsWith(`${field}: must not hold a card number`)),
      answer.text,
    );
    assert.ok(!answer.text.includes(NUMBER) && !answer.text.includes(SPACED));
  };

  for (const [path, base] of [
    ['/v3/payment', aCardPayin()],
    ['/v3/payout', { paymentOptionId: SEPA.id, currency: 'EUR', amount: 10 }],
    ['/payment-session', { currency: 'EUR', amount: 10 }],
    ['/payout-session', { currency: 'EUR', amount: 10 }],
    ['/v2/payment-options', { currency: 'EUR', amount: 10, country: 'DE' }],
    ['/v2/payout-options', { currency: 'EUR', amount: 10, country: 'DE' }],
  ] as const) {
    await t.test(`POST ${path}`, async () => {
      for (const [field, body] of FIELDS) assertRefused(await post(path, { ...base, ...body }), field);
    });
  }

  await t.test('all faults are listed at once, and nothing is stored', async () => {
    const answer = await post('/v3/payment', {
      ...aCardPayin({ amount: -1 }),
      extra1: NUMBER,
      extra2: NUMBER,
    });
    assert.equal([answer.body.message].flat().length, 3, answer.text);
    const [row] = await gate.gateway.context.sql`select count(*)::int as stored from transactions`;
    assert.equal(row!.stored, 0);
  });

  await t.test('sealed fields, fields for other numbers and look-ups may contain a card number', async () => {
    const fine = await post('/v3/payment', {
      ...aCardPayin({ merchantReference: 'order-4539578763621487', userId: NUMBER }),
      customer: { phone: '36227206271667', document: { number: '36227206271667', type: 'CNPJ' } },
    });
    assert.equal(fine.status, 201, fine.text);
    assert.equal(
      (await gate.call('GET', `/payments/${fine.body.result.transactionId}`, { apiKey })).body.userId,
      NUMBER,
    );
    // An older payment: its reference still finds it.
    await gate.gateway.context.sql`update openings set merchant_reference = ${NUMBER}`;
    const found = await gate.call('GET', `/payments?merchantReference=${NUMBER}`, { apiKey });
    assert.equal(found.body.length, 1);
    const refund = { merchantReference: NUMBER, country: 'DE', amount: 1, refundReference: 'r-1' };
    assertRefused(
      await post('/refund/by-reference', { ...refund, refundReference: NUMBER }),
      'refundReference',
    );
    assert.equal((await post('/refund/by-reference', refund)).status, 201);
    const cancel = { merchantReference: NUMBER, country: 'DE' };
    assertRefused(await post('/cancel-payment', { ...cancel, reason: SPACED }), 'reason');
    assert.match((await post('/cancel-payment', cancel)).text, /COMPLETED/);
  });

  await t.test(
    'an idempotency key, which is stored for 48 hours, may not contain a card number',
    async () => {
      const answer = await post('/v3/payment', aCardPayin(), { 'idempotency-key': NUMBER });
      assertRefused(answer, 'Idempotency-Key');
    },
  );
});
