// X-Signature of the two hosted session calls (spec 4.8, 4.9, 5): checked over the body with empty strings as null,
// nested ones too (rule 2), before the schema; every 201 is signed.
import assert from 'node:assert/strict';
import test from 'node:test';
import { bodyString, hmacBase64 } from '../../../src/domain/keys/signature.ts';
import { sharedTestGateway } from '../../stage/harness.ts';

const sharedGateway = sharedTestGateway();
const EMPTY_EVERYWHERE = {
  country: '',
  currency: 'EUR',
  amount: 50,
  redirectUrl: '',
  language: '',
  merchantReference: '',
  customer: { name: '', email: '', phone: '', userDevice: '', ip: '', address: { street: '', country: '' } },
  orderDetails: [{ productName: '', quantity: 1 }],
  unknown: { deep: [{ empty: '' }] },
};
const NULL_EVERYWHERE = {
  country: null,
  currency: 'EUR',
  amount: 50,
  redirectUrl: null,
  language: null,
  merchantReference: null,
  customer: {
    name: null,
    email: null,
    phone: null,
    userDevice: null,
    ip: null,
    address: { street: null, country: null },
  },
  orderDetails: [{ productName: null, quantity: 1 }],
  unknown: { deep: [{ empty: null }] },
};

test('signatures of hosted sessions', async (t) => {
  const gate = await sharedGateway();
  const brand = await gate.createBrand({ enforceSignatures: true });
  const sign = (body: unknown, secret = brand.signingSecret) => hmacBase64(secret, bodyString(body));
  const send = (path: string, body: unknown, signature?: string, { apiKey } = brand) =>
    gate.call('POST', path, {
      apiKey,
      body,
      headers: signature === undefined ? {} : { 'X-Signature': signature },
    });

  for (const path of ['/payment-session', '/payout-session']) {
    // proves 4.8 signature; 4.9 signature
    await t.test(`${path}: a body without empty strings is signed as it is`, async () => {
      const body = { amount: 50, currency: 'EUR', customer: { name: 'Ada', phone: null }, extra: [1, '2'] };
      const answer = await send(path, body, sign(body));
      assert.equal(answer.status, 201, answer.text);
      assert.equal(answer.headers.get('x-signature'), hmacBase64(brand.signingSecret, answer.text));
      assert.equal((await send(path, JSON.stringify(body, null, 2), sign(body))).status, 201);
    });

    // proves 4.8 empty strings; 5 rule 2
    await t.test(
      `${path}: empty strings, also nested ones, are signed as null and count as absent`,
      async () => {
        const answer = await send(path, EMPTY_EVERYWHERE, sign(NULL_EVERYWHERE));
        assert.equal(answer.status, 201, answer.text);
        const { transactionId } = answer.body;
        const { body } = await gate.call('GET', `/payments/${transactionId}`, { apiKey: brand.apiKey });
        assert.equal(body.country, null);
        assert.equal(body.redirectUrl, null);
        assert.match(body.merchantReference, /^ref-/);
        assert.equal(body.customer.name, null);
        assert.equal(body.customer.userDevice, null);
      },
    );

    // proves 5 rule 2
    await t.test(`${path}: the merchant may send the nulls, or leave the fields out`, async () => {
      assert.equal((await send(path, NULL_EVERYWHERE, sign(NULL_EVERYWHERE))).status, 201);
      const without = { currency: 'EUR', amount: 50 };
      assert.equal((await send(path, without, sign(without))).status, 201);
    });

    // proves 4.8 empty strings
    await t.test(`${path}: a signature over unchanged empty strings is refused`, async () => {
      const answer = await send(path, EMPTY_EVERYWHERE, sign(EMPTY_EVERYWHERE));
      assert.equal(answer.status, 403);
      assert.equal(answer.body.stringToSign, bodyString(NULL_EVERYWHERE));
      const omitted = { currency: 'EUR', amount: 50 };
      assert.equal((await send(path, EMPTY_EVERYWHERE, sign(omitted))).status, 403);
    });

    // proves 4.8 signature; 4.9 signature
    await t.test(
      `${path}: a missing or wrong signature is 403 before the schema, and stores nothing`,
      async () => {
        const body = { currency: 'EUR', amount: 50, merchantReference: `unsigned ${path}` };
        for (const signature of [
          undefined,
          '',
          'x',
          sign({ ...body, amount: 51 }),
          sign(body, 'another secret'),
          sign(body).slice(0, -1),
        ]) {
          const answer = await send(path, body, signature);
          assert.equal(answer.status, 403);
          assert.equal(answer.headers.get('x-signature'), null);
          assert.ok(!answer.text.includes(sign(body)), 'the expected signature is never shown');
        }
        assert.equal((await send(path, { amount: 'fifty' }, 'x')).status, 403);
        const reference = encodeURIComponent(body.merchantReference);
        const found = await gate.call('GET', `/payments?merchantReference=${reference}`, {
          apiKey: brand.apiKey,
        });
        assert.deepEqual(found.body, []);
      },
    );

    await t.test(
      `${path}: the schema is checked after the signature, and sees a required empty string as null`,
      async () => {
        const nulls = { currency: null, amount: 'fifty' };
        const answer = await send(path, { currency: '', amount: 'fifty' }, sign(nulls));
        assert.equal(answer.status, 400);
        assert.deepEqual(answer.body.message, ['currency: must be a string', 'amount: must be a number']);
        assert.equal(answer.headers.get('x-signature'), null);
      },
    );

    await t.test(
      `${path}: a brand that does not enforce signatures needs none, and its answers are signed`,
      async () => {
        const relaxed = await gate.createBrand();
        const answer = await send(path, EMPTY_EVERYWHERE, 'nonsense', relaxed);
        assert.equal(answer.status, 201, answer.text);
        assert.equal(answer.headers.get('x-signature'), hmacBase64(relaxed.signingSecret, answer.text));
        assert.equal(answer.text, bodyString(answer.body));
      },
    );
  }
});
