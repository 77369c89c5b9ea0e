import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { merchantInToken, merchantOfToken } from '../../../src/domain/merchants/merchant-in-token.ts';

test('a token names the merchant that it begins with', () => {
  for (let i = 0; i < 100; i++) {
    const merchantId = randomUUID();
    const begins = merchantInToken(merchantId);
    assert.match(begins, /^[A-Za-z0-9_-]{22}$/);
    assert.equal(merchantOfToken(`${begins}${'x'.repeat(43)}`), merchantId);
  }
});

test('a text that is too short names no merchant', () => {
  for (const text of ['', 'abc', 'x'.repeat(20)]) assert.equal(merchantOfToken(text), null, text);
});
