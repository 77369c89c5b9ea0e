// The search in the list of all providers: by name, method, country and currency, also where a provider has no limit.
import assert from 'node:assert/strict';
import test from 'node:test';
import { findKinds, type Searched } from '../src/screens/settings/providers/find-kinds.ts';

function kind(
  name: string,
  countries: string[] | null,
  currencies: string[] | null,
  option: string,
): Searched {
  return {
    provider: name.toLowerCase(),
    name,
    countries,
    currencies,
    played: 'played',
    unavailable: null,
    options: [{ name: option, direction: 'PAYIN' }],
  };
}

const KINDS = [
  kind('Mollusc', null, ['EUR', 'PLN'], 'BLIK'),
  kind('Fabrikam', ['PL', 'DE'], ['EUR'], 'BLIK'),
  kind('Globex', null, null, 'Card'),
];

const found = (wanted: string, connected: string[] = []) =>
  findKinds(KINDS, new Set(connected), wanted).map(({ name }) => name);

test('the search finds a provider by name, method, country and currency', () => {
  assert.deepEqual(found(''), ['Fabrikam', 'Globex', 'Mollusc']);
  assert.deepEqual(found('', ['globex']), ['Globex', 'Fabrikam', 'Mollusc']);
  assert.deepEqual(found('fabri'), ['Fabrikam']);
  assert.deepEqual(found('BLIK eur'), ['Fabrikam', 'Mollusc']);
  assert.deepEqual(found('nowhere'), []);
});

test('a country or a currency finds a provider that serves all of them', () => {
  assert.deepEqual(found('poland blik'), ['Fabrikam', 'Mollusc']);
  assert.deepEqual(found('brazil'), ['Globex', 'Mollusc']);
  assert.deepEqual(found('New Zealand'), ['Globex', 'Mollusc']);
  assert.deepEqual(found('br brl'), ['Globex']);
  // Not by Moldova.
  assert.deepEqual(found('mol'), ['Mollusc']);
});
