// Customer profiles (spec 2.5): a user's earlier fields fill the missing ones of a later request. Seen through the
// customer of GET /payments, where e-mail, phone and document number are masked (contract 5).
import assert from 'node:assert/strict';
import test from 'node:test';
import { aCardPayin, sharedTestGateway } from '../../stage/harness.ts';

const sharedGateway = sharedTestGateway();
const ADDRESS = {
  street: 'High Street',
  streetNumber: '1',
  zipCode: 'N1',
  city: 'London',
  state: null,
  country: 'GB',
};
const ADA = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  phone: '+4915112345678',
  address: ADDRESS,
  document: { number: '123456789', type: 'PASSPORT' },
};

test('customer profiles', async (t) => {
  const gate = await sharedGateway();
  const brand = await gate.createBrand();
  const pay = (fields: Record<string, unknown>, { apiKey } = brand, card = {}) =>
    gate.call('POST', '/v3/payment', { apiKey, body: aCardPayin(fields, card) });
  const customerOf = async (fields: Record<string, unknown>, by = brand) => {
    const answer = await pay(fields, by);
    assert.equal(answer.status, 201, answer.text);
    const { transactionId } = answer.body.result;
    return (await gate.call('GET', `/payments/${transactionId}`, { apiKey: by.apiKey })).body.customer;
  };

  await t.test('the first payment of a user shows only its own customer fields, masked', async () => {
    const ip = { ip: '203.0.113.24', userDevice: 'MOBILE', userAgent: 'Browser/1' };
    assert.deepEqual(await customerOf({ userId: 'ada', customer: { ...ADA, ...ip } }), {
      firstName: 'Ada',
      lastName: 'Lovelace',
      name: null,
      email: 'a***@example.com',
      phone: '+49***78',
      ...ip,
      address: ADDRESS,
      document: { number: '***89', type: 'PASSPORT' },
    });
  });

  // proves 2.5 profile
  await t.test(
    'a later payment of the user is filled from the profile, except for fields that belong to one visit',
    async () => {
      for (const customer of [undefined, null, {}, { firstName: null, email: null }]) {
        const filled = await customerOf({ userId: 'ada', customer });
        assert.equal(filled.firstName, 'Ada');
        assert.equal(filled.lastName, 'Lovelace');
        assert.equal(filled.email, 'a***@example.com');
        assert.equal(filled.phone, '+49***78');
        assert.deepEqual(filled.address, ADDRESS);
        assert.deepEqual(filled.document, { number: '***89', type: 'PASSPORT' });
        for (const field of ['ip', 'userDevice', 'userAgent']) assert.equal(filled[field], null, field);
      }
    },
  );

  // proves 2.5 profile
  await t.test(
    "the request's own fields replace those of the profile, and are stored for the next payment",
    async () => {
      const own = { firstName: 'Augusta', email: 'new@example.org' };
      const mixed = await customerOf({ userId: 'ada', customer: own });
      // A name is one value: nobody knows whether Augusta is a Lovelace.
      assert.deepEqual([mixed.firstName, mixed.lastName, mixed.name], ['Augusta', null, null]);
      assert.equal(mixed.phone, '+49***78');
      assert.equal(mixed.email, 'n***@example.org');
      const later = await customerOf({ userId: 'ada' });
      assert.deepEqual([later.firstName, later.lastName], ['Augusta', null]);
      assert.equal(later.email, 'n***@example.org');
      assert.equal(later.phone, '+49***78');
    },
  );

  // proves 2.5 profile
  await t.test('a full name and a name in two parts replace each other', async () => {
    const open = async (customer: object) => {
      const body = { userId: 'ada', currency: 'EUR', amount: 5, country: 'DE', customer };
      const { transactionId } = (await gate.call('POST', '/payment-session', { ...brand, body })).body;
      return (await gate.call('GET', `/payments/${transactionId}`, brand)).body.customer;
    };
    const names = ({ firstName, lastName, name }: Record<string, unknown>) => [firstName, lastName, name];
    await customerOf({ userId: 'ada', customer: ADA });
    assert.deepEqual(names(await open({ name: 'Bob Babbage' })), [null, null, 'Bob Babbage']);
    assert.deepEqual(names(await customerOf({ userId: 'ada' })), [null, null, 'Bob Babbage']);
    const { firstName, lastName } = ADA;
    assert.deepEqual(names(await customerOf({ userId: 'ada', customer: { firstName, lastName } })), [
      ...['Ada', 'Lovelace'],
      null,
    ]);
    assert.deepEqual(names(await open({})), ['Ada', 'Lovelace', null]);
  });

  await t.test('an address is taken from one source only, not mixed', async () => {
    const address = { city: 'Paris', country: 'FR' };
    const none = { street: null, streetNumber: null, zipCode: null, state: null };
    const shown = (await customerOf({ userId: 'ada', customer: { address } })).address;
    assert.deepEqual(shown, { ...none, ...address });
  });

  // proves 2.5 profile
  await t.test('no other user, no other brand and no request without a userId gets the profile', async () => {
    const sister = await gate.createBrand({ name: 'Sister' }, brand.merchantId);
    const stranger = await gate.createBrand();
    assert.equal(await customerOf({ userId: 'ben' }), null);
    assert.equal(await customerOf({ userId: 'Ada' }), null);
    assert.equal(await customerOf({}), null);
    assert.equal(await customerOf({ userId: 'ada' }, sister), null);
    assert.equal(await customerOf({ userId: 'ada' }, stranger), null);
  });

  await t.test('a request that was refused changes no profile', async () => {
    await customerOf({ userId: 'cleo', customer: { firstName: 'Cleo' }, merchantReference: 'cleo-1' });
    const wrong = { userId: 'cleo', customer: { firstName: 'Mallory' } };
    assert.equal((await pay({ ...wrong, merchantReference: 'cleo-1' })).status, 409);
    assert.equal((await pay({ ...wrong, amount: -1 })).status, 400);
    assert.equal((await pay(wrong, brand, { cardCvv: '1' })).status, 400);
    assert.equal((await customerOf({ userId: 'cleo' })).firstName, 'Cleo');
  });

  await t.test('a later change of a profile does not change a payment', async () => {
    const { body } = await pay({ userId: 'dora', customer: { firstName: 'Dora' } });
    await pay({ userId: 'dora', customer: { firstName: 'Theodora' } });
    const { transactionId } = body.result;
    const stored = await gate.call('GET', `/payments/${transactionId}`, { apiKey: brand.apiKey });
    assert.equal(stored.body.customer.firstName, 'Dora');
  });

  await t.test('many simultaneous payments of one user all succeed', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => pay({ userId: 'eve', customer: { firstName: `Eve ${i}` } })),
    );
    for (const answer of answers) assert.equal(answer.status, 201, answer.text);
    assert.match((await customerOf({ userId: 'eve' })).firstName, /^Eve \d+$/);
  });
});
