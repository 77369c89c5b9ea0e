// Pay-ins at Adyen: each method through the real SDK, against the stand-in; what Adyen receives and what the payer
// sees.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { assertWellFormed } from '@tollgate/provider-kit/contract';
import { providerFormOf } from '../../../src/http/schemas/provider-form.ts';
import { aCardInHand, aPayment, byMethod, CARD_WITH_3DS, decide, NOW, openAdyen, stored } from './stage.ts';
import { MERCHANT_ACCOUNT } from './stand-in/stand-in.ts';

const stage = await openAdyen({ after });
const { standIn, pay, unknownValues } = stage;
const lastBody = () => standIn.requests.at(-1)!.body;

after(() => assert.deepEqual(standIn.violations, [], 'requests and answers are as Adyen describes them'));

test('a card is charged, and the answer names its payment', async () => {
  const payment = aPayment();
  const outcome = await pay(payment, aCardInHand());
  const { pspReference } = standIn.books.latest(payment.id);
  assert.deepEqual(outcome, {
    kind: 'completed',
    of: { reference: payment.id, amountMinor: 2500n, currency: 'EUR' },
    providerReference: pspReference,
  });
  assert.equal(standIn.charges(payment.id), 1);
});

test('Adyen gets the payment as it is, with its reference as the idempotency key', async () => {
  const browser = {
    userAgent: 'Browser/1',
    acceptHeader: '*/*',
    language: 'de-DE',
    colorDepth: 24,
    screenHeight: 900,
    screenWidth: 1400,
    timeZoneOffset: -60,
    javaEnabled: false,
  };
  const plain = aPayment();
  const details = { ...plain.details, browser, browserIp: '203.0.113.9', language: 'de' };
  const card = { ...plain.card!, token: 'tok_1' };
  const payment = { ...plain, card, details, userId: 'user-77', attempts: 2, reroutes: 1 };
  await pay(payment, aCardInHand());
  const { headers, path, body } = standIn.requests.at(-1)!;
  const reference = `${payment.id}-2-r1`;
  assert.equal(path, '/payments');
  assert.equal(headers['idempotency-key'], reference);
  assert.ok(reference.length <= 64);
  assert.deepEqual(JSON.parse(JSON.stringify(body)), {
    merchantAccount: MERCHANT_ACCOUNT,
    amount: { value: 2500, currency: 'EUR' },
    reference,
    returnUrl: `https://pay.example/return/${reference}.mark`,
    origin: 'https://pay.example',
    channel: 'Web',
    countryCode: 'DE',
    shopperReference: 'user-77',
    shopperIP: '203.0.113.9',
    shopperEmail: 'ada@example.com',
    shopperName: { firstName: 'Ada', lastName: 'Lovelace' },
    telephoneNumber: '+4915112345678',
    shopperLocale: 'de',
    browserInfo: browser,
    authenticationData: { threeDSRequestData: { nativeThreeDS: 'disabled' } },
    shopperInteraction: 'Ecommerce',
    recurringProcessingModel: 'CardOnFile',
    paymentMethod: {
      type: 'scheme',
      number: '****1111',
      expiryMonth: '03',
      expiryYear: '2030',
      holderName: 'Ada Lovelace',
      cvc: '***',
    },
  });
  // The payer did not agree to save the card.
  await pay({ ...aPayment(), userId: 'user-77' }, aCardInHand());
  assert.equal(standIn.requests.at(-1)!.body.recurringProcessingModel, undefined);
});

test('a saved card is charged without a security code and without a name', async () => {
  const card = aCardInHand();
  assert.ok(card.kind === 'card');
  const saved = { kind: 'card' as const, card: { ...card.card, cvv: null, holder: null } };
  assert.equal((await pay(aPayment(), saved)).kind, 'completed');
  const { paymentMethod, shopperInteraction } = lastBody();
  assert.deepEqual(Object.keys(paymentMethod as object).sort(), [
    'expiryMonth',
    'expiryYear',
    'number',
    'type',
  ]);
  assert.equal(shopperInteraction, 'ContAuth');
});

test('shopper data in a form that Adyen would refuse is left out', async () => {
  const plain = aPayment();
  const customer = {
    name: 'Ada',
    email: 'nonsense',
    phone: '0151 123',
    ip: 'localhost',
    address: { street: 'Lane', city: 'Kiel', country: 'DE' },
  };
  const payment = { ...plain, userId: 'ab', details: { ...plain.details, customer, language: 'tlh-!' } };
  assert.equal((await pay(payment, aCardInHand())).kind, 'completed');
  for (const field of ['shopperEmail', 'telephoneNumber', 'shopperIP', 'shopperName', 'billingAddress'])
    assert.equal(lastBody()[field], undefined, field);
  assert.equal(lastBody().shopperReference, undefined);
  assert.equal(lastBody().shopperLocale, undefined);
});

test('a card that needs 3-D Secure leads to Adyen’s page, and is charged after it', async () => {
  const payment = aPayment();
  const outcome = await pay(payment, aCardInHand(CARD_WITH_3DS));
  assert.ok(outcome.kind === 'redirect');
  assert.ok(outcome.redirectUrl.startsWith(`${standIn.url}/page/`));
  assert.equal(outcome.expiresAt.getTime(), NOW.getTime() + 15 * 60_000);
  assert.deepEqual(outcome.threeDs, { flow: 'CHALLENGE', status: 'PENDING' });
  assert.equal(outcome.providerReference, undefined);
  assert.equal(standIn.charges(payment.id), 0);

  const waiting = stored(payment, outcome);
  const back = await stage.resume(waiting, await decide(outcome, 'approve'));
  assert.ok(back.kind === 'completed');
  assert.deepEqual(back.threeDs, { flow: 'CHALLENGE', status: 'AUTHENTICATED' });
  assert.equal(back.of?.reference, payment.id);
  assert.equal(standIn.charges(payment.id), 1);
});

test('a page that needs a POST is shown as a form', async () => {
  const payment = aPayment();
  const outcome = await pay(payment, aCardInHand(CARD_WITH_3DS, 'By Post'));
  assert.ok(outcome.kind === 'instructions');
  assertWellFormed(outcome, NOW);
  const form = providerFormOf({ resultType: outcome.resultType, result: outcome.fields });
  assert.equal(form?.method, 'POST');
  assert.ok(form?.url.startsWith(`${standIn.url}/page/`));
  assert.deepEqual(
    form?.fields.map(({ name, value, hidden }) => [name, value, hidden]),
    [
      ['MD', 'md-of-the-bank', true],
      ['PaReq', 'request-of-the-bank', true],
    ],
  );
});

for (const method of ['ideal', 'paypal', 'klarna']) {
  test(`${method} leads to a page, and the return reports how it ended`, async () => {
    const ends: Record<string, unknown> = {};
    for (const decision of ['approve', 'refuse', 'cancel']) {
      const payment = aPayment(method);
      const outcome = await pay(payment, byMethod(method));
      assertWellFormed(outcome, NOW);
      assert.ok(outcome.kind === 'redirect' && outcome.threeDs === undefined);
      const back = await stage.resume(stored(payment, outcome), await decide(outcome, decision));
      ends[decision] = 'errorCode' in back ? `${back.kind} ${back.errorCode}` : back.kind;
      assert.equal(standIn.charges(payment.id), decision === 'approve' ? 1 : 0);
    }
    assert.deepEqual(ends, { approve: 'completed', refuse: 'declined 2005', cancel: 'declined 3001' });
  });
}

test('Apple Pay on our page: Adyen gives the session for a registered domain, and takes the token', async (t) => {
  const own = await openAdyen(t, { wallets: ['apple-pay'] });
  const open = (domain: string) =>
    own.provider.openApplePay!({ domain, name: 'Demo Shop' }, AbortSignal.timeout(20_000));
  assert.equal(await open('pay.example'), null, 'it is not switched on there');
  own.standIn.books.appleDomains = ['pay.example'];
  assert.equal((await open('pay.example'))!.domainName, 'pay.example');
  assert.equal((await open('pay.example'))!.displayName, 'Demo Shop');
  assert.equal(await open('other.example'), null);

  const token = (data: string) => ({
    applePayToken: Buffer.from(JSON.stringify({ version: 'EC_v1', data })).toString('base64'),
  });
  const paid = aPayment('card', { card: null });
  const outcome = await own.pay(paid, byMethod('card', token('sealed')));
  assert.equal(outcome.kind, 'completed');
  const { body } = own.standIn.requests.at(-1)!;
  assert.deepEqual(body.paymentMethod, { type: 'applepay', ...token('sealed') });
  const declined = await own.pay(aPayment('card', { card: null }), byMethod('card', token('declined')));
  assert.deepEqual([declined.kind, 'errorCode' in declined && declined.errorCode], ['declined', '2005']);
  const sent = own.standIn.requests.length;
  const without = await own.pay(aPayment('card', { card: null }), byMethod('card'));
  assert.deepEqual(without, { kind: 'failed', errorCode: '1011' });
  assert.equal(own.standIn.requests.length, sent);
  assert.deepEqual(own.standIn.violations, []);
});

test('Adyen gives a page for PayPal, and gets the order lines for Klarna', async () => {
  await pay(aPayment('paypal'), byMethod('paypal'));
  assert.deepEqual(lastBody().paymentMethod, { type: 'paypal', subtype: 'redirect' });

  const plain = aPayment('klarna');
  const orderDetails = [{ productName: 'Coffee', quantity: 2 }, { description: 'A mug' }, {}];
  await pay({ ...plain, details: { ...plain.details, orderDetails } }, byMethod('klarna'));
  const [line, ...others] = lastBody().lineItems as Record<string, unknown>[];
  assert.deepEqual(others, []);
  assert.equal(line!.description, 'Coffee × 2, A mug');
  assert.equal(line!.amountIncludingTax, 2500);
  await pay(plain, byMethod('klarna'));

  const priced = [
    { productName: 'Coffee', quantity: 2, unitPriceMinor: '1000', taxBasisPoints: 700 },
    { description: 'A mug', unitPriceMinor: '500' },
  ];
  const ordered = aPayment('klarna');
  await pay({ ...ordered, details: { ...ordered.details, orderDetails: priced } }, byMethod('klarna'));
  const lines = lastBody().lineItems as Record<string, unknown>[];
  assert.deepEqual(lines, [
    {
      id: '1',
      quantity: 2,
      description: 'Coffee',
      amountIncludingTax: 1000,
      amountExcludingTax: 935,
      taxAmount: 65,
      taxPercentage: 700,
    },
    {
      id: '2',
      quantity: 1,
      description: 'A mug',
      amountIncludingTax: 500,
      amountExcludingTax: 500,
      taxAmount: 0,
      taxPercentage: 0,
    },
  ]);
});

test('a method of one country is used in that country even if the payment names none', async () => {
  const outcome = await pay(aPayment('ideal', { country: null, referenceCountry: '' }), byMethod('ideal'));
  assert.equal(outcome.kind, 'redirect');
  assert.equal(lastBody().countryCode, 'NL');
});

test('a SEPA debit is pending once Adyen has it', async () => {
  const payment = aPayment('sepa-direct-debit');
  const data = { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' };
  const outcome = await pay(payment, byMethod('sepa-direct-debit', data));
  assert.equal(outcome.kind, 'pending');
  assert.ok(outcome.kind === 'pending' && outcome.providerReference);
  assert.deepEqual(lastBody().paymentMethod, {
    type: 'sepadirectdebit',
    iban: data.iban,
    ownerName: 'Ada Lovelace',
  });
});

test('a SEPA debit without a holder is declined, and nothing is sent', async () => {
  const count = standIn.requests.length;
  const given = byMethod('sepa-direct-debit', { iban: 'DE89370400440532013000' });
  assert.deepEqual(await pay(aPayment('sepa-direct-debit'), given), { kind: 'declined', errorCode: '1005' });
  assert.equal(standIn.requests.length, count);
});

test('PIX shows the QR code until Adyen’s expiry', async () => {
  const outcome = await pay(aPayment('pix'), byMethod('pix'));
  assert.ok(outcome.kind === 'instructions');
  assertWellFormed(outcome, NOW);
  assert.match(String(outcome.fields.qrCodeString), /^000201/);
  // The stand-in states an hour of the real clock. Without a stated time it would be thirty minutes of the stage's
  // clock.
  assert.ok(outcome.expiresAt.getTime() > NOW.getTime() + 60 * 60_000);
});

test('Boleto shows the voucher’s number until Adyen’s expiry', async () => {
  const outcome = await pay(aPayment('boleto'), byMethod('boleto'));
  assert.ok(outcome.kind === 'instructions');
  assertWellFormed(outcome, NOW);
  assert.equal(outcome.resultType, 'barcode');
  assert.equal(outcome.fields.expirationDate, outcome.expiresAt.toISOString());
});

test('without Adyen’s expiry the lifetimes of the contract apply', async () => {
  const action = { type: 'voucher', reference: '03399.33335' };
  standIn.fault({ path: '/payments', fault: { kind: 'changed', fields: { action } } });
  const voucher = await pay(aPayment('boleto'), byMethod('boleto'));
  assert.ok(voucher.kind === 'instructions');
  assert.equal(voucher.expiresAt.getTime(), NOW.getTime() + 72 * 3_600_000);
  const code = { type: 'qrCode', qrCodeData: 'a', expiresAt: '2020-01-01T00:00:00Z' };
  standIn.fault({ path: '/payments', fault: { kind: 'changed', fields: { action: code } } });
  const pix = await pay(aPayment('pix'), byMethod('pix'));
  assert.ok(pix.kind === 'instructions');
  assert.equal(pix.expiresAt.getTime(), NOW.getTime() + 30 * 60_000);
});

test('data that Adyen does not accept is not sent', async () => {
  const count = standIn.requests.length;
  const nothing = { kind: 'failed', errorCode: '1011' };
  assert.deepEqual(await pay(aPayment('blik'), byMethod('blik')), nothing);
  assert.deepEqual(await pay(aPayment('klarna', { country: 'AU' }), byMethod('klarna')), nothing);
  assert.deepEqual(await pay(aPayment('ideal', { currency: 'USD' }), byMethod('ideal')), nothing);
  assert.deepEqual(await pay(aPayment(), byMethod('card')), nothing);
  assert.deepEqual(await pay(aPayment(), byMethod('__proto__')), nothing);
  assert.deepEqual(await pay(aPayment('pix'), byMethod('boleto')), nothing, 'not the method of its option');
  assert.deepEqual(await pay(aPayment('pix', { optionId: null }), byMethod('pix')), nothing);
  assert.equal(standIn.requests.length, count);
});

test('an amount that Adyen cannot express exactly is declined, and nothing is sent', async () => {
  const count = standIn.requests.length;
  const outcome = await pay(aPayment('card', { amountMinor: 2n ** 60n }), aCardInHand());
  assert.deepEqual(outcome, { kind: 'declined', errorCode: '1003' });
  assert.equal(standIn.requests.length, count);
});

test('an answer about another amount or payment names it, so that it is not applied', async () => {
  standIn.fault({ fault: { kind: 'changed', fields: { amount: { value: 1, currency: 'EUR' } } } });
  const cheap = await pay(aPayment(), aCardInHand());
  assert.ok(cheap.kind === 'completed');
  assert.equal(cheap.of?.amountMinor, 1n);
  standIn.fault({ fault: { kind: 'changed', fields: { merchantReference: 'order-of-another-shop' } } });
  const foreign = await pay(aPayment(), aCardInHand());
  assert.ok(foreign.kind === 'completed');
  assert.equal(foreign.of?.reference, 'order-of-another-shop');
  standIn.fault({ fault: { kind: 'changed', fields: { amount: { value: 1, currency: 'XXX' } } } });
  assert.deepEqual(await pay(aPayment(), aCardInHand()), { kind: 'unknown' });
  assert.deepEqual(unknownValues.splice(0), ['amount.currency=XXX']);
});

test('an unknown value leaves the status unchanged and is counted', async () => {
  const odd: [Record<string, unknown>, string[]][] = [
    [{ resultCode: 'Pondering' }, ['resultCode=Pondering']],
    [{ resultCode: 'AuthenticationFinished' }, ['resultCode=AuthenticationFinished']],
    [{ resultCode: 'PartiallyAuthorised' }, []],
    [{ resultCode: null }, []],
    [{ resultCode: 'RedirectShopper', action: { type: 'hologram' } }, ['action.type=hologram']],
    [{ resultCode: 'RedirectShopper' }, []],
    [{ resultCode: 'RedirectShopper', action: { type: 'redirect', url: 'javascript:alert(1)' } }, []],
    [{ resultCode: 'Pending', action: { type: 'qrCode', qrCodeData: 'x'.repeat(9_000) } }, []],
  ];
  for (const [fields, counted] of odd) {
    standIn.fault({ fault: { kind: 'changed', fields } });
    assert.deepEqual(
      await pay(aPayment(), aCardInHand()),
      { kind: 'unknown' },
      JSON.stringify(fields).slice(0, 80),
    );
    assert.deepEqual(unknownValues.splice(0), counted);
  }
});

test('a text or id that a database cannot store is left out', async () => {
  const shown = [
    { type: 'redirect', url: 'https://bank.example/\0' },
    { type: 'redirect', url: 'https://bank.example/\ud83d' },
    { type: 'redirect', method: 'POST', url: 'https://bank.example/', data: { PaReq: 'x\0' } },
    { type: 'redirect', method: 'POST', url: 'https://bank.example/', data: { 'x\ud83d': 'x' } },
    { type: 'qrCode', qrCodeData: 'x\0' },
    { type: 'voucher', reference: 'x\n' },
  ];
  for (const action of shown) {
    standIn.fault({ fault: { kind: 'changed', fields: { resultCode: 'Pending', action } } });
    assert.deepEqual(await pay(aPayment(), aCardInHand()), { kind: 'unknown' }, JSON.stringify(action));
  }
  const data = { PaReq: 'two\r\nlines' };
  const action = { type: 'redirect', method: 'POST', url: 'https://bank.example/', data };
  standIn.fault({ fault: { kind: 'changed', fields: { resultCode: 'RedirectShopper', action } } });
  assert.equal((await pay(aPayment(), aCardInHand())).kind, 'instructions');
  standIn.fault({ fault: { kind: 'changed', fields: { pspReference: 'x\0' } } });
  const paid = await pay(aPayment(), aCardInHand());
  assert.ok(paid.kind === 'completed');
  assert.equal(paid.providerReference, undefined);
});

test('a challenge that needs a page of ours is declined, since we have no such page', async () => {
  const action = { type: 'threeDS2', subtype: 'fingerprint', token: 'x' };
  standIn.fault({ fault: { kind: 'changed', fields: { resultCode: 'IdentifyShopper', action } } });
  const outcome = await pay(aPayment(), aCardInHand(CARD_WITH_3DS));
  assert.ok(outcome.kind === 'declined');
  assert.equal(outcome.errorCode, '2104');
});
