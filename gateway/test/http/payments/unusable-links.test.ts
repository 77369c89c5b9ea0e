// The gateway makes no unusable link (contract 8): it answers 400 with the code that v3 would decline with, and stores
// nothing.
import assert from 'node:assert/strict';
import test from 'node:test';
import { CARD_OPTION_ID, sharedTestGateway, startTestGateway } from '../../stage/harness.ts';
import { PRODUCTION } from '../../stage/production.ts';
import { openSession, optionOf, payoutOf, submit } from '../cashier/shopper.ts';

const SESSION = { currency: 'EUR', amount: 25, country: 'DE' };

const quietGateway = sharedTestGateway({ workers: false });

test('a session that no option can pay is refused with the code of the option that came closest', async () => {
  const tollgate = await quietGateway();
  const everything = await tollgate.createBrand();
  const cards = await tollgate.createBrand({ options: [CARD_OPTION_ID] });
  const sepa = await tollgate.createBrand({
    options: [optionOf('sepa-transfer').id, payoutOf('sepa-transfer').id],
  });
  const nothing = await tollgate.createBrand({ options: [] });
  const inactive = await tollgate.createBrand();
  await tollgate.operator('PATCH', `/operator/brands/${inactive.brandId}`, { active: false });
  const cases = [
    [inactive, {}, '1012'],
    [nothing, {}, '1010'],
    [sepa, { country: 'BR' }, '1004'],
    [sepa, { currency: 'USD' }, '1003'],
    [everything, { currency: 'CHF' }, '1003'],
    [sepa, { amount: 0.5 }, '1001'],
    [everything, { amount: 50_000.01 }, '1002'],
  ] as const;
  for (const [brand, fields, errorCode] of cases) {
    for (const path of ['/payment-session', '/payout-session']) {
      const body = { ...SESSION, ...fields, merchantReference: `link-${errorCode}${path}` };
      const answer = await tollgate.call('POST', path, { apiKey: brand.apiKey, body });
      assert.deepEqual([answer.status, answer.body.errorCode], [400, errorCode], `${path} ${answer.text}`);
      const query = `/payments?merchantReference=${encodeURIComponent(body.merchantReference)}`;
      assert.deepEqual((await tollgate.call('GET', query, { apiKey: brand.apiKey })).body, []);
    }
  }
  // A card is paid in euro, and no card is paid out in reals.
  const pay = (path: string, currency: string) =>
    tollgate.call('POST', path, { apiKey: cards.apiKey, body: { ...SESSION, currency } });
  assert.equal((await pay('/payment-session', 'BRL')).status, 201);
  assert.equal((await pay('/payout-session', 'BRL')).body.errorCode, '1010');
});

test('production without a provider lists no options, makes no links and asks for no fields', async (t) => {
  const tollgate = await startTestGateway(t, { env: PRODUCTION, workers: false });
  const brand = await tollgate.createBrand();
  const call = (method: string, path: string, body?: unknown) =>
    tollgate.call(method, path, { apiKey: brand.apiKey, body });
  for (const path of ['/v3/payment-options', '/v3/payout-options'])
    assert.deepEqual((await call('GET', path)).body, [], path);
  for (const path of ['/payment-session', '/payout-session']) {
    const answer = await call('POST', path, SESSION);
    assert.deepEqual([answer.status, answer.body.errorCode], [400, '1011'], answer.text);
  }
  assert.deepEqual((await call('POST', '/v2/payment-options', SESSION)).body.paymentOptions, []);
  // Without its IBAN it would have gone to the cashier, where nobody could have paid.
  for (const [path, paymentOptionId] of [
    ['/v3/payment', optionOf('sepa-direct-debit').id],
    ['/v3/payout', payoutOf('sepa-transfer').id],
  ] as const) {
    const { status, body } = await call('POST', path, { ...SESSION, paymentOptionId });
    assert.deepEqual([status, body.statusCode, body.result.errorCode], [201, 900, '1011'], path);
  }
});

test('a hosted payout with automatic approval and too small a balance ends with 4001', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand({ automaticApproval: true });
  const link = await openSession(tollgate, brand, {}, 'payout');
  const recipient = { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' };
  const answer = await submit(tollgate, link, payoutOf('sepa-transfer').id, recipient);
  assert.equal(answer.status, 200, answer.text);
  const { body } = await tollgate.call('GET', `/payments/${link.id}`, { apiKey: brand.apiKey });
  assert.deepEqual([body.status, body.errorCode], ['DECLINED', '4001']);
});
