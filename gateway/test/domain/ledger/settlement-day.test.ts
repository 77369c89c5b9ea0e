// The period of a report's day: right where clocks go forward and
// back, and without a gap where the zone changes.
import assert from 'node:assert/strict';
import test from 'node:test';
import { dateAt, dayAfter, dayOf, daysTo, mayClose } from '../../../src/domain/ledger/settlement-day.ts';

const hours = ({ begins, ends }: { begins: Date; ends: Date }) =>
  (ends.getTime() - begins.getTime()) / 3_600_000;

const DAYS: [date: string, zone: string, begins: string, hours: number][] = [
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', 23],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', 25],
  ['2026-07-01', 'Asia/Kathmandu', '2026-06-30T18:15:00.000Z', 24],
  ['2026-04-05', 'Australia/Lord_Howe', '2026-04-04T13:00:00.000Z', 24.5],
  // Clocks go forward at midnight: the day begins at one.
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z', 23],
];

for (const [date, zone, begins, length] of DAYS)
  test(`${date} in ${zone} begins at ${begins} and has ${length} hours`, () => {
    const day = dayOf(date, zone);
    assert.equal(day.begins.toISOString(), begins);
    assert.equal(hours(day), length);
    assert.equal(dateAt(day.begins, zone), date);
    assert.equal(dateAt(new Date(day.ends.getTime() - 1), zone), date);
    assert.notEqual(dateAt(day.ends, zone), date);
  });

test('the days of a year follow each other without gaps', () => {
  const days = daysTo(dayOf('2026-01-01', 'Europe/Berlin'), '2026-12-31');
  assert.equal(days.length, 365);
  for (const [i, day] of days.slice(1).entries()) assert.deepEqual(day.begins, days[i]!.ends);
});

test('after a change of the time zone the next day begins where the last one ended', () => {
  const last = dayOf('2026-03-10', 'UTC');
  const east = dayAfter(last, 'Pacific/Auckland');
  assert.deepEqual([east.date, east.begins, hours(east)], ['2026-03-11', last.ends, 11]);
  const west = dayAfter(last, 'Pacific/Honolulu');
  assert.deepEqual([west.date, west.begins, hours(west)], ['2026-03-11', last.ends, 34]);
});

test('a day is closed fifteen minutes after its end', () => {
  const day = dayOf('2026-03-10', 'UTC');
  assert.equal(mayClose(day, new Date('2026-03-11T00:14:59Z')), false);
  assert.equal(mayClose(day, new Date('2026-03-11T00:15:00Z')), true);
});
