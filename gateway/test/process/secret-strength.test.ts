// Which secrets count as guessable (contract 1): a table of secrets that people set, and random ones of every kind,
// none of which may ever count as weak.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import fc from 'fast-check';
import { weaknessOfKey, weaknessOfToken } from '../../src/process/secret-strength.ts';

const keyOf = (bytes: Uint8Array) => weaknessOfKey(bytes, Buffer.from(bytes).toString('base64'));
const keyFrom = (base64: string) => weaknessOfKey(Buffer.from(base64, 'base64'), base64);

const KEYS: [what: string, key: Uint8Array | string, weakness: RegExp][] = [
  ['zeros', Buffer.alloc(32), /different bytes/],
  ['one byte', Buffer.alloc(32, 0xa5), /different bytes/],
  ['two bytes in turn', Buffer.alloc(32, 'ab'), /different bytes/],
  ['a half twice', Buffer.alloc(32, createHash('md5').update('x').digest()), /(repeats|different)/],
  ['counting', Uint8Array.from({ length: 32 }, (_, at) => at), /counting/],
  ['counting down in threes', Uint8Array.from({ length: 32 }, (_, at) => 255 - 3 * at), /counting/],
  ['a sentence', Buffer.from('This is my master key, do change'), /text/],
  ['hexadecimal digits', Buffer.from('9f86d081884c7d659a2feaa0c55ad015'), /(text|different)/],
  ['a word as Base64', `${'changeme'.repeat(5)}chg=`, /(repeats|different)/],
  ['words as Base64', 'TollgateMasterKeyForProductionPleaseReplace=', /words/],
];

for (const [what, key, weakness] of KEYS) {
  test(`a master key of ${what} is weak`, () => {
    const said = typeof key === 'string' ? keyFrom(key) : keyOf(key);
    assert.match(String(said), weakness);
  });
}

const TOKENS: [token: string, weakness: RegExp][] = [
  ['x'.repeat(40), /different characters/],
  ['01'.repeat(20), /different characters/],
  ['changeme'.repeat(5), /different characters/],
  ['0123456789'.repeat(4), /repeats/],
  ['correct-horse-correct-horse-correct-horse', /repeats/],
  ['abcdefghijklmnopqrstuvwxyz0123456789', /counting/],
  ['zyxwvutsrqponmlkjihgfedcba9876543210', /counting/],
  ['please-change-this-operator-token-before-production', /words/],
  ['operator-token-of-the-tests-in-production', /words/],
  ['MySecretOperatorTokenForTollgate1234', /words/],
  ['a-token-of-the-operator-32-long-', /words/],
  ['tollgate_operator_password_1234567890', /words/],
  ['qwertyuiopasdfghjklzxcvbnm1234567890', /words/],
];

for (const [token, weakness] of TOKENS) {
  test(`the operator token ${token} is weak`, () => {
    const said = String(weaknessOfToken(token));
    assert.match(said, weakness);
    assert.ok(!said.includes(token.slice(0, 8)), 'it is repeated');
  });
}

test('a secret may contain known words beside enough random characters', () => {
  for (const token of [
    'tollgate-operator-9f86d081884c7d659a2feaa0c55ad015',
    'tgo_Zk3vQ81xLwTfYp0aR7uCsN4bHdJ2mEgK',
    'prickly-otter-juggles-violet-lanterns-slowly',
  ]) {
    assert.equal(weaknessOfToken(token), null, token);
  }
});

test('a random secret is never weak', () => {
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
  // Uniform, like a generator of secrets and unlike fast-check, which prefers edges.
  const random = fc
    .tuple(fc.nat(), bytes(8))
    .map(([n, salt]) => createHash('sha256').update(`${n}`).update(salt).digest());
  fc.assert(
    fc.property(random, (secret) => {
      assert.equal(keyOf(secret), null);
      assert.equal(weaknessOfToken(secret.toString('hex')), null);
      assert.equal(weaknessOfToken(secret.subarray(0, 16).toString('hex')), null);
      assert.equal(weaknessOfToken(secret.toString('base64url')), null);
      assert.equal(weaknessOfToken(secret.subarray(0, 24).toString('base64')), null);
    }),
    { numRuns: 5_000, seed: 7 },
  );
});
