// Payments that are held now and charged later, on the cashier's page (contract 16): what is offered, what the state
// says before and after, and what the simulator of the page plays. And the mandate that a shopper is asked for.
import assert from 'node:assert/strict';
import test from 'node:test';
import { CARD_OPTION_ID, sharedTestGateway, type TestBrand, type TestGateway } from '../../stage/harness.ts';
import {
  CARD,
  type Link,
  openDocument,
  openSession,
  optionOf,
  post,
  readState,
  screenOf,
  submit,
} from './shopper.ts';

const testGateway = sharedTestGateway({ workers: false });

const MANUAL = { captureMode: 'manual', currency: 'EUR', amount: 25, country: 'DE' };
const euros = (value: string) => ({ value, currency: 'EUR', digits: 2 });

async function heldPayment(): Promise<{ tollgate: TestGateway; brand: TestBrand; link: Link }> {
  const tollgate = await testGateway();
  const brand = await tollgate.createBrand();
  const link = await openSession(tollgate, brand, MANUAL);
  const answer = await submit(tollgate, link, CARD_OPTION_ID, CARD);
  assert.equal(answer.status, 200, answer.text);
  return { tollgate, brand, link };
}

const endOf = async (tollgate: TestGateway, link: Link) => screenOf(await readState(tollgate, link), 'end');

const recordOf = async (tollgate: TestGateway, { apiKey }: TestBrand, { id }: Link) =>
  (await tollgate.call('GET', `/payments/${id}`, { apiKey })).body;

async function simulate(tollgate: TestGateway, link: Link, outcome: string) {
  const answer = await post(tollgate, link, 'simulate', { outcome });
  assert.equal(answer.status, 200, answer.text);
  return screenOf(answer.body, 'end');
}

test('a session with manual capture says so, and offers only options that can be captured later', async () => {
  const tollgate = await testGateway();
  const brand = await tollgate.createBrand();
  const state = await readState(tollgate, await openSession(tollgate, brand, MANUAL));
  const { options } = screenOf(state, 'choose');
  assert.equal(state.isCapturedLater, true);
  assert.deepEqual(options.map(({ method }) => method).sort(), ['card', 'klarna', 'paypal']);
  const other = await readState(tollgate, await openSession(tollgate, brand));
  assert.equal(other.isCapturedLater, false);
  assert.ok(screenOf(other, 'choose').options.some(({ method }) => method === 'open-banking'));
});

test('the pages of a hybrid link and of a payment link say that the payment is held', async () => {
  const tollgate = await testGateway();
  const brand = await tollgate.createBrand();
  const { apiKey } = brand;
  const opened = await tollgate.call('POST', '/v2/payment-options', {
    apiKey,
    body: { ...MANUAL, redirectUrl: 'https://shop.example/done' },
  });
  const { sessionId, paymentOptions } = opened.body;
  const names = paymentOptions.map(({ name }: { name: string }) => name);
  assert.ok(names.includes('PayPal') && !names.includes('iDEAL | Wero'), String(names));
  const chosen = await tollgate.call('POST', '/v2/hybrid-payment', {
    apiKey,
    body: { sessionId, paymentOptionId: optionOf('paypal').id },
  });
  const { pathname } = new URL(chosen.body.result.redirectUrl);
  assert.equal((await tollgate.call('GET', `${pathname}/state`)).body.isCapturedLater, true);

  const made = await tollgate.call('POST', '/payment-links', {
    apiKey,
    body: { ...MANUAL, description: 'Two boxes' },
  });
  assert.equal(made.status, 201, made.text);
  const page = new URL(made.body.url ?? made.body.cashierUrl).pathname;
  assert.equal((await tollgate.call('GET', `${page}/state`)).body.isCapturedLater, true);
});

test('an authorised payment shows what is held, until when, and where the shopper goes on', async () => {
  const { tollgate, brand, link } = await heldPayment();
  const state = await readState(tollgate, link);
  const { completedAt, hold, ...said } = screenOf(state, 'end');
  const { captureBefore } = await recordOf(tollgate, brand, link);
  assert.deepEqual(said, {
    name: 'end',
    outcome: 'held',
    text: null,
    charged: null,
    refunded: null,
    refunding: null,
    mail: null,
    paidWith: 'Visa •••• 4242',
  });
  assert.deepEqual(hold, { amount: euros('25.00'), until: captureBefore });
  assert.ok(Math.abs(Date.parse(completedAt!) - Date.now()) < 60_000);
  assert.equal(state.expiresAt, null);
  assert.match(state.returnUrl!, new RegExp(`transactionId=${link.id}`));
});

test('a shopper who opens an authorised payment after days still sees what is held', async () => {
  const { tollgate, link } = await heldPayment();
  await tollgate.gateway.context.sql`
    update steps set updated_at = updated_at - interval '3 days' where transaction_id = ${link.id}`;
  const { start, status } = await openDocument(tollgate, link);
  assert.equal(status, 200);
  assert.equal(screenOf(start.state, 'end').outcome, 'held');
});

test('a shopper can neither leave nor cancel an authorised payment', async () => {
  const { tollgate, brand, link } = await heldPayment();
  const { version } = await readState(tollgate, link);
  assert.equal((await post(tollgate, link, 'leave', { version })).status, 409);
  assert.equal((await post(tollgate, link, 'cancel')).status, 409);
  const { status, errorCode } = await recordOf(tollgate, brand, link);
  assert.deepEqual([status, errorCode], ['PROCESSING', null]);
});

test('a capture of a part says what was charged and what is still held, the last one completes the payment', async () => {
  const { tollgate, brand, link } = await heldPayment();
  const part = await simulate(tollgate, link, 'CAPTURED_PART');
  assert.deepEqual([part.outcome, part.charged, part.hold?.amount], ['held', euros('12.50'), euros('12.50')]);
  const whole = await simulate(tollgate, link, 'CAPTURED');
  assert.deepEqual([whole.outcome, whole.charged, whole.hold], ['completed', null, null]);
  const { status, amountCaptured, captures } = await recordOf(tollgate, brand, link);
  assert.deepEqual([status, amountCaptured, captures.length], ['COMPLETED', 25, 2]);
});

test('a final capture of a part says what was charged', async () => {
  const { tollgate, brand, link } = await heldPayment();
  const { apiKey } = brand;
  const body = { transactionId: link.id, amount: 10 };
  assert.equal((await tollgate.call('POST', '/capture-payment', { apiKey, body })).status, 201);
  const { outcome, charged } = await endOf(tollgate, link);
  assert.deepEqual([outcome, charged], ['completed', euros('10.00')]);
});

test('the receipt of a refunded payment says what is on its way back, and what was given back', async () => {
  const { tollgate, brand, link } = await heldPayment();
  const { apiKey } = brand;
  await tollgate.call('POST', '/capture-payment', { apiKey, body: { transactionId: link.id, amount: 10 } });
  const { merchantReference } = await recordOf(tollgate, brand, link);
  const body = { merchantReference, country: 'DE', amount: 4 };
  const made = await tollgate.call('POST', '/refund/by-reference', { apiKey, body });
  assert.equal(made.status, 201, made.text);
  const begun = await endOf(tollgate, link);
  // The sandbox completes it after a moment.
  assert.deepEqual(begun.refunding ?? begun.refunded, euros('4.00'));
  const path = `/sandbox/refunds/${made.body.refundId}/outcome`;
  await tollgate.call('POST', path, { apiKey, body: { outcome: 'COMPLETED' } });
  const done = await endOf(tollgate, link);
  assert.deepEqual([done.refunding, done.refunded], [null, euros('4.00')]);
  await tollgate.call('POST', path, { apiKey, body: { outcome: 'FAILED' } });
  const failed = await endOf(tollgate, link);
  assert.deepEqual([failed.refunding, failed.refunded], [null, null]);
});

test('a void and a lapse say that nothing was charged', async () => {
  const { tollgate, brand, link } = await heldPayment();
  const { apiKey } = brand;
  const body = { transactionId: link.id };
  assert.equal((await tollgate.call('POST', '/cancel-payment', { apiKey, body })).status, 201);
  const voided = await endOf(tollgate, link);
  assert.deepEqual([voided.outcome, voided.text, voided.hold], ['released', null, null]);

  const { link: other } = await heldPayment();
  assert.equal((await simulate(tollgate, other, 'EXPIRED')).outcome, 'released');
});

test('the simulator plays a capture that fails at once, and a capture that fails after all', async () => {
  const { tollgate, brand, link } = await heldPayment();
  assert.equal((await simulate(tollgate, link, 'CAPTURE_FAILED')).outcome, 'held');
  const first = await recordOf(tollgate, brand, link);
  assert.deepEqual(
    first.captures.map((one: { status: string; errorCode: string }) => [one.status, one.errorCode]),
    [['FAILED', '5105']],
  );
  assert.equal((await simulate(tollgate, link, 'CAPTURED')).outcome, 'completed');
  assert.equal((await simulate(tollgate, link, 'CAPTURE_FAILED')).outcome, 'released');
  const { amountCaptured, returned } = await recordOf(tollgate, brand, link);
  assert.deepEqual([amountCaptured, returned.amount], [0, 25]);
  const again = await post(tollgate, link, 'simulate', { outcome: 'CAPTURED' });
  assert.deepEqual([again.status, again.body.errorCode], [400, '5102']);
});

test('a payment that is charged at once has nothing to capture in the simulator', async () => {
  const tollgate = await testGateway();
  const brand = await tollgate.createBrand();
  const link = await openSession(tollgate, brand);
  for (const outcome of ['CAPTURED', 'CAPTURED_PART', 'CAPTURE_FAILED']) {
    const answer = await post(tollgate, link, 'simulate', { outcome });
    assert.deepEqual([answer.status, answer.body.errorCode], [400, '5102'], outcome);
  }
});

test('a mandate is shown with its reason, its limit and its end', async () => {
  const tollgate = await testGateway();
  const brand = await tollgate.createBrand();
  const link = await openSession(tollgate, brand, {
    currency: 'EUR',
    amount: 25,
    country: 'DE',
    userId: 'ada',
  });
  assert.equal((await readState(tollgate, link)).mandate, null);
  const { sql } = tollgate.gateway.context;
  const asked = {
    reason: 'RECURRING',
    description: 'Monthly coffee box',
    maxAmountMinor: '3000',
    expiresAt: '2027-03-01T00:00:00.000Z',
  };
  await sql`update openings set details = details || ${sql.json({ mandate: asked })} where id = ${link.id}`;
  const state = await readState(tollgate, link);
  assert.deepEqual(state.mandate, {
    reason: 'RECURRING',
    description: 'Monthly coffee box',
    maxAmount: euros('30.00'),
    expiresAt: '2027-03-01T00:00:00.000Z',
  });
});

test('a mandate shows the account of the attempt that was paid, and of no earlier attempt', async () => {
  const tollgate = await testGateway();
  const brand = await tollgate.createBrand();
  const link = await openSession(tollgate, brand, {
    currency: 'EUR',
    amount: 25,
    country: 'DE',
    userId: 'ada',
    mandate: { reason: 'RECURRING' },
  });
  const debit = { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' };
  const begun = await submit(tollgate, link, optionOf('sepa-direct-debit').id, debit);
  assert.equal(begun.status, 200, begun.text);
  const { version } = await readState(tollgate, link);
  const left = await post(tollgate, link, 'leave', { version });
  assert.equal(left.status, 200, left.text);
  const paid = await submit(tollgate, link, CARD_OPTION_ID, CARD, { attempt: 1 });
  assert.equal(screenOf(paid.body, 'end').outcome, 'completed');
  const { mandate } = await recordOf(tollgate, brand, link);
  const { apiKey } = brand;
  const { body } = await tollgate.call('GET', `/mandates/${mandate.mandateId}`, { apiKey });
  assert.deepEqual([body.account, body.card.last4], [null, '4242']);
});
