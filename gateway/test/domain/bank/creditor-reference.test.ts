// The creditor reference leads back to its own
// transaction, and to no other.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {
  creditorReference,
  idsOfReference,
  referencesIn,
} from '../../../src/domain/bank/creditor-reference.ts';
import { timeOrderedId } from '../../../src/domain/transactions/time-ordered-id.ts';

const anId = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map(timeOrderedId);

/** ISO 7064, computed the long way. */
function isValid(reference: string): boolean {
  const digits = `${reference.slice(4)}${reference.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}

test('a reference is valid by ISO 11649 and leads back to its transaction', () => {
  fc.assert(
    fc.property(anId, (id) => {
      const reference = creditorReference(id);
      assert.match(reference, /^RF\d\d[0-9A-Z]{16}$/);
      assert.ok(isValid(reference), reference);
      const ids = idsOfReference(reference)!;
      assert.ok(ids.first <= id && id <= ids.last, `${ids.first} ${id} ${ids.last}`);
    }),
  );
});

/**
 * Replaces a digit by a digit, a letter by a letter: ISO 7064 finds each such error. It misses one in 97 errors of a
 * letter for a digit.
 */
const mistyped = (letter: string) =>
  /\d/.test(letter) ? (letter === '7' ? '8' : '7') : letter === 'Q' ? 'X' : 'Q';

test('a reference is found in a text whatever its spaces and case, and a mistyped reference is not', () => {
  fc.assert(
    fc.property(anId, fc.integer({ min: 4, max: 19 }), (id, at) => {
      const reference = creditorReference(id);
      const typed = `Rechnung 12, ${reference.toLowerCase().replaceAll(/(.{4})/g, '$1 ')}danke`;
      assert.deepEqual(referencesIn(typed), [reference]);
      const wrong = `${reference.slice(0, at)}${mistyped(reference[at]!)}${reference.slice(at + 1)}`;
      assert.deepEqual(referencesIn(wrong), []);
    }),
  );
});

test('two different references in a text are both found, and a repeated reference is found once', () => {
  const [a, b] = [new Date('2026-01-01'), new Date('2026-01-02')].map((at) =>
    creditorReference(timeOrderedId(at)),
  );
  assert.deepEqual(referencesIn(`${a}${b} and ${a}`), [a, b]);
});
