// What currency.ts promises: known codes, their decimals,
// and no guess about anything else.

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  currencyCodes,
  currencyDigits,
  isCryptoCurrency,
  isCurrencyCode,
} from '@tollgate/provider-kit/currency';
import fc from 'fast-check';

test('decimals follow ISO 4217 and contract 3', () => {
  const expected = {
    EUR: 2,
    USD: 2,
    INR: 2,
    JPY: 0,
    KRW: 0,
    CLP: 0,
    KWD: 3,
    BHD: 3,
    TND: 3,
    CLF: 4,
    BTC: 8,
    USDT: 6,
  };
  for (const [code, digits] of Object.entries(expected)) assert.equal(currencyDigits(code), digits, code);
});

test('no code is listed twice and all look like codes', () => {
  const codes = currencyCodes();
  assert.equal(new Set(codes).size, codes.length);
  assert.ok(codes.length > 160, `${codes.length} codes`);
  for (const code of codes) assert.match(code, /^[A-Z]{3}$|^USDT$/);
});

test('Intl knows every fiat code, except units of account and the newest codes', () => {
  const platform = new Set(Intl.supportedValuesOf('currency'));
  const notOnPlatform = 'BOV CHE CHW CLF COU MXV SLE USN UYI UYW VED XCG ZWG'.split(' ');
  const strangers = currencyCodes().filter((code) => !platform.has(code) && !isCryptoCurrency(code));
  assert.deepEqual(
    strangers.filter((code) => !notOnPlatform.includes(code)),
    [],
  );
});

test('lower case, withdrawn, metal, test and inherited names are unknown', () => {
  for (const code of [
    'eur',
    'Eur',
    'DEM',
    'HRK',
    'XAU',
    'XTS',
    'XXX',
    'ETH',
    '',
    'EU',
    'constructor',
    '__proto__',
  ]) {
    assert.equal(currencyDigits(code), undefined, code);
    assert.equal(isCurrencyCode(code), false, code);
  }
});

test('a string is a known currency exactly when it has decimals', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom(...currencyCodes())), (code) => {
      assert.equal(isCurrencyCode(code), currencyDigits(code) !== undefined);
    }),
    { numRuns: 300 },
  );
});

test('only BTC and USDT are crypto', () => {
  assert.deepEqual(currencyCodes().filter(isCryptoCurrency), ['BTC', 'USDT']);
});
