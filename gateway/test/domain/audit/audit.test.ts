// The rules of the audit log: canonical JSON, hashes that
// anybody can compute, masks, and differences.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import {
  canonicalJson,
  differences,
  firstPreviousHash,
  hashOfRow,
  masked,
  shown,
} from '../../../src/domain/audit/audit.ts';

test('canonical JSON sorts keys at every depth, omits blanks, and parses to the same value', () => {
  const value = { b: [1, { z: null, a: 'ü\n"' }], a: 1e21, c: -0, d: 0.1, e: undefined };
  assert.equal(canonicalJson(value), '{"a":1e+21,"b":[1,{"a":"ü\\n\\"","z":null}],"c":0,"d":0.1}');
  assert.deepEqual(JSON.parse(canonicalJson({ y: [true, {}], x: 'x' })), { x: 'x', y: [true, {}] });
  // RFC 8785 sorts by UTF-16 units: the emoji (D83D …) before the letter at FB33.
  assert.equal(canonicalJson({ '\ufb33': 1, '\u{1f600}': 2 }), '{"\u{1f600}":2,"\ufb33":1}');
});

test('the hash covers the row without the hash itself, whatever the order of its fields', () => {
  const row = {
    id: '1',
    at: '2026-03-01T10:00:00.000Z',
    actor: { kind: 'operator', id: 'root', name: 'root' },
  };
  const rest = { action: 'brand.changed', target: { kind: 'brand', id: '2' }, before: null, after: { a: 1 } };
  const end = { requestId: null, ip: '::1', previousHash: firstPreviousHash('ABC') };
  const text =
    '{"action":"brand.changed","actor":{"id":"root","kind":"operator","name":"root"},"after":{"a":1},' +
    '"at":"2026-03-01T10:00:00.000Z","before":null,"id":"1","ip":"::1",' +
    `"previousHash":"${createHash('sha256').update('abc').digest('hex')}","requestId":null,"target":{"id":"2","kind":"brand"}}`;
  const expected = createHash('sha256').update(text).digest('hex');
  const whole = { ...end, ...rest, ...row } as Parameters<typeof hashOfRow>[0];
  assert.equal(hashOfRow(whole), expected);
  assert.equal(hashOfRow({ ...whole, hash: 'anything' }), expected);
});

test('a masked credential shows only its kind and its last four characters', () => {
  assert.equal(masked('tg_test_qbjs3Xk0uWcVn7ZrT1yHd5fLm9pAe2gKo4iRw8sBvCx'), 'tg_test_…BvCx');
  assert.equal(masked('tgs_ACRl0pWz5vQn8kXs2dHf7jMc4bTy6gUe1iRo9qLx3Zw'), 'tgs_…x3Zw');
  assert.equal(masked('4Zt0uXmJ1v9c2kQe8XbT4rLw0pZg'), '…0pZg');
});

test('a change shows only the fields that differ, without the query of an address', () => {
  assert.equal(differences({ a: 1, b: [1] }, { a: 1, b: [1] }), null);
  assert.deepEqual(differences({ a: 1, b: [1] }, { a: 2, b: [1], c: true }), {
    before: { a: 1, c: null },
    after: { a: 2, c: true },
  });
  assert.deepEqual(
    differences(
      { notificationUrl: 'https://a.example/?key=1' },
      { notificationUrl: 'https://a.example/?key=2' },
    ),
    {
      before: { notificationUrl: 'https://a.example/?…' },
      after: { notificationUrl: 'https://a.example/?…' },
    },
  );
  assert.deepEqual(shown({ notificationUrl: null, x: 'a?b' }), { notificationUrl: null, x: 'a?b' });
});
