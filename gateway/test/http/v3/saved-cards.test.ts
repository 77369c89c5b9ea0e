// Saved cards (spec 2.8, contract 5): when a token is issued, for whom it works, and which fields the shopper still
// enters.
import assert from 'node:assert/strict';
import test from 'node:test';
import { aCardPayin, eventually, startTestGateway } from '../../stage/harness.ts';
import { pressAtBank } from '../../stage/press-at-bank.ts';

test('saved cards', async (t) => {
  const gate = await startTestGateway(t);
  const brand = await gate.createBrand();
  const record = async (id: string, { apiKey } = brand) =>
    (await gate.call('GET', `/payments/${id}`, { apiKey })).body;
  const pay = async (
    fields: Record<string, unknown>,
    card: Record<string, unknown> = {},
    { apiKey } = brand,
  ) => {
    const answer = await gate.call('POST', '/v3/payment', { apiKey, body: aCardPayin(fields, card) });
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };
  const call = (
    paymentData: Record<string, unknown>,
    fields: Record<string, unknown> = { userId: 'ada' },
    { apiKey } = brand,
  ) => gate.call('POST', '/v3/payment', { apiKey, body: { ...aCardPayin(fields), paymentData } });
  /** Pays with a new card. Returns the token in the record. */
  const save = async (fields: Record<string, unknown>, card: Record<string, unknown> = {}) => {
    const { result } = await pay(fields, card);
    return (await record(result.transactionId)).card.token as string;
  };

  await t.test(
    'a completed payment of a named user shows a token, which contains no part of the number',
    async () => {
      const token = await save({ userId: 'ada' });
      assert.match(token, /^[\x21-\x7e]{16,255}$/);
      assert.ok(!token.includes('424242'));
      const { result } = await pay({ userId: 'ada' });
      assert.equal('token' in result, false);
    },
  );

  await t.test(
    'without a userId, or while the payment is declined, failed or open, there is no token',
    async () => {
      for (const [fields, cardNumber] of [
        [{}, '4242424242424242'],
        [{ userId: null }, '4242424242424242'],
        [{ userId: 'eve' }, '4000000000000002'],
        [{ userId: 'eve' }, '4000000000000119'],
        [{ userId: 'eve' }, '4000000000003220'],
        [{ userId: 'eve' }, '4000000000000341'],
      ] as const) {
        const { result } = await pay(fields, { cardNumber });
        const { card } = await record(result.transactionId);
        assert.equal(card.token, null, cardNumber);
        assert.equal(card.last4, cardNumber.slice(-4));
      }
      const rows = await gate.gateway.context.sql`select 1 from cards where user_id = 'eve'`;
      assert.equal(rows.length, 0);
    },
  );

  await t.test('only the same card of the same user has the same token', async () => {
    const token = await save({ userId: 'ada' });
    assert.equal(await save({ userId: 'ada' }), token);
    assert.equal(
      await save({ userId: 'ada' }, { cardNumber: '4242 4242 4242 4242', expiryYear: '2036' }),
      token,
    );
    assert.notEqual(await save({ userId: 'ada' }, { cardNumber: '5555555555554444' }), token);
    assert.notEqual(await save({ userId: 'ben' }), token);
  });

  // proves 2.8 token
  await t.test('a token pays again with the CVV, and the record shows the same card', async () => {
    const token = await save({ userId: 'ada', country: 'FR' });
    const answer = await call({ token, cardCvv: '123' });
    assert.equal(answer.status, 201, answer.text);
    assert.equal(answer.body.resultType, 'success');
    assert.equal(answer.body.result.status, 'COMPLETED');
    assert.ok(answer.headers.get('x-signature'));
    const { card } = await record(answer.body.result.transactionId);
    assert.deepEqual([card.brand, card.first6, card.last4, card.token], ['VISA', '424242', '4242', token]);
  });

  await t.test('a newer expiry of the same card replaces the older one', async () => {
    const token = await save({ userId: 'renewed' }, { expiryYear: '2031' });
    assert.equal(await save({ userId: 'renewed' }, { expiryYear: '2037' }), token);
    const { body } = await call({ token, cardCvv: '123' }, { userId: 'renewed' });
    assert.equal((await record(body.result.transactionId)).card.expiryYear, '2037');
  });

  await t.test("another user's, another brand's and an unknown token are declined with 2014", async () => {
    const token = await save({ userId: 'ada' });
    const sister = await gate.createBrand({ name: 'Sister' }, brand.merchantId);
    const stranger = await gate.createBrand();
    for (const [paymentData, fields, by] of [
      [{ token, cardCvv: '123' }, { userId: 'ben' }, brand],
      [{ token, cardCvv: '123' }, { userId: 'ADA' }, brand],
      [{ token, cardCvv: '123' }, {}, brand],
      [{ token, cardCvv: '123' }, { userId: 'ada' }, sister],
      [{ token, cardCvv: '123' }, { userId: 'ada' }, stranger],
      [{ token: `${token}x`, cardCvv: '123' }, { userId: 'ada' }, brand],
      [{ token: 'tok_nobody_knows', cardCvv: '1234' }, { userId: 'ada' }, brand],
    ] as const) {
      const { status, body } = await call(paymentData, fields, by);
      assert.equal(status, 201);
      assert.equal(body.resultType, 'declined');
      assert.equal(body.result.errorCode, '2014');
      const stored = await record(body.result.transactionId, by);
      assert.equal(stored.card, null, 'nothing of the card is shown to who may not use it');
    }
  });

  // proves 2.8 token
  await t.test('the CVV has the length of the saved brand', async () => {
    const visa = await save({ userId: 'ada' });
    const amex = await save({ userId: 'ada' }, { cardNumber: '378282246310005', cardCvv: '1234' });
    const before = await gate.gateway.context.sql`select count(*) from transactions`;
    for (const paymentData of [
      { token: visa, cardCvv: '1234' },
      { token: amex, cardCvv: '123' },
    ]) {
      const answer = await call(paymentData);
      assert.equal(answer.status, 400);
      assert.match(answer.body.message[0], /^paymentData\.cardCvv: /);
    }
    assert.deepEqual(await gate.gateway.context.sql`select count(*) from transactions`, before);
    assert.equal((await call({ token: amex, cardCvv: '1234' })).body.result.status, 'COMPLETED');
  });

  // proves 2.8 token, authentication
  await t.test('a saved card can still require a challenge', async () => {
    const { result } = await pay({ userId: 'ada' }, { cardNumber: '4000000000003220' });
    await pressAtBank(gate, result.redirectUrl, 'approve');
    const { card, status } = await record(result.transactionId);
    assert.equal(status, 'COMPLETED');
    const again = await call({ token: card.token, cardCvv: '123' });
    assert.equal(again.body.statusCode, 300);
    assert.equal(again.body.resultType, 'redirect');
    await pressAtBank(gate, again.body.result.redirectUrl, 'approve');
    assert.equal((await record(again.body.result.transactionId)).status, 'COMPLETED');
  });

  await t.test('a payment that the resolver completed gives a token that works', async () => {
    const { result } = await pay({ userId: 'late' }, { cardNumber: '4000000000000341' });
    assert.equal(result.errorCode, '9001');
    gate.advance(10_001);
    const { card } = await eventually(async () => {
      const stored = await record(result.transactionId);
      return stored.status === 'COMPLETED' && stored;
    });
    assert.ok(card.token);
    const again = await call({ token: card.token, cardCvv: '123' }, { userId: 'late' });
    assert.equal(again.status, 201);
    assert.notEqual(again.body.result.errorCode, '2014');
  });

  await t.test('the saved number is sealed: the table contains neither digits nor CVV', async () => {
    const rows = await gate.gateway.context
      .sql`select c::text as text, ((to_jsonb(c) - 'token') #- '{card,token}')::text as plain,
          encode(pan_sealed, 'escape') as sealed
        from cards c`;
    assert.ok(rows.length > 0);
    for (const { text, plain, sealed } of rows) {
      assert.ok(!text.includes('4242424242424242') && !sealed.includes('4242424242424242'));
      // Without the token in both places: it may have any letters.
      assert.ok(!/cvv/i.test(plain), plain);
    }
  });
});
