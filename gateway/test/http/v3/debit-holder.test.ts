// A SEPA debit without its holder, where a real provider needs the holder (contract 13, Details): v3 says 1005, the
// cashier asks. The sandbox still accepts it.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { startTestGateway } from '../../stage/harness.ts';
import { aRealProvider, DEBITS_OF_HOLDERS, PROVIDER_PAGE, putInFront } from '../../stage/real-provider.ts';
import { chooseScreen, openSession, optionOf, redirected, submit } from '../cashier/shopper.ts';

const DEBIT = optionOf('sepa-direct-debit').id;
const IBAN = 'DE89370400440532013000';
const HOLDER = 'Ada Lovelace';
const DEBITS = { paymentOptionId: DEBIT, currency: 'EUR', amount: 25, country: 'DE' };

async function openShop(t: TestContext) {
  const tollgate = await startTestGateway(t, { workers: false });
  const provider = aRealProvider(tollgate.now, DEBITS_OF_HOLDERS);
  const brand = await tollgate.createBrand();
  const pay = (paymentData?: unknown) =>
    tollgate.call('POST', '/v3/payment', { apiKey: brand.apiKey, body: { ...DEBITS, paymentData } });
  return { tollgate, brand, provider, pay };
}

test('a debit without its holder is declined with 1005 if the provider needs the holder', async (t) => {
  const { tollgate, provider, pay } = await openShop(t);
  assert.equal((await pay({ iban: IBAN })).body.resultType, 'form');
  putInFront(tollgate.gateway.context, [provider]);
  const declined = await pay({ iban: IBAN });
  assert.deepEqual(
    [declined.status, declined.body.resultType, declined.body.result.errorCode],
    [201, 'declined', '1005'],
  );
  assert.equal(provider.heard.length, 0);
  const sent = await pay({ iban: IBAN, accountHolder: HOLDER });
  assert.equal(sent.body.result.redirectUrl, PROVIDER_PAGE, sent.text);
  const data = { iban: IBAN, accountHolder: HOLDER };
  assert.deepEqual(provider.heard[0]!.instrument, { kind: 'method', method: 'sepa-direct-debit', data });
});

test('the cashier asks for the holder, and accepts no debit without it', async (t) => {
  const { tollgate, brand, provider } = await openShop(t);
  putInFront(tollgate.gateway.context, [provider]);
  const links = [
    await openSession(tollgate, brand),
    // Without an IBAN the request goes to the cashier, which asks for both.
    await redirected(tollgate, brand, DEBITS),
  ];
  for (const link of links) {
    const shown = (await chooseScreen(tollgate, link)).options.find(({ id }) => id === DEBIT)!;
    assert.deepEqual(
      shown.fields.map(({ name, required }) => [name, required]),
      [
        ['iban', true],
        ['accountHolder', true],
      ],
    );
    const without = await submit(tollgate, link, DEBIT, { iban: IBAN });
    assert.equal(without.status, 400);
    assert.match(without.text, /paymentData\.accountHolder: is needed/);
    const sent = await submit(tollgate, link, DEBIT, { iban: IBAN, accountHolder: HOLDER });
    assert.equal(sent.status, 200, sent.text);
    assert.equal(sent.body.screen.name, 'go');
  }
  assert.equal(provider.heard.length, 2);
});

test('a later provider that needs the holder is skipped if the request names none', async (t) => {
  const { tollgate, provider, pay } = await openShop(t);
  const methods = provider.capabilities.methods.map(({ needs: _, ...one }) => one);
  const first = aRealProvider(tollgate.now, {
    id: 'needsNothing',
    capabilities: { ...provider.capabilities, methods },
  });
  putInFront(tollgate.gateway.context, [first, provider]);
  first.says = { kind: 'failed', errorCode: '1011' };
  assert.equal((await pay({ iban: IBAN })).body.result.errorCode, '1011');
  assert.deepEqual([first.heard.length, provider.heard.length], [1, 0]);
  const sent = await pay({ iban: IBAN, accountHolder: HOLDER });
  assert.equal(sent.body.result.redirectUrl, PROVIDER_PAGE, sent.text);
});
