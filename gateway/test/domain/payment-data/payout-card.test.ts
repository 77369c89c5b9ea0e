// The card of a payout (contract 7): number, expiry and holder, or
// the token of a saved card instead. No CVV.
import assert from 'node:assert/strict';
import test from 'node:test';
import { accepted, faultyFields, NOW } from './check-option.ts';

const payout = { direction: 'PAYOUT', method: 'card' } as const;
const GOOD = {
  cardNumber: '4242424242424242',
  expiryMonth: '12',
  expiryYear: '2030',
  cardHolder: 'Ada Lovelace',
};

const faults = (changes: Record<string, unknown>, now = NOW) =>
  faultyFields({ ...payout, now }, { ...GOOD, ...changes }).map((field) => field.replace('paymentData.', ''));

test('a card is returned in its normal form, and a CVV is not kept', () => {
  assert.deepEqual(accepted(payout, { ...GOOD, cardCvv: '123' }), GOOD);
  assert.deepEqual(
    accepted(payout, {
      cardNumber: ' 5555 5555 5555 4444',
      expiryMonth: '3',
      expiryYear: '29',
      cardHolder: ' Ada Lovelace ',
    }),
    { cardNumber: '5555555555554444', expiryMonth: '03', expiryYear: '2029', cardHolder: 'Ada Lovelace' },
  );
});

test('each part may be absent, and the rest is checked', () => {
  for (const field of Object.keys(GOOD)) {
    const { [field as keyof typeof GOOD]: _, ...rest } = GOOD;
    assert.deepEqual(accepted(payout, rest), rest);
  }
  assert.deepEqual(accepted(payout, {}), {});
  assert.deepEqual(faultyFields(payout, { cardNumber: '4242424242424241' }), ['paymentData.cardNumber']);
});

test('a number that fails Luhn or the length of its brand is refused', () => {
  for (const cardNumber of [
    '4242424242424241',
    '42424242424242',
    '4242-4242-4242-4242',
    '４２４２４２４２４２４２４２４２',
    'card',
  ])
    assert.deepEqual(faults({ cardNumber }), ['cardNumber'], cardNumber);
});

test('an expired card, an invalid month, an invalid year and a blank holder are refused', () => {
  assert.deepEqual(faults({ expiryMonth: '07', expiryYear: '2026' }), ['expiryMonth']);
  assert.deepEqual(faults({ expiryYear: '25' }), ['expiryYear']);
  assert.deepEqual(faults({}, new Date('2031-02-01T00:00:00Z')), ['expiryYear']);
  assert.deepEqual(faults({ expiryMonth: '13' }), ['expiryMonth']);
  assert.deepEqual(faults({ expiryYear: '203' }), ['expiryYear']);
  assert.deepEqual(faults({ cardHolder: '  ' }), ['cardHolder']);
  assert.deepEqual(faults({ cardNumber: 'x', expiryMonth: '13', expiryYear: 'x', cardHolder: ' ' }), [
    'cardNumber',
    'expiryMonth',
    'expiryYear',
    'cardHolder',
  ]);
});

test('a token replaces the card, whose other fields are dropped', () => {
  assert.deepEqual(accepted(payout, { token: 'tok_abc' }), { token: 'tok_abc' });
  assert.deepEqual(accepted(payout, { token: ' tok_abc ', ...GOOD }), { token: 'tok_abc' });
  assert.deepEqual(faultyFields(payout, { token: '   ' }), ['paymentData.token']);
  assert.deepEqual(faultyFields(payout, { token: 7 }), ['paymentData.token']);
});
