// What Adyen's events say about a payment: each event of its payment notifications, signed by the stand-in, through the
// adapter.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after } from 'node:test';
import type { News, PlainNews } from '../../../src/domain/notifications/news.ts';
import { NOW, openAdyen } from './stage.ts';
import type { Event } from './stand-in/books.ts';
import { HAS_DESCRIPTION } from './stand-in/description.ts';
import { notificationOf } from './stand-in/notifier.ts';
import { HMAC_KEY, MERCHANT_ACCOUNT } from './stand-in/stand-in.ts';

const { provider, unknownValues } = await openAdyen({ after });
const CHARGE = '0190a6a0-0000-7000-8000-000000000001-2-r1';
const UUID = '0190a6a0-0000-7000-8000-000000000001';
const PSP = 'QFQTPCQ8HXSKGK82';
/** The payment of each step. */
const PAYMENT = 'V4HZ4RBFJGXXGN82';
const AMOUNT = { amountMinor: 2500n, currency: 'EUR' };

/** About a payment that is captured at once. */
async function newsOf(eventCode: string, fields: Partial<Event> = {}): Promise<PlainNews> {
  const news = await readNews(eventCode, fields);
  return news.about === 'either' ? news.ifAtOnce : news;
}

/** About a payment that is captured later. */
async function newsOfLater(eventCode: string, fields: Partial<Event> = {}): Promise<PlainNews> {
  const news = await readNews(eventCode, fields);
  return news.about === 'either' ? news.ifLater : news;
}

async function readNews(eventCode: string, fields: Partial<Event>): Promise<News> {
  const event: Event = {
    eventCode,
    pspReference: PSP,
    originalReference: eventCode === 'AUTHORISATION' ? '' : PAYMENT,
    merchantReference: CHARGE,
    merchantAccountCode: MERCHANT_ACCOUNT,
    amount: { value: 2500, currency: 'EUR' },
    success: 'true',
    reason: '',
    paymentMethod: 'visa',
    eventDate: '2026-03-01T12:00:00Z',
    ...fields,
  };
  const bytes = Buffer.from(JSON.stringify(notificationOf([event], HMAC_KEY)));
  const reading = await provider.readNotification({}, bytes, NOW);
  assert.ok(reading.kind === 'authentic');
  const [{ kind, key, body }] = reading.items as [(typeof reading.items)[0]];
  return provider.readNews({ kind, key, body, receivedAt: NOW }, AbortSignal.timeout(1_000));
}

test('AUTHORISATION reports that a charge was made, or why not', async () => {
  const of = { reference: CHARGE, ...AMOUNT };
  assert.deepEqual(await newsOf('AUTHORISATION'), {
    about: 'charge',
    charge: CHARGE,
    amount: AMOUNT,
    outcome: { kind: 'completed', of, providerReference: PSP },
  });
  assert.deepEqual(await newsOf('AUTHORISATION', { success: 'false', reason: 'CVC Declined' }), {
    about: 'charge',
    charge: CHARGE,
    amount: AMOUNT,
    outcome: { kind: 'declined', errorCode: '2004', of, providerReference: PSP },
    isOneTry: true,
  });
});

test('unsigned fields decide only the reason', async () => {
  const told = await newsOf('AUTHORISATION', { success: 'false', reason: 'Authorised', paymentMethod: 'x' });
  assert.ok(told.about === 'charge' && told.outcome.kind === 'declined');
  const paid = await newsOf('AUTHORISATION', {
    reason: 'Refused',
    additionalData: { 'modification.action': 'refund', amount: '1' },
  });
  assert.ok(paid.about === 'charge' && paid.outcome.kind === 'completed');
});

test('a cancellation and an expired offer end the charge', async () => {
  for (const code of ['CANCELLATION', 'TECHNICAL_CANCEL']) {
    assert.deepEqual(await newsOf(code, { amount: { value: 0, currency: 'EUR' } }), {
      about: 'charge',
      charge: CHARGE,
      payment: PAYMENT,
      amount: null,
      outcome: { kind: 'cancelled' },
    });
    assert.equal((await newsOf(code, { success: 'false' })).about, 'nothing');
  }
  const over = await newsOf('OFFER_CLOSED', { originalReference: '' });
  assert.deepEqual(over, {
    about: 'charge',
    charge: CHARGE,
    payment: PSP,
    amount: null,
    mayBeAnotherTry: true,
    outcome: { kind: 'declined', errorCode: '3002' },
  });
  assert.equal((await newsOf('OFFER_CLOSED', { success: 'false' })).about, 'nothing');
});

test('a failed capture and an expired authorisation give the payment back', async () => {
  for (const code of ['CAPTURE_FAILED', 'EXPIRE']) {
    assert.deepEqual(await newsOf(code, { reason: 'Capture Failed' }), {
      about: 'return',
      charge: CHARGE,
      payment: PAYMENT,
      amount: AMOUNT,
      reason: 'Capture Failed',
    });
  }
});

test('the same events are about the authorisation if the payment is captured later', async () => {
  const paid = await newsOfLater('AUTHORISATION');
  assert.ok(paid.about === 'charge' && paid.outcome.kind === 'authorized');
  assert.deepEqual([paid.outcome.takesSeveral, paid.outcome.providerReference], [false, PSP]);
  const over = await newsOfLater('EXPIRE', { originalReference: '' });
  assert.ok(over.about === 'charge');
  assert.deepEqual([over.outcome.kind, over.payment, over.amount], ['expired', null, AMOUNT]);
  const rest = await newsOfLater('CANCELLATION', { amount: { value: 100, currency: 'EUR' } });
  assert.ok(rest.about === 'charge');
  assert.deepEqual([rest.outcome.kind, rest.payment, rest.amount], ['cancelled', PAYMENT, null]);
  assert.equal((await newsOfLater('CANCELLATION', { success: 'false' })).about, 'void-refused');
});

test('a capture of ours is recognised by its id, and one made at Adyen by the payment’s reference', async () => {
  const ours = await newsOf('CAPTURE', { merchantReference: UUID });
  assert.deepEqual(ours, {
    about: 'capture',
    captureId: UUID,
    charge: UUID,
    payment: PAYMENT,
    providerReference: PSP,
    amount: AMOUNT,
    outcome: { kind: 'completed', providerReference: PSP },
    isFinal: true,
    needsFormer: false,
    reason: null,
  });
  const theirs = await newsOf('CAPTURE');
  assert.ok(theirs.about === 'capture');
  assert.deepEqual([theirs.captureId, theirs.charge], [null, CHARGE]);
  const failed = await newsOf('CAPTURE', { success: 'false' });
  assert.ok(failed.about === 'capture' && failed.outcome.kind === 'failed' && !failed.needsFormer);
  const afterAll = await newsOfLater('CAPTURE_FAILED', { merchantReference: UUID });
  assert.ok(afterAll.about === 'capture' && afterAll.outcome.kind === 'failed' && afterAll.needsFormer);
});

test('a refund of ours is recognised by its id, and a refund made at Adyen by the payment’s reference', async () => {
  assert.deepEqual(await newsOf('REFUND', { merchantReference: UUID }), {
    about: 'refund',
    refundId: UUID,
    charge: UUID,
    payment: PAYMENT,
    providerReference: PSP,
    amount: AMOUNT,
    outcome: { kind: 'completed', providerReference: PSP },
    needsFormer: false,
  });
  for (const code of ['REFUND', 'CANCEL_OR_REFUND']) {
    const news = await newsOf(code);
    assert.ok(news.about === 'refund');
    assert.deepEqual([news.refundId, news.charge, news.outcome.kind], [null, CHARGE, 'completed']);
  }
  const failed = await newsOf('REFUND', { success: 'false', merchantReference: UUID });
  assert.ok(failed.about === 'refund');
  assert.deepEqual(failed.outcome, { kind: 'failed', errorCode: '5005', providerReference: PSP });
  assert.equal(failed.needsFormer, false);
});

test('a refund that fails after all follows the refund that was made', async () => {
  for (const code of ['REFUND_FAILED', 'REFUNDED_REVERSED']) {
    const news = await newsOf(code, { merchantReference: UUID });
    assert.ok(news.about === 'refund');
    assert.equal(news.outcome.kind, 'failed');
    assert.equal(news.needsFormer, true);
  }
});

test('a dispute goes through its steps', async () => {
  const steps: Record<string, unknown> = {};
  const codes = `REQUEST_FOR_INFORMATION NOTIFICATION_OF_CHARGEBACK CHARGEBACK CHARGEBACK_REVERSED
    SECOND_CHARGEBACK PREARBITRATION_WON PREARBITRATION_ISSUER_WITHDRAWN PREARBITRATION_LOST PREARBITRATION_ACCEPTED
    SCHEME_ARBITRATION_WON SCHEME_ARBITRATION_LOST ISSUER_RESPONSE_TIMEFRAME_EXPIRED`.split(/\s+/);
  for (const code of codes) {
    const news = await newsOf(code);
    assert.ok(news.about === 'dispute', code);
    assert.deepEqual([news.charge, news.payment, news.amount], [CHARGE, PAYMENT, AMOUNT]);
    assert.equal(news.dispute.providerReference, PSP);
    const { status, fundsWithheld, follows, followsWithheld } = news.dispute;
    steps[code] = [status, follows, ...(follows ? [followsWithheld] : [fundsWithheld])];
  }
  assert.deepEqual(steps, {
    REQUEST_FOR_INFORMATION: ['INQUIRY', null, undefined],
    NOTIFICATION_OF_CHARGEBACK: ['OPEN', null, false],
    CHARGEBACK: ['OPEN', null, true],
    CHARGEBACK_REVERSED: ['WON', ['OPEN'], true],
    SECOND_CHARGEBACK: ['LOST', ['WON'], true],
    PREARBITRATION_WON: ['WON', ['OPEN'], true],
    PREARBITRATION_ISSUER_WITHDRAWN: ['WON', ['OPEN'], true],
    PREARBITRATION_LOST: ['LOST', ['OPEN', 'WON'], true],
    PREARBITRATION_ACCEPTED: ['LOST', ['OPEN', 'WON'], true],
    SCHEME_ARBITRATION_WON: ['WON', ['OPEN'], true],
    SCHEME_ARBITRATION_LOST: ['LOST', ['OPEN', 'WON'], true],
    ISSUER_RESPONSE_TIMEFRAME_EXPIRED: ['WON', ['OPEN'], true],
  });
});

test('a dispute has its reason and its deadline', async () => {
  const additionalData = { chargebackReasonCode: '10.4', defensePeriodEndsAt: '2026-03-18T10:15:30+01:00' };
  const coded = await newsOf('CHARGEBACK', { additionalData });
  assert.ok(coded.about === 'dispute');
  assert.equal(coded.dispute.reason, '10.4');
  assert.equal(coded.dispute.deadline?.toISOString(), '2026-03-18T09:15:30.000Z');
  const told = await newsOf('CHARGEBACK', { reason: 'Other Fraud', additionalData });
  assert.equal(told.about === 'dispute' && told.dispute.reason, 'Other Fraud');
  const odd = await newsOf('CHARGEBACK', { additionalData: { defensePeriodEndsAt: 'soon' } });
  // A field that this step omits keeps its value from the step before.
  assert.ok(odd.about === 'dispute' && !('deadline' in odd.dispute) && !('reason' in odd.dispute));
});

test('a step without the reference of its payment matches no payment by id', async () => {
  const codes = 'CANCELLATION EXPIRE CAPTURE_FAILED REFUND REFUND_FAILED CHARGEBACK CHARGEBACK_REVERSED';
  for (const code of `${codes} SECOND_CHARGEBACK`.split(' ')) {
    const news = await newsOf(code, { originalReference: '' });
    assert.ok('payment' in news, code);
    assert.equal(news.payment, null, code);
  }
});

test('texts are cut between characters, and lose what a database cannot store', async () => {
  const reasonOf = async (reason: string) => {
    const news = await newsOf('CAPTURE_FAILED', { reason });
    return news.about === 'return' && news.reason;
  };
  assert.equal(await reasonOf(`${'x'.repeat(299)}\u{1F600}\u{1F600}`), `${'x'.repeat(299)}\u{1F600}`);
  assert.equal(await reasonOf('one\0\u0007 two\r\nthree\n'), 'one  two three');
  assert.equal(await reasonOf('half \ud83d'), 'half \ufffd');
  for (const none of ['', 'null', '\0', ' \n ']) assert.equal(await reasonOf(none), null);
  for (const year of ['+010000-01-01', '-000001-01-01', '0000-06-01']) {
    const additionalData = { defensePeriodEndsAt: `${year}T00:00:00Z` };
    const news = await newsOf('CHARGEBACK', { additionalData });
    assert.ok(news.about === 'dispute' && !('deadline' in news.dispute), year);
  }
});

test('the method, which is not signed, changes nothing', async () => {
  for (const code of ['CHARGEBACK', 'CHARGEBACK_REVERSED', 'SECOND_CHARGEBACK'])
    assert.deepEqual(await newsOf(code, { paymentMethod: 'sepadirectdebit' }), await newsOf(code));
});

test('a cancellation has no amount, or the amount of the whole payment', async () => {
  const said = await newsOf('CANCELLATION');
  assert.deepEqual(said.about === 'charge' && said.amount, AMOUNT);
  const none = await newsOf('CANCELLATION', { amount: { value: 0, currency: 'EUR' } });
  assert.equal(none.about === 'charge' && none.amount, null);
});

test('a reference of another system is foreign, whatever its event', async () => {
  const others = ['', 'order-7', `${UUID}-1`, `${UUID}-r0`, UUID.toUpperCase(), `${UUID}:1`, '__proto__'];
  for (const merchantReference of others)
    for (const code of ['AUTHORISATION', 'REFUND', 'CHARGEBACK', 'CAPTURE_FAILED', 'OFFER_CLOSED'])
      assert.deepEqual(await newsOf(code, { merchantReference }), { about: 'foreign' }, merchantReference);
});

test('an unreadable amount moves no money', async () => {
  for (const amount of [
    { value: 1, currency: 'XTS' },
    { value: 100_201, currency: 'CLP' },
    { value: 1.5, currency: 'EUR' },
  ])
    assert.equal((await newsOf('AUTHORISATION', { amount })).about, 'nothing');
  assert.deepEqual(unknownValues.splice(0), [
    'amount.currency=XTS',
    'amount.currency=CLP',
    'amount.currency=EUR',
  ]);
});

test('an unknown event changes nothing and is counted', async () => {
  for (const code of ['SOMETHING_NEW', '__proto__', 'constructor']) {
    assert.equal((await newsOf(code)).about, 'nothing');
    assert.deepEqual(unknownValues.splice(0), [`eventCode=${code}`]);
  }
  for (const code of ['REPORT_AVAILABLE', 'ORDER_CLOSED', 'NOTIFICATION_OF_FRAUD'])
    assert.equal((await newsOf(code, { merchantReference: '' })).about, 'nothing');
  assert.deepEqual(unknownValues, []);
});

test('a damaged stored item does not throw', async () => {
  for (const body of [
    '',
    'null',
    '[]',
    '{}',
    '{"merchantReference":7}',
    '{"__proto__":{"currency":"EUR"}}',
  ]) {
    const item = { kind: 'AUTHORISATION', key: 'k', body, receivedAt: NOW };
    assert.equal((await provider.readNews(item, AbortSignal.timeout(1_000))).about, 'nothing', body);
  }
});

test('every event that Adyen describes is known', {
  skip: HAS_DESCRIPTION ? false : 'PROVIDER_SPECS names no description of Adyen',
}, async () => {
  const file = join(process.env.PROVIDER_SPECS!, 'adyen', 'Webhooks-v1.json');
  const codes = Object.keys(JSON.parse(readFileSync(file, 'utf8')).webhooks).map((path) => path.slice(1));
  assert.ok(codes.length > 40);
  for (const code of codes) await newsOf(code);
  assert.deepEqual(unknownValues.splice(0), []);
});
