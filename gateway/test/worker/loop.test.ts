import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoopHandle } from '../../src/actions/context.ts';
import { startLoop } from '../../src/worker/loop.ts';
import { eventually } from '../stage/harness.ts';

const quiet = { log: { error() {} } };

/** A promise and the handle that resolves it. */
function gate() {
  return Promise.withResolvers<void>();
}

test('turns of a loop never overlap, however often it is nudged', async () => {
  let running = 0;
  let most = 0;
  let turns = 0;
  const loop = startLoop(quiet, {
    name: 'test',
    everyMs: 1,
    work: async () => {
      running++;
      most = Math.max(most, running);
      await sleep(3);
      running--;
      turns++;
    },
  });
  for (let i = 0; i < 20; i++) {
    loop.nudge();
    await sleep(1);
  }
  await loop.stop();
  assert.equal(most, 1);
  assert.ok(turns >= 3, `${turns} turns`);
});

test('a nudge ends the pause, and a nudge during a turn starts another turn', async () => {
  let turns = 0;
  const started = [gate(), gate()];
  const release = gate();
  const loop = startLoop(quiet, {
    name: 'test',
    everyMs: 3_600_000,
    work: async () => {
      started[turns++]?.resolve();
      if (turns === 1) await release.promise;
    },
  });
  loop.nudge();
  await started[0]!.promise;
  loop.nudge();
  release.resolve();
  await started[1]!.promise;
  await sleep(20);
  await loop.stop();
  assert.equal(turns, 2);
});

test('a loop does not pause as long as there is more to do', async () => {
  let turns = 0;
  const done = gate();
  const loop = startLoop(quiet, {
    name: 'test',
    everyMs: 3_600_000,
    work: async () => {
      if (++turns < 5) return 'more';
      done.resolve();
      return 'done';
    },
  });
  loop.nudge();
  await done.promise;
  await sleep(20);
  await loop.stop();
  assert.equal(turns, 5);
});

test('a loop continues after errors, logs each, and pauses longer after each', async () => {
  const told: unknown[] = [];
  const turnsAt: number[] = [];
  const recovered = gate();
  const loop = startLoop(
    { log: { error: (line: unknown) => told.push(line) } },
    {
      name: 'test',
      everyMs: 10,
      work: async () => {
        turnsAt.push(performance.now());
        if (turnsAt.length <= 3) throw new Error('broken');
        recovered.resolve();
      },
    },
  );
  await recovered.promise;
  await loop.stop();
  assert.equal(told.length, 3);
  // 20, 40 and 80 ms, less a fifth.
  assert.ok(turnsAt[3]! - turnsAt[2]! >= 60, `rested ${turnsAt[3]! - turnsAt[2]!} ms`);
});

test('stopping waits for the present turn, and no further turn begins', async () => {
  let turns = 0;
  let finished = false;
  const started = gate();
  const loop = startLoop(quiet, {
    name: 'test',
    everyMs: 1,
    work: async () => {
      turns++;
      started.resolve();
      await sleep(30);
      finished = true;
    },
  });
  await started.promise;
  await loop.stop();
  assert.equal(finished, true);
  loop.nudge();
  await sleep(20);
  assert.equal(turns, 1);
});

test('a loop whose turn does not end is reported as late, with the time, and a loop that finishes turns is not', async () => {
  const loopHandles = new Set<LoopHandle>();
  const hanging = gate();
  const context = { log: { error() {} }, loopHandles };
  const stuck = startLoop(context, {
    name: 'stuck',
    everyMs: 1,
    lateAfterMs: 200,
    work: () => hanging.promise,
  });
  const failing = startLoop(context, {
    name: 'failing',
    everyMs: 1,
    lateAfterMs: 60_000,
    longestRestMs: 5,
    work: () => Promise.reject(new Error('broken')),
  });
  const handle = (loop: string) => [...loopHandles].find((one) => one.loop === loop)!;
  assert.equal(handle('stuck').isLate(), false);
  await eventually(() => handle('stuck').isLate());
  assert.ok(handle('stuck').quietMs() > 200);
  await eventually(() => handle('failing').failures() > 5);
  assert.equal(handle('failing').isLate(), false);

  hanging.resolve();
  await eventually(() => !handle('stuck').isLate());
  await Promise.all([stuck.stop(), failing.stop()]);
  assert.deepEqual([...loopHandles], []);
});

test('a loop that finds nothing rests longer and longer, until there is work again', async () => {
  const loopHandles = new Set<LoopHandle>();
  const turns: number[] = [];
  let found = 'nothing';
  const loop = startLoop(
    { ...quiet, loopHandles },
    {
      name: 'test',
      everyMs: 5,
      longestIdleMs: 60_000,
      work: async () => {
        turns.push(performance.now());
        return found;
      },
    },
  );
  // 5, 5, 10, 20, 40, 80, 160 … milliseconds
  await eventually(() => turns.length >= 6);
  const seen = turns.length;
  await sleep(60);
  assert.ok(turns.length <= seen + 1, 'it rests');
  found = 'done';
  for (const handle of loopHandles) handle.resumePace();
  const stirred = turns.length;
  await eventually(() => turns.length >= stirred + 4, 1_000);
  await loop.stop();
});

test('a loop that rests for long is woken at most as late as it would have woken by itself, and rests again', async () => {
  const loopHandles = new Set<LoopHandle>();
  const turns: number[] = [];
  const loop = startLoop(
    { ...quiet, loopHandles },
    {
      name: 'test',
      everyMs: 1,
      longestIdleMs: 3_600_000,
      work: async () => {
        turns.push(performance.now());
        return 'nothing';
      },
    },
  );
  const [handle] = [...loopHandles];
  // 1, 1, 2, 4 … milliseconds, until a rest is longer than this test.
  await eventually(() => handle!.rests() && handle!.quietMs() > 300);
  const before = turns.length;
  handle!.wake(1);
  handle!.wake(3_600_000);
  await eventually(() => turns.length > before, 2_000);
  await sleep(50);
  assert.equal(turns.length, before + 1, 'a wrong alarm changes nothing of its rest');
  assert.ok(handle!.rests());
  await loop.stop();
});

test('a loop that rested for long returns soon after a failure, although nobody wakes it', async () => {
  const loopHandles = new Set<LoopHandle>();
  let turns = 0;
  let fails = false;
  const work = async () => {
    turns++;
    if (fails) throw new Error('the database is away');
    return 'nothing';
  };
  const loop = startLoop(
    { ...quiet, loopHandles },
    { name: 'test', everyMs: 1, longestIdleMs: 3_600_000, work },
  );
  const [handle] = [...loopHandles];
  // The rest doubles with each turn, to over a minute.
  await eventually(() => {
    handle!.wake(0);
    return turns > 20;
  });
  fails = true;
  handle!.wake(0);
  await eventually(() => handle!.failures() > 0);
  fails = false;
  await eventually(() => handle!.failures() === 0, 10_000);
  await loop.stop();
});
