// Pay-ins at Stripe, each method from its first call to its
// end: requests, answers and kept state.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Outcome } from '../../../src/domain/transactions/outcome.ts';
import { aPaid, aPayin, IBAN, openStripe, RETURN_URL, type StripeStage } from './a-stripe.ts';
import { decide, settleDebits } from './stand-in/control.ts';

const inquire = (stage: StripeStage, transaction: ReturnType<typeof aPayin>) =>
  stage.provider.inquire(transaction, stage.call(transaction));

const NOTHING_DONE = { kind: 'failed', errorCode: '1011', answered: true };

function redirect(outcome: Outcome) {
  assert.equal(outcome.kind, 'redirect');
  return outcome as Extract<Outcome, { kind: 'redirect' }>;
}

test('a card is entered on Stripe’s page, whatever the instrument has', async (t) => {
  const stage = await openStripe(t);
  const transaction = aPayin('card', { amountMinor: 1_999n });
  const answer = redirect(await stage.pay(transaction));
  const page = stage.standIn.of(transaction.id, 'checkout.session')!;
  assert.equal(answer.redirectUrl, page.url);
  assert.equal(answer.providerReference, page.id);
  assert.deepEqual(answer.of, { reference: transaction.id, amountMinor: 1_999n, currency: 'EUR' });
  assert.deepEqual(answer.expiresAt, new Date(page.expires_at * 1000), 'Stripe’s expiry is the payment’s');
  assert.deepEqual(stage.kept(transaction), { session: page.id });
  assert.deepEqual(stage.standIn.calls(), ['POST /v1/checkout/sessions']);

  const { form, key, version } = stage.standIn.requests[0]!;
  assert.equal(key, transaction.id);
  assert.match(version ?? '', /^20\d\d-/);
  assert.equal(form.mode, 'payment');
  assert.deepEqual(form.allowed_payment_method_types, ['card']);
  assert.equal(form.client_reference_id, transaction.id);
  assert.equal(form.customer_email, 'ada@example.com');
  assert.equal(form.success_url, `${RETURN_URL}&result=success`);
  assert.equal(form.cancel_url, `${RETURN_URL}&result=cancel`);
  assert.equal((form.line_items as unknown[]).length, 1);
});

test('a shopper pays on Checkout, after a card that was declined', async (t) => {
  const stage = await openStripe(t);
  const transaction = aPayin('card');
  await stage.pay(transaction);
  assert.deepEqual(await inquire(stage, transaction), { kind: 'waiting' });
  const { session } = stage.kept(transaction)!;
  const intent = stage.standIn.books.payByCard(session!, '4000000000009995');
  assert.equal(intent.status, 'requires_payment_method');
  assert.deepEqual(await inquire(stage, transaction), { kind: 'waiting' }, 'another card may follow');
  stage.standIn.books.payByCard(session!, '4000002760003184');
  assert.deepEqual(await inquire(stage, transaction), { kind: 'waiting' }, 'being authenticated');
  decide(stage.standIn, intent.id, 'approve');
  assert.deepEqual(await inquire(stage, transaction), {
    kind: 'completed',
    of: { reference: transaction.id, amountMinor: 2_500n, currency: 'EUR' },
    providerReference: intent.id,
  });
  assert.equal(stage.standIn.charges(transaction.id), 1);
});

test('a page without a payment expires', async (t) => {
  const stage = await openStripe(t);
  const transaction = aPayin('card');
  await stage.pay(transaction);
  stage.standIn.books.expireSession(stage.kept(transaction)!.session!);
  assert.deepEqual(await inquire(stage, transaction), { kind: 'expired' });
});

test('Stripe gets the lines of an order for Klarna, their prices without tax', async (t) => {
  const stage = await openStripe(t);
  const orderDetails = [
    { productName: 'Coffee', quantity: 2, unitPriceMinor: '1000', taxBasisPoints: 1_900 },
    { productName: 'Mug', quantity: 2, unitPriceMinor: '250' },
  ];
  for (const method of ['klarna', 'paypal']) {
    const payin = aPayin(method);
    await stage.pay({ ...payin, details: { ...payin.details, orderDetails } });
  }
  const [klarna, paypal] = stage.standIn.requests
    .filter(({ path }) => path === '/v1/payment_intents')
    .map(({ form }) => form.amount_details);
  assert.deepEqual(klarna, {
    enforce_arithmetic_validation: 'false',
    line_items: [
      { product_name: 'Coffee × 2', quantity: '1', unit_cost: '1681', tax: { total_tax_amount: '319' } },
      { product_name: 'Mug', quantity: '2', unit_cost: '250' },
    ],
  });
  assert.equal(paypal, undefined);
});

for (const method of ['ideal', 'bancontact', 'paypal', 'klarna']) {
  test(`${method}: a payment is made, stored, confirmed, and paid on the shopper’s page`, async (t) => {
    const stage = await openStripe(t);
    const transaction = aPayin(method);
    const answer = redirect(await stage.pay(transaction));
    const intent = stage.standIn.of(transaction.id)!;
    assert.equal(answer.redirectUrl, intent.next_action.redirect_to_url.url);
    assert.equal(intent.return_url, RETURN_URL);
    assert.equal(answer.providerReference, intent.id);
    assert.deepEqual(stage.kept(transaction), { intent: intent.id });
    assert.deepEqual(stage.standIn.calls(), [
      'POST /v1/payment_intents',
      `POST /v1/payment_intents/${intent.id}/confirm`,
    ]);
    assert.deepEqual(
      stage.standIn.requests.map(({ key }) => key),
      [transaction.id, `${transaction.id}-confirm`],
    );
    assert.deepEqual(await inquire(stage, transaction), { kind: 'waiting' });
    decide(stage.standIn, intent.id, 'approve');
    const paid = await inquire(stage, transaction);
    assert.equal(paid.kind, 'completed');
    assert.equal(stage.standIn.charges(transaction.id), 1);
  });

  test(`${method}: a shopper who refuses is declined`, async (t) => {
    const stage = await openStripe(t);
    const transaction = aPayin(method);
    await stage.pay(transaction);
    decide(stage.standIn, stage.kept(transaction)!.intent!, 'fail');
    const answer = await inquire(stage, transaction);
    assert.equal(answer.kind, 'declined');
    assert.equal('errorCode' in answer && answer.errorCode, '3001');
    assert.deepEqual(stage.unknown, []);
  });
}

test('a SEPA debit is pending for days, then paid or returned', async (t) => {
  const stage = await openStripe(t);
  const transaction = aPayin('sepa-direct-debit');
  const details = { ...transaction.details, browserIp: '203.0.113.7' };
  const customer = { ...details.customer, userAgent: 'Firefox' };
  const debited = { ...transaction, details: { ...details, customer } };
  const answer = await stage.pay(debited);
  assert.equal(answer.kind, 'pending');
  const { form } = stage.standIn.requests[1]!;
  assert.deepEqual(form.payment_method_data, {
    type: 'sepa_debit',
    sepa_debit: { iban: IBAN },
    billing_details: { email: 'ada@example.com', name: 'Ada Lovelace' },
  });
  assert.deepEqual(form.mandate_data, {
    customer_acceptance: {
      type: 'online',
      online: { ip_address: '203.0.113.7', user_agent: 'Firefox' },
    },
  });
  assert.deepEqual(await inquire(stage, debited), answer);
  const later = await inquire(stage, { ...debited, inquiries: 4 });
  const askAgainAt = new Date(stage.now().getTime() + 24 * 60 * 60_000);
  assert.deepEqual(later, { ...answer, askAgainAt }, 'asked about each day, for as long as it takes');
  settleDebits(stage.standIn);
  assert.equal((await inquire(stage, debited)).kind, 'completed');
});

test('a mandate without a known address or browser is not reported to Stripe as accepted online', async (t) => {
  const stage = await openStripe(t);
  const { details } = aPayin('sepa-direct-debit');
  const { customer } = details;
  const known = [
    details,
    { ...details, browserIp: '203.0.113.7' },
    { ...details, customer: { ...customer, userAgent: 'Firefox' } },
    { ...details, browserIp: '203.0.113.7', customer: { ...customer, userAgent: ' ' } },
  ];
  for (const one of known) {
    const debited = { ...aPayin('sepa-direct-debit'), details: one };
    assert.equal((await stage.pay(debited)).kind, 'pending');
    const { form } = stage.standIn.requests.at(-1)!;
    assert.deepEqual(form.mandate_data, { customer_acceptance: { type: 'offline' } });
  }
});

test('a debit that the bank cannot make is declined with its reason', async (t) => {
  const stage = await openStripe(t);
  const transaction = aPayin('sepa-direct-debit');
  const instrument = {
    kind: 'method',
    method: 'sepa-direct-debit',
    data: { iban: 'DE62370400440532013001', accountHolder: 'Ada' },
  } as const;
  await stage.provider.payIn(transaction, instrument, stage.call(transaction));
  settleDebits(stage.standIn);
  const answer = await inquire(stage, transaction);
  assert.equal('errorCode' in answer && answer.errorCode, '2001');
});

test('a payment with shopper data that Stripe refuses was not made, so that another account is asked', async (t) => {
  const stage = await openStripe(t);
  for (const method of ['klarna', 'sepa-direct-debit']) {
    const transaction = aPayin(method);
    const nobody = { ...transaction, details: { ...transaction.details, customer: null } };
    assert.deepEqual(await stage.pay(nobody), NOTHING_DONE);
  }
  const card = aPayin('card');
  const unreachable = { ...card, details: { ...card.details, customer: { email: 'a@b' } } };
  assert.deepEqual(await stage.pay(unreachable), NOTHING_DONE);
  const bancontact = aPayin('bancontact');
  const nobody = { ...bancontact, details: { ...bancontact.details, customer: null } };
  assert.equal((await stage.pay(nobody)).kind, 'redirect', 'its name is not checked by anybody');
});

test('the name of an order is cut between characters, and has no control characters', async (t) => {
  const stage = await openStripe(t);
  const card = aPayin('card');
  const paymentReference = `a\0${'𝄞'.repeat(300)}`;
  await stage.pay({ ...card, details: { ...card.details, paymentReference } });
  const { form } = stage.standIn.requests[0]!;
  const [item] = form.line_items as { price_data: { product_data: { name: string } } }[];
  assert.equal(item!.price_data.product_data.name, `a ${'𝄞'.repeat(198)}`);
});

test('an address that nobody could open is not shown', async (t) => {
  const stage = await openStripe(t);
  for (const url of [
    'https://bank.example/\0',
    'https://bank.example/\ud800',
    'javascript:alert(1)',
    'https://',
  ]) {
    const transaction = aPayin('ideal');
    const answer = {
      id: 'pi_1',
      amount: 2_500,
      currency: 'eur',
      status: 'requires_action',
      metadata: { reference: transaction.id },
      next_action: { redirect_to_url: { url } },
    };
    stage.standIn.fault('/confirm$', { status: 200, text: JSON.stringify(answer) });
    assert.deepEqual(await stage.pay(transaction), { kind: 'unknown' }, url);
  }
});

test('an amount that Stripe cannot accept is declined, and nothing is sent', async (t) => {
  const stage = await openStripe(t);
  assert.deepEqual(await stage.pay(aPayin('card', { currency: 'KWD', amountMinor: 1_001n })), {
    kind: 'declined',
    errorCode: '1003',
  });
  assert.deepEqual(await stage.pay(aPayin('card', { amountMinor: 0n })), {
    kind: 'declined',
    errorCode: '1001',
  });
  assert.deepEqual(stage.standIn.calls(), []);
  assert.equal((await stage.pay(aPayin('card', { currency: 'KWD', amountMinor: 1_010n }))).kind, 'redirect');
});

test('a method that is not served sends no request', async (t) => {
  const stage = await openStripe(t);
  for (const transaction of [
    aPayin('ideal', { country: 'DE' }),
    aPayin('klarna', { country: 'JP' }),
    aPayin('card', { currency: 'CHF' }),
    aPayin('blik', { currency: 'PLN', country: 'PL' }),
  ]) {
    assert.deepEqual(await stage.pay(transaction), { kind: 'failed', errorCode: '1011' });
  }
  assert.deepEqual(
    await stage.provider.payOut(aPayin('card', { type: 'PAYOUT' }), {}, stage.call(aPayin('card'))),
    { kind: 'failed', errorCode: '1011' },
  );
  assert.deepEqual(stage.standIn.calls(), []);
});

test('the parameters of a return are never read', async (t) => {
  const stage = await openStripe(t);
  const transaction = aPayin('ideal');
  await stage.pay(transaction);
  const forged = { payment_intent: 'pi_other', redirect_status: 'succeeded', result: 'success' };
  const resume = () => stage.provider.resume(transaction, forged, stage.call(transaction));
  assert.deepEqual(await resume(), { kind: 'waiting' });
  decide(stage.standIn, stage.kept(transaction)!.intent!, 'approve');
  const answer = await resume();
  assert.equal(answer.kind, 'completed');
  const nothingKept = aPayin('ideal');
  assert.deepEqual(await stage.provider.resume(nothingKept, forged, stage.call(nothingKept)), {
    kind: 'waiting',
  });
  await stage.standIn.refuse();
  assert.deepEqual(await resume(), { kind: 'waiting' }, 'no answer changes nothing');
});

test('an inquiry about a further attempt reads the attempt’s own objects', async (t) => {
  const stage = await openStripe(t);
  const first = await aPaid(stage, 'card');
  const begun = {
    status: 'PROCESSING',
    attempts: 2,
    attemptedAt: stage.now(),
    providerReference: null,
  } as const;
  const second = { ...first, ...begun };
  stage.advance(120_000);
  assert.deepEqual(
    await inquire(stage, second),
    { kind: 'unheard' },
    'what was kept is of the first attempt',
  );
  await stage.pay(second);
  assert.equal(stage.standIn.requests.at(-1)!.key, `${first.id}-2`);
  assert.deepEqual(await inquire(stage, second), { kind: 'waiting' });
});

test('the contract tests read the whole description of Stripe’s API, or say that they could not', async (t) => {
  const stage = await openStripe(t);
  if (!stage.standIn.description.isAvailable) {
    t.skip('PROVIDER_SPECS is not set: requests were not held against Stripe’s description');
    return;
  }
  for (const method of ['card', 'ideal', 'klarna', 'paypal', 'bancontact', 'sepa-direct-debit']) {
    await aPaid(stage, method);
  }
  assert.ok(stage.standIn.description.checked > 15);
  assert.deepEqual(stage.standIn.description.faults, []);
  // The description is older than these fields of the SDK's types.
  const known = [
    '/v1/checkout/sessions.adaptive_pricing',
    '/v1/checkout/sessions.allowed_payment_method_types',
    '/v1/payment_intents.allowed_payment_method_types',
    '/v1/payment_intents/{intent}/confirm.payment_method_data.type=paypal',
  ];
  assert.deepEqual([...stage.standIn.description.unknown].sort(), known);
});
