// The six body-signed calls side by side (spec 5): each checks X-Signature over JSON.stringify of its body if the brand
// enforces it, and signs its answer. Everything particular to one of them is in its own test.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { hmacBase64 } from '../../../src/domain/keys/signature.ts';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import { aCardPayin, sharedTestGateway, type TestBrand, type TestGateway } from '../../stage/harness.ts';
import { aPayout } from '../../stage/payouts.ts';

const sharedGateway = sharedTestGateway({ workers: false });
type Make = (gate: TestGateway, brand: TestBrand) => Promise<Record<string, unknown>>;

async function create(gate: TestGateway, { apiKey }: TestBrand, path: string, body: object) {
  const answer = await gate.call('POST', path, {
    apiKey,
    body: { merchantReference: randomUUID(), ...body },
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.result;
}

const transferByUpi = () => {
  const upi = optionsOf('PAYIN').find(({ method }) => method === 'upi')!;
  const { id } = upi.suboptions.find(({ method }) => method === 'upi-transfer')!;
  return { paymentOptionId: id, country: 'IN', currency: 'INR', amount: 50 };
};

/** A valid body of the call; everything that it names is made before signatures are enforced. */
const CALLS: Record<string, Make> = {
  '/payment-session': async () => ({ currency: 'EUR', amount: 25, merchantReference: 'session' }),
  '/payout-session': async () => ({ currency: 'EUR', amount: 25, merchantReference: 'payout session' }),
  '/payment-links': async () => ({ currency: 'EUR', amount: 25, merchantReference: 'link' }),
  async '/confirm-payment'(gate, brand) {
    const { sessionId } = await create(gate, brand, '/v3/payment', transferByUpi());
    return { sessionId, additionalEssentialKey: '412345678901' };
  },
  async '/cancel-payment'(gate, brand) {
    const { transactionId } = await create(gate, brand, '/v3/payment', transferByUpi());
    return { transactionId, reason: 'out of stock' };
  },
  async '/capture-payment'(gate, brand) {
    const body = { ...aCardPayin({ captureMode: 'manual' }) };
    const { transactionId } = await create(gate, brand, '/v3/payment', body);
    return { transactionId, amount: 5 };
  },
  async '/settle-payout'(gate, brand) {
    const { transactionId } = await create(gate, brand, '/v3/payout', aPayout());
    return { action: 'DECLINE', transactionId };
  },
  async '/refund/by-reference'(gate, brand) {
    const body = { ...aCardPayin(), paymentData: aCardPayin().paymentData };
    const { merchantReference } = await create(gate, brand, '/v3/payment', body);
    return { merchantReference, amount: 5 };
  },
};

test('calls with a signed body', async (t) => {
  const gate = await sharedGateway();
  const brand = await gate.createBrand();
  const { apiKey, brandId, signingSecret } = brand;
  const enforce = (enforceSignatures: boolean) =>
    gate.operator('PATCH', `/operator/brands/${brandId}`, { enforceSignatures });

  for (const [path, make] of Object.entries(CALLS)) {
    // proves 5 table, body-signed requests; 5 table, responses; 9.1, legacy and v2
    await t.test(
      `${path}: the signature is checked if the brand enforces it, and the answer is signed with the same secret`,
      async () => {
        // Unknown fields are ignored but signed; so are the order of fields and the form of a number.
        const body = { unknown: ['ü', 1.5, null], ...(await make(gate, brand)) };
        const text = JSON.stringify(body);
        const send = (headers: Record<string, string>, sent = text) =>
          gate.call('POST', path, { apiKey, headers, body: sent });
        await enforce(true);
        for (const headers of [{}, { 'x-signature': hmacBase64(signingSecret, `${text}\n`) }]) {
          const refused = await send(headers as Record<string, string>);
          assert.deepEqual([refused.status, refused.body.stringToSign], [403, text], refused.text);
          assert.equal(refused.headers.get('x-signature'), null);
        }
        // Blanks between the parts are not signed.
        const spaced = JSON.stringify(body, null, 2);
        const taken = await send({ 'X-SIGNATURE': hmacBase64(signingSecret, text) }, spaced);
        assert.equal(taken.status, 201, taken.text);
        assert.equal(taken.text, JSON.stringify(taken.body));
        assert.equal(taken.headers.get('x-signature'), hmacBase64(signingSecret, taken.text));
        await enforce(false);
      },
    );
  }

  await t.test('all other calls with a key are answered without a signature', async () => {
    await enforce(true);
    const others = [
      await gate.call('POST', '/v3/payout', { apiKey, body: aPayout() }),
      await gate.call('POST', '/v3/payment', { apiKey, body: transferByUpi() }),
      await gate.call('POST', '/v2/payment-options', {
        apiKey,
        body: { country: 'DE', currency: 'EUR', amount: 25 },
      }),
      await gate.call('GET', '/v3/payment-options', { apiKey }),
    ];
    for (const { status, headers, text } of others) {
      assert.ok(status < 300, text);
      assert.equal(headers.get('x-signature'), null);
    }
  });
});
