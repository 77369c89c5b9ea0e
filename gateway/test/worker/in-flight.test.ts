import assert from 'node:assert/strict';
import test from 'node:test';
import { InFlight } from '../../src/worker/in-flight.ts';

/** Work that ends when the test says so. */
function work(of: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { begun: false };
  const run = () => {
    state.begun = true;
    return promise;
  };
  return { of, run, state, end: resolve };
}

test('a turn waits for quick work, and slow work of one account delays no other account', async () => {
  const inFlight = new InFlight({ patienceMs: 5, mostOfOne: 2, most: 4 });
  const slow = [work('a'), work('a'), work('a')];
  await inFlight.turn(slow);
  assert.ok(
    slow.every(({ state }) => state.begun),
    'what is begun in one turn is begun together',
  );
  assert.equal(inFlight.room, 1);
  const [more, other] = [work('a'), work('b')];
  other.end();
  await inFlight.turn([more, other]);
  assert.deepEqual([more.state.begun, other.state.begun], [false, true]);
  for (const one of slow) one.end();
  await inFlight.settled();
  assert.equal(inFlight.room, 4);
  more.end();
  await inFlight.turn([more]);
  assert.ok(more.state.begun);
});

test('a single turn waits until everything has ended', async () => {
  const one = work('a');
  let ended = false;
  const turn = InFlight.untilDone()
    .turn([one])
    .then(() => {
      ended = true;
    });
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(ended, false);
  one.end();
  await turn;
  assert.ok(ended);
});
