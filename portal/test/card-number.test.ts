// The page recognises a card number in any spelling.
import assert from 'node:assert/strict';
import test from 'node:test';
import { cardNumberEnd } from '../src/api/card-number.ts';

test('the page recognises a card number in any spelling, and takes no other number for one', () => {
  for (const text of [
    '4242424242424242',
    '4242 4242 4242 4242',
    '4242-4242-4242-4242',
    'ada 5555 5555 5555 4444 12/30',
    '378282246310005',
    '4000/0000/0000/9995',
    '4000_0000_0000_9995',
    '4000·0000·0000·9995',
  ])
    assert.match(cardNumberEnd(text) ?? '', /^\d{4}$/, text);
  for (const text of [
    '4242424242424241',
    '0012345',
    '+49 151 2345678',
    'order-424242',
    '42424242-4242-4242-4242-424242424242',
  ])
    assert.equal(cardNumberEnd(text), null, text);
});
