// Which texts hold a card number: it finds the ways people write one,
// and accepts ordinary ids and order numbers.
import assert from 'node:assert/strict';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import test from 'node:test';
import { isNumberOfScheme } from '../../../src/domain/payment-data/card.ts';
import {
  holdsCardNumber,
  mayHoldCardNumber,
  withCardMasked,
} from '../../../src/domain/payment-data/card-number-in-text.ts';

test('a card number is found in any spelling and context', () => {
  for (const text of [
    '4242424242424242',
    '4242 4242 4242 4242',
    '4242-4242-4242-4242',
    '4242\u00a04242\u00a04242\u00a04242',
    '4242  4242 - 4242  4242',
    'order 4111111111111111',
    'card4111111111111111',
    'cc_4111111111111111_visa',
    'https://shop.example/pay?n=4111111111111111&x=1',
    '4242 4242 4242 4242 12/35 123',
    '4242 4242 4242 4242 12 2035 123',
    '2 x 4242424242424242',
    'pan=4111111111111111;exp=1235',
    '378282246310005',
    '3782 822463 10005',
    '36227206271667',
    '5555555555554444',
    '2223003122003222',
    '6011111111111117',
    '3530111333300000',
    '6205500000000000004',
    '6759649826438453',
    '6074825972083818',
    '3056 9300 0902 0004',
    '8171 9999 2766 0000',
    `ref-${randomUUID()} 4242424242424242`,
    'DE89 3704 0044 0532 0130 00 4242424242424242',
  ])
    assert.equal(holdsCardNumber(text), true, text);
});

test('texts without a card number, and other kinds of ids, are accepted', () => {
  for (const text of [
    '',
    'order-10021',
    '4242424242424241',
    '424242424242424',
    '42424242424242424242',
    '1234567890123456',
    // EAN, IMEI, SIM, milliseconds and microseconds, YYYYMMDDhhmmss
    '4006381333931',
    '490154203237518',
    '89490200001234567890',
    '1795221427215',
    '1795221427215000',
    '20261231235959',
    // YYMMDDhhmmss and four digits: right check digit and a prefix of Mastercard
    '2601151234560008',
    // ids of services, UUIDs, hashes
    '76561198012345678',
    '1234567890123456789',
    '00000000-0000-4000-8000-000000000001',
    `ref-${randomUUIDv7()}`,
    // IBANs, in which four groups would pass
    'DE89 3704 0044 0532 0130 00',
    'NL91ABNA0417164300',
    'GB33BUKB20201555555555',
    'ES91 2100 0418 4502 0005 1332',
    '+49 1511 2345678',
    '12.345.678/0001-95',
    '4242 4242 apples and 4242 4242 pears',
  ])
    assert.equal(holdsCardNumber(text), false, text);
});

test('random references are seldom refused', () => {
  let state = 11;
  const digit = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * 10);
  };
  const digits = (count: number) => Array.from({ length: count }, digit).join('');
  const refusedOf = (make: (n: number) => string, most: number) => {
    let refused = 0;
    for (let n = 0; n < 5_000; n++) if (holdsCardNumber(make(n))) refused++;
    assert.ok(refused <= most, `${refused} of ${make(7)} …`);
  };
  refusedOf(() => randomUUID(), 0);
  refusedOf(() => randomUUIDv7(), 0);
  refusedOf((n) => `order-${1_000_000_000 + n}`, 0);
  refusedOf((n) => `${1_795_221_427_215 + n}`, 0);
  for (const count of [10, 12, 13, 17, 18, 20]) refusedOf(() => digits(count), 0);
  refusedOf(() => digits(14), 50);
  refusedOf(() => digits(15), 50);
  refusedOf(() => digits(16), 250);
  refusedOf(() => digits(19), 150);
});

test('a reference of 16 digits that is no card of a known brand is accepted, and masked where it is logged', () => {
  const passes = (body: string) =>
    [...'0123456789'].map((last) => body + last).find((one) => isNumberOfScheme(one));
  let looked = 0;
  for (const start of ['81', '30', '6001', '6712', '58', '693', '3095'])
    for (let n = 0; n < 60; n++) {
      const reference = passes(start.padEnd(10, '1') + String(10_000 + n * 37));
      if (reference === undefined) continue;
      looked++;
      assert.equal(holdsCardNumber(reference), false, reference);
      assert.equal(mayHoldCardNumber(`/v1/${reference}`), true, reference);
    }
  assert.ok(looked > 200, String(looked));
});

test('a long text is checked quickly, whatever it contains', () => {
  for (const piece of ['4', '4 ', '42-', ' ', '4242 4242 4242 424 ', 'DE89 3704 ', 'A1 ', '12345678-'])
    assert.equal(typeof holdsCardNumber(`4242424242424242 ${piece.repeat(20_000)}`), 'boolean', piece);
});

test('a userId is masked where it is shown only if it is a card number', () => {
  assert.equal(withCardMasked('4242424242424242'), '424242••••••4242');
  assert.equal(withCardMasked('user 4242 4242 4242 4242'), 'user 4242 42•• •••• 4242');
  for (const text of ['ada', '8112345678901234', 'user-77', '4242424242424241'])
    assert.equal(withCardMasked(text), text);
});
