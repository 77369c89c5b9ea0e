// Group commit against a model that does one job at a time: whatever the interleaving, whatever fails, each caller must
// get the answer that one-at-a-time execution in some order of arrival would have given.
import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import fc from 'fast-check';
import type { Sql } from '../../../src/storage/database/database.ts';
import { GroupCommit } from '../../../src/storage/group-commit/group-commit.ts';
import type { PipelinePool } from '../../../src/storage/group-commit/pipeline-pool.ts';

/** A claim table: the first caller of a key gets it. A poisoned job makes its whole group fail. */
class Claims {
  readonly owners = new Map<string, number>();
  groups: number[] = [];

  write(jobs: { caller: number; key: string; poisoned: boolean }[]): string[] {
    if (jobs.some((job) => job.poisoned)) throw new Error('poisoned');
    this.groups.push(jobs.length);
    return jobs.map(({ caller, key }) => {
      const owner = this.owners.get(key);
      if (owner === undefined) this.owners.set(key, caller);
      return owner === undefined ? 'opened' : `taken by ${owner}`;
    });
  }
}

const pause = (ticks: number) =>
  ticks === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ticks));

test('in any interleaving each caller gets the same answer as without grouping', async () => {
  const job = fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd'),
    poisoned: fc.boolean(),
    arriveAfterMs: fc.nat(3),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(job, { minLength: 1, maxLength: 25 }),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 8 }),
      async (jobs, mostInFlight, maxGroup) => {
        const claims = new Claims();
        const arrivals: number[] = [];
        const group = new GroupCommit<{ caller: number; key: string; poisoned: boolean }, string>(
          async (batch) => {
            const answers = claims.write(batch);
            await pause(1);
            return answers;
          },
          { mostInFlight, maxGroup },
        );
        const answers = await Promise.all(
          jobs.map(async ({ key, poisoned, arriveAfterMs }, caller) => {
            await pause(arriveAfterMs);
            arrivals.push(caller);
            return group.write({ caller, key, poisoned }).catch((error: Error) => error.message);
          }),
        );
        // Exactly the poisoned jobs fail. For each key only the owner opened, and all others name the owner.
        for (const [caller, { key, poisoned }] of jobs.entries()) {
          const owner = claims.owners.get(key);
          const expected = poisoned ? 'poisoned' : owner === caller ? 'opened' : `taken by ${owner}`;
          assert.equal(answers[caller], expected);
        }
        for (const [key, owner] of claims.owners) assert.equal(jobs[owner]!.key, key);
        const wanted = new Set(jobs.filter((one) => !one.poisoned).map((one) => one.key));
        assert.deepEqual(new Set(claims.owners.keys()), wanted);
        assert.equal(arrivals.length, jobs.length);
      },
    ),
    { numRuns: 150 },
  );
});

test('jobs that arrive while a commit is in flight share the next commit', async () => {
  const sizes: number[] = [];
  const group = new GroupCommit<number, number>(async (jobs) => {
    sizes.push(jobs.length);
    await pause(5);
    return jobs;
  });
  const first = group.write(1);
  for (let i = 0; i < 1_000 && sizes.length === 0; i++) await new Promise(setImmediate);
  const rest = Array.from({ length: 40 }, (_, i) => group.write(i));
  await Promise.all([first, ...rest]);
  assert.deepEqual(sizes, [1, 40]);
});

test('an idle group commits at once, without a timer', async (t) => {
  const timers = t.mock.method(globalThis, 'setTimeout');
  const group = new GroupCommit<number, number>(async (jobs) => jobs);
  for (let i = 0; i < 200; i++) assert.equal(await group.write(i), i);
  assert.equal(timers.mock.callCount(), 0);
});

test('a rest after a commit lets more jobs share the next commit, and its length is asked each time', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const sizes: number[] = [];
  const seen: number[] = [];
  const group: GroupCommit<number, number> = new GroupCommit(
    async (jobs: number[]) => {
      sizes.push(jobs.length);
      return jobs;
    },
    {
      restMs: () => {
        seen.push(group.size);
        return sizes.length === 1 ? 2 : 0;
      },
    },
  );
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  assert.equal(await group.write(1), 1);
  const during = [group.write(2), group.write(3)];
  await turn();
  assert.deepEqual(sizes, [1]);
  during.push(group.write(4));
  t.mock.timers.tick(2);
  assert.deepEqual(await Promise.all(during), [2, 3, 4]);
  assert.deepEqual(sizes, [1, 3]);
  await group.settled();
  // Written jobs count while the rest is decided: first one written and two waiting, then three written.
  assert.deepEqual(seen, [3, 3]);
  assert.equal(group.size, 0);
});

test('settled waits for jobs in flight', async () => {
  let written = 0;
  const group = new GroupCommit<number, number>(async (jobs) => {
    await pause(5);
    written += jobs.length;
    return jobs;
  });
  void group.write(1);
  void group.write(2);
  await group.settled();
  assert.equal(written, 2);
  await group.settled();
});

// Each test mostly waits for a limit.
describe('jobs that cannot be written', { concurrency: 3 }, () => {
  test('a job that would wait too long is refused before it is sent, and a sent job is reported as unknown', async () => {
    let answer: () => void = () => {};
    const sent: number[] = [];
    const group = new GroupCommit<number, number>(
      (jobs) => {
        sent.push(...jobs);
        return new Promise((resolve) => {
          answer = () => resolve(jobs);
        });
      },
      { tooLate: 'nothing was stored' },
    );
    const messages: string[] = [];
    const told = (work: Promise<unknown>) => work.catch((error: Error) => void messages.push(error.message));
    const inFlight = told(group.write(1));
    await new Promise(setImmediate);
    const startedMs = performance.now();
    await told(group.write(2));
    assert.ok(performance.now() - startedMs < 9_000);
    // By now the group can foresee that another job would wait as long.
    const foreseenMs = performance.now();
    await told(group.write(3));
    assert.ok(performance.now() - foreseenMs < 1_000);
    await inFlight;
    const nothing = 'the service cannot write this now; nothing was stored, try again in a moment';
    const unknown = 'the service is not available now; look the transaction up before you send it again';
    assert.deepEqual(messages, [nothing, nothing, unknown]);
    assert.deepEqual(sent, [1]);
    answer();
    await group.settled();
    const next = group.write(4);
    await new Promise(setImmediate);
    answer();
    assert.equal(await next, 4);
  });

  test('an outcome stays queued after its caller is answered, and is written as soon as possible', async () => {
    const sent: number[] = [];
    const answers: (() => void)[] = [];
    const group = new GroupCommit<number, number>(
      (jobs) => {
        sent.push(...jobs);
        return new Promise((resolve) => answers.push(() => resolve(jobs)));
      },
      { isOutcome: true },
    );
    const first = group.write(1).catch(() => 'not known');
    await new Promise(setImmediate);
    await assert.rejects(group.write(2), /look the transaction up/);
    answers[0]!();
    while (answers.length < 2) await new Promise(setImmediate);
    answers[1]!();
    await group.settled();
    assert.equal(await first, 1);
    assert.deepEqual(sent, [1, 2]);
  });

  test('a job that left the group for a lock and gets no answer is reported as unknown', async () => {
    const lock = { merchantId: 'm', row: 'r' };
    let answer = () => {};
    const silent = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const group = new GroupCommit<number, number>(
      async () => {
        throw Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
      },
      {
        tooLate: 'nothing was stored',
        aside: {
          pipelines: {
            use: (work: (pipeline: Sql) => unknown) => work(null as never),
          } as unknown as PipelinePool,
          lockOf: () => lock,
          write: async (_pipeline, jobs) => await silent.then(() => jobs),
        },
      },
    );
    const startedMs = performance.now();
    const sent = assert.rejects(group.write(1), /look the transaction up/);
    await new Promise((resolve) => setTimeout(resolve, 10));
    // The second job waits behind the first one and was not sent.
    await assert.rejects(group.write(2), /nothing was stored/);
    await sent;
    assert.ok(performance.now() - startedMs < 14_000);
    answer();
    await group.settled();
  });
});

test('jobs that are kept apart share no group, and jobs that belong together share one group at a time', async () => {
  const running = new Set<string>();
  let most = 0;
  const sizes: number[] = [];
  const group = new GroupCommit<{ merchant: string }, string>(
    async (jobs) => {
      const merchants = new Set(jobs.map(({ merchant }) => merchant));
      assert.equal(merchants.size, 1);
      const [merchant] = merchants as unknown as [string];
      assert.ok(!running.has(merchant), 'two groups of one merchant at once');
      running.add(merchant);
      most = Math.max(most, running.size);
      sizes.push(jobs.length);
      await pause(2);
      running.delete(merchant);
      return jobs.map(() => merchant);
    },
    { mostInFlight: 3, keyOf: ({ merchant }) => merchant },
  );
  const merchants = Array.from({ length: 60 }, (_, i) => `m${i % 5}`);
  const answers = await Promise.all(
    merchants.map(async (merchant, i) => {
      await pause(Math.floor(i / 20));
      return await group.write({ merchant });
    }),
  );
  assert.deepEqual(answers, merchants);
  assert.equal(most, 3);
  assert.ok(sizes.length < merchants.length, 'nothing was grouped');
  await group.settled();
});
