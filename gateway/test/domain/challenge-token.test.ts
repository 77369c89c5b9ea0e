import assert from 'node:assert/strict';
import { createHmac, randomUUIDv7 } from 'node:crypto';
import test from 'node:test';
import { challengeToken, readChallengeToken } from '../../src/domain/challenge-token.ts';

const fingerprint = (text: string) => createHmac('sha256', 'one key').update(text).digest();
const otherFingerprint = (text: string) => createHmac('sha256', 'another key').update(text).digest();

test('a token leads back to its transaction', () => {
  const id = randomUUIDv7();
  assert.equal(readChallengeToken(challengeToken(id, fingerprint), fingerprint), id);
});

test('a token of another transaction, another key or another length opens nothing', () => {
  const id = randomUUIDv7();
  const token = challengeToken(id, fingerprint);
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
    challengeToken(id, otherFingerprint),
    '',
    '.',
    `${id}.${'é'.repeat(22)}`,
  ];
  for (const forgery of forgeries) assert.equal(readChallengeToken(forgery, fingerprint), null, forgery);
});
