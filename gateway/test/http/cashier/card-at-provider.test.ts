// The cashier where the card is entered on the provider's page (contract 13, cardEntry). It asks for no card and offers
// no saved one, says where the shopper goes, and keeps the provider's own expiry.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { Provider } from '@tollgate/provider-kit';
import { aCardPayin, CARD_OPTION_ID, startTestGateway } from '../../stage/harness.ts';
import { aRealProvider, PROVIDER_PAGE, putInFront } from '../../stage/real-provider.ts';
import {
  CARD,
  chooseScreen,
  openDocument,
  openSession,
  post,
  readState,
  screenOf,
  submit,
} from './shopper.ts';

const BROWSER = {
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)',
  language: 'pt-BR',
  colorDepth: 30,
  screenHeight: 844,
  screenWidth: 390,
  timeZoneOffset: 180,
  javaEnabled: false,
};

async function openShop(t: TestContext, fields: Partial<Provider> = {}) {
  const tollgate = await startTestGateway(t, { workers: false });
  const { context } = tollgate.gateway;
  const provider = aRealProvider(tollgate.now, fields);
  const brand = await tollgate.createBrand();
  const stored = async (id: string) => (await context.transactions.findAnywhere(id))!;
  return { tollgate, context, provider, brand, stored };
}

const HOUR_MS = 3_600_000;

test("the cashier shows no card fields and no saved cards, and sends the shopper to the provider's page", async (t) => {
  const { tollgate, context, provider, brand, stored } = await openShop(t);
  // This shopper's card is saved while the sandbox takes cards.
  const saved = await tollgate.call('POST', '/v3/payment', {
    apiKey: brand.apiKey,
    body: aCardPayin({ userId: 'ada' }),
  });
  assert.equal(saved.body.result.status, 'COMPLETED', saved.text);
  const link = await openSession(tollgate, brand, { userId: 'ada' });
  const cardOf = async () =>
    (await chooseScreen(tollgate, link)).options.find(({ id }) => id === CARD_OPTION_ID)!;
  const here = await cardOf();
  assert.deepEqual([here.fields.length, here.savedCards.length], [5, 1]);
  putInFront(context, [provider]);
  const elsewhere = await cardOf();
  assert.deepEqual([elsewhere.fields, elsewhere.savedCards], [[], []]);

  const answer = await submit(tollgate, link, CARD_OPTION_ID);
  assert.equal(answer.status, 200, answer.text);
  const go = screenOf(answer.body, 'go');
  assert.deepEqual([go.to, go.url, go.bankName, go.mayLeave], ['card-entry', PROVIDER_PAGE, null, true]);
  assert.deepEqual(provider.heard[0]!.instrument, { kind: 'method', method: 'card', data: {} });
  const { card, providerAccount } = await stored(link.id);
  assert.deepEqual([card, providerAccount], [null, provider.accountId]);
});

test('card data from an outdated page is neither stored nor sent to the provider', async (t) => {
  const { tollgate, context, provider, brand, stored } = await openShop(t);
  putInFront(context, [provider]);
  const still: Record<string, string>[] = [CARD, { token: 'tok_x', cardCvv: '123' }, { cardNumber: '1' }];
  for (const paymentData of still) {
    const link = await openSession(tollgate, brand, { userId: 'ada' });
    const answer = await submit(tollgate, link, CARD_OPTION_ID, paymentData);
    assert.equal(screenOf(answer.body, 'go').to, 'card-entry', answer.text);
    const { card, cardKey, panSealed, paymentDataSealed } = await stored(link.id);
    assert.deepEqual([card, cardKey, panSealed, paymentDataSealed], [null, null, null, null]);
  }
  for (const { instrument } of provider.heard)
    assert.deepEqual(instrument, { kind: 'method', method: 'card', data: {} });
});

test('the cashier names the provider if its name is known', async (t) => {
  const { tollgate, context, provider, brand } = await openShop(t);
  putInFront(context, [provider]);
  const kind = { id: provider.id, name: 'PaymentCo' } as (typeof context.providerKinds)[0];
  Object.assign(context, { providerKinds: [kind] });
  const link = await openSession(tollgate, brand);
  const answer = await submit(tollgate, link, CARD_OPTION_ID);
  assert.equal(screenOf(answer.body, 'go').bankName, 'PaymentCo');
});

test("3-D Secure of a card that was entered in the cashier shows the bank's check", async (t) => {
  const { tollgate, context, provider, brand } = await openShop(t, { cardEntry: 'tollgate' });
  putInFront(context, [provider]);
  provider.says = { ...provider.says, threeDs: { flow: 'CHALLENGE', status: 'PENDING' } } as never;
  const link = await openSession(tollgate, brand);
  const answer = await submit(tollgate, link, CARD_OPTION_ID, CARD);
  assert.equal(screenOf(answer.body, 'go').to, 'card-check', answer.text);
});

test('a decline at the provider leads back to the choice, and another method may follow', async (t) => {
  const { tollgate, context, provider, brand, stored } = await openShop(t);
  putInFront(context, [provider]);
  const link = await openSession(tollgate, brand);
  provider.says = { kind: 'declined', errorCode: '2005' };
  const declined = await submit(tollgate, link, CARD_OPTION_ID);
  const choose = screenOf(declined.body, 'choose');
  assert.deepEqual([choose.attempt, choose.attemptsLeft, choose.retype], [1, 4, null]);
  assert.ok(choose.notice);
  assert.deepEqual(choose.options.find(({ type }) => type === 'CARD')!.fields, []);
  provider.says = { kind: 'completed' };
  const paid = await submit(tollgate, link, CARD_OPTION_ID, {}, { attempt: 1 });
  const end = screenOf(paid.body, 'end');
  assert.deepEqual([end.outcome, end.paidWith], ['completed', 'Card']);
  assert.equal((await stored(link.id)).card, null);
});

test('the payment expires when the provider says, even if the link expires earlier', async (t) => {
  const { tollgate, context, provider, brand, stored } = await openShop(t);
  putInFront(context, [provider]);
  const link = await openSession(tollgate, brand);
  const expiresAt = new Date(tollgate.now().getTime() + 24 * HOUR_MS);
  provider.says = { kind: 'redirect', redirectUrl: PROVIDER_PAGE, expiresAt };
  const sent = await submit(tollgate, link, CARD_OPTION_ID);
  assert.equal(sent.body.expiresAt, expiresAt.toISOString());

  // The link has ended and the payment has not: the page still shows it, and nothing new can begin.
  tollgate.advance(2 * HOUR_MS);
  const later = await readState(tollgate, link);
  const go = screenOf(later, 'go');
  assert.deepEqual([later.expiresAt, go.url, go.mayLeave], [expiresAt.toISOString(), PROVIDER_PAGE, false]);
  assert.equal((await openDocument(tollgate, link)).status, 200);

  tollgate.advance(22 * HOUR_MS);
  assert.deepEqual((await readState(tollgate, link)).screen, { name: 'wait', for: 'unknown' });
  assert.equal((await stored(link.id)).status, 'PROCESSING');
});

test('the browser data of a submission is stored with its Accept header, and invalid data does not stop the payment', async (t) => {
  const { tollgate, context, provider, brand, stored } = await openShop(t);
  putInFront(context, [provider]);
  const pay = async (browser: unknown) => {
    const link = await openSession(tollgate, brand);
    const body = { attempt: 0, optionId: CARD_OPTION_ID, paymentData: {}, browser };
    const answer = await post(tollgate, link, 'submit', body, { accept: 'application/json' });
    assert.equal(answer.status, 200, answer.text);
    return await stored(link.id);
  };
  const { details } = await pay(BROWSER);
  assert.deepEqual(details.browser, { ...BROWSER, acceptHeader: 'application/json' });
  assert.deepEqual(provider.heard[0]!.transaction.details.browser, details.browser);
  for (const wrong of [undefined, 'Mozilla', { ...BROWSER, screenWidth: '390' }])
    assert.equal((await pay(wrong)).details.browser, undefined);
});
