// Group commit against a model that does one job at a time: whatever the interleaving, whatever fails, each caller
// must get the answer that one-at-a-time execution in some order of arrival would have given.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { GroupCommit } from '../../src/storage/group-commit.ts';

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

test('any interleaving gives each caller the answer of one-at-a-time execution', async () => {
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
      async (jobs, lanes, maxGroup) => {
        const claims = new Claims();
        const arrivals: number[] = [];
        const group = new GroupCommit<{ caller: number; key: string; poisoned: boolean }, string>(
          async (batch) => {
            const answers = claims.write(batch);
            await pause(1);
            return answers;
          },
          { lanes, maxGroup },
        );
        const answers = await Promise.all(
          jobs.map(async ({ key, poisoned, arriveAfterMs }, caller) => {
            await pause(arriveAfterMs);
            arrivals.push(caller);
            return group.write({ caller, key, poisoned }).catch((error: Error) => error.message);
          }),
        );
        // Exactly the poisoned fail; of the others the owner alone opened, and everyone names the owner.
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

test('what arrives while a commit is in flight shares the next one', async () => {
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

test('settled waits for what is in flight', async () => {
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
