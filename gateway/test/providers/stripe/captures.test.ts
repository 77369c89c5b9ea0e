// Authorise and capture at Stripe: manual payments by page and by PaymentIntent, captures and their inquiries, voids,
// and the news of each.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import type { Capture } from '../../../src/domain/captures/capture.ts';
import type { News } from '../../../src/domain/notifications/news.ts';
import type { Outcome } from '../../../src/domain/transactions/outcome.ts';
import type { Authorized, Transaction } from '../../../src/domain/transactions/transaction.ts';
import { aPayin, newsOf, openStripe, type StripeStage } from './a-stripe.ts';
import { decide } from './stand-in/control.ts';
import { captureIntent } from './stand-in/later.ts';

const DAY_MS = 86_400_000;
const CARD = '4242424242424242';

function aManual(method: string, fields: Partial<Transaction> = {}): Transaction {
  const payin = aPayin(method, fields);
  return { ...payin, details: { ...payin.details, captureMode: 'manual' } };
}

/** Authorised on the stand-in's pages, and stored as the gateway does. */
async function anAuthorized(stage: StripeStage, method = 'card'): Promise<Transaction> {
  const transaction = aManual(method);
  await stage.pay(transaction);
  const { session, intent } = stage.kept(transaction)!;
  if (method === 'card') stage.standIn.books.payByCard(session!, CARD);
  else decide(stage.standIn, intent!, 'approve');
  return asStored(stage, transaction, await stage.provider.inquire(transaction, stage.call(transaction)));
}

function asStored(
  stage: StripeStage,
  transaction: Transaction,
  outcome: Outcome | { kind: 'unheard' },
): Transaction {
  assert.equal(outcome.kind, 'authorized');
  const { captureBefore, takesSeveral, providerReference } = outcome as Extract<
    Outcome,
    { kind: 'authorized' }
  >;
  const authorized: Authorized = {
    amountMinor: transaction.amountMinor,
    capturedMinor: 0n,
    pendingMinor: 0n,
    isFinal: false,
    takesSeveral: takesSeveral ?? false,
    captureBefore: captureBefore ?? new Date(stage.now().getTime() + 7 * DAY_MS),
  };
  return { ...transaction, status: 'PROCESSING', authorized, providerReference: providerReference ?? null };
}

function withCaptured(transaction: Transaction, capturedMinor: bigint): Transaction {
  return { ...transaction, authorized: { ...transaction.authorized!, capturedMinor } };
}

function aCapture(stage: StripeStage, payin: Transaction, fields: Partial<Capture> = {}): Capture {
  return {
    merchantId: payin.merchantId,
    transactionId: payin.id,
    id: randomUUID(),
    brandId: payin.brandId,
    status: 'PENDING',
    amountMinor: payin.amountMinor,
    requestedMinor: null,
    captureReference: null,
    isFinal: true,
    origin: 'merchant',
    answeredStatus: 'PENDING',
    answeredCapturableMinor: 0n,
    currency: payin.currency,
    errorCode: null,
    provider: 'stripe',
    providerReference: null,
    inquiries: 0,
    dueAt: null,
    createdAt: stage.now(),
    updatedAt: stage.now(),
    completedAt: null,
    ...fields,
  };
}

const capture = (stage: StripeStage, payin: Transaction, one: Capture) =>
  stage.provider.capture!(payin, one, stage.call(payin));
const inquire = (stage: StripeStage, payin: Transaction, one: Capture) =>
  stage.provider.inquireCapture!(payin, one, stage.call(payin));
const intentOf = (stage: StripeStage, { id }: Transaction) => stage.standIn.of(id)!;

function newsAbout(news: News, about: 'capture'): Extract<News, { about: 'capture' }>[] {
  const all = news.about === 'several' ? news.news : [news];
  return all.filter((one) => one.about === about) as Extract<News, { about: 'capture' }>[];
}

test('a manual card is authorised on a page that ends unpaid, until the time that its charge names', async (t) => {
  const stage = await openStripe(t);
  const transaction = aManual('card');
  await stage.pay(transaction);
  const { session } = stage.kept(transaction)!;
  stage.standIn.books.payByCard(session!, CARD);
  const page = stage.standIn.books.find(session!);
  assert.deepEqual([page.status, page.payment_status], ['complete', 'unpaid']);
  const intent = intentOf(stage, transaction);
  assert.deepEqual([intent.capture_method, intent.status], ['manual', 'requires_capture']);
  const of = { reference: transaction.id, amountMinor: 2_500n, currency: 'EUR' };
  const expected = {
    kind: 'authorized',
    of,
    providerReference: intent.id,
    takesSeveral: false,
    captureBefore: new Date(stage.now().getTime() + 7 * DAY_MS),
  };
  assert.deepEqual(await stage.provider.inquire(transaction, stage.call(transaction)), expected);
  for (const event of ['payment_intent.amount_capturable_updated', 'checkout.session.completed']) {
    const { about, outcome } = (await newsOf(stage, event)) as Extract<News, { about: 'charge' }>;
    assert.deepEqual([about, outcome], ['charge', expected], event);
  }
});

test('manual PayPal and Klarna payments are authorised, and an automatic payment does not ask for it', async (t) => {
  const stage = await openStripe(t);
  for (const method of ['paypal', 'klarna']) {
    const payin = await anAuthorized(stage, method);
    assert.equal(payin.authorized!.takesSeveral, false);
    assert.equal(intentOf(stage, payin).capture_method, 'manual');
  }
  await stage.pay(aPayin('paypal'));
  await stage.pay(aPayin('card'));
  const sent = stage.standIn.requests.slice(-3).map(({ raw }) => raw);
  assert.ok(
    sent.every((raw) => !raw.includes('capture')),
    'an automatic payment names a capture',
  );
});

test('a capture names its amount, its id as key and metadata, and a repeated call captures once', async (t) => {
  const stage = await openStripe(t);
  const payin = await anAuthorized(stage);
  const one = aCapture(stage, payin, { amountMinor: 1_000n });
  const intent = intentOf(stage, payin);
  const expected = { kind: 'completed' };
  assert.deepEqual(await capture(stage, payin, one), expected);
  assert.deepEqual(await capture(stage, payin, one), expected, 'again');
  const call = stage.standIn.requests.findLast(({ path }) => path.endsWith('/capture'))!;
  assert.equal(call.path, `/v1/payment_intents/${intent.id}/capture`);
  assert.equal(call.key, one.id);
  assert.deepEqual(
    { ...call.form },
    {
      amount_to_capture: '1000',
      metadata: { capture: one.id, [one.id]: '1000' },
    },
  );
  assert.equal(intent.amount_received, 1000);
  assert.equal(stage.standIn.books.captured.get(one.id), 1);
  assert.equal(intent.metadata.reference, payin.id, 'the payment keeps its reference');
});

test('a lost answer to a capture is unknown, and the inquiry finds the capture in the payment', async (t) => {
  const stage = await openStripe(t);
  for (const fault of ['lost-after', 'half-body', 'html'] as const) {
    const payin = await anAuthorized(stage);
    const one = aCapture(stage, payin);
    stage.standIn.fault('/capture$', fault);
    assert.deepEqual(await capture(stage, payin, one), { kind: 'unknown' }, fault);
    assert.equal((await inquire(stage, payin, one)).kind, 'completed', fault);
  }
});

test('a capture that Stripe never received is unknown for a minute, then unheard', async (t) => {
  const stage = await openStripe(t);
  const payin = await anAuthorized(stage);
  const one = aCapture(stage, payin);
  stage.standIn.fault('/capture$', 'lost-before');
  assert.deepEqual(await capture(stage, payin, one), { kind: 'unknown' });
  assert.deepEqual(await inquire(stage, payin, one), { kind: 'unknown' });
  stage.advance(61_000);
  assert.deepEqual(await inquire(stage, payin, one), { kind: 'unheard' });
  stage.standIn.fault('payment_intents', 'lost-before');
  assert.deepEqual(await inquire(stage, payin, one), { kind: 'unknown' });
});

test('a refused capture has failed, a used key is unknown, and after 23 hours nothing is sent', async (t) => {
  const stage = await openStripe(t);
  const payin = await anAuthorized(stage);
  const over = aCapture(stage, payin, { amountMinor: 2_501n });
  assert.deepEqual(await capture(stage, payin, over), { kind: 'failed', errorCode: '5105' });
  stage.standIn.fault('/capture$', { status: 409, error: { type: 'idempotency_error' } });
  assert.deepEqual(await capture(stage, payin, aCapture(stage, payin)), { kind: 'unknown' });
  stage.standIn.fault('/capture$', { status: 500, error: { type: 'api_error' } });
  assert.deepEqual(await capture(stage, payin, aCapture(stage, payin)), { kind: 'unknown' });
  const old = aCapture(stage, payin);
  const calls = stage.standIn.requests.length;
  stage.advance(23 * 3_600_000);
  assert.deepEqual(await capture(stage, payin, old), { kind: 'unknown' });
  assert.equal(stage.standIn.requests.length, calls);
});

test('an answer about another amount or currency changes nothing', async (t) => {
  const stage = await openStripe(t);
  for (const change of [
    { amount: 2_400 },
    { currency: 'usd' },
    { metadata: { reference: randomUUID(), method: 'card' } },
  ]) {
    const payin = await anAuthorized(stage);
    const one = aCapture(stage, payin);
    Object.assign(intentOf(stage, payin), change);
    assert.deepEqual(await inquire(stage, payin, one), { kind: 'unknown' });
  }
});

test('several captures are made where Stripe grants them, and the last one releases the rest', async (t) => {
  const stage = await openStripe(t);
  stage.standIn.books.multicapture = true;
  const payin = await anAuthorized(stage);
  assert.equal(payin.authorized!.takesSeveral, true);
  const first = aCapture(stage, payin, { amountMinor: 1_000n, isFinal: false });
  assert.equal((await capture(stage, payin, first)).kind, 'completed');
  const intent = intentOf(stage, payin);
  assert.deepEqual([intent.status, intent.amount_capturable], ['requires_capture', 1_500]);
  const later = withCaptured(payin, 1_000n);
  const last = aCapture(stage, later, { amountMinor: 500n });
  stage.standIn.fault('/capture$', 'lost-after');
  assert.equal((await capture(stage, later, last)).kind, 'unknown');
  assert.equal((await inquire(stage, later, last)).kind, 'completed');
  assert.equal((await inquire(stage, later, first)).kind, 'completed', 'the earlier one is still found');
  assert.deepEqual([intent.status, intent.amount_received], ['succeeded', 1_500]);
});

test('an account that may not ask for several captures is still authorised, for one capture', async (t) => {
  const stage = await openStripe(t);
  stage.standIn.books.multicapture = null;
  const payin = await anAuthorized(stage);
  assert.equal(payin.authorized!.takesSeveral, false);
  assert.deepEqual(
    stage.standIn.requests.filter(({ method }) => method === 'POST').map(({ key }) => key),
    [payin.id, `${payin.id}-once`],
  );
});

test('an authorised payment is voided by cancelling its PaymentIntent, also one of a page', async (t) => {
  const stage = await openStripe(t);
  for (const method of ['card', 'klarna']) {
    const payin = await anAuthorized(stage, method);
    const answer = await stage.provider.cancel(payin, stage.call(payin));
    assert.equal('errorCode' in answer && answer.errorCode, '3001', method);
    assert.equal(intentOf(stage, payin).status, 'canceled');
    assert.deepEqual(await stage.provider.cancel(payin, stage.call(payin)), answer, 'again');
    const news = (await newsOf(stage, 'payment_intent.canceled')) as Extract<News, { about: 'charge' }>;
    assert.deepEqual(
      [news.outcome.kind, 'errorCode' in news.outcome && news.outcome.errorCode],
      ['declined', '3001'],
    );
  }
});

test('the void of a payment that was captured at Stripe reports the payment, and no void', async (t) => {
  const stage = await openStripe(t);
  const payin = await anAuthorized(stage);
  captureIntent(stage.standIn.books, intentOf(stage, payin).id, {});
  assert.equal((await stage.provider.cancel(payin, stage.call(payin))).kind, 'completed');
  stage.standIn.fault('cancel$', 'lost-before');
  const other = await anAuthorized(stage);
  assert.deepEqual(await stage.provider.cancel(other, stage.call(other)), { kind: 'unknown' });
});

test('the void after a capture of a part keeps that part', async (t) => {
  const stage = await openStripe(t);
  stage.standIn.books.multicapture = true;
  const payin = await anAuthorized(stage);
  await capture(stage, payin, aCapture(stage, payin, { amountMinor: 1_000n, isFinal: false }));
  const answer = await stage.provider.cancel(withCaptured(payin, 1_000n), stage.call(payin));
  assert.equal(answer.kind, 'declined');
  assert.deepEqual(
    newsAbout(await newsOf(stage, 'payment_intent.canceled'), 'capture').map(({ amount, isFinal }) => [
      amount.amountMinor,
      isFinal,
    ]),
    [
      [1_000n, true],
      [1_000n, true],
    ],
  );
});

test('an authorisation that lapsed at Stripe is over, and a void after its time says so too', async (t) => {
  const stage = await openStripe(t);
  const payin = await anAuthorized(stage);
  stage.standIn.books.cancelIntent(intentOf(stage, payin).id, { cancellation_reason: 'expired' });
  const { outcome } = (await newsOf(stage, 'payment_intent.canceled')) as Extract<News, { about: 'charge' }>;
  assert.equal('errorCode' in outcome && outcome.errorCode, '3002');
  const left = await anAuthorized(stage);
  stage.advance(8 * DAY_MS);
  const answer = await stage.provider.cancel(left, stage.call(left));
  assert.equal('errorCode' in answer && answer.errorCode, '3002');
});

test('every event of a capture tells ours by its id, and everything that was captured', async (t) => {
  const stage = await openStripe(t);
  const payin = await anAuthorized(stage);
  const one = aCapture(stage, payin, { amountMinor: 1_000n });
  await capture(stage, payin, one);
  const intent = intentOf(stage, payin);
  const common = {
    about: 'capture',
    charge: payin.id,
    payment: intent.id,
    providerReference: null,
    outcome: { kind: 'completed' },
    isFinal: true,
    needsFormer: false,
    authorization: {
      amount: { amountMinor: 2_500n, currency: 'EUR' },
      outcome: {
        kind: 'authorized',
        of: { reference: payin.id, amountMinor: 2_500n, currency: 'EUR' },
        providerReference: intent.id,
      },
    },
  };
  const amount = { amountMinor: 1_000n, currency: 'EUR' };
  for (const event of ['charge.captured', 'payment_intent.succeeded', 'checkout.session.completed']) {
    const news = await newsOf(stage, event);
    assert.deepEqual(news, {
      about: 'several',
      news: [
        { ...common, captureId: one.id, amount },
        { ...common, captureId: null, isTotal: true, amount },
      ],
    });
  }
});

test('the release of a rest, and the release of a void, are not refunds', async (t) => {
  const stage = await openStripe(t);
  const payin = await anAuthorized(stage);
  await capture(stage, payin, aCapture(stage, payin, { amountMinor: 1_000n }));
  assert.equal((await newsOf(stage, 'charge.refunded')).about, 'nothing');
  const voided = await anAuthorized(stage);
  const intent = intentOf(stage, voided);
  await stage.provider.cancel(voided, stage.call(voided));
  const { books } = stage.standIn;
  const release = books.keep({
    id: 're_release',
    object: 'refund',
    amount: 2_500,
    currency: 'eur',
    charge: intent.latest_charge,
    payment_intent: intent.id,
    metadata: {},
    status: 'succeeded',
  });
  const event = books.tell('charge.refunded', books.find(intent.latest_charge));
  assert.deepEqual(await newsOf(stage, event), {
    about: 'nothing',
    reason: 'it released what was not captured',
  });
  assert.equal((await newsOf(stage, books.tell('refund.created', release))).about, 'nothing');
});
