import assert from 'node:assert/strict';
import { createHmac, randomUUIDv7 } from 'node:crypto';
import test from 'node:test';
import { pageToken, readPageToken } from '../../../src/domain/transactions/page-token.ts';

const fingerprint = (text: string) => createHmac('sha256', 'one key').update(text).digest();
const otherFingerprint = (text: string) => createHmac('sha256', 'another key').update(text).digest();

test('a token gives the id of its transaction', () => {
  const id = randomUUIDv7();
  assert.equal(readPageToken('3ds-page', pageToken('3ds-page', id, fingerprint), fingerprint), id);
});

test('a token of another transaction, another key or another length is refused', () => {
  const id = randomUUIDv7();
  const token = pageToken('3ds-page', id, fingerprint);
  const mark = token.slice(id.length + 1);
  const altered = `${id}.${mark.startsWith('A') ? 'B' : 'A'}${mark.slice(1)}`;
  const forgeries = [
    id,
    `${id}.`,
    `${randomUUIDv7()}.${mark}`,
    altered,
    token.slice(0, -1),
    `${token}A`,
    `${id.toUpperCase()}.${mark}`,
    pageToken('3ds-page', id, otherFingerprint),
    '',
    '.',
    `${id}.${'é'.repeat(22)}`,
  ];
  for (const forgery of forgeries)
    assert.equal(readPageToken('3ds-page', forgery, fingerprint), null, forgery);
});
