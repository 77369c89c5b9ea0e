// The crash test: SIGKILL under load, four times. Every answer that a client got must stay true. CRASH_SEED repeats the
// mixture of a run; the moments of the kills still vary with the machine.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import test from 'node:test';
import { runScenario } from './scenario.ts';

test('after kill -9 under load no payment is lost, doubled or stuck, and every webhook arrives', {
  timeout: 560_000,
}, async (t) => {
  const seed = Number(process.env.CRASH_SEED ?? randomInt(2 ** 31));
  t.diagnostic(`CRASH_SEED=${seed}`);
  const { complaints, counts, log, tookMs } = await runScenario({
    seed,
    kills: ['first', 'second', 'both', 'first'],
    orders: 1_000,
    clients: 16,
    quarrels: 0.3,
    quietLimitMs: 60_000,
  });
  t.diagnostic(`${JSON.stringify(counts)} in ${tookMs} ms`);

  assert.deepEqual(
    complaints.slice(0, 20),
    [],
    `${complaints.length} complaints with CRASH_SEED=${seed}\n${log}`,
  );
  // Proves that the kills happened; otherwise the quiet proves nothing.
  assert.equal(counts.kills, 5);
  assert.ok(counts.transactions! > 100, 'there was load');
  assert.ok(counts.cutOff! > 5, 'requests were in flight when the process died');
  assert.ok(
    counts.replays! > 50 && counts.duplicates! > 10 && counts.quarrels! > 10,
    'every kind of conflict came up',
  );
});
