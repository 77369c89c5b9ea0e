// GET /payments/{transactionId} and GET /payments?merchantReference= (spec 4.7; contract 3, 5): the whole record, field
// by field, what it hides, and who may not see it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { aCardPayin, CARD_OPTION_ID, eventually, startTestGateway } from '../../stage/harness.ts';

/** Contract 5, in its order; the webhook's part first. */
const CORE = [
  'transactionId',
  'sessionId',
  'type',
  'status',
  'resultType',
  'statusCode',
  'merchantReference',
  'paymentReference',
  'userId',
  'brandId',
  'country',
  'currency',
  'amount',
  'captureMode',
  'amountAuthorized',
  'amountCaptured',
  'captureBefore',
  'initiator',
  'mandate',
  'amountRefunded',
  'paymentOption',
  'card',
  'threeDS',
  'recipient',
  'errorCode',
  'errorReason',
  'retryAdvice',
  'providerReference',
  'extra1',
  'extra2',
  'extra3',
  'redirectUrl',
  'lateSuccess',
  'createdAt',
  'updatedAt',
  'completedAt',
  'expiresAt',
  'returned',
];
const RECORD = [
  ...CORE,
  'customer',
  'cashierUrl',
  'captures',
  'refunds',
  'disputes',
  'settlement',
  'timeline',
];
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UNKNOWN_ID = '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15';

test('the record of a transaction', async (t) => {
  const gate = await startTestGateway(t);
  const brand = await gate.createBrand();
  const pay = async (fields: Record<string, unknown> = {}, card: Record<string, unknown> = {}) =>
    (await gate.call('POST', '/v3/payment', { apiKey: brand.apiKey, body: aCardPayin(fields, card) })).body
      .result;
  const get = (path: string, { apiKey } = brand) => gate.call('GET', `/payments${path}`, { apiKey });
  const record = async (id: string) => (await get(`/${id}`)).body;

  // proves 2.13 record
  await t.test('every field exists, null if it has no value', async () => {
    for (const cardNumber of [
      '4242424242424242',
      '4000000000000002',
      '4000000000003220',
      '4000000000000119',
    ]) {
      const { transactionId } = await pay({}, { cardNumber });
      const stored = await record(transactionId);
      assert.deepEqual(Object.keys(stored).sort(), [...RECORD].sort(), cardNumber);
      for (const [name, value] of Object.entries(stored)) assert.notEqual(value, undefined, name);
    }
    const sent = { paymentOptionId: UNKNOWN_ID, currency: 'EUR', amount: 5 };
    const { body } = await gate.call('POST', '/v3/payment', { apiKey: brand.apiKey, body: sent });
    const bare = await record(body.result.transactionId);
    assert.deepEqual(Object.keys(bare).sort(), [...RECORD].sort());
    for (const name of [
      'country',
      'card',
      'threeDS',
      'customer',
      'redirectUrl',
      'extra1',
      'completedAt',
      'expiresAt',
    ]) {
      assert.equal(bare[name], null, name);
    }
  });

  // proves 1 style 1; 1 rule 2; 2.1 sessionId; 2.13 record; 4.7 status
  await t.test('a completed card pay-in has every field', async () => {
    const result = await pay({ merchantReference: 'whole', userId: 'ada', amount: 10.5, extra1: 'e' });
    const stored = await record(result.transactionId);
    const {
      createdAt,
      updatedAt,
      completedAt,
      providerReference,
      card,
      timeline,
      paymentReference,
      ...rest
    } = stored;
    assert.deepEqual(rest, {
      transactionId: result.transactionId,
      sessionId: result.sessionId,
      type: 'PAYIN',
      status: 'COMPLETED',
      resultType: 'success',
      statusCode: 200,
      merchantReference: 'whole',
      userId: 'ada',
      brandId: brand.brandId,
      country: 'DE',
      currency: 'EUR',
      amount: 10.5,
      captureMode: 'automatic',
      amountAuthorized: 0,
      amountCaptured: 10.5,
      captureBefore: null,
      initiator: 'CUSTOMER',
      mandate: null,
      amountRefunded: 0,
      paymentOption: { id: CARD_OPTION_ID, name: 'Card', type: 'CARD' },
      threeDS: null,
      recipient: null,
      errorCode: null,
      errorReason: null,
      retryAdvice: null,
      extra1: 'e',
      extra2: null,
      extra3: null,
      redirectUrl: null,
      lateSuccess: false,
      expiresAt: null,
      returned: null,
      customer: null,
      cashierUrl: null,
      captures: [],
      refunds: [],
      disputes: [],
      settlement: null,
    });
    assert.deepEqual(Object.keys(card), ['brand', 'first6', 'last4', 'expiryMonth', 'expiryYear', 'token']);
    const { token, ...shown } = card;
    assert.deepEqual(shown, {
      brand: 'VISA',
      first6: '424242',
      last4: '4242',
      expiryMonth: '12',
      expiryYear: '2035',
    });
    assert.equal(typeof token, 'string');
    assert.ok(providerReference && paymentReference);
    for (const time of [createdAt, updatedAt, completedAt]) assert.match(time, ISO);
    assert.ok(createdAt <= updatedAt);
    assert.deepEqual(
      timeline.map(({ at, ...entry }: { at: string }) => {
        assert.match(at, ISO);
        return entry;
      }),
      [
        { from: null, to: 'INIT', actor: 'merchant', reason: null },
        { from: 'INIT', to: 'COMPLETED', actor: 'merchant', reason: null },
      ],
    );
  });

  await t.test('a declined payment has code, reason and advice', async () => {
    const { transactionId } = await pay({}, { cardNumber: '4000000000009995' });
    const stored = await record(transactionId);
    assert.deepEqual([stored.status, stored.resultType, stored.statusCode], ['DECLINED', 'declined', 900]);
    assert.equal(stored.errorCode, '2001');
    assert.match(stored.errorReason, /insufficient/i);
    assert.match(stored.retryAdvice, /^(DO_NOT_RETRY|RETRY_LATER|OTHER_METHOD|FIX_DATA|RECONCILE)$/);
    assert.equal(stored.completedAt, null);
    assert.match(stored.timeline.at(-1).reason, /^2001\b/);
  });

  // proves 4.7 status
  await t.test('an open payment has its expiry, and resultType and statusCode are the latest', async () => {
    const { transactionId } = await pay({}, { cardNumber: '4000000000003220' });
    const open = await record(transactionId);
    assert.deepEqual([open.status, open.resultType, open.statusCode], ['PROCESSING', 'redirect', 300]);
    assert.match(open.expiresAt, ISO);
    assert.deepEqual(open.threeDS, { flow: 'CHALLENGE', status: 'PENDING' });
    await gate.call('POST', `/sandbox/transactions/${transactionId}/outcome`, {
      apiKey: brand.apiKey,
      body: { outcome: 'COMPLETED' },
    });
    const done = await record(transactionId);
    assert.deepEqual([done.status, done.resultType, done.statusCode], ['COMPLETED', 'success', 200]);
    assert.equal(done.expiresAt, null);
  });

  await t.test('a success that comes after expiry is marked', async () => {
    const { transactionId } = await pay({}, { cardNumber: '4000000000003220' });
    gate.advance(15 * 60_000 + 1_000);
    await eventually(async () => (await record(transactionId)).errorCode === '3002');
    const forced = await gate.call('POST', `/sandbox/transactions/${transactionId}/outcome`, {
      apiKey: brand.apiKey,
      body: { outcome: 'COMPLETED' },
    });
    assert.equal(forced.status, 200, forced.text);
    const stored = await record(transactionId);
    assert.equal(stored.status, 'COMPLETED');
    assert.equal(stored.lateSuccess, true);
    assert.equal(stored.errorCode, null);
    assert.deepEqual(
      stored.timeline.map((entry: { to: string }) => entry.to),
      ['INIT', 'PROCESSING', 'DECLINED', 'COMPLETED'],
    );
  });

  await t.test('e-mail, phone and document number are masked, the card number is never shown', async () => {
    const customer = {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada.lovelace@example.com',
      phone: '+4915112345678',
      document: { number: 'X1234567', type: 'PASSPORT' },
    };
    const { transactionId } = await pay({ customer });
    const { text, body } = await get(`/${transactionId}`);
    for (const hidden of ['ada.lovelace', '15112345678', 'X1234567', '4242424242424242', '"123"']) {
      assert.ok(!text.includes(hidden), hidden);
    }
    assert.equal(body.customer.email, 'a***@example.com');
    assert.equal(body.customer.phone, '+49***78');
    assert.equal(body.customer.document.number, '***67');
    assert.equal(body.customer.firstName, 'Ada');
    // Short values reveal nothing either.
    const short = { email: 'a@b.c', phone: '110', document: { number: '1234' } };
    const { customer: masked } = await record((await pay({ customer: short })).transactionId);
    assert.deepEqual([masked.email, masked.phone, masked.document.number], ['a***@b.c', '***', '***']);
  });

  // proves 4.7 unknown; 7.1 404
  await t.test("malformed, unknown and another brand's ids are 404 alike", async () => {
    const { transactionId } = await pay();
    const sister = await gate.createBrand({ name: 'Sister' }, brand.merchantId);
    const stranger = await gate.createBrand();
    const answers = [
      await get('/none'),
      await get(`/${transactionId}x`),
      await get(`/${transactionId.slice(0, -1)}`),
      await get(`/${'a'.repeat(500)}`),
      await get(`/urn:uuid:${transactionId}`),
      await get('/%00'),
      await get("/'%20or%201=1"),
      await get(`/${UNKNOWN_ID}`),
      await get(`/${transactionId}`, sister),
      await get(`/${transactionId}`, stranger),
    ];
    for (const answer of answers) {
      assert.equal(answer.status, 404, answer.text);
      assert.equal(answer.body.statusCode, 404);
      assert.equal(answer.body.message, answers[0]!.body.message);
    }
    assert.equal((await get(`/${transactionId.toUpperCase()}`)).status, 200);
  });

  // proves 4.2 999 error; 4.2 unresolved; 7.3.2
  await t.test('a reference finds the same records, none or several', async () => {
    const german = await pay({ merchantReference: 'find & me/ü', country: 'DE' });
    const french = await pay({ merchantReference: 'find & me/ü', country: 'FR' });
    const nowhere = await pay({ merchantReference: 'find & me/ü', country: null });
    const query = `?merchantReference=${encodeURIComponent('find & me/ü')}`;
    const all = await get(query);
    assert.equal(all.status, 200);
    const ids = all.body.map((one: { transactionId: string }) => one.transactionId);
    assert.deepEqual(ids.sort(), [german, french, nowhere].map((one) => one.transactionId).sort());
    const one = await get(`${query}&country=FR`);
    assert.deepEqual(one.body, [await record(french.transactionId)]);
    assert.deepEqual((await get(`${query}&country=IT`)).body, []);
    assert.deepEqual((await get('?merchantReference=nobody')).body, []);
    const sister = await gate.createBrand({ name: 'Sister' }, brand.merchantId);
    assert.deepEqual((await get(query, sister)).body, []);
  });

  await t.test('an impossible reference in a search is 400 and names the parameter', async () => {
    for (const [query, field] of [
      ['?merchantReference=', 'merchantReference'],
      [`?merchantReference=${'x'.repeat(256)}`, 'merchantReference'],
      ['?merchantReference=a%00', 'merchantReference'],
      ['?merchantReference=a&merchantReference=b', 'merchantReference'],
      ['?merchantReference=a&country=de', 'country'],
      ['?merchantReference=a&country=Germany', 'country'],
    ] as const) {
      const answer = await get(query);
      assert.equal(answer.status, 400, query);
      assert.match([answer.body.message].flat()[0], new RegExp(`^${field}: `), query);
    }
  });

  // proves 2.1 transactionId; 6.4; 6.5
  await t.test(
    'a webhook carries the record without customer, captures, refunds, disputes, settlement and timeline',
    async () => {
      const customer = { email: 'ada@example.com' };
      const { transactionId } = await pay({ customer });
      const [row] = await gate.gateway.context
        .sql`select body from webhook_events where transaction_id = ${transactionId}`;
      const event = JSON.parse(row!.body);
      assert.deepEqual(
        Object.keys(event).sort(),
        ['eventId', 'eventType', 'sequence', 'occurredAt', ...CORE].sort(),
      );
      const stored = await record(transactionId);
      for (const name of CORE) assert.deepEqual(event[name], stored[name], name);
    },
  );
});
