// Paying by card in the cashier: from the choice to the receipt, declines, 3-D Secure, saved cards, two clicks at once,
// and unknown outcomes.
import assert from 'node:assert/strict';
import test from 'node:test';
import { LANGUAGES } from '../../../src/domain/errors/error-codes.ts';
import {
  CARD_OPTION_ID,
  eventually,
  sharedTestGateway,
  startTestGateway,
  type TestBrand,
  type TestGateway,
} from '../../stage/harness.ts';
import { pressAtBank } from '../../stage/press-at-bank.ts';
import {
  CARD,
  chooseScreen,
  linkOf,
  openDocument,
  openSession,
  optionOf,
  RETURN_TO,
  readState,
  screenOf,
  submit,
} from './shopper.ts';

const card = (cardNumber: string) => ({ ...CARD, cardNumber });
const DO_NOT_HONOUR = card('4000000000000002');

const record = async (tollgate: TestGateway, brand: TestBrand, id: string) =>
  (await tollgate.call('GET', `/payments/${id}`, { apiKey: brand.apiKey })).body;

const quietGateway = sharedTestGateway({ workers: false });

// proves 1 rule 3, input; 4.8 flow
test('a hosted payment goes from the choice to the receipt with one transaction', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand({ name: 'Demo Shop' });
  const link = await openSession(tollgate, brand, { amount: 1249.5, merchantReference: 'order-1042' });
  const { start, status } = await openDocument(tollgate, link);
  assert.equal(status, 200);
  const { state } = start;
  assert.deepEqual(state.amount, { value: '1249.50', currency: 'EUR', digits: 2 });
  assert.deepEqual([state.kind, state.inTest, state.brand.name], ['payin', true, 'Demo Shop']);
  assert.equal(state.reference, 'order-1042');
  assert.equal(state.returnUrl, `${RETURN_TO}&transactionId=${link.id}&merchantReference=order-1042`);
  assert.equal(state.reference, 'order-1042');
  const choose = screenOf(state, 'choose');
  assert.deepEqual(choose.country, { code: 'DE', fixed: true });
  assert.deepEqual([choose.attempt, choose.attemptsLeft, choose.notice, choose.locked], [0, 5, null, false]);
  const shown = choose.options.find(({ method }) => method === 'card')!;
  assert.equal(shown.logoUrl, '/assets/logos/card.svg');
  assert.deepEqual(shown.fields.map(({ name }) => name).sort(), Object.keys(CARD).sort());

  const answer = await submit(tollgate, link, CARD_OPTION_ID, CARD);
  assert.equal(answer.status, 200, answer.text);
  const end = screenOf(answer.body, 'end');
  assert.deepEqual([end.outcome, end.text, end.paidWith], ['completed', null, 'Visa •••• 4242']);
  assert.ok(end.completedAt);
  assert.equal(answer.body.expiresAt, null);
  const paid = await record(tollgate, brand, link.id);
  assert.equal(paid.status, 'COMPLETED');
  assert.equal(paid.amount, 1249.5);
  assert.ok(answer.body.version > state.version);
});

test('a reference that the gateway made is not shown, but is sent back to the shop', async () => {
  const tollgate = await quietGateway();
  const link = await openSession(tollgate, await tollgate.createBrand(), {});
  const { state } = (await openDocument(tollgate, link)).start;
  assert.equal(state.reference, null);
  assert.ok(state.returnUrl?.endsWith(`merchantReference=ref-${link.id}`), String(state.returnUrl));
});

test('after a decline the shopper reads the reason in their language, and the fifth decline is the last', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const link = await openSession(tollgate, brand, { language: 'de' });
  for (let attempt = 0; attempt < 4; attempt++) {
    const answer = await submit(tollgate, link, CARD_OPTION_ID, DO_NOT_HONOUR, { attempt });
    assert.equal(answer.status, 200, answer.text);
    const choose = screenOf(answer.body, 'choose');
    assert.deepEqual([choose.attempt, choose.attemptsLeft], [attempt + 1, 4 - attempt]);
    assert.match(choose.notice!, /abgelehnt/);
    assert.deepEqual(choose.selected, { optionId: CARD_OPTION_ID, suboptionId: null });
    assert.equal(choose.options[0]!.id, CARD_OPTION_ID);
    // Not within an id, where these digits may occur by chance.
    assert.doesNotMatch(answer.text, /(?<![\da-f-])2005(?![\da-f-])/);
  }
  const last = await submit(tollgate, link, CARD_OPTION_ID, DO_NOT_HONOUR, { attempt: 4 });
  const end = screenOf(last.body, 'end');
  assert.equal(end.outcome, 'declined');
  assert.match(end.text!, /abgelehnt/);
  const again = await submit(tollgate, link, CARD_OPTION_ID, CARD, { attempt: 5 });
  assert.equal(again.status, 409);
  assert.equal((await record(tollgate, brand, link.id)).status, 'DECLINED');
});

test('after a wrong security code the page asks only for the code', async () => {
  const tollgate = await quietGateway();
  const link = await openSession(tollgate, await tollgate.createBrand());
  assert.equal((await chooseScreen(tollgate, link)).retype, null);
  const wrong = await submit(tollgate, link, CARD_OPTION_ID, card('4000000000000127'));
  assert.equal(screenOf(wrong.body, 'choose').retype, 'cardCvv');
  assert.doesNotMatch(wrong.text, /2004|4000000000000127/);
  const declined = await submit(tollgate, link, CARD_OPTION_ID, DO_NOT_HONOUR, { attempt: 1 });
  assert.equal(screenOf(declined.body, 'choose').retype, null);
});

test('a technical failure says in every language that nothing was charged, and does not mention a decline', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const link = await openSession(tollgate, brand);
  const failed = await submit(tollgate, link, CARD_OPTION_ID, card('4000000000000119'));
  const english = screenOf(failed.body, 'end');
  assert.equal((await record(tollgate, brand, link.id)).status, 'ERROR');
  assert.equal(english.outcome, 'failed');
  assert.equal(
    english.text,
    'The payment did not go through. Nothing was charged. Go back to the shop to try again.',
  );
  const texts = new Set<string>();
  for (const language of LANGUAGES) {
    const { body } = await tollgate.call('GET', `${link.path}/state?lang=${language}`);
    const { outcome, text } = screenOf(body, 'end');
    assert.equal(outcome, 'failed');
    texts.add(text!);
  }
  assert.equal(texts.size, LANGUAGES.length);
});

test('a stolen card is declined with the same text as any other, and the next one pays', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const notices = [];
  for (const number of ['4000000000009979', '4000000000000002']) {
    const link = await openSession(tollgate, brand);
    const answer = await submit(tollgate, link, CARD_OPTION_ID, card(number));
    notices.push(screenOf(answer.body, 'choose').notice);
    const second = await submit(tollgate, link, CARD_OPTION_ID, CARD, { attempt: 1 });
    assert.equal(screenOf(second.body, 'end').outcome, 'completed');
    assert.equal(screenOf(await readState(tollgate, link), 'end').outcome, 'completed');
  }
  assert.equal(notices[0], notices[1]);
});

test('every fault of a form is listed at once, with its field, and costs no attempt', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const link = await openSession(tollgate, brand);
  const answer = await submit(tollgate, link, CARD_OPTION_ID, {
    ...CARD,
    cardNumber: '4242424242424241',
    expiryYear: '2020',
    cardCvv: '12',
  });
  assert.equal(answer.status, 400);
  const fields = answer.body.message.map((one: string) => one.split(':')[0]);
  assert.deepEqual(fields.sort(), [
    'paymentData.cardCvv',
    'paymentData.cardNumber',
    'paymentData.expiryYear',
  ]);
  assert.doesNotMatch(answer.text, /4242\D?4242/);
  assert.equal((await chooseScreen(tollgate, link)).attempt, 0);
});

test('3-D Secure leads to the bank and back to the cashier, whatever the shopper decides', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  for (const decision of ['approve', 'decline', 'cancel']) {
    const link = await openSession(tollgate, brand);
    const answer = await submit(tollgate, link, CARD_OPTION_ID, card('4000000000003220'));
    assert.equal(answer.status, 200, answer.text);
    const go = screenOf(answer.body, 'go');
    assert.deepEqual([go.to, go.mayLeave], ['card-check', true]);
    assert.ok(!go.url.includes(link.token), 'the bank learns nothing of the page');
    assert.ok(answer.body.expiresAt);
    // The back button shows the same and starts nothing.
    assert.deepEqual(screenOf(await readState(tollgate, link), 'go'), go);

    const decided = await pressAtBank(tollgate, go.url, decision);
    assert.equal(decided.status, 303, decided.text);
    assert.equal(new URL(decided.headers.get('location')!).pathname, link.path);
    const { screen } = await readState(tollgate, link);
    if (decision === 'approve') assert.equal(screen.name === 'end' && screen.outcome, 'completed');
    else assert.ok(screen.name === 'choose' && screen.attempt === 1 && screen.attemptsLeft === 4);
  }
});

test('the cashier saves a card only if its known user agrees, and only once the payment is complete', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const cardOf = async (fields: Record<string, unknown>, more: Record<string, unknown>, number = CARD) => {
    const link = await openSession(tollgate, brand, fields);
    const { options } = await chooseScreen(tollgate, link);
    await submit(tollgate, link, CARD_OPTION_ID, number, more);
    const { body } = await tollgate.call('GET', `/payments/${link.id}`, { apiKey: brand.apiKey });
    const { canSaveCard } = options.find(({ method }) => method === 'card')!;
    const saved = await tollgate.call('GET', '/saved-cards?userId=user-6', { apiKey: brand.apiKey });
    return [canSaveCard, body.card.token !== null, saved.body.length];
  };
  const known = { userId: 'user-6' };
  assert.deepEqual(await cardOf(known, {}), [true, false, 0]);
  assert.deepEqual(await cardOf(known, { saveCard: false }), [true, false, 0]);
  assert.deepEqual(await cardOf({}, { saveCard: true }), [false, false, 0]);
  assert.deepEqual(await cardOf(known, { saveCard: true }, DO_NOT_HONOUR), [true, false, 0]);
  assert.deepEqual(await cardOf(known, { saveCard: true }), [true, true, 1]);
});

test('a payment link asks for the CVV of a saved card, because it may be passed on', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const first = await openSession(tollgate, brand, { userId: 'user-5' });
  await submit(tollgate, first, CARD_OPTION_ID, CARD, { saveCard: true });
  const answer = await tollgate.call('POST', '/payment-links', {
    apiKey: brand.apiKey,
    body: {
      currency: 'EUR',
      amount: 25,
      country: 'DE',
      userId: 'user-5',
      description: 'Invoice 7',
      expiresInHours: 2,
    },
  });
  const link = linkOf(answer.body.transactionId, answer.body.cashierUrl);
  const { options } = await chooseScreen(tollgate, link);
  const { savedCards, isSavedWithoutCvv } = options.find(({ method }) => method === 'card')!;
  assert.equal(isSavedWithoutCvv, false);
  const { token } = savedCards[0]!;
  const refused = await submit(tollgate, link, CARD_OPTION_ID, { token });
  assert.equal(refused.status, 400);
  assert.match(refused.text, /paymentData\.cardCvv: required/);
  const paid = await submit(tollgate, link, CARD_OPTION_ID, { token, cardCvv: '123' });
  assert.equal(screenOf(paid.body, 'end').outcome, 'completed');
});

test('a saved card is offered only to its user, and pays with or without the CVV', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const first = await openSession(tollgate, brand, { userId: 'user-7' });
  assert.deepEqual((await chooseScreen(tollgate, first)).options[0]!.savedCards, []);
  const american = { ...CARD, cardNumber: '378282246310005', cardCvv: '1234' };
  await submit(tollgate, first, CARD_OPTION_ID, american, { saveCard: true });
  const savedOf = async (userId?: string) => {
    const link = await openSession(tollgate, brand, userId ? { userId } : {});
    const { options } = await chooseScreen(tollgate, link);
    return { link, saved: options.find(({ method }) => method === 'card')!.savedCards };
  };
  assert.deepEqual((await savedOf('user-8')).saved, []);
  assert.deepEqual((await savedOf()).saved, []);
  const { link, saved } = await savedOf('user-7');
  const { token } = saved[0]!;
  assert.deepEqual(saved, [
    { token, brand: 'american-express', last4: '0005', expiryMonth: '12', expiryYear: '2035' },
  ]);
  const short = await submit(tollgate, link, CARD_OPTION_ID, { token, cardCvv: '123' });
  assert.match(short.text, /paymentData\.cardCvv: must be 4 digits/);
  const paid = await submit(tollgate, link, CARD_OPTION_ID, { token, cardCvv: '1234' });
  assert.equal(screenOf(paid.body, 'end').paidWith, 'American Express •••• 0005');
  const next = (await savedOf('user-7')).link;
  const oneTap = await submit(tollgate, next, CARD_OPTION_ID, { token });
  assert.equal(screenOf(oneTap.body, 'end').outcome, 'completed');

  const stranger = await openSession(tollgate, brand, { userId: 'user-8' });
  const stolen = await submit(tollgate, stranger, CARD_OPTION_ID, { token, cardCvv: '1234' });
  assert.equal(stolen.status, 400);
  assert.match(stolen.text, /paymentData\.token/);
});

test('two simultaneous clicks make one attempt, and the second click gets the current state', async (t) => {
  const tollgate = await startTestGateway(t, { workers: false });
  const other = await startTestGateway(t, {
    databaseUrl: tollgate.databaseUrl,
    workers: false,
    now: tollgate.now,
  });
  const brand = await tollgate.createBrand();
  const link = await openSession(tollgate, brand);
  const answers = await Promise.all(
    [tollgate, other, tollgate, other].map((one) => submit(one, link, CARD_OPTION_ID, DO_NOT_HONOUR)),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409]);
  for (const { body } of answers) assert.match(body.screen.name, /^(choose|submitting)$/);
  assert.equal((await chooseScreen(tollgate, link)).attempt, 1);
  const late = await submit(tollgate, link, CARD_OPTION_ID, CARD);
  assert.equal(late.status, 409);
  assert.equal(screenOf(late.body, 'choose').attempt, 1);
});

test("while an attempt's outcome is unknown, the shopper cannot pay, leave or cancel", async (t) => {
  const tollgate = await startTestGateway(t);
  const brand = await tollgate.createBrand();
  const link = await openSession(tollgate, brand);
  const answer = await submit(tollgate, link, CARD_OPTION_ID, card('4000000000000341'));
  assert.deepEqual(answer.body.screen, { name: 'wait', for: 'unknown' });
  const { version } = answer.body;
  const calls: [string, unknown][] = [
    ['submit', { attempt: 1, optionId: CARD_OPTION_ID, paymentData: CARD }],
    ['leave', { version }],
    ['cancel', undefined],
  ];
  for (const [call, body] of calls) {
    const refused = await tollgate.call('POST', `${link.path}/${call}`, { body });
    assert.equal(refused.status, 409, call);
    assert.deepEqual(refused.body.screen, { name: 'wait', for: 'unknown' });
  }
  tollgate.advance(11_000);
  await eventually(async () => (await readState(tollgate, link)).screen.name === 'end');
});

test("the page's state contains no card number, no secret and no page address", async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const link = await openSession(tollgate, brand, {
    userId: 'user-7',
    customer: { name: 'Grace Hopper', email: 'grace@example.com', phone: '+4915112345678' },
    notificationUrl: 'https://hooks.example/tollgate',
  });
  const texts = [(await openDocument(tollgate, link)).text];
  texts.push(
    (await submit(tollgate, link, CARD_OPTION_ID, card('4000000000003220'), { saveCard: true })).text,
  );
  texts.push((await openDocument(tollgate, link)).text);
  await pressAtBank(tollgate, JSON.parse(texts[1]!).screen.url, 'approve');
  texts.push((await tollgate.call('GET', `${link.path}/state`)).text);
  const next = await openSession(tollgate, brand, { userId: 'user-7' });
  texts.push((await openDocument(tollgate, next)).text);
  assert.match(texts.at(-1)!, /"last4":"3220"/);
  for (const text of texts) {
    for (const secret of [
      link.token,
      next.token,
      '4000000000003220',
      '400000',
      brand.apiKey,
      brand.signingSecret,
      'hooks.example',
      'grace@example.com',
      'Hopper',
      '4915112345678',
      'user-7',
    ]) {
      assert.ok(!text.includes(secret), `${secret} is told: ${text.slice(0, 3_000)}`);
    }
  }
});

test('an option that the brand may not use, or that does not fit the amount, is refused', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand({ options: [CARD_OPTION_ID] });
  const link = await openSession(tollgate, brand);
  assert.deepEqual(
    (await chooseScreen(tollgate, link)).options.map(({ method }) => method),
    ['card'],
  );
  const sepa = await submit(tollgate, link, optionOf('sepa-transfer').id);
  assert.equal(sepa.status, 400);
  assert.match(sepa.body.message[0], /^optionId: /);
  // The amount limits changed after the link was made: the offer follows the brand.
  const path = `/operator/brands/${brand.brandId}/options/${CARD_OPTION_ID}`;
  await tollgate.operator('PUT', path, { enabled: true, maxAmount: 20 });
  assert.deepEqual((await chooseScreen(tollgate, link)).options, []);
});
