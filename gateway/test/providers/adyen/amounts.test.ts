// Amounts in Adyen's minor units, beside
// those of ISO 4217.
import assert from 'node:assert/strict';
import test from 'node:test';
import { currencyCodes, isCryptoCurrency } from '@tollgate/provider-kit/currency';
import { fromAdyen, toAdyen } from '../../../src/providers/adyen/amounts.ts';

const CASES: readonly (readonly [currency: string, ours: bigint, adyens: number])[] = [
  ['EUR', 1002n, 1002],
  ['JPY', 1002n, 1002],
  ['KWD', 1002n, 1002],
  ['CLP', 1002n, 100_200],
  ['ISK', 7n, 700],
  ['CVE', 1200n, 12],
  ['IDR', 1_000_000n, 10_000],
];

test("an amount is converted to Adyen's units and back", () => {
  for (const [currency, ours, value] of CASES) {
    assert.deepEqual(toAdyen(ours, currency), { value, currency }, currency);
    assert.equal(fromAdyen(value, currency), ours, currency);
  }
});

test('an amount that does not divide exactly cannot be converted', () => {
  assert.equal(toAdyen(1201n, 'CVE'), null);
  assert.equal(toAdyen(1_000_050n, 'IDR'), null);
  assert.equal(fromAdyen(100_201, 'CLP'), null);
  assert.equal(fromAdyen(1, 'ISK'), null);
});

test('only four currencies have other units at Adyen', () => {
  const fiat = currencyCodes().filter((code) => !isCryptoCurrency(code));
  const other = fiat.filter((code) => toAdyen(100n, code)?.value !== 100);
  assert.deepEqual(other, ['CLP', 'CVE', 'IDR', 'ISK']);
});

test('a malformed amount is refused', () => {
  for (const [value, currency] of [
    [10.5, 'EUR'],
    [-1, 'EUR'],
    ['10', 'EUR'],
    [2 ** 53, 'EUR'],
    [null, 'EUR'],
    [10, 'XTS'],
    [10, null],
    [10, '__proto__'],
  ]) {
    assert.equal(fromAdyen(value, currency), null, `${value} ${currency}`);
  }
  assert.equal(toAdyen(1n, 'BTC'), null);
  assert.equal(toAdyen(-1n, 'EUR'), null);
  assert.equal(toAdyen(2n ** 60n, 'EUR'), null);
});
