// Pay-ins by each method of Mollie: what is sent, the page that comes back, its end, and the shopper's return.
import assert from 'node:assert/strict';
import test from 'node:test';
import { aManualPayin, aPayin, NOTIFICATION_URL, openMollie, RETURN_URL } from './a-mollie.ts';

const NAMES = {
  card: 'creditcard',
  ideal: 'ideal',
  bancontact: 'bancontact',
  paypal: 'paypal',
  klarna: 'klarna',
  blik: 'blik',
} as const;

for (const [method, name] of Object.entries(NAMES)) {
  test(`a payment by ${method} goes to Mollie’s page, under our reference and key`, async (t) => {
    const stage = await openMollie(t);
    const payin = aPayin(method);
    const outcome = await stage.pay(payin);
    const { books, server } = stage.standIn;
    const payment = books.of(payin.id)!;
    assert.deepEqual(outcome, {
      kind: 'redirect',
      redirectUrl: payment._links.checkout.href,
      expiresAt: new Date('2026-03-02T10:15:00.000Z'),
      of: { reference: payin.id, amountMinor: 2_500n, currency: payin.currency },
      providerReference: payment.id,
    });
    assert.deepEqual(stage.kept(payin), { payment: payment.id });
    const [sent] = server.requests;
    assert.equal(sent!.headers['idempotency-key'], payin.id);
    assert.equal(sent!.body.method, name);
    assert.deepEqual(sent!.body.amount, { currency: payin.currency, value: '25.00' });
    assert.equal(sent!.body.description, 'invoice-1');
    assert.equal(sent!.body.redirectUrl, RETURN_URL);
    assert.equal(sent!.body.webhookUrl, NOTIFICATION_URL);
  });
}

test('a further attempt at another account has a reference and a key of its own', async (t) => {
  const stage = await openMollie(t);
  const payin = aPayin('ideal', { attempts: 2, reroutes: 1 });
  await stage.pay(payin);
  const [sent] = stage.standIn.server.requests;
  assert.equal(sent!.headers['idempotency-key'], `${payin.id}-2-r1`);
  assert.deepEqual(sent!.body.metadata, { reference: `${payin.id}-2-r1` });
});

test('each state of a payment is an outcome', async (t) => {
  const stage = await openMollie(t);
  const { books } = stage.standIn;
  const outcomeAfter = async (move: (id: string) => unknown) => {
    const payin = aPayin('card');
    await stage.pay(payin);
    const id = books.of(payin.id)!.id;
    move(id);
    const outcome = await stage.provider.inquire(payin, stage.call(payin));
    return 'errorCode' in outcome ? [outcome.kind, outcome.errorCode] : [outcome.kind];
  };
  assert.deepEqual(await outcomeAfter(() => {}), ['waiting']);
  assert.deepEqual(await outcomeAfter((id) => books.pay(id)), ['completed']);
  assert.deepEqual(await outcomeAfter((id) => books.accept(id)), ['pending']);
  assert.deepEqual(await outcomeAfter((id) => books.end(id, 'canceled')), ['declined', '3001']);
  assert.deepEqual(await outcomeAfter((id) => books.end(id, 'expired')), ['declined', '3002']);
  assert.deepEqual(await outcomeAfter((id) => books.fail(id, null)), ['declined', '2005']);
  const reasons = {
    authentication_abandoned: '2103',
    authentication_failed: '2101',
    authentication_unavailable_acs: '2104',
    card_expired: '2002',
    insufficient_funds: '2001',
    invalid_cvv: '2004',
    possible_fraud: '2201',
  };
  for (const [reason, code] of Object.entries(reasons))
    assert.deepEqual(await outcomeAfter((id) => books.fail(id, reason)), ['declined', code]);
  assert.deepEqual(stage.unknown, []);
});

test('a status or a reason that is not known is counted, and an unknown status changes nothing', async (t) => {
  const stage = await openMollie(t);
  const { books, server } = stage.standIn;
  const payin = aPayin('card');
  await stage.pay(payin);
  const { id } = books.of(payin.id)!;
  server.fault({ on: /^GET/, fault: { kind: 'changed', fields: { status: 'teleported' } } });
  assert.deepEqual(await stage.provider.inquire(payin, stage.call(payin)), { kind: 'unknown' });
  books.fail(id, 'bad_moon');
  const outcome = await stage.provider.inquire(payin, stage.call(payin));
  assert.deepEqual('errorCode' in outcome && outcome.errorCode, '2005');
  assert.deepEqual(stage.unknown, ['payment.status=teleported', 'details.failureReason=bad_moon']);
});

test('an answer says which reference, amount and currency it is about', async (t) => {
  const stage = await openMollie(t);
  const payin = aPayin('ideal');
  await stage.pay(payin);
  stage.standIn.books.pay(stage.standIn.books.of(payin.id)!.id);
  const fields = { amount: { currency: 'USD', value: '1.00' }, metadata: { reference: 'another' } };
  stage.standIn.server.fault({ on: /^GET/, fault: { kind: 'changed', fields } });
  const outcome = await stage.provider.inquire(payin, stage.call(payin));
  assert.deepEqual('of' in outcome && outcome.of, {
    reference: 'another',
    amountMinor: 100n,
    currency: 'USD',
  });
});

test('a page without an end of its own ends after fifteen minutes', async (t) => {
  const stage = await openMollie(t);
  const payin = aPayin('ideal');
  const fault = { kind: 'changed', fields: { expiresAt: null } } as const;
  stage.standIn.server.fault({ on: /^POST/, fault });
  const outcome = await stage.pay(payin);
  assert.deepEqual('expiresAt' in outcome && outcome.expiresAt, new Date('2026-03-02T10:15:00.000Z'));
});

test('the return of the shopper asks Mollie and reads nothing of the query', async (t) => {
  const stage = await openMollie(t);
  const payin = aPayin('ideal');
  const { books } = stage.standIn;
  await stage.pay(payin);
  const forged = { id: 'tr_forged', status: 'paid', payment: 'tr_forged' };
  const back = () => stage.provider.resume(payin, forged, stage.call(payin));
  assert.deepEqual(await back(), { kind: 'waiting' });
  books.pay(books.of(payin.id)!.id);
  assert.equal((await back()).kind, 'completed');
  assert.ok(!stage.standIn.server.calls.some((call) => call.includes('forged')));
  stage.standIn.server.fault({ fault: { kind: 'lost', when: 'before' } });
  assert.deepEqual(await back(), { kind: 'waiting' });
});

test('Klarna gets the order, the address and the mode of capture', async (t) => {
  const stage = await openMollie(t);
  await stage.pay(aPayin('klarna'));
  await stage.pay(aManualPayin('klarna'));
  const [automatic, manual] = stage.standIn.server.requests.map(({ body }) => body);
  const amount = { currency: 'EUR', value: '25.00' };
  const line = { description: 'invoice-1', quantity: 1, unitPrice: amount, totalAmount: amount };
  assert.deepEqual(automatic.lines, [line]);
  assert.deepEqual(automatic.billingAddress, {
    givenName: 'Ada',
    familyName: 'Lovelace',
    streetAndNumber: 'Unter den Linden 1',
    postalCode: '10117',
    city: 'Berlin',
    country: 'DE',
    email: 'ada@example.com',
  });
  assert.deepEqual([automatic.captureMode, manual.captureMode], ['automatic', 'manual']);
});

test('Klarna gets the lines of the order with price and tax', async (t) => {
  const stage = await openMollie(t);
  const payin = aPayin('klarna');
  const orderDetails = [
    { productName: 'Coffee', quantity: 2, unitPriceMinor: '1000', taxBasisPoints: 1_900 },
    { productName: 'Shipping', unitPriceMinor: '500' },
  ];
  await stage.pay({ ...payin, details: { ...payin.details, orderDetails } });
  const euros = (value: string) => ({ currency: 'EUR', value });
  assert.deepEqual(stage.standIn.server.requests[0]!.body.lines, [
    {
      description: 'Coffee',
      quantity: 2,
      unitPrice: euros('10.00'),
      totalAmount: euros('20.00'),
      vatRate: '19.00',
      vatAmount: euros('3.19'),
    },
    { description: 'Shipping', quantity: 1, unitPrice: euros('5.00'), totalAmount: euros('5.00') },
  ]);
});

test('Klarna without an address is declined with 1005, and Mollie hears nothing', async (t) => {
  const stage = await openMollie(t);
  const payin = aPayin('klarna');
  const details = { ...payin.details, customer: { name: 'Ada Lovelace', email: 'ada@example.com' } };
  assert.deepEqual(await stage.pay({ ...payin, details }), { kind: 'declined', errorCode: '1005' });
  assert.equal(stage.standIn.server.requests.length, 0);
});

test('Klarna with a name that Mollie refuses is declined with 1005, not sent to the next account', async (t) => {
  const stage = await openMollie(t);
  const payin = aPayin('klarna');
  for (const name of [{ firstName: 'A' }, { lastName: '42' }]) {
    const details = { ...payin.details, customer: { ...payin.details.customer, ...name } };
    assert.deepEqual(await stage.pay({ ...payin, details }), { kind: 'declined', errorCode: '1005' });
  }
  assert.equal(stage.standIn.server.requests.length, 0);
});

test('the page has the language of the shopper, if Mollie has it', async (t) => {
  const stage = await openMollie(t);
  for (const language of ['pl', 'JA', null]) {
    const payin = aPayin('blik');
    await stage.pay({ ...payin, details: { ...payin.details, language } });
  }
  assert.deepEqual(
    stage.standIn.server.requests.map(({ body }) => body.locale),
    ['pl_PL', undefined, undefined],
  );
});

test('a payment of zero, and a currency of another method, are refused', async (t) => {
  const stage = await openMollie(t);
  assert.deepEqual(await stage.pay(aPayin('ideal', { amountMinor: 0n })), {
    kind: 'declined',
    errorCode: '1001',
  });
  for (const wrong of [{ currency: 'USD' }, { country: 'DE' }])
    assert.equal((await stage.pay(aPayin('ideal', wrong))).kind, 'failed');
  assert.equal(stage.standIn.server.requests.length, 0);
});

test('a payment in yen has no decimals', async (t) => {
  const stage = await openMollie(t);
  const outcome = await stage.pay(aPayin('card', { currency: 'JPY', amountMinor: 2_500n }));
  assert.equal(outcome.kind, 'redirect');
  assert.deepEqual(stage.standIn.server.requests[0]!.body.amount, { currency: 'JPY', value: '2500' });
});

test('nothing is sent again when Mollie may have forgotten the key', async (t) => {
  const stage = await openMollie(t);
  const payin = aPayin('ideal');
  stage.advance(55 * 60_000);
  assert.deepEqual(await stage.pay(payin), { kind: 'unknown' });
  assert.equal(stage.standIn.server.requests.length, 0);
});

test('without a public address Mollie is told none, and the gateway asks', async (t) => {
  const here = 'http://localhost:3000/providers/mollie/notifications/a';
  const stage = await openMollie(t, { account: { endpoint: null }, notificationUrl: here });
  const outcome = await stage.pay(aPayin('ideal'), { signal: AbortSignal.abort() });
  assert.ok(['unknown', 'failed'].includes(outcome.kind));
  const played = await openMollie(t, { notificationUrl: here });
  await played.pay(aPayin('ideal'));
  assert.equal(played.standIn.server.requests[0]!.body.webhookUrl, here);
});
