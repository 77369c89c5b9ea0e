import assert from 'node:assert/strict';
import test from 'node:test';
import { returnUrl } from '../../../src/domain/cashier/return-url.ts';
import { aTransaction } from '../../stage/builders.ts';

function backTo(redirectUrl: string | null, merchantReference = 'order 1&2'): string | null {
  const transaction = aTransaction({ id: '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15', merchantReference });
  return returnUrl({ ...transaction, details: { ...transaction.details, redirectUrl } });
}

const ADDED = 'transactionId=0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15&merchantReference=order+1%262';

test('the return address has the transaction id and the reference', () => {
  assert.equal(backTo('https://shop.example/done'), `https://shop.example/done?${ADDED}`);
});

test("the merchant's own query and fragment stay as they were written", () => {
  assert.equal(
    backTo('https://shop.example/done?a=b%20c&x=%2F+y#top'),
    `https://shop.example/done?a=b%20c&x=%2F+y&${ADDED}#top`,
  );
  assert.equal(backTo('https://shop.example/done?'), `https://shop.example/done?${ADDED}`);
});

test('parameters of the same names are replaced, in any spelling and place', () => {
  for (const query of [
    '?transactionId=forged',
    '?transactionId=forged&merchantReference=other',
    '?merchantReference=other&transactionId=1&transactionId=2',
    '?transactionId',
    '?transaction%49d=forged&%6derchantReference=x',
    '?&&transactionId=&',
  ]) {
    assert.equal(backTo(`https://shop.example/done${query}`), `https://shop.example/done?${ADDED}`, query);
  }
  assert.equal(
    backTo('https://shop.example/done?a=%20b&transactionId=x&c=+d&transactionid=mine#top'),
    `https://shop.example/done?a=%20b&c=+d&transactionid=mine&${ADDED}#top`,
  );
});

test('without a redirectUrl there is no return address', () => {
  assert.equal(backTo(null), null);
});
