// Amounts in Stripe's units: the table of its
// exceptions to ISO 4217, both ways.
import assert from 'node:assert/strict';
import test from 'node:test';
import { fromStripeAmount, toStripeAmount } from '../../../src/providers/stripe/amounts.ts';

/** Currency, our minor units, Stripe's units; null: Stripe cannot express it. */
const TABLE: readonly (readonly [currency: string, ours: bigint, theirs: number | null])[] = [
  ['EUR', 2500n, 2500],
  ['USD', 1n, 1],
  ['JPY', 500n, 500],
  ['KRW', 0n, 0],
  // No decimals in ISO 4217, two at Stripe.
  ['ISK', 5n, 500],
  ['UGX', 3_700n, 370_000],
  // Two decimals in ISO 4217, none at Stripe.
  ['MGA', 500n, 5],
  ['MGA', 550n, null],
  // Three decimals, the last one zero.
  ['KWD', 5_120n, 5_120],
  ['KWD', 5_125n, null],
  ['BHD', 10n, 10],
  ['TND', 1n, null],
  // Stripe has no such currencies.
  ['BTC', 100_000n, null],
  ['USDT', 1_000_000n, null],
  ['CLF', 10_000n, null],
  ['XTS', 100n, null],
  ['__proto__', 100n, null],
  ['EUR', -1n, null],
  ['EUR', 2n ** 60n, null],
];

test("amounts are sent in Stripe's units, and an amount that does not divide exactly is not sent", () => {
  for (const [currency, amountMinor, theirs] of TABLE) {
    assert.equal(toStripeAmount({ amountMinor, currency }), theirs, `${amountMinor} ${currency}`);
  }
});

test('a sent amount comes back as the same amount', () => {
  for (const [currency, amountMinor, theirs] of TABLE) {
    if (theirs === null) continue;
    assert.deepEqual(fromStripeAmount(theirs, currency.toLowerCase()), { amountMinor, currency });
  }
});

test("an amount of Stripe's that we cannot express is refused", () => {
  assert.equal(fromStripeAmount(550, 'isk'), null);
  assert.deepEqual(fromStripeAmount(5, 'mga'), { amountMinor: 500n, currency: 'MGA' });
  // Fine at Stripe, though we would not have sent it.
  assert.deepEqual(fromStripeAmount(5_125, 'kwd'), { amountMinor: 5_125n, currency: 'KWD' });
  for (const amount of [undefined, null, '100', 1.5, Number.NaN, 2 ** 60]) {
    assert.equal(fromStripeAmount(amount, 'eur'), null);
  }
  for (const currency of [undefined, null, '', 'xts', 'btc1', '__proto__']) {
    assert.equal(fromStripeAmount(100, currency), null);
  }
});
