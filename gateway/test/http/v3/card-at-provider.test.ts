// POST /v3/payment where the card is entered on the provider's page (contract 13, cardEntry): no card is needed, and a
// card in the request reaches nobody.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { Provider } from '@tollgate/provider-kit';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { aCardPayin, CARD_OPTION_ID, startTestGateway } from '../../stage/harness.ts';
import { aRealProvider, PROVIDER_PAGE, putInFront, type RealProvider } from '../../stage/real-provider.ts';

const NUMBER = '4242424242424242';

async function openShop(t: TestContext, ...more: Partial<Provider>[]) {
  const lines: string[] = [];
  const tollgate = await startTestGateway(t, { workers: false, lines });
  const { context } = tollgate.gateway;
  const providers: RealProvider[] = (more.length > 0 ? more : [{}]).map((fields) =>
    aRealProvider(tollgate.now, fields),
  );
  putInFront(context, providers);
  const { apiKey, brandId } = await tollgate.createBrand();
  const pay = async (body: unknown) => await tollgate.call('POST', '/v3/payment', { apiKey, body });
  const record = async (id: string) => (await tollgate.call('GET', `/payments/${id}`, { apiKey })).body;
  return { tollgate, context, lines, providers, brandId, pay, record };
}

test("a card pay-in without a card redirects to the provider's page", async (t) => {
  const { providers, pay, record } = await openShop(t);
  for (const paymentData of [undefined, null, {}]) {
    const answer = await pay({ ...aCardPayin(), paymentData });
    assert.equal(answer.status, 201, answer.text);
    assert.equal(answer.body.resultType, 'redirect');
    const { transactionId, redirectUrl, status } = answer.body.result;
    assert.deepEqual([redirectUrl, status], [PROVIDER_PAGE, 'PROCESSING']);
    const { card, paymentOption, providerReference } = await record(transactionId);
    assert.deepEqual([card, paymentOption.id, providerReference], [null, CARD_OPTION_ID, null]);
  }
  const { instrument } = providers[0]!.heard[0]!;
  assert.deepEqual(instrument, { kind: 'method', method: 'card', data: {} });
});

test('card data that is sent anyway is checked, and reaches neither adapter nor database nor log', async (t) => {
  const { context, lines, providers, pay, record } = await openShop(t);
  const wrong = await pay(aCardPayin({}, { cardNumber: '4242424242424241' }));
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /paymentData\.cardNumber/);
  assert.equal(providers[0]!.heard.length, 0);

  const answer = await pay(aCardPayin({ userId: 'ada', merchantReference: 'order-1' }, { cardCvv: '987' }));
  assert.equal(answer.body.resultType, 'redirect', answer.text);
  const { transactionId } = answer.body.result;
  const [{ transaction: sent, instrument }] = providers[0]!.heard as [RealProvider['heard'][0]];
  const transaction = sent as Transaction;
  assert.deepEqual(instrument, { kind: 'method', method: 'card', data: {} });
  assert.deepEqual([transaction.card, transaction.cardKey, transaction.panSealed], [null, null, null]);
  // It completes: no card is saved for the user.
  const stored = (await context.transactions.findAnywhere(transactionId))!;
  assert.deepEqual(
    [stored.card, stored.cardKey, stored.panSealed, stored.paymentDataSealed],
    [null, null, null, null],
  );
  const [saved] = await context.sql`select count(*)::int as cards from cards`;
  assert.equal(saved!.cards, 0);
  assert.equal((await record(transactionId)).card, null);

  const key = context.vault.cardKey(stored.brandId, NUMBER).toString('hex');
  const text = await wholeDatabase(context.sql);
  assert.match(text, RegExp(transactionId));
  for (const secret of [NUMBER, Buffer.from(NUMBER).toString('hex'), 'Lovelace', key]) {
    assert.ok(!text.includes(secret), `${secret} is stored`);
    assert.ok(!lines.join('').includes(secret), `${secret} is logged`);
    assert.ok(!JSON.stringify(providers[0]!.heard, noBigInts).includes(secret), `${secret} was sent`);
  }
});

test('a saved card is not used if the card is entered at the provider', async (t) => {
  const { providers, pay } = await openShop(t);
  const body = { ...aCardPayin({ userId: 'ada' }), paymentData: { token: 'tok_x', cardCvv: '123' } };
  assert.equal((await pay(body)).body.resultType, 'redirect');
  assert.deepEqual(providers[0]!.heard[0]!.instrument, { kind: 'method', method: 'card', data: {} });
  const wrong = await pay({ ...body, paymentData: { token: 'tok_x', cardCvv: '12' } });
  assert.equal(wrong.status, 400);
});

test('a provider that needs the card number is skipped if there is none', async (t) => {
  const { providers, pay } = await openShop(
    t,
    { id: 'pages' },
    { id: 'numbers', cardEntry: 'tollgate' },
    { id: 'morePages' },
  );
  const [pages, numbers, morePages] = providers as [RealProvider, RealProvider, RealProvider];
  pages.says = { kind: 'failed', errorCode: '1011' };
  const answer = await pay(aCardPayin());
  assert.equal(answer.body.result.redirectUrl, PROVIDER_PAGE, answer.text);
  assert.deepEqual(
    [pages, numbers, morePages].map(({ heard }) => heard.length),
    [1, 0, 1],
  );
});

test('a card that was entered here is dropped if a later provider has its own page', async (t) => {
  const { context, providers, pay, record } = await openShop(
    t,
    { id: 'numbers', cardEntry: 'tollgate' },
    { id: 'pages' },
  );
  const [numbers, pages] = providers as [RealProvider, RealProvider];
  numbers.says = { kind: 'failed', errorCode: '1011' };
  const answer = await pay(aCardPayin({ userId: 'ada' }));
  assert.equal(answer.body.result.redirectUrl, PROVIDER_PAGE, answer.text);
  assert.equal(numbers.heard[0]!.instrument.kind, 'card');
  assert.deepEqual(pages.heard[0]!.instrument, { kind: 'method', method: 'card', data: {} });
  const { transactionId } = answer.body.result;
  assert.equal((await record(transactionId)).card, null);
  assert.equal((await context.transactions.findAnywhere(transactionId))!.panSealed, null);
});

test("a card is dropped if its account changes to the provider's page during the request", async (t) => {
  const { tollgate, context, pay, record } = await openShop(t);
  const numbers = aRealProvider(tollgate.now, { id: 'numbers', cardEntry: 'tollgate' });
  const pages = aRealProvider(tollgate.now, { id: 'pages' });
  let asked = 0;
  Object.assign(context, { providersFor: () => [asked++ === 0 ? numbers : pages] });
  const answer = await pay(aCardPayin({ userId: 'ada' }));
  assert.equal(answer.body.result.redirectUrl, PROVIDER_PAGE, answer.text);
  assert.deepEqual(pages.heard[0]!.instrument, { kind: 'method', method: 'card', data: {} });
  const { transactionId } = answer.body.result;
  assert.equal((await record(transactionId)).card, null);
  const { cardKey, panSealed } = (await context.transactions.findAnywhere(transactionId))!;
  assert.deepEqual([cardKey, panSealed], [null, null]);
});

test('a provider that needs the card number gets it, and the request needs a card', async (t) => {
  const { providers, pay } = await openShop(t, { cardEntry: 'tollgate' });
  providers[0]!.says = { kind: 'completed' };
  const paid = await pay(aCardPayin());
  assert.equal(paid.body.result.status, 'COMPLETED', paid.text);
  const { instrument } = providers[0]!.heard[0]!;
  assert.ok(instrument.kind === 'card' && instrument.card.details.number === NUMBER);
  assert.equal((await pay({ ...aCardPayin(), paymentData: undefined })).status, 400);
});

test("declines on the provider's page count for their source", async (t) => {
  const { tollgate, providers, brandId, pay } = await openShop(t);
  const limits = { declinesPerSource: { limit: 2, windowSeconds: 3_600 } };
  const set = await tollgate.operator('PATCH', `/operator/brands/${brandId}`, { risk: limits });
  assert.equal(set.status, 200, set.text);
  providers[0]!.says = { kind: 'declined', errorCode: '2005' };
  const from = (ip: string) => pay({ ...aCardPayin({ customer: { ip } }), paymentData: undefined });
  for (const expected of ['2005', '2005', '2202']) {
    assert.equal((await from('203.0.113.7')).body.result.errorCode, expected);
  }
  assert.equal((await from('203.0.113.8')).body.result.errorCode, '2005');
  assert.equal(providers[0]!.heard.length, 3);
});

async function wholeDatabase(sql: import('../../../src/storage/database/database.ts').Sql): Promise<string> {
  const tables =
    await sql`select table_name as name from information_schema.tables where table_schema = 'public'`;
  const rows: string[] = [];
  for (const { name } of tables) {
    for (const row of await sql`select stored::text as text from ${sql(name)} stored`) rows.push(row.text);
  }
  return rows.join('\n');
}

const noBigInts = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
