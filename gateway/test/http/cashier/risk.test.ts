// Risk rules and blocks in the cashier (contract 12): each attempt is checked, a refused attempt is a declined one with
// the usual words, and the source is the shopper's own address.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  CARD_OPTION_ID,
  sharedTestGateway,
  startTestGateway,
  type TestBrand,
  type TestGateway,
} from '../../stage/harness.ts';
import { pressAtBank } from '../../stage/press-at-bank.ts';
import { CARD, chooseScreen, openSession, optionOf, payoutOf, post, screenOf, submit } from './shopper.ts';

const GOOD = '4242424242424242';
const DO_NOT_HONOUR = '4000000000000002';

const record = async (gate: TestGateway, brand: TestBrand, id: string) =>
  (await gate.call('GET', `/payments/${id}`, { apiKey: brand.apiKey })).body;

/** A new session whose shopper tries a card from this address. Returns the next screen. */
async function tryCard(gate: TestGateway, brand: TestBrand, cardNumber: string, address: string) {
  const link = await openSession(gate, brand);
  const body = { attempt: 0, optionId: CARD_OPTION_ID, paymentData: { ...CARD, cardNumber } };
  const answer = await post(gate, link, 'submit', body, { 'x-forwarded-for': address });
  assert.equal(answer.status, 200, answer.text);
  return { link, screen: answer.body.screen, errorCode: (await record(gate, brand, link.id)).errorCode };
}

const workingGateway = sharedTestGateway();

test('a refused attempt is a declined attempt: the shopper may try another card, and the page does not name the rule', async () => {
  const gate = await workingGateway();
  const brand = await gate.createBrand({ risk: { attemptsPerCard: { limit: 1, windowSeconds: 600 } } });
  const [first, link] = [await openSession(gate, brand), await openSession(gate, brand)];
  screenOf((await submit(gate, first, CARD_OPTION_ID, CARD)).body, 'end');
  const refused = await submit(gate, link, CARD_OPTION_ID, CARD);
  const choose = screenOf(refused.body, 'choose');
  assert.deepEqual([choose.attempt, choose.attemptsLeft], [1, 4]);
  const declined = await submit(gate, await openSession(gate, brand), CARD_OPTION_ID, {
    ...CARD,
    cardNumber: DO_NOT_HONOUR,
  });
  assert.deepEqual(choose.notice, screenOf(declined.body, 'choose').notice);
  const open = await record(gate, brand, link.id);
  assert.deepEqual([open.status, open.errorCode, open.retryAdvice], ['PROCESSING', '2202', 'OTHER_METHOD']);

  const other = { ...CARD, cardNumber: '5555555555554444' };
  const paid = await submit(gate, link, CARD_OPTION_ID, other, { attempt: 1 });
  assert.equal(screenOf(paid.body, 'end').outcome, 'completed');
});

test('the fifth refusal ends the payment with its code', async () => {
  const gate = await workingGateway();
  const brand = await gate.createBrand({ risk: { attemptsPerCard: { limit: 1, windowSeconds: 600 } } });
  const link = await openSession(gate, brand);
  const limited = { ...CARD, cardNumber: DO_NOT_HONOUR };
  for (let attempt = 0; attempt < 5; attempt++)
    await submit(gate, link, CARD_OPTION_ID, limited, { attempt });
  const { status, errorCode } = await record(gate, brand, link.id);
  assert.deepEqual([status, errorCode], ['DECLINED', '2202']);
});

test("the source of an attempt is the browser's address, IPv6 by its /64, whatever the merchant sent", async (t) => {
  const gate = await startTestGateway(t, { env: { TRUSTED_PROXIES: '127.0.0.1' } });
  const brand = await gate.createBrand({ risk: { declinesPerSource: { limit: 2, windowSeconds: 600 } } });
  const heard: [string, string | null][] = [];
  for (const [card, address] of [
    [DO_NOT_HONOUR, '2001:db8:0:7::1'],
    [DO_NOT_HONOUR, '2001:db8:0:7::2'],
    [GOOD, '2001:db8:0:7::3'],
    [GOOD, '2001:db8:0:8::1'],
  ] as const)
    heard.push([address, (await tryCard(gate, brand, card, address)).errorCode]);
  assert.deepEqual(
    heard.map(([, code]) => code),
    ['2005', '2005', '2202', null],
  );
});

test('a failed challenge counts for the browser that started it, whatever address a header claims', async () => {
  const gate = await workingGateway();
  const brand = await gate.createBrand({ risk: { declinesPerSource: { limit: 1, windowSeconds: 600 } } });
  const { screen } = await tryCard(gate, brand, '4000000000003220', '198.51.100.1');
  const pressed = await pressAtBank(gate, screen.url, 'decline');
  assert.equal(pressed.status, 303, pressed.text);
  const refused = await tryCard(gate, brand, GOOD, '198.51.100.2');
  assert.equal(refused.errorCode, '2202');
  const { timeline } = await record(gate, brand, refused.link.id);
  assert.equal(timeline.at(-1).actor, 'gateway');
});

test('a session of v2 follows the same risk rules as a session of the cashier', async () => {
  const gate = await workingGateway();
  const brand = await gate.createBrand({ risk: { attemptsPerCard: { limit: 1, windowSeconds: 600 } } });
  const { apiKey } = brand;
  const heard: (string | null)[] = [];
  for (let i = 0; i < 2; i++) {
    const body = { currency: 'EUR', amount: 25, country: 'DE', userId: 'ada' };
    const session = await gate.call('POST', '/v2/payment-options', { apiKey, body });
    assert.equal(session.status, 201, session.text);
    const { sessionId, transactionId } = session.body;
    const chosen = await gate.call('POST', '/v2/hybrid-payment', {
      apiKey,
      body: { sessionId, paymentOptionId: CARD_OPTION_ID },
    });
    assert.equal(chosen.status, 201, chosen.text);
    const url = chosen.body.result?.redirectUrl ?? chosen.body.cashierUrl ?? chosen.body.redirectUrl;
    const path = new URL(url).pathname;
    await submit(gate, { id: transactionId, path, token: '' }, CARD_OPTION_ID, CARD);
    heard.push((await record(gate, brand, transactionId)).errorCode);
  }
  assert.deepEqual(heard, [null, '2202']);
});

test('a block applies to the browser, the customer, the chosen country and the card', async (t) => {
  const gate = await startTestGateway(t, { env: { TRUSTED_PROXIES: '127.0.0.1' } });
  const brand = await gate.createBrand();
  const path = `/operator/brands/${brand.brandId}/blocks`;
  for (const [kind, value] of [
    ['ip', '198.51.100.0/24'],
    ['bin', '555555'],
    ['email', 'mallory@example.com'],
    ['country', 'FR'],
  ])
    assert.equal((await gate.operator('POST', path, { kind, value, reason: 'a test' })).status, 201);
  assert.equal((await tryCard(gate, brand, GOOD, '203.0.113.7')).errorCode, null);
  const refused = await tryCard(gate, brand, GOOD, '198.51.100.9');
  assert.deepEqual([refused.errorCode, refused.screen.name], ['2203', 'choose']);
  assert.equal((await tryCard(gate, brand, '5555555555554444', '203.0.113.7')).errorCode, '2203');

  const customer = { email: 'Mallory@example.com' };
  const named = await openSession(gate, brand, { customer });
  await submit(gate, named, CARD_OPTION_ID, CARD);
  assert.equal((await record(gate, brand, named.id)).errorCode, '2203');

  const french = await openSession(gate, brand, { country: undefined });
  await submit(gate, french, optionOf('sepa-transfer').id, {}, { country: 'FR' });
  const blocked = await record(gate, brand, french.id);
  assert.deepEqual([blocked.status, blocked.errorCode], ['PROCESSING', '2203']);
  assert.equal((await chooseScreen(gate, french)).attempt, 1);
});

test('a hosted payout to a blocked recipient is declined', async () => {
  const gate = await workingGateway();
  const brand = await gate.createBrand();
  const path = `/operator/brands/${brand.brandId}/blocks`;
  await gate.operator('POST', path, { kind: 'userId', value: 'mallory', reason: 'a test' });
  const link = await openSession(gate, brand, { userId: 'mallory' }, 'payout');
  const recipient = { iban: 'DE89370400440532013000', accountHolder: 'Mallory' };
  const answer = await submit(gate, link, payoutOf('sepa-transfer').id, recipient);
  assert.equal(answer.status, 200, answer.text);
  const { status, errorCode } = await record(gate, brand, link.id);
  assert.deepEqual([status, errorCode], ['DECLINED', '2203']);
});
