// Card details in a pay-in (spec 2.7, 2.8, 7.1; contract 3): each fault is a 400 that names the field and repeats
// nothing of the card, and nothing is stored. domain/payment-data/card.test.ts tests the rules themselves.
import assert from 'node:assert/strict';
import test from 'node:test';
import { aCardPayin, sharedTestGateway } from '../../stage/harness.ts';

const sharedGateway = sharedTestGateway();
test('card details', async (t) => {
  const gate = await sharedGateway();
  const brand = await gate.createBrand();
  const send = (body: unknown) => gate.call('POST', '/v3/payment', { apiKey: brand.apiKey, body });
  const stored = async () =>
    Number((await gate.gateway.context.sql`select count(*) from transactions`)[0]!.count);

  async function refused(body: { paymentData?: unknown; [field: string]: unknown }, ...fields: string[]) {
    const before = await stored();
    const answer = await send(body);
    assert.equal(answer.status, 400, answer.text);
    assert.equal(answer.body.statusCode, 400);
    const named = [answer.body.message].flat().map((fault: string) => fault.split(':')[0]);
    assert.deepEqual(named, fields, answer.text);
    assert.equal(await stored(), before, 'a refused card left a transaction');
    for (const sent of Object.values(body.paymentData ?? {})) {
      if (typeof sent !== 'string' || sent.length < 3) continue;
      assert.ok(!JSON.stringify(answer.body.message).includes(sent), `the answer repeats ${sent}`);
    }
  }
  const refusedCard = (card: Record<string, unknown>, ...fields: string[]) =>
    refused(aCardPayin({}, card), ...fields.map((field) => `paymentData.${field}`));
  const accepted = async (card: Record<string, unknown>) => {
    const answer = await send(aCardPayin({}, card));
    assert.equal(answer.status, 201, answer.text);
    assert.equal(answer.body.result.status, 'COMPLETED', answer.text);
  };

  // proves 2.7 paymentData, card
  await t.test('a card needs a non-empty paymentData', async () => {
    await refused({ ...aCardPayin(), paymentData: undefined }, 'paymentData');
    await refused({ ...aCardPayin(), paymentData: null }, 'paymentData');
    await refused({ ...aCardPayin(), paymentData: {} }, 'paymentData');
  });

  for (const field of ['cardNumber', 'expiryMonth', 'expiryYear', 'cardCvv', 'cardHolder']) {
    // proves 2.8 cardNumber; 2.8 cardHolder; 9 table, card fields
    await t.test(`a new card needs ${field}, as a string`, async () => {
      for (const nothing of [undefined, null, '']) await refusedCard({ [field]: nothing }, field);
      for (const wrong of [4242, true, ['12'], { a: 1 }]) await refusedCard({ [field]: wrong }, field);
    });
  }

  await t.test('unclean text in a card is refused by the name of its field', async () => {
    for (const field of ['cardNumber', 'expiryMonth', 'expiryYear', 'cardCvv', 'cardHolder']) {
      for (const unclean of ['12\u0000', '\n12', '12\ud800']) await refusedCard({ [field]: unclean }, field);
    }
    const paymentData = { token: 'a\u0000', cardCvv: '123' };
    await refused({ ...aCardPayin({ userId: 'ada' }), paymentData }, 'paymentData.token');
    await refusedCard({ note: 'a\u0000' }, 'note');
  });

  // proves 7.1 400
  await t.test('all faults of a card are listed at once', async () => {
    await refusedCard(
      {
        cardNumber: '4242424242424241',
        expiryMonth: '13',
        expiryYear: 'next',
        cardCvv: 'abc',
        cardHolder: '',
      },
      'cardNumber',
      'expiryMonth',
      'expiryYear',
      'cardCvv',
      'cardHolder',
    );
  });

  // proves 2.8 cardNumber
  await t.test('the number passes Luhn and has the length of its brand', async () => {
    await refusedCard({ cardNumber: '4242424242424241' }, 'cardNumber');
    await refusedCard({ cardNumber: '42424242424242' }, 'cardNumber');
    // Each passes Luhn but is too short or too long.
    await refusedCard({ cardNumber: '42424242426' }, 'cardNumber');
    await refusedCard({ cardNumber: '37828224631003', cardCvv: '1234' }, 'cardNumber');
    await refusedCard({ cardNumber: '0'.repeat(20) }, 'cardNumber');
    await refusedCard({ cardNumber: '4242-4242-4242-4242' }, 'cardNumber');
    await refusedCard({ cardNumber: '४२४२४२४२४२४२४२४२' }, 'cardNumber');
    await accepted({ cardNumber: '4242 4242 4242 4242' });
  });

  // proves 2.8 expiryMonth
  await t.test('the month must be valid', async () => {
    for (const wrong of ['0', '00', '13', '99', '1.5', '-1', 'May', '012']) {
      await refusedCard({ expiryMonth: wrong }, 'expiryMonth');
    }
    await accepted({ expiryMonth: '1' });
    await accepted({ expiryMonth: '09' });
  });

  // proves 2.8 expiryYear
  await t.test('the year has two or four digits and is not over', async () => {
    const thisYear = gate.now().getUTCFullYear();
    await accepted({ expiryYear: String(thisYear + 1) });
    await accepted({ expiryYear: String(thisYear + 1).slice(2) });
    await refusedCard({ expiryYear: String(thisYear - 1) }, 'expiryYear');
    await refusedCard({ expiryYear: String(thisYear - 1).slice(2) }, 'expiryYear');
    await accepted({ expiryYear: String(thisYear + 50) });
    await accepted({ expiryYear: String(thisYear + 50).slice(2) });
    await refusedCard({ expiryYear: String(thisYear + 51) }, 'expiryYear');
    await refusedCard({ expiryYear: String(thisYear + 51).slice(2) }, 'expiryYear');
    for (const wrong of ['203', '20355', '9999', 'abcd', '2O35', '+2035'])
      await refusedCard({ expiryYear: wrong }, 'expiryYear');
  });

  // proves 2.8 expiryYear; 2.8 expiryMonth
  await t.test('a card is valid in its month and not after it', async () => {
    const now = gate.now();
    const [month, year] = [String(now.getUTCMonth() + 1), String(now.getUTCFullYear())];
    await accepted({ expiryMonth: month, expiryYear: year });
    const ago = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2, 15));
    const past = { expiryMonth: String(ago.getUTCMonth() + 1), expiryYear: String(ago.getUTCFullYear()) };
    const field = ago.getUTCFullYear() < now.getUTCFullYear() ? 'expiryYear' : 'expiryMonth';
    await refusedCard(past, field);
  });

  // proves 2.8 cardCvv
  await t.test('the CVV has the length of the brand', async () => {
    for (const wrong of ['12', '1234', '12345', '12a', ' 123'])
      await refusedCard({ cardCvv: wrong }, 'cardCvv');
    const amex = { cardNumber: '378282246310005' };
    await accepted({ ...amex, cardCvv: '1234' });
    await refusedCard({ ...amex, cardCvv: '123' }, 'cardCvv');
    await refusedCard({ cardNumber: '5555555555554444', cardCvv: '1234' }, 'cardCvv');
  });

  // proves 2.8 token
  await t.test('a saved card needs token and cardCvv, both strings', async () => {
    const saved = (paymentData: unknown) => ({ ...aCardPayin({ userId: 'ada' }), paymentData });
    await refused(saved({ token: 'tok' }), 'paymentData.cardCvv');
    await refused(saved({ token: 'tok', cardCvv: '12' }), 'paymentData.cardCvv');
    await refused(saved({ token: 'tok', cardCvv: 123 }), 'paymentData.cardCvv');
    await refused(saved({ token: 7, cardCvv: '123' }), 'paymentData.token');
    await refused(saved({ token: '', cardCvv: '123' }), 'paymentData.token');
    await refused(saved({ token: 't'.repeat(256), cardCvv: '123' }), 'paymentData.token');
  });

  await t.test('unknown fields beside the card are ignored', async () => {
    await accepted({ cardColour: 'blue', cardNetwork: { preferred: ['visa'] } });
  });

  await t.test('an upper-case id of the card option is accepted', async () => {
    const body = aCardPayin();
    await refused(
      { ...body, paymentOptionId: body.paymentOptionId.toUpperCase(), paymentData: {} },
      'paymentData',
    );
  });
});
