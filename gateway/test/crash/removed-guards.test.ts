// Does the crash test find bugs? It runs the same scenario, shorter, on gateways without one guard. Each run must fail,
// for the right reason. Without mutation the short scenario passes, so the guard made the difference.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import test, { describe } from 'node:test';
import { onlyInProof, partOf } from '../stage/how-much.ts';
import { guardedText, MUTANTS } from './mutants.ts';
import { runScenario, type ScenarioOptions } from './scenario.ts';

const seed = Number(process.env.CRASH_SEED ?? randomInt(2 ** 31));
const SHORT: ScenarioOptions = {
  seed,
  kills: ['both'],
  orders: 300,
  clients: 16,
  quarrels: 0.7,
  // A sound gateway gets there even on a busy machine, and then nothing is left to wait for.
  quietLimitMs: 60_000,
};
/** A mutant that leaves work behind never comes to rest. */
const MUTANT_QUIET_LIMIT_MS = 8_000;

test('each guard that a mutant lacks is still in its file', () => {
  for (const mutant of MUTANTS) assert.ok(guardedText(mutant));
});

// Half of a scenario waits for what never comes, so two scenarios run in parallel.
describe('the crash test', { concurrency: 2 }, () => {
  test('the short scenario passes with the unchanged gateway', {
    skip: onlyInProof,
    timeout: 560_000,
  }, async (t) => {
    const { complaints, counts, log, tookMs } = await runScenario(SHORT);
    t.diagnostic(`CRASH_SEED=${seed} ${JSON.stringify(counts)} in ${tookMs} ms`);
    assert.deepEqual(
      complaints.slice(0, 10),
      [],
      `${complaints.length} complaints with CRASH_SEED=${seed}\n${log}`,
    );
  });

  for (const mutant of partOf('guards whose absence the crash test must find', MUTANTS)) {
    test(`the crash test fails: ${mutant.name}`, { timeout: 560_000 }, async (t) => {
      const { complaints, kinds, counts, tookMs } = await runScenario({
        ...SHORT,
        change: mutant,
        quietLimitMs: MUTANT_QUIET_LIMIT_MS,
      });
      t.diagnostic(
        `${[...kinds].join(', ')}: ${complaints.length} complaints in ${tookMs} ms ${JSON.stringify(counts)}`,
      );
      for (const { kinds, says } of mutant.expected) {
        assert.ok(
          complaints.some((one) => kinds.includes(one.kind) && says.test(one.text)),
          `expected "${kinds.join(' or ')}" with CRASH_SEED=${seed}, found ${JSON.stringify(complaints.slice(0, 5))}`,
        );
      }
    });
  }
});
