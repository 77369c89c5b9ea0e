// Amounts of Vendure in every kind of currency and shop. This needs no shop.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unitsOf, wireAmount } from '../../vendure/src/amount.ts';

export function checkAmounts(): void {
  test('integers of Vendure become decimals of the gateway, and back', () => {
    for (const [units, currency, precision, amount] of [
      [2_500, 'EUR', 2, 25],
      [1, 'EUR', 2, 0.01],
      [429_496_729_605, 'EUR', 2, 4_294_967_296.05],
      [125_000, 'JPY', 2, 1_250],
      [1_250, 'JPY', 0, 1_250],
      [325, 'KWD', 2, 3.25],
      [3_250, 'KWD', 3, 3.25],
      [10_050, 'EUR', 3, 10.05],
      [0, 'EUR', 2, 0],
    ] as const) {
      assert.equal(wireAmount(units, currency, precision), amount);
      assert.equal(unitsOf(amount, currency, precision), units);
    }
  });

  test('an amount that is not exact at the gateway or in the shop is refused', () => {
    for (const [units, currency, precision] of [
      [1_250, 'JPY', 2],
      [3_255, 'KWD', 3],
      [10_055, 'EUR', 3],
      [12.5, 'EUR', 2],
      [-1, 'EUR', 2],
      [2 ** 60, 'EUR', 2],
    ] as const)
      assert.throws(() => wireAmount(units, currency, precision), RangeError);
    assert.throws(() => unitsOf(3.25, 'KWD', 1), /cannot book 3.25 KWD/);
  });
}
