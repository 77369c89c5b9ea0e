// Rules for every call of the merchant's API (contract 3; spec 4, 5.1, 5.2, 7.1), on a whole gateway: the error body,
// keys, source addresses, and the order of the checks. Framing, body parsing and rates have their own files beside this
// one.
import assert from 'node:assert/strict';
import test from 'node:test';
import { hmacBase64 } from '../../src/domain/keys/signature.ts';
import { type Answer, aCardPayin, CARD_OPTION_ID, sharedTestGateway } from '../stage/harness.ts';

const sharedGateway = sharedTestGateway();
/** The error body of spec 7.1 and contract 3. */
function assertError(answer: Answer, status: number, message?: RegExp): void {
  assert.equal(answer.status, status, answer.text);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  assert.equal(answer.body.statusCode, status);
  const messages = [answer.body.message].flat();
  assert.ok(
    messages.length > 0 && messages.every((one) => typeof one === 'string' && one !== ''),
    answer.text,
  );
  if (message) assert.match(messages.join('\n'), message);
  assert.equal(answer.body.requestId, answer.headers.get('x-request-id'));
  assert.equal('resultType' in answer.body, false);
  assert.equal('result' in answer.body, false);
  assert.equal(answer.headers.get('x-signature'), null);
}

test('the conventions of the API', async (t) => {
  const gate = await sharedGateway();
  const brand = await gate.createBrand();
  const { apiKey } = brand;
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    gate.call('POST', '/v3/payment', { apiKey, body, headers });

  await t.test('a body that names a prototype or is nested deeper than 32 levels is 400', async () => {
    const body = JSON.stringify(aCardPayin());
    const beside = (text: string) => `${body.slice(0, -1)},${text}}`;
    for (const text of [
      '"__proto__":{"amount":1}',
      '"customer":{"__proto__":{"a":1}}',
      '"\\u005f_proto__":{}',
      '"x":{"constructor":{"prototype":{"a":1}}}',
      `"x":${'['.repeat(40)}${']'.repeat(40)}`,
      `"x":${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
      `"x":${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    ]) {
      assertError(await send(beside(text)), 400, /^body: /);
    }
    assert.equal((await send(beside(`"x":${'['.repeat(30)}${']'.repeat(30)}`))).status, 201);
    assert.equal(({} as { a?: number }).a, undefined);
  });

  // proves 1 rule 1, server
  await t.test('answers to reads must not be stored, and the API sends no CORS headers', async () => {
    for (const path of ['/v3/payment-options', '/payments?merchantReference=none', '/payments/none']) {
      const answer = await gate.call('GET', path, { apiKey, headers: { origin: 'https://shop.example' } });
      assert.equal(answer.headers.get('cache-control'), 'no-store', path);
      for (const [name] of answer.headers) assert.doesNotMatch(name, /^access-control-/);
    }
  });

  // proves 4.2 X-API-KEY; 4.2 HTTP errors; 5.1; 7.1 401; 7.1 body
  await t.test(
    "without a brand's API key every call is 401, and only X-API-KEY is read for the key",
    async () => {
      for (const [method, path] of [
        ['POST', '/v3/payment'],
        ['GET', '/v3/payment-options'],
        ['GET', '/v3/payout-options'],
        ['GET', '/payments/0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15'],
        ['GET', '/payments?merchantReference=a'],
      ] as const) {
        const body = method === 'POST' ? aCardPayin() : undefined;
        const wrong = [
          undefined,
          '',
          'tg_test_wrong',
          `${apiKey}x`,
          apiKey.slice(0, -1),
          apiKey.toLowerCase(),
        ];
        for (const key of wrong) {
          assertError(await gate.call(method, path, { apiKey: key, body }), 401, /X-API-KEY/);
        }
        const elsewhere = { authorization: `Bearer ${apiKey}`, cookie: `X-API-KEY=${apiKey}` };
        assertError(await gate.call(method, path, { headers: elsewhere, body }), 401);
        assert.notEqual(
          (await gate.call(method, path, { headers: { 'X-Api-Key': apiKey }, body })).status,
          401,
        );
      }
      const found = await gate.call('GET', '/v3/payment-options', {
        headers: { 'x-api-key': `${apiKey}, ${apiKey}` },
      });
      assertError(found, 401);
    },
  );

  // proves 5.2; 5.2, customer.ip
  await t.test('a brand with a list of source addresses accepts only requests from them', async () => {
    const fenced = await gate.createBrand({ ipAllowList: ['203.0.113.0/24'] });
    const call = (headers = {}) =>
      gate.call('POST', '/v3/payment', { apiKey: fenced.apiKey, body: aCardPayin(), headers });
    assertError(await call(), 403);
    assertError(await call({ 'x-forwarded-for': '203.0.113.7' }), 403);
    assertError(await gate.call('GET', '/v3/payment-options', { apiKey: fenced.apiKey }), 403);
    const path = `/operator/brands/${fenced.brandId}`;
    await gate.operator('PATCH', path, { ipAllowList: ['203.0.113.0/24', '127.0.0.0/8'] });
    assert.equal((await call()).status, 201);
    // customer.ip has nothing to do with it.
    await gate.operator('PATCH', path, { ipAllowList: ['203.0.113.7'] });
    const body = aCardPayin({ customer: { ip: '203.0.113.7' } });
    assertError(await gate.call('POST', '/v3/payment', { apiKey: fenced.apiKey, body }), 403);
  });

  // proves 5.5, API key; 7.1 body
  await t.test(
    'checks run in this order: key, address, body, schema, signature, card, idempotency, reference',
    async () => {
      const strict = await gate.createBrand({ enforceSignatures: true, ipAllowList: ['203.0.113.7'] });
      const call = (key: string, body: unknown, headers: Record<string, string> = {}) =>
        gate.call('POST', '/v3/payment', { apiKey: key, body, headers });
      const sign = (reference: string, amount: number) =>
        hmacBase64(strict.signingSecret, `${CARD_OPTION_ID}:${reference}:EUR:${amount}`);
      const badCard = { cardNumber: '4242424242424241' };

      assertError(await call('wrong', '{'), 401);
      assertError(await call(strict.apiKey, '{'), 403, /requests from/);
      await gate.operator('PATCH', `/operator/brands/${strict.brandId}`, { ipAllowList: [] });
      assertError(await call(strict.apiKey, '{'), 400, /^body: /);
      assertError(
        await call(strict.apiKey, aCardPayin({ amount: 'x' }, badCard), { signature: 'x' }),
        400,
        /^amount: /,
      );
      assertError(await call(strict.apiKey, aCardPayin({}, badCard), { signature: 'x' }), 403, /Signature/);
      const signature = sign('', 25);
      const badKey = { signature, 'idempotency-key': 'k'.repeat(65) };
      assertError(await call(strict.apiKey, aCardPayin({}, badCard), badKey), 400, /paymentData\.cardNumber/);
      assertError(await call(strict.apiKey, aCardPayin(), badKey), 400, /Idempotency-Key/);

      const first = { signature: sign('twice', 25), 'idempotency-key': 'order' };
      assert.equal(
        (await call(strict.apiKey, aCardPayin({ merchantReference: 'twice' }), first)).status,
        201,
      );
      const other = { signature: sign('twice', 26), 'idempotency-key': 'order' };
      const reused = await call(strict.apiKey, aCardPayin({ merchantReference: 'twice', amount: 26 }), other);
      assertError(reused, 422, /Idempotency-Key/);
      // The duplicate is answered before the option's rules apply: 26 would be fine, 0.5 would be 1001.
      const small = { signature: sign('twice', 0.5) };
      const duplicate = await call(
        strict.apiKey,
        aCardPayin({ merchantReference: 'twice', amount: 0.5 }),
        small,
      );
      assertError(duplicate, 409);
      assert.equal(duplicate.body.errorCode, '1020');
    },
  );
});
