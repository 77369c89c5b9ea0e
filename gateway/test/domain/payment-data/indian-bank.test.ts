// Indian bank accounts (contract 7): account
// number, IFSC and holder of a payout.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { accepted, faultyFields } from './check-option.ts';

const payout = { direction: 'PAYOUT', method: 'indian-bank', currency: 'INR' } as const;

test('account number, IFSC and holder are returned in their normal form', () => {
  assert.deepEqual(
    accepted(payout, { accountNumber: '0045 0100 0123', ifsc: ' hdfc0001234', accountHolder: ' Asha Rao ' }),
    { accountNumber: '004501000123', ifsc: 'HDFC0001234', accountHolder: 'Asha Rao' },
  );
});

test('an account number has 9 to 18 digits and no other character', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9]{1,25}$/), (accountNumber) => {
      if (accountNumber.length >= 9 && accountNumber.length <= 18) {
        assert.deepEqual(accepted(payout, { accountNumber }), { accountNumber });
      } else assert.deepEqual(faultyFields(payout, { accountNumber }), ['paymentData.accountNumber']);
    }),
  );
  for (const accountNumber of ['12345678A', '-123456789', '1e10123456', '१२३४५६७८९', '123.456.789', '  ']) {
    assert.deepEqual(faultyFields(payout, { accountNumber }), ['paymentData.accountNumber'], accountNumber);
  }
});

test('any IFSC of the pattern is accepted', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z]{4}0[A-Z0-9]{6}$/), (ifsc) => {
      assert.deepEqual(accepted(payout, { ifsc }), { ifsc });
    }),
  );
});

test('an IFSC without its zero, too long, too short or with other characters is refused', () => {
  for (const ifsc of [
    'HDFC1001234',
    'HDFCO001234',
    'HDF00001234',
    'SBIN000123',
    'SBIN00012345',
    'HDFC0-01234',
    'ÄDFC0001234',
    'ıCIC0001234',
  ]) {
    assert.deepEqual(faultyFields(payout, { ifsc }), ['paymentData.ifsc'], ifsc);
  }
});

test('a blank holder is refused', () => {
  assert.deepEqual(faultyFields(payout, { accountHolder: ' \u00a0 ' }), ['paymentData.accountHolder']);
});
