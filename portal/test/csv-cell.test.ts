// The cells of the CSV files that the page makes, as a spreadsheet reads them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { csvCell } from '../src/parts/csv-cell.ts';

test('an exported text that begins like a formula gets an apostrophe, and a date or a number stays what it is', () => {
  for (const [value, written] of [
    [2, '2'],
    [null, ''],
    ['', ''],
    ['order-1', '"order-1"'],
    ['it says "yes"', '"it says ""yes"""'],
    ['=1+1', `"'=1+1"`],
    ['\uff1d1+1', `"'\uff1d1+1"`],
    ['a;=1', `"a;'=1"`],
    ['MAR-1', '"MAR-1"'],
    ['12/2026', '"12/2026"'],
    ['(100)', '"(100)"'],
    ['00123', '"00123"'],
  ] as const)
    assert.equal(csvCell(value), written);
});
