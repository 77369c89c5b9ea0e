import assert from 'node:assert/strict';
import test from 'node:test';
import { nextTryDelayMs, readRetryAfter } from '../../../src/worker/webhooks/webhook-schedule.ts';

const SCHEDULE = [0, 5, 300, 1_800];
const middle = () => 0.5;

test('each failed try waits for the next step of the schedule, until there is none', () => {
  assert.equal(nextTryDelayMs(SCHEDULE, 1, null, middle), 5_000);
  assert.equal(nextTryDelayMs(SCHEDULE, 2, null, middle), 300_000);
  assert.equal(nextTryDelayMs(SCHEDULE, 3, null, middle), 1_800_000);
  assert.equal(nextTryDelayMs(SCHEDULE, 4, null, middle), null);
  assert.equal(nextTryDelayMs(SCHEDULE, 9, null, middle), null);
});

test('the jitter is ten percent either way', () => {
  assert.equal(
    nextTryDelayMs(SCHEDULE, 2, null, () => 0),
    270_000,
  );
  assert.equal(
    nextTryDelayMs(SCHEDULE, 2, null, () => 1),
    330_000,
  );
});

test('Retry-After never makes a try earlier, and delays it at most to the step after', () => {
  assert.equal(nextTryDelayMs(SCHEDULE, 1, 1, middle), 5_000);
  assert.equal(nextTryDelayMs(SCHEDULE, 1, 60, middle), 60_000);
  assert.equal(nextTryDelayMs(SCHEDULE, 1, 100_000, middle), 300_000);
  assert.equal(nextTryDelayMs(SCHEDULE, 3, 100_000, middle), 1_800_000);
  assert.equal(nextTryDelayMs(SCHEDULE, 4, 60, middle), null);
});

test('Retry-After is read as seconds or as an HTTP date, and anything else is ignored', () => {
  const now = new Date('2026-03-01T12:00:00.000Z');
  assert.equal(readRetryAfter('120', now), 120);
  assert.equal(readRetryAfter(' 0 ', now), 0);
  assert.equal(readRetryAfter('Sun, 01 Mar 2026 12:01:00 GMT', now), 60);
  assert.equal(readRetryAfter('Sun, 01 Mar 2026 11:00:00 GMT', now), 0);
  for (const value of [null, '', '-5', '1.5', 'soon', '2026-03-01', '12:00:00'])
    assert.equal(readRetryAfter(value, now), null, String(value));
});
