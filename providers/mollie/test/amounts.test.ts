// Amounts as Mollie's texts and back, exactly.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { fromMollieAmount, scaledAmount, toMollieAmount } from '../src/amounts.ts';

test('an amount has the decimals of its currency', () => {
  const texts = [
    [0n, 'EUR', '0.00'],
    [5n, 'EUR', '0.05'],
    [2_500n, 'EUR', '25.00'],
    [99_999_999_999_999n, 'EUR', '999999999999.99'],
    [2_500n, 'JPY', '2500'],
    [0n, 'JPY', '0'],
    [1_234n, 'KWD', '1.234'],
  ] as const;
  for (const [amountMinor, currency, value] of texts) {
    assert.deepEqual(toMollieAmount({ amountMinor, currency }), { currency, value });
    assert.deepEqual(fromMollieAmount({ currency, value }), { amountMinor, currency });
  }
});

test('every amount comes back as it went', () => {
  const currencies = fc.constantFrom('EUR', 'USD', 'GBP', 'PLN', 'JPY', 'KWD');
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 17n), currencies, (amountMinor, currency) => {
      assert.deepEqual(fromMollieAmount(toMollieAmount({ amountMinor, currency })), {
        amountMinor,
        currency,
      });
    }),
  );
});

test('an amount below zero, and a currency that is no money there, cannot be sent', () => {
  for (const [amountMinor, currency] of [
    [-1n, 'EUR'],
    [1n, 'BTC'],
    [1n, 'XTS'],
    [1n, 'eur'],
  ] as const)
    assert.equal(toMollieAmount({ amountMinor, currency }), null);
});

test('an amount with a fraction of the minor unit is none', () => {
  for (const value of ['1.001', '1.0001', '0.009'])
    assert.equal(fromMollieAmount({ currency: 'EUR', value }), null);
  assert.equal(fromMollieAmount({ currency: 'JPY', value: '10.5' }), null);
});

test('zeros behind the decimals, and missing ones, say the same', () => {
  const ten = { amountMinor: 1_000n, currency: 'EUR' };
  for (const value of ['10', '10.0', '10.00', '10.0000'])
    assert.deepEqual(fromMollieAmount({ currency: 'EUR', value }), ten);
  assert.deepEqual(fromMollieAmount({ currency: 'EUR', value: '-10.25' }), {
    amountMinor: -1_025n,
    currency: 'EUR',
  });
});

test('costs are read in hundredths of a cent', () => {
  assert.deepEqual(scaledAmount({ currency: 'EUR', value: '2.5410' }, 2), {
    amountMinor: 25_410n,
    currency: 'EUR',
  });
});

test('anything else is no amount', () => {
  const strange = [
    null,
    undefined,
    7,
    '10.00',
    [],
    {},
    { currency: 'EUR' },
    { value: '1.00' },
    { currency: 'EUR', value: 1 },
  ];
  for (const amount of strange) assert.equal(fromMollieAmount(amount), null);
  for (const value of [
    '',
    ' 1.00',
    '1,00',
    '1e3',
    '0x10',
    '+1.00',
    '--1',
    '1.',
    '.5',
    'NaN',
    '١.٠٠',
    '9'.repeat(19),
  ])
    assert.equal(fromMollieAmount({ currency: 'EUR', value }), null, value);
  for (const currency of ['__proto__', 'EURO', ''])
    assert.equal(fromMollieAmount({ currency, value: '1.00' }), null);
});
