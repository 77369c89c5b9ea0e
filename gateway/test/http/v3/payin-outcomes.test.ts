// POST /v3/payment with every card of the sandbox (contract 7): the answer, the record afterwards, the ledger. Spec
// 2.10, 3, 4.2, 7.2.
import assert from 'node:assert/strict';
import test from 'node:test';
import { hmacBase64 } from '../../../src/domain/keys/signature.ts';
import { aCardPayin, eventually, startTestGateway } from '../../stage/harness.ts';
import { comeBack, postToBank } from '../../stage/press-at-bank.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

test('card pay-ins have the outcomes of the sandbox', async (t) => {
  const gate = await startTestGateway(t, { env: { SANDBOX_DELAY_MS: '300' } });
  const brand = await gate.createBrand();
  const pay = (card: Record<string, unknown>, fields: Record<string, unknown> = {}) =>
    gate.call('POST', '/v3/payment', { apiKey: brand.apiKey, body: aCardPayin(fields, card) });
  const record = async (id: string) =>
    (await gate.call('GET', `/payments/${id}`, { apiKey: brand.apiKey })).body;

  for (const [name, card] of [
    ['Visa', { cardNumber: '4242424242424242' }],
    ['Mastercard', { cardNumber: '5555555555554444' }],
    ['American Express with its four-digit CVV', { cardNumber: '378282246310005', cardCvv: '1234' }],
    ['any other number that passes Luhn', { cardNumber: '4111111111111111' }],
  ] as const) {
    // proves 1 pay-ins; 1 style 1; 2.1 transactionId; 2.1 sessionId; 2.10 statusCode; 2.10 resultType
    // proves 2.10 result; 3 row 1; 4.1 optional; 4.2 200 success; 5 table, card response; 9.2; 9.3
    // proves 9 table, options; 9 table, session
    await t.test(`${name} completes`, async () => {
      const { status, body, headers } = await pay(card, { merchantReference: `ok ${name}` });
      assert.equal(status, 201);
      assert.equal(body.statusCode, 200);
      assert.equal(body.resultType, 'success');
      assert.equal(body.result.status, 'COMPLETED');
      assert.match(body.result.transactionId, UUID);
      assert.match(body.result.sessionId, UUID);
      assert.equal(body.result.merchantReference, `ok ${name}`);
      assert.equal(body.result.currency, 'EUR');
      assert.equal(body.result.amount, 25);
      const { transactionId, merchantReference } = body.result;
      const signed = `${transactionId}:${merchantReference}:EUR:25:COMPLETED`;
      assert.equal(headers.get('x-signature'), hmacBase64(brand.signingSecret, signed));
      const stored = await record(transactionId);
      assert.equal(stored.status, 'COMPLETED');
      assert.ok(stored.completedAt);
    });
  }

  for (const [cardNumber, errorCode] of [
    ['4000000000000002', '2005'],
    ['4000000000009995', '2001'],
    ['4000000000009987', '2006'],
    ['4000000000009979', '2007'],
    ['4000000000000069', '2002'],
    ['4000000000000127', '2004'],
  ] as const) {
    // proves 2.10 statusCode; 2.10 resultType; 2.10 declined; 3 row 3; 4.2 HTTP 201; 4.2 900 declined
    // proves 7.2 HTTP 201
    await t.test(`…${cardNumber.slice(-4)} is declined with ${errorCode}`, async () => {
      const { status, body } = await pay({ cardNumber });
      assert.equal(status, 201);
      assert.equal(body.statusCode, 900);
      assert.equal(body.resultType, 'declined');
      assert.equal(body.result.status, 'DECLINED');
      assert.equal(body.result.errorCode, errorCode);
      assert.equal(typeof body.result.errorReason, 'string');
      const stored = await record(body.result.transactionId);
      assert.equal(stored.errorCode, errorCode);
      assert.ok(stored.retryAdvice);
    });
  }

  await t.test('if 3-D Secure is down, the payment is declined with 2104', async () => {
    const { body } = await pay({ cardNumber: '4000008400001280' });
    assert.equal(body.statusCode, 900);
    assert.equal(body.result.errorCode, '2104');
  });

  await t.test('a frictionless 3-D Secure payment completes and its record says so', async () => {
    const { body } = await pay({ cardNumber: '4000000000003055' });
    assert.equal(body.result.status, 'COMPLETED');
    assert.deepEqual((await record(body.result.transactionId)).threeDS, {
      flow: 'FRICTIONLESS',
      status: 'AUTHENTICATED',
    });
  });

  // proves 2.10 resultType; 2.10 error; 3 row 4; 4.2 HTTP 201; 7.2 HTTP 201
  await t.test('a technical failure is ERROR with 9002, and certainly nothing was charged', async () => {
    const { status, body } = await pay({ cardNumber: '4000000000000119' });
    assert.equal(status, 201);
    assert.equal(body.statusCode, 999);
    assert.equal(body.resultType, 'error');
    assert.equal(body.result.status, 'ERROR');
    assert.equal(body.result.errorCode, '9002');
  });

  // proves 3 row 1; 4.2 200 success
  await t.test('an accepted payment is PROCESSING and completes after the delay', async () => {
    const { body } = await pay({ cardNumber: '4000000000000259' });
    assert.equal(body.statusCode, 200);
    assert.equal(body.resultType, 'success');
    assert.equal(body.result.status, 'PROCESSING');
    const done = await eventually(async () => {
      const stored = await record(body.result.transactionId);
      return stored.status === 'COMPLETED' && stored;
    });
    assert.deepEqual(
      done.timeline.map((one: { to: string }) => one.to),
      ['INIT', 'PROCESSING', 'COMPLETED'],
    );
  });

  // proves 2.10 error; 3 row 4; 4.2 999 error; 4.2 unresolved
  await t.test(
    'without an answer from the provider a payment is PROCESSING with 9001, and the resolver finds the outcome',
    async () => {
      const { status, body } = await pay({ cardNumber: '4000000000000341' });
      assert.equal(status, 201);
      assert.equal(body.statusCode, 999);
      assert.equal(body.resultType, 'error');
      assert.equal(body.result.status, 'PROCESSING');
      assert.equal(body.result.errorCode, '9001');
      gate.advance(10_001);
      const done = await eventually(async () => {
        const stored = await record(body.result.transactionId);
        return stored.status !== 'PROCESSING' && stored;
      });
      assert.equal(done.status, 'COMPLETED');
      assert.equal(done.errorCode, null);
      assert.equal(done.timeline.at(-1).actor, 'resolver');
    },
  );

  for (const [cardNumber, decision, status, errorCode] of [
    ['4000000000003220', 'approve', 'COMPLETED', null],
    ['4000000000003220', 'decline', 'DECLINED', '2101'],
    ['4000000000003220', 'cancel', 'DECLINED', '2103'],
    ['4000008400001629', 'approve', 'DECLINED', '2005'],
  ] as const) {
    // proves 1 rule 3, 3-D Secure; 1 rule 4; 2.10 resultType; 2.10 redirect; 3 row 2; 4.2 300 redirect
    await t.test(
      `a challenge on …${cardNumber.slice(-4)} that the shopper answers "${decision}" is ${status}`,
      async () => {
        const { body } = await pay({ cardNumber }, { redirectUrl: 'https://shop.example/return?cart=7' });
        assert.equal(body.statusCode, 300);
        assert.equal(body.resultType, 'redirect');
        assert.equal(body.result.status, 'PROCESSING');
        assert.ok(body.result.expiresAt);
        const address = new URL(body.result.redirectUrl);
        const page = await gate.call('GET', address.pathname);
        assert.equal(page.status, 200);
        assert.match(page.headers.get('content-type')!, /html/);
        assert.match(page.headers.get('content-security-policy')!, /frame-ancestors 'none'/);
        assert.doesNotMatch(page.headers.get('content-security-policy')!, /unsafe-inline/);
        assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
        assert.ok(!page.text.includes(cardNumber), 'the page must not show the card number');

        const field = new RegExp(`<button[^>]*name="([^"]+)"[^>]*value="${decision}"`).exec(page.text);
        assert.ok(field, 'the page has a button for the decision');
        const hidden = [
          ...page.text.matchAll(/<input[^>]*type="hidden"[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g),
        ];
        const form = new URLSearchParams(hidden.map((one) => [one[1]!, one[2]!] as [string, string]));
        form.set(field[1]!, decision);
        const pressed = await postToBank(gate, address.href, Object.fromEntries(form));
        const answer = await comeBack(gate, pressed);
        assert.equal(answer.status, 303);
        const back = new URL(answer.headers.get('location')!);
        assert.equal(back.origin + back.pathname, 'https://shop.example/return');
        assert.equal(back.searchParams.get('cart'), '7');
        assert.equal(back.searchParams.get('transactionId'), body.result.transactionId);
        assert.equal(back.searchParams.get('merchantReference'), body.result.merchantReference);
        const stored = await record(body.result.transactionId);
        assert.equal(stored.status, status);
        assert.equal(stored.errorCode, errorCode);
      },
    );
  }

  // proves 6.4, browser
  await t.test('an unanswered challenge expires after 15 minutes with 3002', async () => {
    const { body } = await pay({ cardNumber: '4000000000003220' });
    gate.advance(15 * 60_000 + 1_000);
    const done = await eventually(async () => {
      const stored = await record(body.result.transactionId);
      return stored.status === 'DECLINED' && stored;
    });
    assert.equal(done.errorCode, '3002');
    assert.equal(done.timeline.at(-1).actor, 'expiry');
  });

  // proves 3 open statuses
  await t.test('the balance is the sum of completed transactions', async () => {
    const { body } = await gate.operator('GET', `/operator/brands/${brand.brandId}/balances`);
    // 4 successes, frictionless, accepted, resolved, one approved challenge: 8 times 25.00.
    assert.deepEqual(body, [{ currency: 'EUR', available: 200, reserved: 0 }]);
  });
});
