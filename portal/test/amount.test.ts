// The field of an amount: it writes each amount in a form that it reads as the same amount again, for any browser and
// brand.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { decimalsOf, fieldText, readTyped } from '../src/parts/amount.ts';

test('the field asks what 1,000 means if brand and browser use different separators', () => {
  assert.deepEqual(readTyped('1,000', 'INR', 'Asia/Kolkata', ['en-GB']), { amount: 1000 });
  assert.deepEqual(readTyped('1,275.85', 'INR', 'Asia/Kolkata', ['en-GB']), { amount: 1275.85 });
  assert.deepEqual(readTyped('1.000', 'EUR', 'Europe/Berlin', ['de-DE']), { amount: 1000 });
  assert.deepEqual(readTyped('1,000', 'EUR', 'UTC', ['en-GB']), { amount: 1000 });
  for (const text of ['1,000', '1.000'])
    assert.ok('fault' in readTyped(text, 'EUR', 'Europe/Berlin', ['en-GB']));
  assert.deepEqual(readTyped('1,234.5', 'EUR', 'Europe/Berlin', ['en-GB']), { amount: 1234.5 });
});

test('a user may type an amount with the separators of any of their languages', () => {
  const reader = ['en-GB', 'de-DE'] as const;
  for (const text of ['1,234.50', '1.234,50', '1234,5'])
    assert.deepEqual(readTyped(text, 'EUR', 'UTC', reader), { amount: 1234.5 }, text);
  assert.ok('fault' in readTyped('1.000', 'EUR', 'UTC', reader));
  assert.equal(fieldText(1000, 'JPY', 'UTC', reader), '1,000');
  assert.equal(fieldText(1000, 'EUR', 'UTC', reader), '1,000.00');
});

test('the field knows a time zone by each of its names', () => {
  for (const zone of ['Europe/Kyiv', 'Europe/Kiev', 'America/Argentina/Buenos_Aires', 'America/Buenos_Aires'])
    assert.ok('fault' in readTyped('1,000', 'EUR', zone, ['en-GB']), zone);
});

test('the field asks what an amount without a currency means if it is ambiguous', () => {
  assert.deepEqual(readTyped('1,500', null, 'UTC', ['en-GB']), { amount: 1500 });
  assert.deepEqual(readTyped('1.500', null, 'UTC', ['en-GB']), {
    fault: '1.500 may mean 1500 or 1.50. Write one of these.',
  });
  assert.deepEqual(readTyped('0.00012', null, 'UTC', ['en-GB']), { amount: 0.00012 });
  assert.equal(fieldText(1.125, null, 'UTC', ['en-GB']), '1.1250');
});

test('each currency has the decimals that the API uses', () => {
  assert.deepEqual(['EUR', 'JPY', 'KWD', 'BTC', 'USDT'].map(decimalsOf), [2, 0, 2, 8, 6]);
});

test('the field reads its own formatted text as the same amount', () => {
  const zones = [
    'UTC',
    'Europe/Berlin',
    'Asia/Kolkata',
    'Europe/Zurich',
    'America/Sao_Paulo',
    'Africa/Cairo',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom('EUR', 'JPY', 'INR', 'KWD', 'BTC', 'USDT', null),
      fc.constantFrom('en-GB', 'de-DE', 'en-IN', 'fr-FR', 'de-CH', 'pt-BR', 'ar-EG'),
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 99_999_999_999 }),
      (currency, locale, zone, minor) => {
        const amount = minor / 10 ** decimalsOf(currency);
        const text = fieldText(amount, currency, zone, [locale]);
        assert.deepEqual(readTyped(text, currency, zone, [locale]), { amount }, `${text} ${zone} ${locale}`);
      },
    ),
  );
});
