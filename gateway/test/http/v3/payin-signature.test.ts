// The Signature header of card pay-ins (spec 5; contract 3).
import assert from 'node:assert/strict';
import test from 'node:test';
import { hmacBase64 } from '../../../src/domain/keys/signature.ts';
import { aCardPayin, CARD_OPTION_ID, startTestGateway } from '../../stage/harness.ts';

test('card request signatures', async (t) => {
  const gate = await startTestGateway(t);
  const brand = await gate.createBrand({ enforceSignatures: true });
  const pay = (body: unknown, signature?: string) =>
    gate.call('POST', '/v3/payment', {
      apiKey: brand.apiKey,
      body,
      headers: signature === undefined ? {} : { Signature: signature },
    });
  const sign = (text: string) => hmacBase64(brand.signingSecret, text);

  // proves 4.2 Signature; 5 table, card request; 5 rule 5, header names
  await t.test('a right signature is accepted, in any case of the header name', async () => {
    const body = aCardPayin({ merchantReference: 'signed', amount: 50 });
    const answer = await gate.call('POST', '/v3/payment', {
      apiKey: brand.apiKey,
      body,
      headers: { sIgNaTuRe: sign(`${CARD_OPTION_ID}:signed:EUR:50`) },
    });
    assert.equal(answer.status, 201);
  });

  // proves 5 rule 4
  await t.test('50.00 on the wire is signed as 50', async () => {
    const raw = JSON.stringify(aCardPayin({ merchantReference: 'decimals', amount: 50 })).replace(
      '"amount":50',
      '"amount":50.00',
    );
    assert.equal((await pay(raw, sign(`${CARD_OPTION_ID}:decimals:EUR:50`))).status, 201);
  });

  // proves 5 rule 4
  await t.test('an omitted or null reference is an empty segment', async () => {
    assert.equal((await pay(aCardPayin(), sign(`${CARD_OPTION_ID}::EUR:25`))).status, 201);
    assert.equal(
      (await pay(aCardPayin({ merchantReference: null }), sign(`${CARD_OPTION_ID}::EUR:25`))).status,
      201,
    );
  });

  // proves 4.2 Signature; 5.5; 5 rule 5; 7.1 403
  await t.test('a missing or wrong signature is 403, shows what was checked and stores nothing', async () => {
    const body = aCardPayin({ merchantReference: 'unsigned' });
    const text = `${CARD_OPTION_ID}:unsigned:EUR:25`;
    for (const signature of [
      undefined,
      '',
      'x',
      sign(`${text} `),
      sign(text).slice(0, -1),
      hmacBase64('other', text),
    ]) {
      const answer = await pay(body, signature);
      assert.equal(answer.status, 403);
      assert.equal(answer.body.statusCode, 403);
      assert.equal(answer.body.stringToSign, text);
      assert.ok(!answer.text.includes(sign(text)), 'the expected signature is never shown');
    }
    const found = await gate.call('GET', '/payments?merchantReference=unsigned', { apiKey: brand.apiKey });
    assert.deepEqual(found.body, []);
  });

  await t.test('the schema is checked before the signature, and card details after it', async () => {
    assert.equal((await pay({ ...aCardPayin(), amount: '25' }, 'x')).status, 400);
    assert.equal((await pay(aCardPayin({}, { cardNumber: '4242424242424241' }), 'x')).status, 403);
  });

  await t.test(
    'after a rotation both secrets are accepted, and answers are signed with the new one',
    async () => {
      const { body: rotated } = await gate.operator(
        'POST',
        `/operator/brands/${brand.brandId}/signing-secrets`,
        {},
      );
      const newSecret = rotated.signingSecret;
      assert.equal((await pay(aCardPayin(), sign(`${CARD_OPTION_ID}::EUR:25`))).status, 201);
      const answer = await pay(aCardPayin(), hmacBase64(newSecret, `${CARD_OPTION_ID}::EUR:25`));
      assert.equal(answer.status, 201);
      const { transactionId, merchantReference, currency, amount, status } = answer.body.result;
      const signed = `${transactionId}:${merchantReference}:${currency}:${amount}:${status}`;
      assert.equal(answer.headers.get('x-signature'), hmacBase64(newSecret, signed));
      gate.advance(24 * 3_600_000 + 1_000);
      assert.equal((await pay(aCardPayin(), sign(`${CARD_OPTION_ID}::EUR:25`))).status, 403);
    },
  );

  // proves 5.5
  await t.test(
    'a brand that does not enforce signatures ignores the header, and its answers are still signed',
    async () => {
      const relaxed = await gate.createBrand();
      const answer = await gate.call('POST', '/v3/payment', {
        apiKey: relaxed.apiKey,
        body: aCardPayin(),
        headers: { Signature: 'nonsense' },
      });
      assert.equal(answer.status, 201);
      assert.ok(answer.headers.get('x-signature'));
    },
  );

  // proves 5 rule 6, errors
  await t.test('HTTP errors carry no signature', async () => {
    assert.equal((await pay({}, 'x')).headers.get('x-signature'), null);
  });
});
