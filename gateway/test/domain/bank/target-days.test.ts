// The days of TARGET, on which SEPA
// transfers settle.
import assert from 'node:assert/strict';
import test from 'node:test';
import { targetDayAt, targetDayFrom, targetDayUntil } from '../../../src/domain/bank/target-days.ts';

test('weekends and TARGET holidays move to the next day on which banks settle', () => {
  for (const [wanted, day] of [
    ['2026-03-02', '2026-03-02'],
    ['2026-02-28', '2026-03-02'],
    ['2026-01-01', '2026-01-02'],
    // Good Friday to Easter Monday.
    ['2026-04-03', '2026-04-07'],
    ['2026-05-01', '2026-05-04'],
    ['2026-12-24', '2026-12-24'],
    ['2026-12-25', '2026-12-28'],
    ['2027-03-26', '2027-03-30'],
    ['2030-04-19', '2030-04-23'],
  ] as const) {
    assert.equal(targetDayFrom(wanted), day, wanted);
  }
});

test('a settlement day is a day in Frankfurt', () => {
  assert.equal(targetDayAt(new Date('2026-03-01T22:59:00Z')), '2026-03-01');
  assert.equal(targetDayAt(new Date('2026-03-01T23:01:00Z')), '2026-03-02');
});

test('the last settlement day of a month is found', () => {
  for (const [last, day] of [
    ['2026-10-31', '2026-10-30'],
    ['2026-11-30', '2026-11-30'],
    ['2027-03-31', '2027-03-31'],
    ['2024-03-31', '2024-03-28'],
  ] as const)
    assert.equal(targetDayUntil(last), day, last);
});
