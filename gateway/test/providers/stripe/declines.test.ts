// Stripe's decline reasons as codes of contract 9: reasons of
// cards, of other methods, and unknown reasons.
import assert from 'node:assert/strict';
import test from 'node:test';
import { declineCode } from '../../../src/providers/stripe/declines.ts';
import { aPayin, openStripe } from './a-stripe.ts';

const REASONS: Readonly<Record<string, string>> = {
  insufficient_funds: '2001',
  expired_card: '2002',
  incorrect_number: '2003',
  incorrect_cvc: '2004',
  do_not_honor: '2005',
  generic_decline: '2005',
  lost_card: '2006',
  stolen_card: '2007',
  pickup_card: '2008',
  restricted_card: '2008',
  transaction_not_allowed: '2009',
  card_not_supported: '2009',
  withdrawal_count_limit_exceeded: '2010',
  card_velocity_exceeded: '2011',
  issuer_not_available: '2012',
  try_again_later: '2012',
  processing_error: '2012',
  invalid_account: '2013',
  incorrect_zip: '2015',
  authentication_required: '2102',
  fraudulent: '2201',
  highest_risk_level: '2201',
  merchant_blacklist: '2203',
  currency_not_supported: '1003',
  payment_limit_exceeded: '3006',
  debit_not_authorized: '2009',
};

const none = () => assert.fail('a reason is not known');

test('each documented reason has the nearest code', () => {
  for (const [reason, code] of Object.entries(REASONS)) {
    assert.equal(declineCode({ code: 'card_declined', decline_code: reason }, true, none), code, reason);
  }
});

test('without a reason the error code decides', () => {
  assert.equal(declineCode({ code: 'card_declined' }, true, none), '2005');
  assert.equal(declineCode({ code: 'expired_card', decline_code: '' }, true, none), '2002');
  assert.equal(declineCode({ code: 'payment_intent_payment_attempt_expired' }, false, none), '3002');
  assert.equal(declineCode({ code: 'payment_intent_authentication_failure' }, true, none), '2101');
  assert.equal(declineCode({ code: 'payment_intent_authentication_failure' }, false, none), '3001');
});

test('an unknown reason is a decline without a code, and is counted', () => {
  const unknown: string[] = [];
  const count = (field: string, value: string) => void unknown.push(`${field}=${value}`);
  assert.equal(declineCode({ code: 'card_declined', decline_code: 'bad_mood' }, true, count), '2005');
  assert.equal(declineCode({ code: 'expired_card', decline_code: 'bad_mood' }, true, count), '2002');
  assert.equal(declineCode({ code: 'moon_phase' }, true, count), '2005');
  assert.equal(declineCode({ code: '__proto__', decline_code: 'constructor' }, true, count), '2005');
  assert.deepEqual(unknown, [
    'decline_code=bad_mood',
    'decline_code=bad_mood',
    'code=moon_phase',
    'decline_code=constructor',
  ]);
});

test('a decline at the confirmation is reported at once, and again by an inquiry', async (t) => {
  const stage = await openStripe(t);
  for (const [words, code] of [
    [{ code: 'payment_method_provider_decline' }, '2005'],
    [{ code: 'card_declined', decline_code: 'insufficient_funds' }, '2001'],
  ] as const) {
    const transaction = aPayin('klarna');
    stage.standIn.books.nextDecline = words;
    const answer = await stage.pay(transaction);
    const providerReference = stage.kept(transaction)!.intent;
    assert.deepEqual(answer, { kind: 'declined', errorCode: code, providerReference });
    assert.deepEqual(await stage.pay(transaction), answer, 'the same call again');
    assert.deepEqual(await stage.provider.inquire(transaction, stage.call(transaction)), {
      ...answer,
      of: { reference: transaction.id, amountMinor: 2_500n, currency: 'EUR' },
    });
  }
  assert.deepEqual(stage.unknown, []);
});
