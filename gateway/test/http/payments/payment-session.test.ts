// POST /payment-session and /payout-session (spec 4.8, 4.9; contract 4, 8): what they accept, what they open, and the
// end of an unused session.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  paymentSessionOperation,
  payoutSessionOperation,
} from '../../../src/http/payments/session-schemas.ts';
import { eventually, startTestGateway } from '../../stage/harness.ts';
import { startWebhookReceiver } from '../../stage/webhook-receiver.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HOUR_MS = 3_600_000;
const DOORS = [
  ['/payment-session', 'PAYIN'],
  ['/payout-session', 'PAYOUT'],
] as const;

test('hosted sessions', async (t) => {
  const gate = await startTestGateway(t);
  const receiver = await startWebhookReceiver(t);
  const brand = await gate.createBrand({ notificationUrl: receiver.url });
  const open = (path: string, fields: Record<string, unknown> = {}, { apiKey } = brand) =>
    gate.call('POST', path, { apiKey, body: { currency: 'EUR', amount: 25, ...fields } });
  const record = async (id: string, { apiKey } = brand) =>
    (await gate.call('GET', `/payments/${id}`, { apiKey })).body;

  await t.test('in test a header says why the prices of the order are not used', async () => {
    const tea = { productName: 'Tea', quantity: 2, unitPrice: 10, taxRate: 7 };
    const box = { productName: 'Box' };
    const warning = async (fields: Record<string, unknown>, path = '/payment-session') => {
      const answer = await open(path, fields);
      assert.equal(answer.status, 201, answer.text);
      return answer.headers.get('x-order-warning');
    };
    const orders = async (...orderDetails: object[]) => await warning({ orderDetails });
    assert.equal(await orders(tea, { ...box, unitPrice: 5 }), null);
    assert.equal(await orders(box), null);
    const unused = '; so the cashier shows no prices, and Klarna gets one line';
    assert.equal(
      await orders(tea),
      `orderDetails: the lines are 20.00 EUR together, and the amount is 25.00 EUR${unused}`,
    );
    assert.equal(
      await orders(tea, box),
      `orderDetails.1.unitPrice: is missing, and another line has one${unused}`,
    );
    assert.match((await orders({ ...tea, quantity: 0.5 }))!, /^orderDetails\.0\.quantity: must be a whole/);
    assert.match((await orders({ unitPrice: 25 }))!, /^orderDetails\.0: has neither/);
  });

  await t.test('a price or a tax rate with too many decimals is refused, naming its line', async () => {
    const faultsOf = async (line: object, currency = 'EUR') =>
      (await open('/payment-session', { currency, orderDetails: [{}, line] })).body.message;
    assert.deepEqual(await faultsOf({ unitPrice: 1.234, taxRate: 7.125 }), [
      'orderDetails.1.unitPrice: must have at most 2 decimals in EUR',
      'orderDetails.1.taxRate: must have at most two decimals',
    ]);
    assert.deepEqual(await faultsOf({ unitPrice: 0.5 }, 'JPY'), [
      'orderDetails.1.unitPrice: must have no decimals in JPY',
    ]);
    assert.match(String(await faultsOf({ unitPrice: '5', taxRate: -1 })), /unitPrice.*taxRate/);
  });

  for (const [path, type] of DOORS) {
    // proves 1 style 2; 4.8 request; 4.8 response; 4.9 response
    await t.test(`${path}: currency and amount are enough for a link and a transaction`, async () => {
      const answer = await open(path);
      assert.equal(answer.status, 201, answer.text);
      assert.deepEqual(Object.keys(answer.body), ['cashierUrl', 'transactionId']);
      const { cashierUrl, transactionId } = answer.body;
      assert.match(transactionId, UUID);
      assert.ok(cashierUrl.startsWith(`${gate.config.publicUrl}/cashier/`), cashierUrl);
      const page = await fetch(cashierUrl.replace(gate.config.publicUrl, gate.url));
      assert.equal(page.status, 200);
      const stored = await record(transactionId);
      assert.equal(stored.type, type);
      assert.equal(stored.status, 'INIT');
      assert.equal(stored.paymentOption, null);
      assert.equal(stored.resultType, null);
      assert.equal(Date.parse(stored.expiresAt) - Date.parse(stored.createdAt), HOUR_MS);
      assert.equal(stored.timeline.length, 1);
    });

    // proves 4.8 request; 4.9 request
    await t.test(`${path}: the record has the fields of the request`, async () => {
      const fields = {
        country: 'DE',
        merchantReference: `order ${type}`,
        paymentReference: 'invoice-7',
        userId: 'ada',
        redirectUrl: 'https://shop.example/return',
        language: 'de',
        extra1: 'one',
        customer: {
          name: 'Ada Lovelace',
          email: 'ada@example.com',
          phone: '+4915112345678',
          ip: '203.0.113.24',
          userDevice: 'TABLET',
          userAgent: 'Browser/1',
          address: { city: 'London', country: 'GB' },
        },
        ignored: { at: 'any depth' },
      };
      const { body } = await open(path, fields);
      const stored = await record(body.transactionId);
      for (const field of [
        'country',
        'merchantReference',
        'paymentReference',
        'userId',
        'redirectUrl',
        'extra1',
      ])
        assert.equal(stored[field], fields[field as 'country'], field);
      assert.equal(stored.amount, 25);
      assert.equal(stored.customer.name, 'Ada Lovelace');
      assert.equal(stored.customer.email, 'a***@example.com');
      assert.equal(stored.customer.userDevice, 'TABLET');
      assert.equal(stored.customer.address.city, 'London');
    });

    await t.test(`${path}: the user's profile fills missing fields, including the name`, async () => {
      const userId = `user of ${type}`;
      await open(path, { userId, customer: { name: 'Ada', email: 'ada@example.com', ip: '203.0.113.24' } });
      const { body } = await open(path, { userId, customer: { email: 'new@example.com' } });
      const { customer } = await record(body.transactionId);
      assert.equal(customer.name, 'Ada');
      assert.equal(customer.email, 'n***@example.com');
      assert.equal(customer.ip, null);
    });

    // proves 4.8 request; 4.9 request
    await t.test(`${path}: every fault is named, and nothing is stored`, async () => {
      const merchantReference = `faulty ${type}`;
      const faulty = {
        merchantReference,
        amount: 10.005,
        country: 'de',
        redirectUrl: 'javascript:alert(1)',
        notificationUrl: 'https://user:password@shop.example/',
        customer: { name: '😀'.repeat(256), email: 'nobody', address: { country: 'ZZ' } },
      };
      const answer = await open(path, faulty);
      assert.equal(answer.status, 400);
      assert.deepEqual(answer.body.message.map((one: string) => one.split(':')[0]).sort(), [
        'amount',
        'country',
        'customer.address.country',
        'customer.email',
        'customer.name',
        'notificationUrl',
        'redirectUrl',
      ]);
      for (const body of [{ currency: 'EUR' }, { amount: 1 }, { currency: 'eur', amount: 1 }, {}]) {
        const refused = await gate.call('POST', path, { apiKey: brand.apiKey, body });
        assert.equal(refused.status, 400, JSON.stringify(body));
      }
      for (const customer of [{ name: 7 }, { name: '' + '\u0000' }]) {
        assert.equal((await open(path, { customer })).status, 400, JSON.stringify(customer));
      }
      const url = `/payments?merchantReference=${encodeURIComponent(merchantReference)}`;
      assert.deepEqual((await gate.call('GET', url, { apiKey: brand.apiKey })).body, []);
    });

    // proves 2.5 name
    await t.test(`${path}: a name has 1 to 255 characters, counted as code points`, async () => {
      assert.equal((await open(path, { customer: { name: '😀'.repeat(255) } })).status, 201);
      assert.equal((await open(path, { customer: { name: 'A', firstName: 'B' } })).status, 201);
    });

    await t.test(
      `${path}: a reference is used once per merchant and country, whatever the call`,
      async () => {
        const reference = { merchantReference: `once ${type}`, country: 'DE' };
        const first = await open(path, reference);
        assert.equal(first.status, 201);
        for (const [other] of DOORS) {
          const second = await open(other, reference);
          assert.equal(second.status, 409);
          assert.equal(second.body.errorCode, '1020');
          assert.equal(second.body.transactionId, first.body.transactionId);
        }
        assert.equal((await open(path, { ...reference, country: 'FR' })).status, 201);
        assert.equal((await open(path, { ...reference, country: null })).status, 201);
      },
    );

    await t.test(`${path}: a payment facilitator names one of its domains`, async () => {
      const facilitator = await gate.createBrand({ paymentFacilitator: true, domains: ['shop.example'] });
      assert.equal((await open(path, {}, facilitator)).status, 400);
      assert.equal((await open(path, { merchantDomain: 'other.example' }, facilitator)).status, 400);
      assert.equal((await open(path, { merchantDomain: 'shop.example' }, facilitator)).status, 201);
    });

    await t.test(`${path}: an inactive brand opens no session`, async () => {
      const sleeper = await gate.createBrand();
      await gate.operator('PATCH', `/operator/brands/${sleeper.brandId}`, { active: false });
      const answer = await eventually(async () => {
        const one = await open(path, {}, sleeper);
        return one.status === 201 ? null : one;
      });
      assert.equal(answer.status, 400);
      assert.equal(answer.body.errorCode, '1012');
    });

    await t.test(`${path}: the examples of the reference are accepted`, async () => {
      const { examples } = type === 'PAYIN' ? paymentSessionOperation : payoutSessionOperation;
      for (const { value } of Object.values(examples)) {
        const answer = await gate.call('POST', path, {
          apiKey: (await gate.createBrand()).apiKey,
          body: value,
        });
        assert.equal(answer.status, 201, answer.text);
      }
    });

    await t.test(`${path}: a call without an API key is 401`, async () => {
      assert.equal((await gate.call('POST', path, { body: { currency: 'EUR', amount: 1 } })).status, 401);
    });
  }

  await t.test('a session that is not used within an hour is declined with 3002', async () => {
    const opened = await Promise.all(DOORS.map(([path]) => open(path)));
    gate.advance(HOUR_MS - 60_000);
    await new Promise((resolve) => setTimeout(resolve, 600));
    for (const { body } of opened) assert.equal((await record(body.transactionId)).status, 'INIT');
    gate.advance(61_000);
    for (const [index, { body }] of opened.entries()) {
      const ended = await eventually(async () => {
        const one = await record(body.transactionId);
        return one.status === 'INIT' ? null : one;
      });
      assert.equal(ended.status, 'DECLINED');
      assert.equal(ended.errorCode, '3002');
      assert.deepEqual(
        ended.timeline.map(({ from, to, actor }: Record<string, string>) => [from, to, actor]),
        [
          [null, 'INIT', 'merchant'],
          ['INIT', 'DECLINED', 'expiry'],
        ],
      );
      const webhook = await eventually(() =>
        receiver.received.find((one) => one.body.transactionId === body.transactionId),
      );
      assert.equal(webhook.body.eventType, `${DOORS[index]![1].toLowerCase()}.declined`);
      assert.equal(webhook.body.sequence, 1);
      assert.equal(webhook.body.errorCode, '3002');
    }
  });

  // proves 2.5 name
  await t.test('v3 ignores customer.name', async () => {
    const body = {
      paymentOptionId: '955677db-135d-4bd3-a241-a616beca374c',
      currency: 'EUR',
      amount: 0.5,
      customer: { name: 7, firstName: 'Ada' },
      paymentData: {
        cardNumber: '4242424242424242',
        expiryMonth: '12',
        expiryYear: '2035',
        cardCvv: '123',
        cardHolder: 'Ada',
      },
    };
    const answer = await gate.call('POST', '/v3/payment', { apiKey: brand.apiKey, body });
    assert.equal(answer.status, 201, answer.text);
    const { customer } = await record(answer.body.result.transactionId);
    assert.equal(customer.name, null);
    assert.equal(customer.firstName, 'Ada');
  });
});
