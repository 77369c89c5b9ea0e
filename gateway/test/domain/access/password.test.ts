import assert from 'node:assert/strict';
import test from 'node:test';
import { hashPassword, PASSWORD_COST, passwordMatches } from '../../../src/domain/access/password.ts';

test('a password matches its own hash, and each hash is salted', async () => {
  const stored = await hashPassword('correct horse', PASSWORD_COST);
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.notEqual(stored, await hashPassword('correct horse', PASSWORD_COST));
  assert.equal(await passwordMatches('correct horse', stored), true);
  assert.equal(await passwordMatches('correct horsf', stored), false);
  assert.equal(await passwordMatches('', stored), false);
});

test('a hash with other costs still matches, and a text that is no hash matches nothing', async () => {
  // RFC 9106 strings of other tools look like this; made with argon2id, m=1024, t=3, p=2.
  const { argon2Sync } = await import('node:crypto');
  const nonce = Buffer.from('0123456789abcdef');
  const costs = { memory: 1024, passes: 3, parallelism: 2, tagLength: 24 };
  const key = argon2Sync('argon2id', { message: Buffer.from('pw'), nonce, ...costs });
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const stored = `$argon2id$v=19$m=1024,t=3,p=2$${text(nonce)}$${text(key)}`;
  assert.equal(await passwordMatches('pw', stored), true);
  assert.equal(await passwordMatches('pW', stored), false);
  for (const none of ['', 'pw', '$argon2id$v=19$m=1024,t=3,p=2$', stored.replace('argon2id', 'argon2i')]) {
    assert.equal(await passwordMatches('pw', none), false);
  }
});

test('the same letters typed on another keyboard are the same password', async () => {
  assert.equal(await passwordMatches('Ma\u0308rz', await hashPassword('M\u00e4rz', PASSWORD_COST)), true);
});
