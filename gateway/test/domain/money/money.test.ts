// What money.ts promises (contract 3): exact in both
// directions, and a name for each fault.

import assert from 'node:assert/strict';
import test from 'node:test';
import { currencyCodes, currencyDigits, isCryptoCurrency } from '@tollgate/provider-kit/currency';
import fc from 'fast-check';
import {
  type AmountFault,
  describeAmountFault,
  formatMinor,
  otherAmountText,
  toMinor,
  toWire,
  wireDecimals,
} from '../../../src/domain/money/money.ts';

const CURRENCIES = ['EUR', 'JPY', 'KWD', 'CLF', 'BTC', 'USDT'];

function accepted(amount: number, currency: string): bigint {
  const result = toMinor(amount, currency);
  if ('fault' in result) assert.fail(`${amount} ${currency}: ${result.fault}`);
  return result.minor;
}

test('amounts become minor units of their currency', () => {
  const cases: readonly (readonly [amount: number, currency: string, minor: bigint])[] = [
    [50.0, 'EUR', 5000n],
    [50.25, 'EUR', 5025n],
    [0.1, 'EUR', 10n],
    [4.35, 'EUR', 435n],
    [1.15, 'EUR', 115n],
    [0, 'EUR', 0n],
    [-0, 'EUR', 0n],
    [1002, 'JPY', 1002n],
    [1.23, 'KWD', 1230n],
    [1.23, 'CLF', 12300n],
    [1e-7, 'BTC', 10n],
    [1e-8, 'BTC', 1n],
    [1.5e-7, 'BTC', 15n],
    [0.00000123, 'BTC', 123n],
    [1e-6, 'USDT', 1n],
    [0.30000001, 'BTC', 30000001n],
    [21e6, 'BTC', 2_100_000_000_000_000n],
    [999_999_999_999.99, 'EUR', 99_999_999_999_999n],
    [999_999_999_999.99, 'KWD', 999_999_999_999_990n],
    [999_999_999_999, 'JPY', 999_999_999_999n],
  ];
  for (const [amount, currency, minor] of cases) {
    assert.equal(accepted(amount, currency), minor, `${amount} ${currency}`);
  }
});

test('each fault of an amount has its own name', () => {
  const cases: readonly (readonly [amount: unknown, currency: string, fault: AmountFault])[] = [
    [10.5, 'JPY', 'TOO_MANY_DECIMALS'],
    [1.234, 'KWD', 'TOO_MANY_DECIMALS'],
    [1.234, 'CLF', 'TOO_MANY_DECIMALS'],
    [1.005, 'EUR', 'TOO_MANY_DECIMALS'],
    [0.1 + 0.2, 'EUR', 'TOO_MANY_DECIMALS'],
    [1e-7, 'EUR', 'TOO_MANY_DECIMALS'],
    [1e-9, 'BTC', 'TOO_MANY_DECIMALS'],
    [1.5e-8, 'BTC', 'TOO_MANY_DECIMALS'],
    [5e-324, 'BTC', 'TOO_MANY_DECIMALS'],
    [1e-7, 'USDT', 'TOO_MANY_DECIMALS'],
    [-0.01, 'EUR', 'NEGATIVE'],
    [-1e21, 'EUR', 'NEGATIVE'],
    [Number.NEGATIVE_INFINITY, 'EUR', 'NEGATIVE'],
    [1_000_000_000_000, 'EUR', 'TOO_LARGE'],
    [1_000_000_000_000, 'JPY', 'TOO_LARGE'],
    [1e21, 'EUR', 'TOO_LARGE'],
    [JSON.parse('1e400'), 'EUR', 'TOO_LARGE'],
    // 999 billion BTC would not fit the 64 bits an amount is stored in
    [999_999_999_999.99, 'BTC', 'TOO_LARGE'],
    [Number.NaN, 'EUR', 'NOT_A_NUMBER'],
    ['50', 'EUR', 'NOT_A_NUMBER'],
    [null, 'EUR', 'NOT_A_NUMBER'],
    [1, 'eur', 'UNKNOWN_CURRENCY'],
    [1, 'XXX', 'UNKNOWN_CURRENCY'],
    [1, '', 'UNKNOWN_CURRENCY'],
  ];
  for (const [amount, currency, fault] of cases) {
    assert.deepEqual(toMinor(amount as number, currency), { fault }, `${amount} ${currency}`);
    assert.match(describeAmountFault(fault, currency), /^(must|is) [ -~]+$/);
  }
  assert.equal(describeAmountFault('TOO_MANY_DECIMALS', 'JPY'), 'must have no decimals in JPY');
  assert.equal(describeAmountFault('TOO_MANY_DECIMALS', 'KWD'), 'must have at most 2 decimals in KWD');
});

/** Minor units up to 15 significant digits, and one decimal text of each. */
const minorAndCurrency = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), fc.constantFrom(...currencyCodes()))
  .filter(([minor, currency]) => minor <= 99_999_999_999_999n || currencyDigits(currency)! > 2);

test('any stored amount is sent as the number of its decimal text, and reads back as the same amount', () => {
  fc.assert(
    fc.property(minorAndCurrency, ([minor, currency]) => {
      const wire = toWire(minor, currency);
      assert.equal(wire, Number(formatMinor(minor, currency)));
      const back = toMinor(wire, currency);
      const surplus = 10n ** BigInt(currencyDigits(currency)! - wireDecimals(currency));
      if (wire > 999_999_999_999.99) assert.deepEqual(back, { fault: 'TOO_LARGE' });
      else if (minor % surplus === 0n) assert.deepEqual(back, { minor });
      else assert.deepEqual(back, { fault: 'TOO_MANY_DECIMALS' });
    }),
    { numRuns: 2000 },
  );
});

test('any decimal text of a merchant gets the value that digit arithmetic gives it', () => {
  const written = fc.record({
    whole: fc.oneof(fc.nat({ max: 999 }), fc.nat({ max: 999_999_999 })).map(String),
    decimals: fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 9 }),
    currency: fc.constantFrom(...CURRENCIES),
  });
  fc.assert(
    fc.property(written, ({ whole, decimals, currency }) => {
      // A double distinguishes 15 significant digits; longer texts are no exact numbers on the wire.
      fc.pre((whole + decimals).length <= 15);
      const digits = currencyDigits(currency)!;
      const allowed = isCryptoCurrency(currency) ? digits : Math.min(digits, 2);
      const used = decimals.replace(/0+$/, '');
      const result = toMinor(JSON.parse(decimals === '' ? whole : `${whole}.${decimals}`), currency);
      if (used.length > allowed) assert.deepEqual(result, { fault: 'TOO_MANY_DECIMALS' });
      else
        assert.deepEqual(result, {
          minor: BigInt(whole) * 10n ** BigInt(digits) + BigInt(used.padEnd(digits, '0')),
        });
    }),
    { numRuns: 3000 },
  );
});

test('any number is either refused or answered as the same number', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.constantFrom(...CURRENCIES), (amount, currency) => {
      const result = toMinor(amount, currency);
      if ('minor' in result) assert.equal(toWire(result.minor, currency), amount + 0);
    }),
  );
  // Crypto amounts beyond 2^53 minor units, where the number has fewer digits than the currency
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 999_999_999_999, noNaN: true }),
      fc.constantFrom('BTC', 'USDT'),
      (n, currency) => {
        const amount = Number(n.toPrecision(15));
        const result = toMinor(amount, currency);
        if ('minor' in result) assert.equal(toWire(result.minor, currency), amount);
      },
    ),
    { numRuns: 2000 },
  );
});

test('text of an amount has all the decimals of its currency', () => {
  assert.equal(formatMinor(5000n, 'EUR'), '50.00');
  assert.equal(formatMinor(5n, 'EUR'), '0.05');
  assert.equal(formatMinor(-5n, 'EUR'), '-0.05');
  assert.equal(formatMinor(1002n, 'JPY'), '1002');
  assert.equal(formatMinor(1n, 'BTC'), '0.00000001');
  assert.equal(toWire(-5025n, 'EUR'), -50.25);
  assert.throws(() => formatMinor(1n, 'XXX'), RangeError);
  assert.throws(() => toWire(1n, 'XXX'), RangeError);
});

test('a conflict names an amount in a currency that nobody here knows', () => {
  const expected = { amountMinor: 5_500n, currency: 'EUR' };
  assert.equal(
    otherAmountText('received', { amountMinor: 5_400n, currency: 'XXX' }, expected),
    '54.00 XXX received, 55.00 EUR expected',
  );
  assert.equal(
    otherAmountText('reported', { amountMinor: null, currency: 'EUR' }, expected),
    'an unknown amount reported, 55.00 EUR expected',
  );
});
