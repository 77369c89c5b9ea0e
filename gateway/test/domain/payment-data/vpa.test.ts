// UPI addresses (contract 7): the payer's, if
// given, and the recipient's.
import assert from 'node:assert/strict';
import test from 'node:test';
import { accepted, faultyFields } from './check-option.ts';

const METHODS = [
  { direction: 'PAYIN', method: 'upi', currency: 'INR' },
  { direction: 'PAYOUT', method: 'upi', currency: 'INR' },
] as const;

for (const upi of METHODS) {
  test(`${upi.direction}: a UPI address is name@handle, in either case`, () => {
    for (const vpa of [
      'asha.rao@okbank',
      '9876543210@ybl',
      'a-b_c.d@upi',
      'shop1@s2b',
      `${'a'.repeat(180)}@okbank`,
    ]) {
      assert.deepEqual(accepted(upi, { vpa }), { vpa });
    }
    assert.deepEqual(accepted(upi, { vpa: ' Asha.Rao@OkBank ' }), { vpa: 'asha.rao@okbank' });
  });

  test(`${upi.direction}: a text that is no UPI address is refused`, () => {
    for (const vpa of [
      'asha',
      '@okbank',
      'asha@',
      'a@okbank',
      'asha@b',
      'asha@@okbank',
      'asha rao@okbank',
      'asha@ok bank',
      'asha@okbank.com',
      'asha+1@okbank',
      'asha@ok@bank',
      'ашa@okbank',
      'asha@1bank',
      `asha@${'b'.repeat(65)}`,
      '-asha@okbank',
      'upi://pay?pa=asha@okbank',
    ]) {
      assert.deepEqual(faultyFields(upi, { vpa }), ['paymentData.vpa'], vpa);
    }
  });
}
