// Readiness and unexpected errors (contract 1): for ten seconds
// more than half of the writes end in 500.
import assert from 'node:assert/strict';
import test from 'node:test';
import { WriteErrors } from '../../src/http/write-errors.ts';
import { bareApp } from './bare-app.ts';

function counted() {
  let nowMs = 5_000;
  const errors = new WriteErrors(() => nowMs);
  /** Seconds with four writes each, of which `failed` fail. */
  const seconds = (count: number, failed: number) => {
    for (let i = 0; i < count; i++, nowMs += 1_000)
      for (let write = 0; write < 4; write++) errors.count(write < failed);
  };
  const rest = (ms: number) => {
    nowMs += ms;
  };
  return { errors, seconds, rest };
}

test('more than half of the writes must fail for ten seconds before the process counts as failing', () => {
  const half = counted();
  half.seconds(30, 2);
  assert.equal(half.errors.areMost(), false);
  const most = counted();
  most.seconds(10, 3);
  assert.equal(most.errors.areMost(), true);
});

test('a short burst of errors is not enough, and one second of success does not end a failing phase', () => {
  const { errors, seconds } = counted();
  seconds(9, 4);
  assert.equal(errors.areMost(), false);
  seconds(1, 0);
  seconds(1, 4);
  assert.equal(errors.areMost(), true);
  seconds(10, 0);
  assert.equal(errors.areMost(), false);
});

test('after ten seconds without writes the process no longer counts as failing', () => {
  const { errors, seconds, rest } = counted();
  seconds(12, 4);
  assert.equal(errors.areMost(), true);
  rest(11_000);
  assert.equal(errors.areMost(), false);
});

test('the app counts writes that end in 500, but no reads', async (t) => {
  const fails = () => {
    throw new Error('a bug');
  };
  const app = await bareApp({
    addRoutes: (scope) => {
      scope.post('/fails', fails);
      scope.get('/fails', fails);
    },
  });
  t.after(() => app.close());
  const counts: boolean[] = [];
  app.service.writeErrors.count = (failed) => void counts.push(failed);
  await app.inject({ method: 'POST', url: '/fails', payload: {} });
  await app.inject({ method: 'GET', url: '/fails' });
  await app.inject({ method: 'POST', url: '/nowhere', payload: {} });
  assert.deepEqual(counts, [true]);
});

test('a write that finds the disk full makes the process not ready for ten seconds', () => {
  const { errors, rest } = counted();
  assert.equal(errors.foundDiskFull(), false);
  errors.noteFullDisk();
  rest(9_000);
  assert.equal(errors.foundDiskFull(), true);
  rest(1_000);
  assert.equal(errors.foundDiskFull(), false);
});
