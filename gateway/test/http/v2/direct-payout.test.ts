// The legacy payout flow over HTTP (spec 4.11, contract 8): a session from country, currency and amount, suboptions,
// and submission against the session. Codes are strings.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import * as examples from '../../../src/http/v2/v2-examples.ts';
import { soldIn } from '../../stage/contract-options.ts';
import { CARD_OPTION_ID, eventually, sharedTestGateway, type TestBrand } from '../../stage/harness.ts';

const sharedGateway = sharedTestGateway();
const optionId = (name: string) => optionsOf('PAYOUT').find((one) => one.name === name)!.id;
const SEPA = optionId('SEPA');
const CARD = optionId('Card');
const RECIPIENT = { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' };

test('v2 payouts', async (t) => {
  const gate = await sharedGateway();
  const manual = await gate.createBrand();
  const automatic = await gate.createBrand({ automaticApproval: true });
  const fund = (brand: TestBrand, amount: number, reference: string) =>
    gate.operator('POST', `/operator/brands/${brand.brandId}/funding`, {
      currency: 'EUR',
      amount,
      reference,
    });
  await fund(manual, 1_000, 'first');
  await fund(automatic, 1_000, 'first');

  const post = (path: string, body: unknown, { apiKey }: TestBrand = manual) =>
    gate.call('POST', path, { apiKey, body });
  const open = async (fields: Record<string, unknown> = {}, by = manual) => {
    const body = { country: 'DE', currency: 'EUR', amount: 25, ...fields };
    const answer = await post('/v2/payout-options', body, by);
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };
  const submit = (sessionId: string, fields: Record<string, unknown> = {}, by = manual) =>
    post('/v2/direct-payout', { sessionId, paymentOptionId: SEPA, paymentData: RECIPIENT, ...fields }, by);
  const record = async (id: string, { apiKey } = manual) =>
    (await gate.call('GET', `/payments/${id}`, { apiKey })).body;

  // proves 4.11 v2 payouts
  await t.test('payout options have the shape of payment options, and open a payout', async () => {
    const { transactionId, sessionId, payoutOptions, ...rest } = await open({ customer: { name: 'Ada' } });
    assert.deepEqual(rest, {});
    assert.deepEqual(
      payoutOptions.map(({ name }: { name: string }) => name),
      soldIn('PAYOUT', 'DE', 'EUR'),
    );
    for (const one of payoutOptions) {
      assert.deepEqual(Object.keys(one), ['paymentOptionId', 'name', 'logo', 'extraData']);
    }
    const [card, sepa] = payoutOptions;
    const inputs = (list: { name: string; required: boolean }[]) =>
      list.map(({ name, required }) => `${name}${required ? '' : '?'}`);
    assert.deepEqual(inputs(card.extraData), ['cardnum', 'cardholder', 'expiryyear', 'expirymonth']);
    assert.deepEqual(inputs(sepa.extraData), ['iban', 'accountHolder', 'bic?']);
    const stored = await record(transactionId);
    assert.deepEqual([stored.type, stored.status, stored.sessionId], ['PAYOUT', 'INIT', sessionId]);
    assert.equal(stored.customer.name, 'Ada');
  });

  // proves 4.11 v2 payouts
  await t.test(
    'payout suboptions have the shape of payment suboptions, and every list is empty',
    async () => {
      const { transactionId, sessionId } = await open();
      const answer = await post('/v2/payout-suboptions', { sessionId, paymentOptionId: SEPA });
      assert.equal(answer.status, 201);
      assert.deepEqual(answer.body, {
        statusCode: '085',
        resultType: 'option_choice',
        result: { paymentOptionId: SEPA, transactionId, sessionId, options: [] },
      });
      const payin = { sessionId, paymentOptionId: CARD_OPTION_ID };
      assert.equal((await post('/v2/payout-suboptions', payin)).status, 400);
    },
  );

  // proves 1 style 4; 3 rule 2; 4.11 v2 payouts; 7.2 legacy codes; 9.1, legacy and v2; 9.3, legacy
  await t.test('a complete payout waits for approval, and is settled like any other', async () => {
    const { transactionId, sessionId } = await open();
    const answer = await submit(sessionId);
    assert.equal(answer.status, 201, answer.text);
    assert.deepEqual(answer.body, {
      statusCode: '000',
      status: 'PENDING',
      result: 'Payout waits for approval',
      transactionId,
    });
    const stored = await record(transactionId);
    assert.equal(stored.status, 'PENDING');
    assert.equal(stored.paymentOption.id, SEPA);
    assert.ok(!JSON.stringify(stored).includes(RECIPIENT.iban), 'the recipient is nowhere in clear');
    const settled = await post('/settle-payout', { action: 'APPROVE', transactionId });
    assert.equal(settled.body.statusCode, '000', settled.text);
    await eventually(async () => (await record(transactionId)).status === 'COMPLETED');
  });

  // proves 4.9 confirmation
  await t.test('with automatic approval a payout is submitted at once', async () => {
    const { transactionId, sessionId } = await open({}, automatic);
    const { body } = await submit(sessionId, {}, automatic);
    assert.deepEqual(body, {
      statusCode: '000',
      status: 'PROCESSING',
      result: 'Payout submitted',
      transactionId,
    });
    await eventually(async () => (await record(transactionId, automatic)).status === 'COMPLETED');
  });

  await t.test('a payout is declined if the balance is too small or the provider fails', async () => {
    for (const [amount, errorCode] of [
      [40_000, '4001'],
      [10.04, '9002'],
    ] as const) {
      const { transactionId, sessionId } = await open({ amount }, automatic);
      const { status, body } = await submit(sessionId, {}, automatic);
      const { errorReason, ...rest } = body;
      assert.equal(status, 201);
      assert.equal(typeof errorReason, 'string');
      assert.deepEqual(rest, {
        statusCode: '999',
        status: 'DECLINED',
        result: 'Payout could not be processed',
        transactionId,
        errorCode,
      });
      assert.equal((await record(transactionId, automatic)).status, 'DECLINED');
    }
  });

  await t.test('missing recipient data is asked for in the cashier', async () => {
    for (const paymentData of [{}, null, undefined, { iban: RECIPIENT.iban }, { iban: '' }]) {
      const { transactionId, sessionId } = await open();
      const { status, body } = await submit(sessionId, { paymentData });
      assert.equal(status, 201);
      const { redirectUrl } = body.result;
      assert.deepEqual(body, {
        statusCode: '300',
        resultType: 'redirect',
        result: { redirectUrl, transactionId },
      });
      assert.ok(redirectUrl.startsWith(`${gate.config.publicUrl}/cashier/`));
      const page = await fetch(redirectUrl.replace(gate.config.publicUrl, gate.url));
      assert.equal(page.status, 200);
      const stored = await record(transactionId);
      assert.deepEqual([stored.status, stored.paymentOption.id], ['PROCESSING', SEPA]);
    }
  });

  await t.test('fields of a card are accepted under the names of v2 and of v3', async () => {
    const inV2 = { cardnum: '4242424242424242', cardholder: 'Ada', expiryyear: '2035', expirymonth: '12' };
    const inV3 = { cardNumber: '4242424242424242', cardHolder: 'Ada', expiryYear: '2035', expiryMonth: '12' };
    for (const paymentData of [inV2, inV3, { ...inV2, cardNumber: null }]) {
      const { transactionId, sessionId } = await open();
      const { body } = await submit(sessionId, { paymentOptionId: CARD, paymentData });
      assert.equal(body.status, 'PENDING', JSON.stringify(body));
      assert.equal((await record(transactionId)).card.last4, '4242');
    }
    const { sessionId } = await open();
    for (const [field, paymentData] of [
      ['cardnum', { ...inV2, cardnum: '4242424242424241' }],
      ['cardNumber', { ...inV3, cardNumber: '4242424242424241' }],
      ['expiryyear', { ...inV2, expiryyear: 2035 }],
    ] as const) {
      const { status, body } = await submit(sessionId, { paymentOptionId: CARD, paymentData });
      assert.equal(status, 400);
      assert.ok(body.message[0].startsWith(`paymentData.${field}: `), body.message[0]);
    }
  });

  await t.test('a wrong field is 400 with its name, and leaves the session open', async () => {
    const { transactionId, sessionId } = await open();
    const faults: [field: string, errorCode: string | undefined, fields: Record<string, unknown>][] = [
      ['paymentData.iban', undefined, { paymentData: { ...RECIPIENT, iban: 'DE00370400440532013000' } }],
      ['paymentData.iban', undefined, { paymentData: { ...RECIPIENT, iban: 7 } }],
      ['paymentData', undefined, { paymentData: 'iban' }],
      ['paymentOptionId', '1010', { paymentOptionId: CARD_OPTION_ID }],
      ['paymentOptionId', '1010', { paymentOptionId: randomUUID() }],
      ['paymentOptionId', '1004', { paymentOptionId: optionId('UPI') }],
      ['optionId', undefined, { optionId: SEPA }],
    ];
    for (const [field, errorCode, fields] of faults) {
      const { status, body } = await submit(sessionId, fields);
      assert.equal(status, 400, JSON.stringify(fields));
      assert.ok([body.message].flat()[0].startsWith(`${field}`), JSON.stringify(body));
      assert.equal(body.errorCode, errorCode);
    }
    assert.equal((await record(transactionId)).status, 'INIT');
    assert.equal((await submit(sessionId)).body.status, 'PENDING');
  });

  await t.test('a saved card of another customer is declined', async () => {
    const { sessionId } = await open({ userId: 'ada' });
    const { body } = await submit(sessionId, { paymentOptionId: CARD, paymentData: { token: 'nobody' } });
    assert.deepEqual([body.statusCode, body.status, body.errorCode], ['999', 'DECLINED', '2014']);
  });

  await t.test('a session is used once, even if many requests try at the same time', async () => {
    for (const brand of [manual, automatic]) {
      const { transactionId, sessionId } = await open({}, brand);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          submit(sessionId, { paymentData: { ...RECIPIENT, accountHolder: `Ada ${i}` } }, brand),
        ),
      );
      assert.equal(answers.filter(({ status }) => status === 201).length, 1);
      assert.equal(answers.filter(({ status }) => status === 400).length, 7);
      assert.equal((await submit(sessionId, {}, brand)).body.transactionId, transactionId);
      const { timeline } = await record(transactionId, brand);
      assert.equal(timeline[1].from, 'INIT');
    }
  });

  await t.test(
    "an unknown session, another brand's and a pay-in's are 404; a malformed id is 400",
    async () => {
      const theirs = (await open({}, automatic)).sessionId;
      const body = { country: 'DE', currency: 'EUR', amount: 5 };
      const payin = (await post('/v2/payment-options', body)).body.sessionId;
      for (const sessionId of [randomUUID(), theirs, payin]) {
        assert.equal((await submit(sessionId)).status, 404);
        const suboptions = await post('/v2/payout-suboptions', { sessionId, paymentOptionId: SEPA });
        assert.equal(suboptions.status, 404);
      }
      assert.equal((await submit('x')).status, 400);
    },
  );

  await t.test('the examples of the reference are accepted', async () => {
    for (const { value } of Object.values(examples.openings)) {
      const opening = await open(value as Record<string, unknown>);
      assert.equal((await submit(opening.sessionId)).status, 201);
    }
    for (const { value } of Object.values(examples.payouts)) {
      const { sessionId } = await open();
      const { body } = await submit(sessionId, { ...(value as object), sessionId });
      assert.equal(body.statusCode, '000', JSON.stringify(body));
    }
  });

  // proves 1 style 3, payout; 4.10 payout
  await t.test('a hybrid payout is not available', async () => {
    const { sessionId } = await open();
    const answer = await post('/v2/hybrid-payment', { sessionId, paymentOptionId: SEPA });
    assert.equal(answer.status, 404);
  });
});
