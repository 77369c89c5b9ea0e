// What several words or an amount in a search box may mean.
import assert from 'node:assert/strict';
import test from 'node:test';
import { readSearchWords } from '../../../src/domain/transactions/search-words.ts';

const amountsIn = (text: string) =>
  readSearchWords(text).amounts?.filter(({ currency }) => ['EUR', 'JPY', 'KWD', 'BTC'].includes(currency)) ??
  null;
const wordsOf = (text: string) =>
  readSearchWords(text).words.map((word) => word.map(({ kind, value }) => `${kind} ${value}`).join(', '));

test('an amount has decimals or a currency, and other minor units in each currency', () => {
  for (const text of ['49.90', '49,90', ' 49.90 '])
    assert.deepEqual(amountsIn(text), [
      { currency: 'EUR', minor: 4_990n },
      { currency: 'KWD', minor: 49_900n },
      { currency: 'BTC', minor: 4_990_000_000n },
    ]);
  const euros = [{ currency: 'EUR', minor: 125_000n }];
  for (const text of ['€1,250', '1.250,00 €', '1250 eur', 'EUR 1,250.00', '€1250.00', '€ 1250'])
    assert.deepEqual(amountsIn(text), euros, text);
  assert.deepEqual(amountsIn('JPY 500'), [{ currency: 'JPY', minor: 500n }]);
  assert.deepEqual(amountsIn('500.50 JPY'), null);
  assert.equal(amountsIn('12.00')?.length, 4);
  for (const text of ['1718', '1,250', 'S-49.90', '2026-11-28', '192.168.0.1', 'v1.2', '49.90x'])
    assert.equal(amountsIn(text), null, text);
});

test('each word has its own meanings, and an amount with its currency is none of the words', () => {
  assert.deepEqual(wordsOf('1234 4242'), [
    'reference 1234, last4 1234, digits 1234',
    'reference 4242, last4 4242, digits 4242',
  ]);
  assert.deepEqual(wordsOf('S-001718, Ada 49.90 EUR'), [
    'reference S-001718, digits 1718',
    'reference Ada, name Ada',
  ]);
  assert.deepEqual(wordsOf('a 1718'), ['reference 1718, last4 1718, digits 1718']);
  assert.deepEqual(wordsOf('one two three four five six'), []);
});
