// The choices and questions for a shopper in the cashier: everything of a session, the rest of a v3 request, the
// recipient of a payout; in the brand's order, and never a known field.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { ChooseScreen } from '../../../src/http/cashier/state/state.ts';
import { soldIn } from '../../stage/contract-options.ts';
import { sharedTestGateway, startTestGateway, type TestBrand } from '../../stage/harness.ts';
import { pressAtBank } from '../../stage/press-at-bank.ts';
import {
  CARD,
  chooseScreen,
  openSession,
  optionOf,
  payoutOf,
  post,
  readState,
  redirected,
  screenOf,
  submit,
} from './shopper.ts';

const IBAN = 'DE89370400440532013000';
const methodsOf = ({ options }: ChooseScreen) => options.map(({ method }) => method);
const fieldsOf = ({ options }: ChooseScreen, method: string) =>
  options.find((option) => option.method === method)!.fields.map(({ name }) => name);

const quietGateway = sharedTestGateway({ workers: false });

test('a session offers the methods of its country and currency, the country’s own first', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const german = await chooseScreen(tollgate, await openSession(tollgate, brand));
  const isEverywhere = ({ countries }: { countries: string[] | null }) => countries === null;
  const names = german.options.map(({ name }) => name);
  assert.deepEqual(new Set(names), new Set(soldIn('PAYIN', 'DE', 'EUR')));
  assert.deepEqual(methodsOf(german).slice(0, 2), ['open-banking', 'card']);
  const others = german.options.slice(2).map(isEverywhere);
  assert.deepEqual(others, others.toSorted(), 'first the methods of the country');
  const [banks] = german.options;
  assert.equal(banks!.suboptions.length, 4);
  assert.deepEqual(banks!.suboptions[0], {
    id: optionOf('open-banking').suboptions[0]!.id,
    name: 'Hansetal Bank',
    method: 'open-banking',
    flow: 'bank',
    logoUrl: '/assets/logos/bank-hansetal-bank.svg',
    countries: ['DE'],
  });
  assert.deepEqual(german.options[1]!.countries, null);
  assert.deepEqual(fieldsOf(german, 'sepa-direct-debit'), ['iban', 'accountHolder']);
  // The cashier does not ask for optional fields of a payer.
  const indian = await chooseScreen(
    tollgate,
    await openSession(tollgate, brand, { country: 'IN', currency: 'INR' }),
  );
  assert.deepEqual(fieldsOf(indian, 'upi'), []);
});

test('without a country the methods of every country are listed, and the shopper may change the country', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const link = await openSession(tollgate, brand, { country: null });
  const choose = await chooseScreen(tollgate, link);
  assert.deepEqual(choose.country, { code: null, fixed: false });
  const sepa = choose.options.find(({ method }) => method === 'sepa-transfer')!;
  assert.deepEqual(sepa.countries, ['DE', 'FR', 'ES', 'NL', 'IT']);
  assert.equal(choose.options[0]!.suboptions.length, 16, 'the banks of four countries pay in euro');

  const mandate = optionOf('sepa-direct-debit').id;
  const without = await submit(tollgate, link, mandate, { iban: IBAN });
  assert.deepEqual([without.status, without.body.message], [400, ['country: is needed']]);
  const elsewhere = await submit(tollgate, link, mandate, { iban: IBAN }, { country: 'BR' });
  assert.match(elsewhere.body.message[0], /^optionId: /);
  const wrong = await submit(tollgate, link, mandate, { iban: IBAN }, { country: 'XX' });
  assert.match(wrong.body.message[0], /^country: /);

  const declined = await submit(
    tollgate,
    link,
    optionOf('card').id,
    { ...CARD, cardNumber: '4000000000000002' },
    { country: 'FR' },
  );
  const again = screenOf(declined.body, 'choose');
  assert.deepEqual(again.country, { code: 'FR', fixed: false });
  assert.ok(methodsOf(again).includes('open-banking'));
  const taken = await submit(tollgate, link, mandate, { iban: IBAN }, { attempt: 1, country: 'DE' });
  assert.equal(screenOf(taken.body, 'form').method, 'POST');
  const record = await tollgate.call('GET', `/payments/${link.id}`, { apiKey: brand.apiKey });
  assert.equal(record.body.country, 'DE');
});

// proves 1 rule 4, cashier
test('a v3 pay-in without its IBAN, bank or country asks only for that', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const cases: [Record<string, unknown>, (choose: ChooseScreen) => void][] = [
    [
      { paymentOptionId: optionOf('sepa-direct-debit').id },
      (choose) => {
        assert.deepEqual(fieldsOf(choose, 'sepa-direct-debit'), ['iban', 'accountHolder']);
        assert.ok(choose.options[0]!.fields.every(({ required }) => required));
      },
    ],
    [
      { paymentOptionId: optionOf('sepa-direct-debit').id, country: null, paymentData: { iban: IBAN } },
      (choose) => {
        assert.deepEqual(fieldsOf(choose, 'sepa-direct-debit'), []);
        assert.deepEqual(choose.country, { code: null, fixed: false });
      },
    ],
    [
      { paymentOptionId: optionOf('open-banking').id },
      (choose) =>
        assert.deepEqual(
          choose.options[0]!.suboptions.map(({ countries }) => countries),
          [['DE'], ['DE'], ['DE'], ['DE']],
        ),
    ],
    [
      { paymentOptionId: optionOf('pix').id, country: 'BR', currency: 'BRL' },
      (choose) =>
        assert.deepEqual(choose.options[0]!.fields, [
          { name: 'customer.document.type', required: true, values: ['CPF', 'CNPJ'] },
          { name: 'customer.document.number', required: true, values: [] },
        ]),
    ],
    [
      { paymentOptionId: optionOf('crypto').id, country: null, currency: 'USDT', amount: 12.5 },
      (choose) => assert.deepEqual(choose.options[0]!.fields[0]!.values, ['tron', 'ethereum']),
    ],
  ];
  for (const [fields, check] of cases) {
    const link = await redirected(tollgate, brand, fields);
    const choose = await chooseScreen(tollgate, link);
    assert.equal(choose.locked, true);
    assert.equal(choose.attemptsLeft, 1);
    assert.deepEqual(choose.selected, { optionId: fields.paymentOptionId, suboptionId: null });
    assert.equal(choose.options.length, 1);
    check(choose);
    const other = await submit(tollgate, link, optionOf('card').id, CARD);
    assert.equal(other.status, 400);
    assert.match(other.body.message[0], /^optionId: /);
  }
});

// proves 1 rule 3, input
test('the missing fields complete the v3 pay-in, and its decline is final', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const { id } = optionOf('sepa-direct-debit');
  const link = await redirected(tollgate, brand, { paymentOptionId: id });
  const wrong = await submit(tollgate, link, id, { iban: 'DE00370400440532013000' });
  assert.match(wrong.body.message[0], /^paymentData\.iban: /);
  const taken = await submit(tollgate, link, id, { iban: IBAN });
  const form = screenOf(taken.body, 'form');
  assert.equal(form.mayLeave, false);

  const bank = await redirected(tollgate, brand, { paymentOptionId: optionOf('open-banking').id });
  const suboption = optionOf('open-banking').suboptions[1]!;
  const at = screenOf((await submit(tollgate, bank, suboption.id)).body, 'go');
  assert.deepEqual([at.to, at.bankName], ['bank', suboption.name]);
  await pressAtBank(tollgate, at.url, 'decline');
  assert.equal(screenOf(await readState(tollgate, bank), 'end').outcome, 'declined');
});

// proves 4.10 step 4
test('a hybrid link begins with the merchant’s choice, and the shopper may take another', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const { apiKey } = brand;
  const session = await tollgate.call('POST', '/v2/payment-options', {
    apiKey,
    body: { country: 'DE', currency: 'EUR', amount: 25 },
  });
  const bank = optionOf('open-banking').suboptions[2]!;
  const hybrid = await tollgate.call('POST', '/v2/hybrid-payment', {
    apiKey,
    body: {
      sessionId: session.body.sessionId,
      paymentOptionId: optionOf('open-banking').id,
      optionId: bank.id,
    },
  });
  const path = new URL(hybrid.body.result.redirectUrl).pathname;
  const link = { id: session.body.transactionId, path, token: path.split('/').at(-1)! };
  const choose = await chooseScreen(tollgate, link);
  assert.deepEqual(choose.selected, { optionId: optionOf('open-banking').id, suboptionId: bank.id });
  assert.equal(choose.locked, false);
  assert.ok(methodsOf(choose).includes('card'));
  const paid = await submit(tollgate, link, optionOf('card').id, CARD);
  assert.equal(screenOf(paid.body, 'end').outcome, 'completed');
});

test('a known document is not asked for again, unless PIX cannot use it', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const inBrazil = { country: 'BR', currency: 'BRL' };
  const withDocument = (document: unknown) =>
    openSession(tollgate, brand, { ...inBrazil, customer: { document } });
  const known = await withDocument({ type: 'CPF', number: '529.982.247-25' });
  assert.deepEqual(fieldsOf(await chooseScreen(tollgate, known), 'pix'), []);
  assert.equal((await submit(tollgate, known, optionOf('pix').id)).body.screen.name, 'qr');

  const passport = await withDocument({ type: 'PASSPORT', number: 'C01X00T47' });
  const asked = fieldsOf(await chooseScreen(tollgate, passport), 'pix');
  assert.deepEqual(asked, ['customer.document.type', 'customer.document.number']);
  const document = { type: 'CPF', number: '52998224725' };
  const taken = await submit(tollgate, passport, optionOf('pix').id, {}, { customer: { document } });
  assert.equal(taken.body.screen?.name, 'qr', taken.text);
});

test('the country’s own methods come first, with the card at most second unless the brand orders otherwise', async () => {
  const tollgate = await quietGateway();
  const first = async (brand: TestBrand, fields: Record<string, unknown>) =>
    methodsOf(await chooseScreen(tollgate, await openSession(tollgate, brand, fields))).slice(0, 3);
  const plain = await tollgate.createBrand();
  assert.deepEqual(await first(plain, {}), ['open-banking', 'card', 'sepa-transfer']);
  assert.deepEqual(await first(plain, { country: 'US', currency: 'USD' }), ['card', 'wallet', 'paypal']);
  const bankers = await tollgate.createBrand({
    look: { methodOrder: [optionOf('sepa-transfer').id, optionOf('open-banking').id] },
  });
  assert.deepEqual(await first(bankers, {}), ['sepa-transfer', 'open-banking', 'card']);
});

test("methods have the brand's order, after the last method that the shopper used", async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand({
    look: { methodOrder: [optionOf('wallet').id, optionOf('sepa-transfer').id] },
  });
  const link = await openSession(tollgate, brand);
  assert.deepEqual(methodsOf(await chooseScreen(tollgate, link)).slice(0, 3), [
    'wallet',
    'sepa-transfer',
    'open-banking',
  ]);
  const declined = await submit(tollgate, link, optionOf('card').id, {
    ...CARD,
    cardNumber: '4000000000000002',
  });
  assert.deepEqual(methodsOf(screenOf(declined.body, 'choose')).slice(0, 3), [
    'card',
    'wallet',
    'sepa-transfer',
  ]);
});

test('the card is second if the shopper last used another method', async (t) => {
  // Nobody pays while the shopper leaves, however busy the machine is.
  const tollgate = await startTestGateway(t, { workers: false, env: { SANDBOX_DELAY_MS: '600000' } });
  const used = async (brand: TestBrand) => {
    const link = await openSession(tollgate, brand);
    const { body: shown } = await submit(tollgate, link, optionOf('sepa-transfer').id);
    screenOf(shown, 'transfer');
    const left = await post(tollgate, link, 'leave', { version: shown.version });
    return methodsOf(screenOf(left.body, 'choose')).slice(0, 3);
  };
  assert.deepEqual(await used(await tollgate.createBrand()), ['sepa-transfer', 'card', 'open-banking']);
  const bankers = await tollgate.createBrand({
    look: { methodOrder: [optionOf('open-banking').id, optionOf('wallet').id, optionOf('card').id] },
  });
  assert.deepEqual(await used(bankers), ['sepa-transfer', 'open-banking', 'wallet'], 'the brand put it last');
});

// proves 3 rule 2, hosted; 4.9 confirmation, hosted
test('a hosted payout stores its recipient and waits for the merchant', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const link = await openSession(tollgate, brand, {}, 'payout');
  const state = await readState(tollgate, link);
  assert.equal(state.kind, 'payout');
  const choose = screenOf(state, 'choose');
  assert.deepEqual(methodsOf(choose).slice(0, 2), ['sepa-transfer', 'card']);
  assert.deepEqual(new Set(choose.options.map(({ name }) => name)), new Set(soldIn('PAYOUT', 'DE', 'EUR')));
  assert.deepEqual(fieldsOf(choose, 'sepa-transfer'), ['iban', 'accountHolder', 'bic']);
  assert.equal(choose.attemptsLeft, null);
  const recipient = { iban: IBAN, accountHolder: 'Ada Lovelace' };
  const twice = await Promise.all(
    [1, 2].map(() => submit(tollgate, link, payoutOf('sepa-transfer').id, recipient)),
  );
  assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 409]);
  const after = await readState(tollgate, link);
  assert.deepEqual(after.screen, { name: 'wait', for: 'approval' });
  const record = await tollgate.call('GET', `/payments/${link.id}`, { apiKey: brand.apiKey });
  assert.equal(record.body.status, 'PENDING');
  const late = await submit(tollgate, link, payoutOf('wallet').id, { walletId: 'x' }, { attempt: 1 });
  assert.equal(late.status, 409);
});

test("the recipient sees the merchant's reason for a decline, and no advice for payers", async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  await tollgate.operator('POST', `/operator/brands/${brand.brandId}/funding`, {
    currency: 'EUR',
    amount: 100,
    reference: 'start',
  });
  const recipient = { iban: IBAN, accountHolder: 'Ada Lovelace' };
  for (const { amount, action, errorCode } of [
    { amount: 25.02, action: 'APPROVE', errorCode: '2005' },
    { amount: 25, action: 'DECLINE', errorCode: '4005' },
  ]) {
    const link = await openSession(tollgate, brand, { amount }, 'payout');
    await submit(tollgate, link, payoutOf('sepa-transfer').id, recipient);
    const body = { transactionId: link.id, action };
    await tollgate.call('POST', '/settle-payout', { apiKey: brand.apiKey, body });
    const record = await tollgate.call('GET', `/payments/${link.id}`, { apiKey: brand.apiKey });
    assert.deepEqual([record.body.status, record.body.errorCode], ['DECLINED', errorCode]);
    const end = screenOf(await readState(tollgate, link), 'end');
    assert.equal(end.outcome, 'declined');
    assert.equal(end.text === null, errorCode === '2005', String(end.text));
  }
});

test('a v3 payout without its BIC asks only for the required fields', async () => {
  const tollgate = await quietGateway();
  const brand = await tollgate.createBrand();
  const { id } = payoutOf('sepa-transfer');
  const link = await redirected(
    tollgate,
    brand,
    { paymentOptionId: id, paymentData: { iban: IBAN } },
    '/v3/payout',
  );
  const choose = await chooseScreen(tollgate, link);
  assert.deepEqual([choose.locked, fieldsOf(choose, 'sepa-transfer')], [true, ['accountHolder']]);
  const taken = await submit(tollgate, link, id, { accountHolder: 'Ada Lovelace' });
  assert.deepEqual(taken.body.screen, { name: 'wait', for: 'approval' });
  assert.doesNotMatch(taken.text, /DE89/);
});
