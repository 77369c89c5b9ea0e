// A month is the sum of its days: the balance at its beginning plus
// its events gives the balance at its end.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {
  ACTIVITY_KINDS,
  type Activity,
  afterActivity,
  EMPTY,
} from '../../../src/domain/ledger/balance-activity.ts';
import { daysOfMonth, isMonth, sumMonth, wholeMinor } from '../../../src/domain/ledger/settlement-month.ts';

const anActivity: fc.Arbitrary<Activity> = fc.record({
  kind: fc.constantFrom(...ACTIVITY_KINDS),
  count: fc.integer({ min: 1, max: 9 }),
  amountMinor: fc.bigInt({ min: 1n, max: 10n ** 12n }),
});

test('opening balance and all activity of a month add up to the closing balance, whatever happened on its days', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(anActivity, { maxLength: 5 }), { minLength: 1, maxLength: 31 }),
      (moved) => {
        let opening = EMPTY;
        const days = moved.map((activity, i) => {
          const closing = afterActivity(opening, activity);
          const day = {
            date: `2026-03-${i + 1}`,
            currencies: [{ currency: 'EUR', opening, closing, activity }],
          };
          opening = closing;
          return day;
        });
        const [month] = sumMonth(days);
        const { inMinor, outMinor, refundedMinor, fundedMinor, afterEndMinor } = month!;
        assert.equal(
          wholeMinor(month!.opening) + inMinor - outMinor - refundedMinor + fundedMinor + afterEndMinor,
          wholeMinor(month!.closing),
        );
      },
    ),
  );
});

test('a month has the days of the calendar', () => {
  assert.deepEqual(daysOfMonth('2024-02'), { first: '2024-02-01', last: '2024-02-29' });
  assert.deepEqual(['2026-12', '2026-13', '2026-3', '26-03'].map(isMonth), [true, false, false, false]);
});
