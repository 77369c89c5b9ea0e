// The words for states that a test over HTTP cannot reach quickly: payouts above all, and a session that was just opened.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { transactionPage } from '../../../src/http/cashier/cashier-page.ts';
import { aTransaction } from '../../builders.ts';

function words(fields: Partial<Transaction>, asked: string[] | null = null): string {
  const page = transactionPage({
    transaction: aTransaction(fields),
    brandName: 'Demo Shop',
    inTest: false,
    asked,
  });
  return page.text
    .replace(/^[\s\S]*<body>/, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

test('a payout speaks of money that comes, and of who is at work on it', () => {
  const payout = { type: 'PAYOUT', status: 'PENDING' } as const;
  assert.match(words(payout), /Payout from Demo Shop €25.00 Your payout waits for its approval/);
  assert.match(
    words({ ...payout, status: 'PROCESSING', resultType: 'success' }),
    /Your payout is on its way/,
  );
  assert.match(words({ ...payout, status: 'COMPLETED' }), /Paid out Demo Shop has sent you the money/);
  const declined = words({ ...payout, status: 'DECLINED', errorCode: '4001' });
  assert.match(declined, /Not paid out This payout cannot be made right now/);
  assert.doesNotMatch(declined, /balance|4001/);
  assert.match(words(payout, ['option']), /To be paid out, Demo Shop still needs: How you want to be paid/);
});

test('a session asks how the shopper wants to pay', () => {
  const session = words({ origin: 'session' }, ['option']);
  assert.match(session, /To pay, Demo Shop still needs: How you want to pay/);
  assert.match(session, /go back to Demo Shop and give them there/i);
});

test('a shopper who is asked for nothing any more is not left with an empty list', () => {
  assert.match(words({ origin: 'session' }, []), /Nothing more is needed here/);
});

test('amounts keep the decimals of their currency, and in production nothing speaks of a test', () => {
  assert.match(words({ currency: 'JPY', amountMinor: 1002n }), /¥1,002 /);
  assert.match(words({ currency: 'KWD', amountMinor: 1_234_000n }), /KWD\s1,234.000 /);
  assert.match(words({ currency: 'BTC', amountMinor: 1n }), /0.00000001 BTC/);
  assert.match(words({ currency: 'EUR', amountMinor: 99_999_999_999_999n }), /€999,999,999,999.99/);
  assert.doesNotMatch(words({}), /test/i);
});
