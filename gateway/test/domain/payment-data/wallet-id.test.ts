// The recipient's id in a wallet (contract
// 7): any text that can be one.
import assert from 'node:assert/strict';
import test from 'node:test';
import { accepted, faultyFields } from './check-option.ts';

const payout = { direction: 'PAYOUT', method: 'wallet' } as const;

test('any text up to 255 characters is a wallet id, after blanks around it are removed', () => {
  for (const walletId of ['pw-204418', 'ada@example.com', '+4915112345678', 'Zoë 💳', '😀'.repeat(255)])
    assert.deepEqual(accepted(payout, { walletId: ` ${walletId}`.slice(walletId.length > 400 ? 1 : 0) }), {
      walletId,
    });
});

test('a text of blanks is no wallet id', () => {
  for (const walletId of [' ', '\u00a0\u2003'])
    assert.deepEqual(faultyFields(payout, { walletId }), ['paymentData.walletId']);
});
