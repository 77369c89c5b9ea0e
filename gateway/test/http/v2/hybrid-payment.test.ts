// The hybrid flow over HTTP (spec 2.3, 2.4, 4.10; contract 8): options, suboptions, cashier link. Legacy codes are
// strings.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import { soldIn } from '../../stage/contract-options.ts';
import { CARD_OPTION_ID, eventually, startTestGateway, type TestBrand } from '../../stage/harness.ts';
import { startWebhookReceiver } from '../../stage/webhook-receiver.ts';

const optionId = (name: string) => optionsOf('PAYIN').find((one) => one.name === name)!.id;
const OPEN_BANKING = optionId('Open banking');
const UPI = optionId('UPI');
const HOUR_MS = 3_600_000;

test('hybrid pay-ins', async (t) => {
  const gate = await startTestGateway(t);
  const receiver = await startWebhookReceiver(t);
  const brand = await gate.createBrand({ notificationUrl: receiver.url });
  const post = (path: string, body: unknown, { apiKey }: { apiKey: string } = brand) =>
    gate.call('POST', path, { apiKey, body });
  const open = async (fields: Record<string, unknown> = {}, by = brand) => {
    const body = { country: 'DE', currency: 'EUR', amount: 25, ...fields };
    const answer = await post('/v2/payment-options', body, by);
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };
  const suboptions = (sessionId: string, paymentOptionId: string, by = brand) =>
    post('/v2/payment-suboptions', { sessionId, paymentOptionId }, by);
  const choose = (sessionId: string, paymentOptionId: string, more: object = {}, by = brand) =>
    post('/v2/hybrid-payment', { sessionId, paymentOptionId, ...more }, by);
  const record = async (id: string) => (await gate.call('GET', `/payments/${id}`, brand)).body;
  const namesOf = (list: { name: string }[]) => list.map((one) => one.name);

  // proves 1 style 3; 1 style 4; 1 rule 3; 2.1 sessionId, use; 2.4 fields; 3 rule 2; 4.10 step 1
  // proves 4.10 step 2; 4.10 step 3; 7.2 legacy codes; 9.3, legacy
  await t.test(
    'after options, suboptions and a choice the cashier opens with the suboption preselected',
    async () => {
      const { transactionId, sessionId, paymentOptions, ...rest } = await open({
        redirectUrl: 'https://shop.example/return',
        paymentReference: 'invoice-1',
        userId: 'ada',
        customer: { name: 'Ada Lovelace' },
      });
      assert.deepEqual(rest, {});
      assert.equal((await record(transactionId)).status, 'INIT');
      const bankOption = paymentOptions.find((one: { name: string }) => one.name === 'Open banking');

      const listed = await suboptions(sessionId, bankOption.paymentOptionId);
      assert.equal(listed.status, 201, listed.text);
      const { options, ...result } = listed.body.result;
      assert.deepEqual(
        { ...listed.body, result },
        {
          statusCode: '085',
          resultType: 'option_choice',
          result: { paymentOptionId: OPEN_BANKING, transactionId, sessionId },
        },
      );
      assert.equal(options.length, 4);
      for (const one of options) {
        assert.deepEqual(Object.keys(one), ['id', 'name', 'logo', 'uuid', 'formInputs']);
        assert.equal((await fetch(one.logo.replace(gate.config.publicUrl, gate.url))).status, 200);
        assert.deepEqual(one.formInputs, []);
      }
      assert.equal((await record(transactionId)).status, 'INIT');

      const chosen = await choose(sessionId, OPEN_BANKING, { optionId: options[2].id });
      assert.equal(chosen.status, 201, chosen.text);
      const { redirectUrl } = chosen.body.result;
      assert.deepEqual(chosen.body, {
        statusCode: '300',
        resultType: 'redirect',
        result: { redirectUrl, transactionId },
      });
      const stored = await record(transactionId);
      assert.equal(stored.status, 'PROCESSING');
      assert.equal(stored.statusCode, 300);
      assert.equal(stored.paymentOption.id, options[2].uuid);
      assert.equal(stored.paymentOption.name, options[2].name);
      assert.equal(stored.customer.name, 'Ada Lovelace');
      assert.equal(stored.paymentReference, 'invoice-1');

      assert.ok(redirectUrl.startsWith(`${gate.config.publicUrl}/cashier/`), redirectUrl);
      const page = await fetch(redirectUrl.replace(gate.config.publicUrl, gate.url));
      assert.equal(page.status, 200);

      const webhook = await eventually(() =>
        receiver.received.find((one) => one.body.transactionId === transactionId),
      );
      assert.equal(webhook.body.eventType, 'payin.processing');
      assert.equal(webhook.body.sequence, 1);
      assert.equal(webhook.body.paymentOption.id, options[2].uuid);
    },
  );

  // proves 2.3 fields; 2.3 extraData; 2.3 card
  await t.test(
    'an option is shown with its logo and the inputs of its form, the card under its names of v2',
    async () => {
      const { paymentOptions } = await open();
      for (const one of paymentOptions) {
        assert.deepEqual(Object.keys(one), ['paymentOptionId', 'name', 'logo', 'extraData']);
        assert.ok(one.logo === null || one.logo.startsWith(`${gate.config.publicUrl}/assets/logos/`));
        for (const input of one.extraData) {
          assert.deepEqual(Object.keys(input), ['label', 'name', 'type', 'values', 'required']);
        }
      }
      const card = paymentOptions.find((one: { name: string }) => one.name === 'Card');
      assert.deepEqual(
        card.extraData.map(({ name, type, required }: Record<string, unknown>) => [name, type, required]),
        ['cardnum', 'cardholder', 'expiryyear', 'expirymonth', 'cardcvv'].map((name) => [
          name,
          'string',
          true,
        ]),
      );
      const debit = paymentOptions.find((one: { name: string }) => one.name === 'SEPA direct debit');
      assert.deepEqual(
        debit.extraData.map(({ name }: { name: string }) => name),
        ['iban'],
      );
      const transfer = paymentOptions.find((one: { name: string }) => one.name === 'SEPA transfer');
      assert.deepEqual(transfer.extraData, []);
    },
  );

  // proves 4.10 step 1
  await t.test(
    'only options that the brand may use for country, currency and amount are offered',
    async () => {
      assert.deepEqual(namesOf((await open()).paymentOptions), soldIn('PAYIN', 'DE', 'EUR'));
      assert.deepEqual(
        namesOf((await open({ country: 'IN', currency: 'INR' })).paymentOptions),
        soldIn('PAYIN', 'IN', 'INR'),
      );
      assert.deepEqual(namesOf((await open({ country: 'US', currency: 'PEN' })).paymentOptions), []);
      assert.deepEqual(namesOf((await open({ amount: 0.5 })).paymentOptions), []);

      const choosy = await gate.createBrand({ options: [CARD_OPTION_ID, OPEN_BANKING] });
      const limits = `/operator/brands/${choosy.brandId}/options/${CARD_OPTION_ID}`;
      await gate.operator('PUT', limits, { enabled: true, maxAmount: 10 });
      await eventually(async () => (await open({}, choosy)).paymentOptions.length === 1);
      assert.deepEqual(namesOf((await open({ amount: 10 }, choosy)).paymentOptions), [
        'Card',
        'Open banking',
      ]);
      assert.deepEqual(namesOf((await open({ amount: 10.01 }, choosy)).paymentOptions), ['Open banking']);
      // If all banks of an option are switched off one by one, the option has nothing left to choose.
      const { sessionId } = await open({}, choosy);
      for (const { uuid } of (await suboptions(sessionId, OPEN_BANKING, choosy)).body.result.options) {
        await gate.operator('PUT', `/operator/brands/${choosy.brandId}/options/${uuid}`, { enabled: false });
      }
      await eventually(async () => (await open({}, choosy)).paymentOptions.length === 0);
      const refused = await choose(sessionId, OPEN_BANKING, {}, choosy);
      assert.equal(refused.status, 400);
      assert.equal(refused.body.errorCode, '1010');
    },
  );

  // proves 2.4 fields
  await t.test('only suboptions of the country are listed, with the inputs of their option', async () => {
    const french = await open({ country: 'FR' });
    const banks = (await suboptions(french.sessionId, OPEN_BANKING)).body.result.options;
    assert.equal(banks.length, 4);
    assert.ok(namesOf(banks).includes('Banque Lavandine'));
    const indian = await open({ country: 'IN', currency: 'INR' });
    const ways = (await suboptions(indian.sessionId, UPI)).body.result.options;
    assert.deepEqual(namesOf(ways), ['UPI QR', 'UPI Transfer']);
    assert.deepEqual(
      ways[0].formInputs.map(({ name, required }: Record<string, unknown>) => [name, required]),
      [['vpa', false]],
    );
  });

  // proves 2.3 card, suboptions; 4.10 step 2
  await t.test('an option without suboptions has an empty list, and needs no optionId', async () => {
    const { sessionId, transactionId } = await open();
    const { status, body } = await suboptions(sessionId, CARD_OPTION_ID);
    assert.equal(status, 201);
    assert.deepEqual(body.result.options, []);
    const chosen = await choose(sessionId, CARD_OPTION_ID);
    assert.equal(chosen.status, 201);
    assert.equal((await record(transactionId)).paymentOption.id, CARD_OPTION_ID);
  });

  // proves 1 rule 4, cashier; 2.2 parent; 4.10 step 3
  await t.test(
    'without an optionId an option with suboptions is stored, and the cashier asks for the suboption',
    async () => {
      const { sessionId, transactionId } = await open();
      assert.equal((await choose(sessionId, OPEN_BANKING, { optionId: null })).status, 201);
      const stored = await record(transactionId);
      assert.equal(stored.status, 'PROCESSING');
      assert.equal(stored.paymentOption.id, OPEN_BANKING);
    },
  );

  await t.test('a suboption may be named as paymentOptionId itself, ids in either case', async () => {
    const { sessionId, transactionId } = await open();
    const [bank, other] = (await suboptions(sessionId, OPEN_BANKING)).body.result.options;
    assert.deepEqual((await suboptions(sessionId, bank.uuid)).body.result.options, []);
    assert.equal((await choose(sessionId, bank.uuid, { optionId: other.id })).status, 400);
    assert.equal((await choose(sessionId.toUpperCase(), bank.uuid.toUpperCase())).status, 201);
    assert.equal((await record(transactionId)).paymentOption.id, bank.uuid);
  });

  await t.test('a wrong choice is 400, names its field and leaves the session open', async () => {
    const { sessionId, transactionId } = await open();
    const [bank] = (await suboptions(sessionId, OPEN_BANKING)).body.result.options;
    const british = (await open({ country: 'GB', currency: 'GBP' })).sessionId;
    const [foreign] = (await suboptions(british, OPEN_BANKING)).body.result.options;
    const payout = optionsOf('PAYOUT')[0]!.id;
    const faults: [field: string, errorCode: string | undefined, choice: Record<string, unknown>][] = [
      ['paymentOptionId', '1010', { paymentOptionId: randomUUID() }],
      ['paymentOptionId', '1010', { paymentOptionId: payout }],
      ['paymentOptionId', '1004', { paymentOptionId: UPI }],
      ['optionId', '1004', { paymentOptionId: OPEN_BANKING, optionId: foreign.id }],
      ['optionId', undefined, { paymentOptionId: CARD_OPTION_ID, optionId: bank.id }],
      ['optionId', undefined, { paymentOptionId: OPEN_BANKING, optionId: OPEN_BANKING }],
      ['optionId', undefined, { paymentOptionId: OPEN_BANKING, optionId: 'first' }],
      ['optionId', undefined, { paymentOptionId: OPEN_BANKING, optionId: 7 }],
      ['paymentOptionId', undefined, { paymentOptionId: 'card' }],
      ['paymentOptionId', undefined, {}],
    ];
    for (const [field, errorCode, choice] of faults) {
      const { status, body } = await post('/v2/hybrid-payment', { sessionId, ...choice });
      assert.equal(status, 400, JSON.stringify(choice));
      assert.ok([body.message].flat()[0].startsWith(`${field}: `), JSON.stringify(body));
      assert.equal(body.errorCode, errorCode, JSON.stringify(choice));
    }
    for (const paymentOptionId of [UPI, payout, randomUUID(), 'card']) {
      assert.equal((await suboptions(sessionId, paymentOptionId)).status, 400);
    }
    assert.equal((await record(transactionId)).status, 'INIT');
    assert.equal((await choose(sessionId, OPEN_BANKING, { optionId: bank.id })).status, 201);
  });

  await t.test('a limit that the brand got later is checked when the choice is made', async () => {
    const own = await gate.createBrand();
    const { sessionId } = await open({}, own);
    const url = `/operator/brands/${own.brandId}/options/${CARD_OPTION_ID}`;
    await gate.operator('PUT', url, { enabled: true, minAmount: 30 });
    await eventually(async () => (await suboptions(sessionId, CARD_OPTION_ID, own)).status === 400);
    assert.equal((await choose(sessionId, CARD_OPTION_ID, {}, own)).body.errorCode, '1001');
  });

  // proves 4.10 step 3
  await t.test('a session is used once: the same choice again is 400', async () => {
    const { sessionId, transactionId } = await open();
    assert.equal((await choose(sessionId, CARD_OPTION_ID)).status, 201);
    for (const again of [await choose(sessionId, CARD_OPTION_ID), await choose(sessionId, OPEN_BANKING)]) {
      assert.equal(again.status, 400);
      assert.equal(again.body.transactionId, transactionId);
    }
    assert.equal((await suboptions(sessionId, CARD_OPTION_ID)).status, 400);
    assert.equal((await record(transactionId)).paymentOption.id, CARD_OPTION_ID);
  });

  await t.test('only one of many simultaneous choices counts, and the record shows it', async () => {
    const { sessionId, transactionId } = await open();
    const { options } = (await suboptions(sessionId, OPEN_BANKING)).body.result;
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        const { id } = options[i % options.length];
        return { id, ...(await choose(sessionId, OPEN_BANKING, { optionId: id })) };
      }),
    );
    const [winner, ...others] = answers.filter(({ status }) => status === 201);
    assert.deepEqual(others, []);
    assert.ok(answers.every(({ status }) => status === 201 || status === 400));
    const stored = await record(transactionId);
    assert.equal(stored.paymentOption.id, winner!.id);
    assert.equal(stored.timeline.length, 2);
  });

  await t.test(
    "an unknown session, another brand's and a payout's are 404; a malformed id is 400",
    async () => {
      const sister = await gate.createBrand({ name: 'Sister' }, brand.merchantId);
      const theirs = (await open({}, sister)).sessionId;
      const opened = await post('/v2/payout-options', { country: 'DE', currency: 'EUR', amount: 5 });
      const { transactionId } = await open();
      for (const sessionId of [randomUUID(), theirs, opened.body.sessionId, transactionId]) {
        for (const call of [suboptions, choose]) {
          const answer = await call(sessionId, CARD_OPTION_ID);
          assert.equal(answer.status, 404, answer.text);
          assert.match(answer.body.message, /^sessionId: /);
        }
      }
      for (const sessionId of ['x', '', 7, null, undefined]) {
        assert.equal((await post('/v2/hybrid-payment', { sessionId, paymentOptionId: UPI })).status, 400);
      }
    },
  );

  await t.test('the session of a v3 pay-in accepts no choice', async () => {
    const body = { paymentOptionId: OPEN_BANKING, currency: 'EUR', amount: 5 };
    const { sessionId } = (await post('/v3/payment', body)).body.result;
    assert.equal((await choose(sessionId, CARD_OPTION_ID)).status, 400);
  });

  await t.test('an inactive brand can open no session and make no choice', async () => {
    const sleeper: TestBrand = await gate.createBrand();
    const { sessionId } = await open({}, sleeper);
    await gate.operator('PATCH', `/operator/brands/${sleeper.brandId}`, { active: false });
    const body = { country: 'DE', currency: 'EUR', amount: 25 };
    const refused = await eventually(async () => {
      const answer = await post('/v2/payment-options', body, sleeper);
      return answer.status === 201 ? null : answer;
    });
    for (const answer of [refused, await choose(sessionId, CARD_OPTION_ID, {}, sleeper)]) {
      assert.equal(answer.status, 400);
      assert.equal(answer.body.errorCode, '1012');
    }
  });

  // proves 4.10 step 1
  await t.test('country, currency and amount are required, and every fault names its field', async () => {
    for (const missing of ['country', 'currency', 'amount']) {
      const body = { country: 'DE', currency: 'EUR', amount: 25, [missing]: undefined };
      const answer = await post('/v2/payment-options', body);
      assert.deepEqual([answer.status, answer.body.message], [400, [`${missing}: is required`]]);
    }
    const faulty = { country: 'DE', currency: 'JPY', amount: 10.5, customer: { name: '' }, redirectUrl: 'x' };
    const { status, body } = await post('/v2/payment-options', faulty);
    assert.equal(status, 400);
    assert.deepEqual(
      body.message.map((one: string) => one.split(':')[0]),
      ['customer.name', 'amount', 'redirectUrl'],
    );
    const reference = { merchantReference: 'once' };
    const { transactionId } = await open(reference);
    const again = await post('/v2/payment-options', {
      country: 'DE',
      currency: 'EUR',
      amount: 1,
      ...reference,
    });
    assert.deepEqual([again.status, again.body.errorCode], [409, '1020']);
    assert.equal(again.body.transactionId, transactionId);
  });

  await t.test('a session is valid for an hour, and the link of the choice for another hour', async () => {
    const { sessionId, transactionId } = await open();
    const late = await open();
    gate.advance(HOUR_MS - 60_000);
    assert.equal((await choose(sessionId, CARD_OPTION_ID)).status, 201);
    gate.advance(61_000);
    assert.equal((await choose(late.sessionId, CARD_OPTION_ID)).status, 400);
    const ended = await eventually(async () => {
      const one = await record(late.transactionId);
      return one.status === 'INIT' ? null : one;
    });
    assert.deepEqual([ended.status, ended.errorCode], ['DECLINED', '3002']);
    const alive = await record(transactionId);
    assert.equal(alive.status, 'PROCESSING');
    gate.advance(HOUR_MS);
    await eventually(async () => (await record(transactionId)).status === 'DECLINED');
  });
});
