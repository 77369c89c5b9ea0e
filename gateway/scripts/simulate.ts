// npm run simulate -- --seeds 10000: plays 10,000 random histories of a gateway against a real database and checks
// every step (test/simulation). --seed N repeats one history, and --steps N sets the number of its steps. The report of
// a fault names both numbers.
import { parseArgs } from 'node:util';
import { playSeeds } from '../test/simulation/play-seeds.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    seed: { type: 'string' },
    steps: { type: 'string', default: '25' },
    databases: { type: 'string', default: '3' },
  },
});
const single = values.seed !== undefined;
const seeds = single ? 1 : Number(values.seeds);
const startedAt = performance.now();
const played = await playSeeds({
  first: Number(values.seed ?? 1),
  seeds,
  steps: Number(values.steps),
  databases: single ? 1 : Number(values.databases),
  progress(done) {
    if (done % 100 === 0)
      console.log(`${done} of ${seeds} seeds, ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  },
});
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
console.log(`${seeds} seeds, ${played.steps} steps, ${played.kills} kills: no fault found in ${seconds} s`);
