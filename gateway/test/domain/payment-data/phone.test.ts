// M-Pesa numbers (contract 7): Kenyan mobile numbers, kept in E.164.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { checkPhone } from '../../../src/domain/payment-data/phone.ts';
import { accepted, faultyFields } from './check-option.ts';

const METHODS = [
  { direction: 'PAYIN', method: 'm-pesa', currency: 'KES' },
  { direction: 'PAYOUT', method: 'm-pesa', currency: 'KES' },
] as const;

for (const mPesa of METHODS) {
  test(`${mPesa.direction}: a Kenyan mobile number is returned in E.164, with or without blanks and brackets`, () => {
    for (const phoneNumber of ['+254712345678', '+254 712 345 678', '+254 (712) 345-678']) {
      assert.deepEqual(accepted(mPesa, { phoneNumber }), { phoneNumber: '+254712345678' }, phoneNumber);
    }
    assert.deepEqual(accepted(mPesa, { phoneNumber: '+254110123456' }), { phoneNumber: '+254110123456' });
  });

  test(`${mPesa.direction}: a number that is no Kenyan mobile number is refused`, () => {
    for (const phoneNumber of [
      '+255712345678', // Tanzania
      '+4915112345678',
      '+254202345678', // a fixed line in Nairobi
      '+25472999888',
      '+2547123456789',
      '254722345678', // without its plus: contract 7 wants E.164
      '0722345678',
      ' 0722 345 678 ',
      '12345',
      'phone',
      '+',
      '   ',
      '+254712345678 ext. 5',
      '+254712345678;ext=5',
      'call +254712345678',
      '+254712FLOWER',
      '+٢٥٤٧١٢٣٤٥٦٧٨',
      '+'.repeat(40),
      '0'.repeat(255),
    ]) {
      assert.deepEqual(faultyFields(mPesa, { phoneNumber }), ['paymentData.phoneNumber'], phoneNumber);
    }
  });
}

test('any number of the 07 range is accepted, and refused with a digit more or less', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^7[0-9]{8}$/), fc.nat(9), (digits, more) => {
      assert.deepEqual(accepted(METHODS[0], { phoneNumber: `+254 ${digits}` }), {
        phoneNumber: `+254${digits}`,
      });
      for (const wrong of [digits.slice(1), digits + more])
        assert.deepEqual(faultyFields(METHODS[0], { phoneNumber: `+254${wrong}` }), [
          'paymentData.phoneNumber',
        ]);
    }),
  );
});

test('a phone number of any other method is a mobile number of any country, with its country code', () => {
  for (const [given, value] of [
    ['+49 1511 2345678', '+4915112345678'],
    ['+919820098200', '+919820098200'],
  ] as const)
    assert.deepEqual(checkPhone(given), { value });
  for (const wrong of ['0722345678', '+254202345678', '12345', '+49 1511 234567 8 ext. 5', ' '])
    assert.ok('fault' in checkPhone(wrong), wrong);
});
