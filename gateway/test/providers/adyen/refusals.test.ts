// Adyen's refusals in our codes. Each documented refusal comes twice: as an answer to a payment, triggered by the name
// on the card, and as the text of a notification.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { errorReason } from '../../../src/domain/errors/error-codes.ts';
import { codeOfNumber, codeOfText } from '../../../src/providers/adyen/refusals.ts';
import { aCardInHand, aPayment, CARD_WITH_3DS, decide, GOOD_CARD, openAdyen, stored } from './stage.ts';
import { REFUSALS, triggerOf } from './stand-in/refusal-triggers.ts';

/** Our codes by Adyen's number. The first eight, and both cancellations, are those of contract 13. */
const EXPECTED: Readonly<Record<string, string>> = {
  12: '2001',
  6: '2002',
  8: '2003',
  24: '2004',
  2: '2005',
  9: '2012',
  11: '2101',
  20: '2201',
  15: '3001',
  16: '3001',
  3: '2005',
  4: '2012',
  5: '2008',
  7: '2005',
  10: '2009',
  14: '2201',
  17: '2005',
  18: '2008',
  19: '2005',
  21: '2012',
  22: '2201',
  23: '2009',
  25: '2008',
  26: '2005',
  27: '2005',
  28: '2010',
  29: '2011',
  31: '2201',
  32: '2015',
  33: '2009',
  34: '2013',
  35: '2013',
  36: '2009',
  37: '2009',
  38: '2102',
  39: '2104',
  40: '2012',
  41: '2009',
  42: '2104',
  43: '2009',
  44: '2009',
  45: '2009',
  46: '2011',
  50: '2014',
};

test('each refusal that Adyen documents has a code of ours, by its number and by its text', () => {
  assert.deepEqual(Object.keys(REFUSALS), Object.keys(EXPECTED));
  for (const [number, text] of Object.entries(REFUSALS)) {
    assert.equal(codeOfNumber(number), EXPECTED[number], text);
    assert.equal(codeOfText(text), EXPECTED[number], text);
    assert.equal(codeOfText(` ${text.toLowerCase()} `), EXPECTED[number], text);
    assert.ok(errorReason(codeOfNumber(number)!));
  }
});

test('any other text of a bank is a refusal of the issuer', () => {
  for (const text of [null, '', 'The bank says no', '__proto__', 'constructor'])
    assert.equal(codeOfText(text), '2005');
  assert.equal(codeOfNumber('999'), undefined);
});

const { standIn, pay, resume, unknownValues } = await openAdyen({ after });

test('a refused card is declined with the code of its reason, and not charged', async () => {
  for (const number of Object.keys(REFUSALS)) {
    const payment = aPayment();
    const outcome = await pay(payment, aCardInHand(GOOD_CARD, triggerOf(number)));
    const { pspReference } = standIn.books.latest(payment.id);
    assert.deepEqual(outcome, {
      kind: 'declined',
      errorCode: EXPECTED[number],
      of: { reference: payment.id, amountMinor: 2500n, currency: 'EUR' },
      providerReference: pspReference,
    });
    assert.equal(standIn.charges(payment.id), 0);
  }
  assert.deepEqual(unknownValues, []);
});

test('an error at the acquirer is a decline, so that no other account is asked', async () => {
  const outcome = await pay(aPayment(), aCardInHand(GOOD_CARD, 'ERROR'));
  assert.ok(outcome.kind === 'declined');
  assert.equal(outcome.errorCode, '2012');
});

test('a received or pending payment is in progress', async () => {
  for (const name of ['RECEIVED', 'PENDING'])
    assert.equal((await pay(aPayment(), aCardInHand(GOOD_CARD, name))).kind, 'pending');
});

test('a refusal with an unknown number is declined, and counted', async () => {
  const fields = { resultCode: 'Refused', refusalReasonCode: '99', refusalReason: 'New' };
  standIn.fault({ fault: { kind: 'changed', fields } });
  const outcome = await pay(aPayment(), aCardInHand());
  assert.ok(outcome.kind === 'declined');
  assert.equal(outcome.errorCode, '2005');
  assert.deepEqual(unknownValues.splice(0), ['refusalReasonCode=99']);
});

test('a refusal after a challenge says how the challenge ended', async () => {
  const ends: Record<string, string> = {};
  const cases = [
    ['refuse', 'Ada'],
    ['cancel', 'Ada'],
    ['approve', 'NOT_ENOUGH_BALANCE'],
  ] as const;
  for (const [decision, name] of cases) {
    const payment = aPayment();
    const outcome = await pay(payment, aCardInHand(CARD_WITH_3DS, name));
    const back = await resume(stored(payment, outcome), await decide(outcome, decision));
    assert.ok(back.kind === 'declined');
    ends[decision] = `${back.errorCode} ${back.threeDs?.status}`;
    assert.equal(standIn.charges(payment.id), 0);
  }
  assert.deepEqual(ends, { refuse: '2101 FAILED', cancel: '2103 ABANDONED', approve: '2001 AUTHENTICATED' });
});
