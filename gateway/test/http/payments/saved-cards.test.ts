// GET and DELETE /saved-cards, and the shopper's own removal in the cashier (contract 8): who sees and removes which
// card, and the effect of a removal on payments before, during and after it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { aCardPayin, CARD_OPTION_ID, gatewayOfFile, type TestBrand } from '../../stage/harness.ts';
import { pressAtBank } from '../../stage/press-at-bank.ts';
import { chooseScreen, openSession, post, submit } from '../cashier/shopper.ts';

const gateway = gatewayOfFile({ workers: false });
const ASKS_AT_BANK = '4000000000003220';
let users = 0;

async function openDesk() {
  const gate = await gateway();
  const brand = await gate.createBrand();
  const userId = `user-${++users}`;
  const call = (method: string, path: string, body?: unknown, { apiKey }: { apiKey: string } = brand) =>
    gate.call(method, path, { apiKey, body });
  const pay = async (card: Record<string, unknown> = {}, fields: Record<string, unknown> = { userId }) =>
    (await call('POST', '/v3/payment', aCardPayin(fields, card))).body.result;
  const payByToken = async (token: string) => {
    const body = { ...aCardPayin({ userId }), paymentData: { token, cardCvv: '123' } };
    return (await call('POST', '/v3/payment', body)).body.result;
  };
  const list = async (of: TestBrand = brand, user = userId) => {
    const answer = await call('GET', `/saved-cards?userId=${encodeURIComponent(user)}`, undefined, of);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const remove = async (token: string, of: TestBrand = brand) =>
    (await call('DELETE', `/saved-cards/${encodeURIComponent(token)}`, undefined, of)).status;
  const save = async (card: Record<string, unknown> = {}) => {
    await pay(card);
    return (await list())[0].token as string;
  };
  return { gate, brand, userId, call, pay, payByToken, list, remove, save };
}

test('a customer’s cards are listed newest first, with when they last paid', async () => {
  const { gate, brand, userId, pay, payByToken, list } = await openDesk();
  assert.deepEqual(await list(), []);
  await pay();
  const [visa] = await list();
  const { token, createdAt, ...shown } = visa;
  assert.match(token, /^tok_/);
  assert.deepEqual(shown, {
    userId,
    brand: 'VISA',
    first6: '424242',
    last4: '4242',
    expiryMonth: '12',
    expiryYear: '2035',
    lastUsedAt: createdAt,
  });
  gate.advance(60_000);
  await pay({ cardNumber: '5555555555554444' });
  assert.deepEqual(
    (await list()).map((one: { last4: string }) => one.last4),
    ['4444', '4242'],
  );
  gate.advance(60_000);
  const { transactionId } = await payByToken(token);
  const paid = await gate.call('GET', `/payments/${transactionId}`, { apiKey: brand.apiKey });
  const [, again] = await list();
  assert.deepEqual([again.createdAt, again.lastUsedAt], [createdAt, paid.body.completedAt]);
});

test('a wrong request is 400, and other users, brands and merchants see no cards', async () => {
  const { gate, brand, call, list, save, remove } = await openDesk();
  const token = await save();
  for (const query of [
    '',
    '?userId=',
    '?userId=ada&limit=3',
    `?userId=${'a'.repeat(256)}`,
    '?userId=a&userId=b',
  ])
    assert.equal((await call('GET', `/saved-cards${query}`)).status, 400, query);
  const sister = await gate.createBrand({ name: 'Sister' }, brand.merchantId);
  const stranger = await gate.createBrand();
  for (const other of [sister, stranger]) {
    assert.deepEqual(await list(other), []);
    assert.equal(await remove(token, other), 404);
  }
  assert.deepEqual(await list(brand, 'somebody-else'), []);
  for (const unknown of ['tok_nobody', 'a b', "'", '%', 'é', '_'.repeat(300), '\0', `${token}\0`])
    assert.equal(await remove(unknown), 404);
  assert.equal((await list()).length, 1);
});

test('a removed card is declined with 2014, its number is deleted, and a second removal is 404', async () => {
  const { gate, brand, userId, payByToken, list, save, remove } = await openDesk();
  const token = await save();
  assert.equal(await remove(token), 204);
  assert.deepEqual(await list(), []);
  const { status, errorCode } = await payByToken(token);
  assert.deepEqual([status, errorCode], ['DECLINED', '2014']);
  assert.equal(await remove(token), 404);
  const { sql } = gate.gateway.context;
  const [left] = await sql`select octet_length(pan_sealed) as sealed, card::text as card from cards
    where merchant_id = ${brand.merchantId} and user_id = ${userId}`;
  assert.equal(left!.sealed, 0);
  assert.doesNotMatch(left!.card, /4242|2035|VISA/);
  const audit = await sql`select action, actor_kind, actor_id, before from audit_log
    where merchant_id = ${brand.merchantId} and action = 'saved-card.removed'`;
  assert.equal(audit.length, 1);
  assert.deepEqual([audit[0]!.actor_kind, audit[0]!.actor_id], ['api', brand.brandId]);
  assert.ok(!audit[0]!.before.includes(userId), 'the row itself names nobody');
});

test('removing a card does not stop a payment in progress, which does not save the card again', async () => {
  const { call, pay, payByToken, list, remove, gate } = await openDesk();
  const first = await pay({ cardNumber: ASKS_AT_BANK });
  await pressAtBank(gate, first.redirectUrl, 'approve');
  const [{ token }] = await list();
  const byToken = await payByToken(token);
  const anew = await pay({ cardNumber: ASKS_AT_BANK });
  gate.advance(1_000);
  assert.equal(await remove(token), 204);
  for (const { transactionId, redirectUrl } of [byToken, anew]) {
    await pressAtBank(gate, redirectUrl, 'approve');
    assert.equal((await call('GET', `/payments/${transactionId}`)).body.status, 'COMPLETED');
  }
  assert.deepEqual(await list(), []);
  assert.equal((await payByToken(token)).errorCode, '2014');

  gate.advance(1_000);
  const later = await pay({ cardNumber: ASKS_AT_BANK });
  await pressAtBank(gate, later.redirectUrl, 'approve');
  const [saved] = await list();
  assert.equal(saved.token, token, 'who pays with it anew saves it again');
  assert.equal((await payByToken(token)).status, 'PROCESSING');
});

test('only one of ten simultaneous removals succeeds', async () => {
  const { save, remove } = await openDesk();
  const token = await save();
  const answers = await Promise.all(Array.from({ length: 10 }, () => remove(token)));
  assert.deepEqual(answers.sort(), [204, ...Array(9).fill(404)]);
});

test('the shopper can remove only their own cards in the cashier', async () => {
  const { gate, brand, userId, list, save, payByToken } = await openDesk();
  const own = await save();
  const stranger = await openSession(gate, brand, { userId: 'stranger' });
  assert.equal((await post(gate, stranger, 'remove-card', { card: own })).status, 200);
  const nameless = await openSession(gate, brand);
  assert.equal((await post(gate, nameless, 'remove-card', { card: own })).status, 409);
  assert.equal((await list()).length, 1);

  const link = await openSession(gate, brand, { userId });
  const shown = async () =>
    (await chooseScreen(gate, link)).options.find(({ id }) => id === CARD_OPTION_ID)!.savedCards;
  assert.equal((await shown()).length, 1);
  for (const body of [{}, { card: 7 }, null])
    assert.equal((await post(gate, link, 'remove-card', body)).status, 400);
  const foreign = { origin: 'https://elsewhere.example' };
  assert.equal((await post(gate, link, 'remove-card', { card: own }, foreign)).status, 403);
  assert.equal((await post(gate, link, 'remove-card', { card: own })).status, 200);
  assert.deepEqual(await shown(), []);
  assert.equal((await payByToken(own)).errorCode, '2014');
  // Another tab still shows it.
  assert.equal((await submit(gate, link, CARD_OPTION_ID, { token: own, cardCvv: '123' })).status, 400);
  assert.equal((await post(gate, link, 'remove-card', { card: own })).status, 200);
});
