// What POST /v3/payout refuses before anything is stored (spec 2.9, contract 3), and what it does not check.
import assert from 'node:assert/strict';
import test from 'node:test';
import { sharedTestGateway } from '../../stage/harness.ts';
import { aPayout, IBAN, openDesk, RECIPIENTS } from '../../stage/payouts.ts';

const sharedGateway = sharedTestGateway({ workers: false });
test('fields of a payout', async (t) => {
  const gate = await sharedGateway();
  const desk = await openDesk(gate);
  const { apiKey } = desk.brand;
  const count = async () =>
    (await gate.gateway.context.sql`select count(*)::int as n from transactions`)[0]!.n as number;
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    gate.call('POST', '/v3/payout', { apiKey, body, headers });

  /** 400 with exactly these faults, in any order, each beginning with its field; nothing is stored. */
  async function refused(body: Record<string, unknown>, fields: string[]) {
    const before = await count();
    const answer = await send(body);
    assert.equal(answer.status, 400, answer.text);
    const named = [answer.body.message].flat().map((fault: string) => fault.split(': ')[0]);
    assert.deepEqual(named.sort(), [...fields].sort(), answer.text);
    assert.equal(await count(), before);
  }

  // proves 2.9 fields
  await t.test('only option, currency and amount are required', async () => {
    await refused({}, ['paymentOptionId', 'currency', 'amount']);
    const { paymentOptionId, currency, amount } = aPayout();
    const answer = await send({ paymentOptionId, currency, amount });
    assert.deepEqual([answer.status, answer.body.statusCode], [201, 300], answer.text);
  });

  await t.test(
    'an amount is a number that fits the currency, never negative and never a string',
    async () => {
      for (const amount of ['40', -1, 10.555, 1e15, null]) await refused(aPayout({ amount }), ['amount']);
      await refused(aPayout({ amount: 1.123456789, currency: 'BTC' }, 'crypto'), ['amount']);
    },
  );

  // proves 2.9 fields
  await t.test('addresses, country, language and lengths are checked as for a pay-in', async () => {
    await refused(
      aPayout({
        redirectUrl: 'javascript:alert(1)',
        notificationUrl: 'ftp://shop.example/',
        country: 'de',
        language: 'deutsch',
        merchantReference: 'r'.repeat(256),
        extra1: 'a\u0000b',
        customer: { email: 'nobody' },
      }),
      [
        'redirectUrl',
        'notificationUrl',
        'country',
        'language',
        'merchantReference',
        'extra1',
        'customer.email',
      ],
    );
  });

  await t.test('a wrong field of the recipient is refused with its name', async () => {
    const { accountHolder } = RECIPIENTS['sepa-transfer'].paymentData;
    await refused(aPayout({ paymentData: { iban: 'DE89370400440532013001', accountHolder } }), [
      'paymentData.iban',
    ]);
    await refused(aPayout({ paymentData: { iban: 4, accountHolder: ['Ada'] } }), [
      'paymentData.iban',
      'paymentData.accountHolder',
    ]);
    await refused(aPayout({ paymentData: 'DE89' }), ['paymentData']);
    await refused(aPayout({ paymentData: { vpa: 'no address' } }, 'upi'), ['paymentData.vpa']);
    const { paymentData } = RECIPIENTS.card;
    await refused(aPayout({ paymentData: { ...paymentData, cardNumber: '4242424242424241' } }, 'card'), [
      'paymentData.cardNumber',
    ]);
    await refused(aPayout({ paymentData: { ...paymentData, expiryYear: '2020' } }, 'card'), [
      'paymentData.expiryYear',
    ]);
    await refused(aPayout({ paymentData: { token: 7 } }, 'card'), ['paymentData.token']);
  });

  // proves 2.9 fields
  await t.test('null means absent for every optional field', async () => {
    const { paymentOptionId, currency, amount } = aPayout();
    const nothing = Object.fromEntries(
      [
        'paymentData',
        'country',
        'customer',
        'merchantReference',
        'userId',
        'redirectUrl',
        'notificationUrl',
        'paymentReference',
        'language',
        'merchantDomain',
        'extra1',
        'extra2',
        'extra3',
        'shippingAddress',
        'orderDetails',
      ].map((field) => [field, null]),
    );
    const answer = await send({ paymentOptionId, currency, amount, ...nothing });
    assert.deepEqual([answer.status, answer.body.resultType], [201, 'redirect'], answer.text);
  });

  // proves 4.4 merchantDomain
  await t.test('a payment facilitator names one of its domains', async () => {
    const facilitator = await openDesk(gate, { paymentFacilitator: true, domains: ['shop.example'] });
    for (const merchantDomain of [undefined, null, 'other.example']) {
      const { status, body } = await facilitator.payOut({ merchantDomain });
      assert.equal(status, 400);
      assert.match(String(body.message), /^merchantDomain: /);
    }
    assert.equal((await facilitator.payOut({ merchantDomain: 'shop.example' })).status, 201);
  });

  // proves 5 rule 6, payout
  await t.test(
    'a payout needs no signature, even if the brand enforces them, and its answer has none',
    async () => {
      const strict = await openDesk(gate, { enforceSignatures: true });
      const answer = await strict.payOut();
      assert.equal(answer.status, 201, answer.text);
      assert.equal(answer.headers.get('x-signature'), null);
      const wrong = { 'x-signature': 'bm9uc2Vuc2U=', signature: 'bm9uc2Vuc2U=' };
      const { apiKey: strictKey } = strict.brand;
      const signed = await gate.call('POST', '/v3/payout', {
        apiKey: strictKey,
        body: aPayout(),
        headers: wrong,
      });
      assert.equal(signed.status, 201);
    },
  );

  // proves 4.4 no replay; 8 idempotency rule 4, payout
  await t.test('an idempotency key is ignored, so two requests make two payouts', async () => {
    const headers = { 'idempotency-key': 'k'.repeat(65) };
    const [first, second] = [await send(aPayout(), headers), await send(aPayout(), headers)];
    assert.deepEqual([first.status, second.status], [201, 201]);
    assert.notEqual(first.body.result.transactionId, second.body.result.transactionId);
    assert.equal(second.headers.get('idempotent-replayed'), null);
  });

  await t.test('the recipient is sealed, and no answer shows it', async () => {
    const id = await desk.pending();
    const rows = await gate.gateway.context.sql`select t::text as text from transactions t where id = ${id}`;
    assert.ok(!rows[0]!.text.includes(IBAN));
    assert.ok(!rows[0]!.text.includes(Buffer.from(IBAN).toString('hex')));
    assert.ok(!JSON.stringify(await desk.record(id)).includes(IBAN));
  });

  // proves 4.4 request
  await t.test('a call without a key is 401', async () => {
    assert.equal((await gate.call('POST', '/v3/payout', { body: aPayout() })).status, 401);
  });
});
