// The business rules of a pay-in as a merchant sees them (spec 2.7, 4.2, 7.2; contract 7): option, country, currency,
// amount; what a declined pay-in stores; which fields of the request are returned.
import assert from 'node:assert/strict';
import test from 'node:test';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import { aCardPayin, CARD_OPTION_ID, sharedTestGateway } from '../../stage/harness.ts';
import { startWebhookReceiver } from '../../stage/webhook-receiver.ts';

const sharedGateway = sharedTestGateway();
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const UNKNOWN_ID = '11111111-2222-4333-8444-555555555555';
const payin = (method: string) => optionsOf('PAYIN').find((option) => option.method === method)!;

test('business rules of a pay-in', async (t) => {
  const gate = await sharedGateway();
  const brand = await gate.createBrand();
  const pay = (fields: Record<string, unknown>, { apiKey } = brand, headers: Record<string, string> = {}) =>
    gate.call('POST', '/v3/payment', { apiKey, body: aCardPayin(fields), headers });
  const record = async (id: string, { apiKey } = brand) =>
    (await gate.call('GET', `/payments/${id}`, { apiKey })).body;
  const setOption = async (id: string, setting: Record<string, unknown>, { brandId } = brand) => {
    const answer = await gate.operator('PUT', `/operator/brands/${brandId}/options/${id}`, setting);
    assert.equal(answer.status, 200, answer.text);
  };

  /** 201, statusCode 900, a DECLINED transaction with this code. */
  async function declined(errorCode: string, fields: Record<string, unknown>, by = brand) {
    const { status, body, text } = await pay(fields, by);
    assert.equal(status, 201, text);
    assert.equal(body.statusCode, 900, text);
    assert.equal(body.resultType, 'declined');
    assert.equal(body.result.status, 'DECLINED');
    assert.equal(body.result.errorCode, errorCode, text);
    assert.equal(typeof body.result.errorReason, 'string');
    return body.result;
  }
  const completes = async (fields: Record<string, unknown>, by = brand) =>
    assert.equal((await pay(fields, by)).body.result.status, 'COMPLETED');

  // proves 2.7 paymentOptionId; 2.10 declined; 4.2 HTTP 201; 7.2 declined
  await t.test('an unknown option is declined with 1010', async () => {
    const { errorReason } = await declined('1010', { paymentOptionId: UNKNOWN_ID });
    assert.match(errorReason, /not allowed/i);
    await declined('1010', { paymentOptionId: UNKNOWN_ID, paymentData: {} });
  });

  await t.test('every payout option is declined with 1010 in a pay-in', async () => {
    for (const option of optionsOf('PAYOUT')) {
      const { code, currencies } = option.availableCountries[0]!;
      const country = code.length === 2 ? code : 'DE';
      await declined('1010', { paymentOptionId: option.id, country, currency: currencies[0] });
    }
  });

  // proves 2.7 paymentOptionId
  await t.test(
    'an option that the operator switched off is declined with 1010 until it is on again',
    async () => {
      const own = await gate.createBrand();
      await completes({}, own);
      await setOption(CARD_OPTION_ID, { enabled: false }, own);
      await declined('1010', {}, own);
      await completes({}, brand);
      await setOption(CARD_OPTION_ID, { enabled: true }, own);
      await completes({}, own);
    },
  );

  // proves 1 pay-ins; 2.7 paymentOptionId
  await t.test('an option that is not on the list of the brand is declined with 1010', async () => {
    const own = await gate.createBrand({ options: [payin('pix').id] });
    await declined('1010', {}, own);
    const listed = await gate.createBrand({ options: [CARD_OPTION_ID] });
    await completes({}, listed);
    await declined('1010', { paymentOptionId: payin('pix').id, country: 'BR', currency: 'BRL' }, listed);
  });

  // proves 2.2 suboptions
  await t.test('a suboption that was switched off, or whose option was, is declined with 1010', async () => {
    const own = await gate.createBrand();
    const [first, second] = payin('wallet').suboptions;
    await setOption(first!.id, { enabled: false }, own);
    await declined('1010', { paymentOptionId: first!.id }, own);
    assert.notEqual((await pay({ paymentOptionId: second!.id }, own)).body.result.errorCode, '1010');
    await setOption(payin('wallet').id, { enabled: false }, own);
    await declined('1010', { paymentOptionId: second!.id }, own);
  });

  // proves 2.7 country, method; 9 table, suboptions
  await t.test('a country that the option does not serve is declined with 1004', async () => {
    const sepa = { paymentOptionId: payin('sepa-transfer').id };
    await declined('1004', { ...sepa, country: 'US' });
    const spanishBank = payin('open-banking').suboptions.find(
      (one) => one.availableCountries[0]!.code === 'ES',
    );
    await declined('1004', { paymentOptionId: spanishBank!.id, country: 'DE' });
  });

  // proves 2.7 currency, method
  await t.test('a currency that the option does not accept is declined with 1003', async () => {
    await declined('1003', { currency: 'CHF' });
    await declined('1003', { paymentOptionId: payin('open-banking').id, country: 'DE', currency: 'GBP' });
  });

  // proves 2.7 amount, limits; 8 amount
  await t.test('the usual limits are 1.00 and 50,000.00, both inclusive', async () => {
    await declined('1001', { amount: 0 });
    await declined('1001', { amount: 0.99 });
    await completes({ amount: 1 });
    await completes({ amount: 50_000 });
    await declined('1002', { amount: 50_000.01 });
    await declined('1002', { currency: 'JPY', amount: 50_001 });
    await completes({ currency: 'JPY', amount: 1 });
    await completes({ currency: 'KWD', amount: 50_000 });
    await declined('1002', { currency: 'KWD', amount: 50_000.01 });
  });

  // proves 2.7 amount, limits
  await t.test('limits of the brand replace the usual ones', async () => {
    const own = await gate.createBrand();
    await setOption(CARD_OPTION_ID, { enabled: true, minAmount: 10.5, maxAmount: 75_000 }, own);
    await declined('1001', { amount: 10.49 }, own);
    await completes({ amount: 10.5 }, own);
    await completes({ amount: 75_000 }, own);
    await declined('1002', { amount: 75_000.01 }, own);
    await completes({ amount: 1 }, brand);
  });

  await t.test(
    'the first broken rule gives the code, in the order 1012, 1010, 1004, 1003, 1001',
    async () => {
      const own = await gate.createBrand();
      const sepa = payin('sepa-transfer').id;
      const all = { paymentOptionId: sepa, country: 'US', currency: 'CHF', amount: 0.5 };
      await gate.operator('PATCH', `/operator/brands/${own.brandId}`, { active: false });
      await setOption(sepa, { enabled: false }, own);
      await declined('1012', all, own);
      await gate.operator('PATCH', `/operator/brands/${own.brandId}`, { active: true });
      await declined('1010', all, own);
      await setOption(sepa, { enabled: true }, own);
      await declined('1004', all, own);
      await declined('1003', { ...all, country: 'DE' }, own);
      await declined('1001', { ...all, country: 'DE', currency: 'EUR' }, own);
    },
  );

  await t.test(
    'payments of an inactive brand are declined with 1012, and the brand can still read',
    async () => {
      const own = await gate.createBrand();
      const { body: before } = await pay({ merchantReference: 'before' }, own);
      await gate.operator('PATCH', `/operator/brands/${own.brandId}`, { active: false });
      const { transactionId } = await declined('1012', { merchantReference: 'after' }, own);
      assert.equal((await record(before.result.transactionId, own)).status, 'COMPLETED');
      assert.equal((await record(transactionId, own)).errorCode, '1012');
      const options = await gate.call('GET', '/v3/payment-options', { apiKey: own.apiKey });
      assert.equal(options.status, 200);
      assert.ok(options.body.length > 0);
    },
  );

  // proves 2.7 non-card, processing; 4.2 non-card redirect
  await t.test('a method with missing fields leads to the cashier, and is not declined', async () => {
    const answer = await pay({
      paymentOptionId: payin('pix').id,
      country: 'BR',
      currency: 'BRL',
      paymentData: null,
    });
    const { statusCode, resultType, result } = answer.body;
    assert.deepEqual([answer.status, statusCode, resultType], [201, 300, 'redirect'], answer.text);
    assert.deepEqual([result.status, result.errorCode], ['PROCESSING', undefined]);
    assert.match(result.redirectUrl.slice(gate.config.publicUrl.length), /^\/cashier\/[A-Za-z0-9_-]{65}$/);
  });

  // proves 2.7 non-card
  await t.test('a method without a card needs only paymentOptionId, currency and amount', async () => {
    const body = { paymentOptionId: payin('wallet').id, currency: 'EUR', amount: 25 };
    const answer = await gate.call('POST', '/v3/payment', { apiKey: brand.apiKey, body });
    assert.equal(answer.status, 201, answer.text);
    assert.match(answer.body.result.transactionId, UUID);
  });

  // proves 4.2 Idempotency-Key; 4.2 non-card headers; 5 rule 6; 8 Idempotency-Key, card only
  // proves 8 idempotency rule 4
  await t.test('Signature and Idempotency-Key are ignored for methods other than cards', async () => {
    const own = await gate.createBrand({ enforceSignatures: true });
    const body = { paymentOptionId: payin('wallet').id, country: 'DE', currency: 'EUR', amount: 25 };
    const headers = { signature: 'nonsense', 'idempotency-key': 'k'.repeat(100) };
    const answers = [];
    for (let i = 0; i < 2; i++) {
      answers.push(await gate.call('POST', '/v3/payment', { apiKey: own.apiKey, body, headers }));
    }
    for (const answer of answers) {
      assert.equal(answer.status, 201, answer.text);
      assert.equal(answer.headers.get('x-signature'), null);
      assert.equal(answer.headers.get('idempotent-replayed'), null);
    }
    assert.notEqual(answers[0]!.body.result.transactionId, answers[1]!.body.result.transactionId);
  });

  // proves 3 row 3; 6; 6.6
  await t.test('a pay-in that the rules decline is stored and sends its webhook event', async () => {
    const own = await gate.createBrand({ notificationUrl: 'http://127.0.0.1:9/webhooks' });
    const { transactionId, sessionId } = await declined(
      '1002',
      { amount: 60_000, merchantReference: 'too much' },
      own,
    );
    const stored = await record(transactionId, own);
    assert.equal(stored.status, 'DECLINED');
    assert.equal(stored.sessionId, sessionId);
    assert.equal(stored.retryAdvice !== null, true);
    assert.deepEqual(
      stored.timeline.map((one: { from: string; to: string }) => [one.from, one.to]),
      [
        [null, 'INIT'],
        ['INIT', 'DECLINED'],
      ],
    );
    const events = await gate.gateway.context
      .sql`select body, sequence, url from webhook_events where transaction_id = ${transactionId}`;
    assert.equal(events.length, 1);
    const event = JSON.parse(events[0]!.body);
    assert.equal(event.eventType, 'payin.declined');
    assert.equal(event.errorCode, '1002');
    assert.equal(event.sequence, 1);
    const transfers = await gate.gateway.context
      .sql`select 1 from transfers where transaction_id = ${transactionId}`;
    assert.equal(transfers.length, 0, 'no money moved');
  });

  // proves 2.7 merchantDomain
  await t.test('a payment facilitator names one of its domains, exactly', async () => {
    const own = await gate.createBrand({
      paymentFacilitator: true,
      domains: ['shop.example', 'Tea.example'],
    });
    for (const merchantDomain of [
      undefined,
      null,
      '',
      'www.shop.example',
      'SHOP.EXAMPLE',
      'shop.example.',
      'tea.example',
    ]) {
      const answer = await pay({ merchantDomain }, own);
      assert.equal(answer.status, 400, `${merchantDomain}`);
      assert.match(answer.body.message[0], /^merchantDomain: /);
    }
    for (const merchantDomain of ['shop.example', 'Tea.example']) await completes({ merchantDomain }, own);
    const found = await gate.gateway.context.sql`select 1 from transactions where brand_id = ${own.brandId}`;
    assert.equal(found.length, 2);
    await completes({ merchantDomain: 'anything goes' }, brand);
  });

  // proves 2.7 extra1, extra2, extra3; 2.7 shippingAddress; 2.7 orderDetails
  await t.test("the request's fields are in the record or stored with the transaction", async () => {
    const fields = {
      merchantReference: 'Größe 5 / "x"',
      paymentReference: 'invoice-9',
      userId: 'ada',
      redirectUrl: 'https://shop.example/return?a=1&b=%20#end',
      notificationUrl: 'https://shop.example/webhooks',
      language: 'de',
      merchantDomain: 'shop.example',
      extra1: 'one',
      extra2: '{"two":2}',
      extra3: 'drei \u{1F980}',
      shippingAddress: {
        street: 'Hauptstraße',
        streetNumber: '7a',
        zipCode: '10115',
        city: 'Berlin',
        state: 'Berlin',
        country: 'DE',
      },
      orderDetails: [
        {
          productName: 'Tea',
          quantity: 2,
          description: 'Leaves',
          weight: 0.5,
          length: 1,
          width: 2,
          height: 3,
        },
        { productName: 'Cup' },
      ],
    };
    const { body } = await pay(fields);
    assert.equal(body.result.merchantReference, fields.merchantReference);
    const stored = await record(body.result.transactionId);
    for (const name of [
      'merchantReference',
      'paymentReference',
      'userId',
      'redirectUrl',
      'extra1',
      'extra2',
      'extra3',
    ] as const) {
      assert.equal(stored[name], fields[name], name);
    }
    const [row] = await gate.gateway.context
      .sql`select details from transactions where id = ${stored.transactionId}`;
    for (const name of [
      'notificationUrl',
      'language',
      'merchantDomain',
      'shippingAddress',
      'orderDetails',
    ] as const) {
      assert.deepEqual(row!.details[name], fields[name], name);
    }
  });

  await t.test('unknown fields are not stored, at any depth', async () => {
    const stray = { cardCvv: '739', loyalty: [1] };
    const { body } = await pay({
      ...stray,
      userId: 'stray',
      customer: {
        firstName: 'Ada',
        ...stray,
        address: { city: 'Berlin', ...stray },
        document: { number: '1', ...stray },
      },
      shippingAddress: { city: 'Berlin', ...stray },
      orderDetails: [{ productName: 'Tea', ...stray }],
    });
    const { transactionId } = body.result;
    const rows = await gate.gateway.context
      .sql`select details::text as text from transactions where id = ${transactionId}
        union all select profile::text from customers where user_id = 'stray'`;
    assert.equal(rows.length, 2);
    for (const { text } of rows) assert.doesNotMatch(text, /cardCvv|loyalty/);
    assert.doesNotMatch(JSON.stringify(await record(transactionId)), /cardCvv|loyalty/);
  });

  // proves 2.1 merchantReference, generated; 2.1 paymentReference; 2.1 userId
  await t.test('missing references and users get unique generated values', async () => {
    const [one, other] = [await pay({}), await pay({})];
    const [first, second] = [
      await record(one.body.result.transactionId),
      await record(other.body.result.transactionId),
    ];
    assert.equal(first.merchantReference, one.body.result.merchantReference);
    for (const name of ['merchantReference', 'paymentReference', 'userId']) {
      assert.equal(typeof first[name], 'string');
      assert.ok(first[name].length > 0 && first[name].length <= 255);
      assert.notEqual(first[name], second[name], name);
    }
  });

  await t.test('an empty reference or user counts as missing, so two of them differ', async () => {
    const empty = { merchantReference: '', paymentReference: '', userId: '' };
    const first = (await pay({ ...empty, customer: { firstName: 'Ada' } })).body.result;
    const second = await record((await pay(empty)).body.result.transactionId);
    assert.ok(
      first.merchantReference && second.merchantReference && second.paymentReference && second.userId,
    );
    assert.notEqual(second.merchantReference, first.merchantReference);
    assert.equal(second.customer, null, 'nobody else is remembered under the empty user');
  });

  // proves 2.1 paymentReference
  await t.test('paymentReference need not be unique', async () => {
    await completes({ paymentReference: 'invoice-1' });
    await completes({ paymentReference: 'invoice-1' });
  });

  // proves 1 rule 1; 2.7 notificationUrl, override; 5.5, webhooks; 6.1
  await t.test(
    "a webhook goes to the transaction's notificationUrl instead of the brand's, and is signed without enforcement",
    async () => {
      const receiver = await startWebhookReceiver(t);
      const at = (path: string) => new URL(path, receiver.url).href;
      const own = await gate.createBrand({ notificationUrl: at('/brand') });
      receiver.secrets = [own.signingSecret];
      for (const [notificationUrl, path] of [
        [undefined, '/brand'],
        [null, '/brand'],
        [at('/mine'), '/mine'],
      ]) {
        const { body } = await pay({ notificationUrl }, own);
        const webhook = (await receiver.waitFor(1))[0]!;
        receiver.received.length = 0;
        assert.equal(webhook.body.transactionId, body.result.transactionId);
        assert.equal(webhook.path, path);
        assert.ok(webhook.signatureValid);
      }
    },
  );
});
