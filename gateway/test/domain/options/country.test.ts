// What country.ts promises: ISO 3166-1
// alpha-2, upper case, nothing else.

import assert from 'node:assert/strict';
import test from 'node:test';
import { isCountryCode } from '../../../src/domain/options/country.ts';

test('the countries of the sandbox catalogue are known', () => {
  for (const code of ['DE', 'FR', 'ES', 'NL', 'IT', 'GB', 'IN', 'BR', 'MX', 'PE', 'EG', 'KE', 'TR', 'US']) {
    assert.equal(isCountryCode(code), true, code);
  }
});

test('lower case, alpha-3, reserved, fallback and inherited names are no countries', () => {
  for (const code of ['de', 'DEU', 'UK', 'EU', 'ZZ', 'XX', '', 'D', 'WORLDWIDE', 'ANY', 'constructor']) {
    assert.equal(isCountryCode(code), false, code);
  }
});
