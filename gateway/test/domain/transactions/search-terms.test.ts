// What a text in a search box may mean: each possible
// meaning, and no impossible one.
import assert from 'node:assert/strict';
import test from 'node:test';
import { termsOfText } from '../../../src/domain/transactions/search-terms.ts';

const ID = '01a1fb88-2711-71c8-b3d4-3bc2a2f48252';
const MEANINGS: [string, string[]][] = [
  ['order-1', ['reference order-1']],
  ['  Order-1 ', ['reference Order-1']],
  [' Ada@Example.COM', ['reference Ada@Example.COM', 'email ada@example.com']],
  [ID.toUpperCase(), [`reference ${ID.toUpperCase()}`, `id ${ID}`]],
  [`pay-${ID}`, [`reference pay-${ID}`, `id ${ID}`]],
  ['4242', ['reference 4242', 'last4 4242']],
  ['•••• 4242', ['reference •••• 4242', 'last4 4242']],
  ['42424', ['reference 42424']],
  ['+49 151 1234-5678', ['reference +49 151 1234-5678', 'phone 4915112345678', 'phone 12345678']],
  ['0049 (0)151 23', ['reference 0049 (0)151 23', 'phone 0049015123', 'phone 4915123', 'phone 49015123']],
  ['123456', ['reference 123456', 'phone 123456']],
  ['0151/123456', ['reference 0151/123456', 'phone 0151123456', 'phone 51123456']],
  ['   ', []],
  ['x'.repeat(321), []],
];

for (const [text, meanings] of MEANINGS) {
  test(`"${text.slice(0, 60)}" may be: ${meanings.join(', ').slice(0, 80) || 'nothing'}`, () => {
    assert.deepEqual(
      termsOfText(text).map(({ kind, value }) => `${kind} ${value}`),
      meanings,
    );
  });
}
