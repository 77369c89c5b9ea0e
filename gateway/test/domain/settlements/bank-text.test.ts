// Whether the text of a credit names a payout (contract 17).
import assert from 'node:assert/strict';
import test from 'node:test';
import { namesPayout } from '../../../src/domain/settlements/bank-text.ts';

test('every word is found, whatever the bank did to blanks and case', () => {
  assert.ok(namesPayout('ADYEN NV HARBOUR COFFEE_ECOM BATCH 141', ['141', 'HarbourCoffeeECOM']));
  assert.ok(namesPayout('STRIPE HARBOUR CO FFEE', ['Stripe Harbour Coffee']));
  assert.ok(!namesPayout('ADYEN NV BATCH 141', ['141', 'HarbourCoffeeECOM']));
});

test('a number is not found within a longer one, and no word names nothing', () => {
  assert.ok(!namesPayout('HarbourCoffee 1412', ['141', 'HarbourCoffee']));
  assert.ok(!namesPayout('HarbourCoffee 2141', ['141', 'HarbourCoffee']));
  assert.ok(namesPayout('HarbourCoffee BATCH141', ['141', 'HarbourCoffee']));
  assert.ok(!namesPayout('HarbourCoffee 141', []));
  assert.ok(!namesPayout('HarbourCoffee 141', ['']));
});
