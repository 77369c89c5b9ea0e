// The day when a bank booked an entry: the day as
// written, whatever zone follows it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { readBooked } from '../../../src/domain/bank/read-booked.ts';

test('an entry belongs to the day that the bank wrote, whatever its date in UTC', () => {
  for (const [text, day, at] of [
    ['2026-10-31', '2026-10-31', '2026-10-31T00:00:00.000Z'],
    ['2026-11-01+01:00', '2026-11-01', '2026-11-01T00:00:00.000Z'],
    ['2026-11-01T00:30:00+02:00', '2026-11-01', '2026-10-31T22:30:00.000Z'],
    ['2026-10-31T23:30:00-05:00', '2026-10-31', '2026-11-01T04:30:00.000Z'],
    ['2026-10-31T23:30:00', '2026-10-31', '2026-10-31T23:30:00.000Z'],
    ['2026-10-31T23:30:00.123Z', '2026-10-31', '2026-10-31T23:30:00.123Z'],
  ] as const) {
    const booked = readBooked(text)!;
    assert.deepEqual([booked.day, booked.at.toISOString()], [day, at], text);
  }
});

test('a text that is no day of the calendar since 1970 is no booking day', () => {
  const none = [
    '',
    'soon',
    '2026-02-29',
    '2026-13-01',
    '26-01-01',
    '1969-12-31',
    '2026-01-01T25:00:00Z',
    '2026-01-01 '.repeat(3),
  ];
  for (const text of [null, ...none]) assert.equal(readBooked(text), null, String(text));
});
