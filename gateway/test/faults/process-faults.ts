// What can happen to a gateway's process and its machine: killed, stopped, short of memory or files, with a wrong clock.
// Listed by scenarios.ts.
import type { Scenario } from './play.ts';

export const PROCESS_FAULTS: readonly Scenario[] = [
  {
    name: 'killed',
    promise: 'A gateway is killed in the middle of its work, and another goes on with what it began.',
    async fault({ gateways }, load) {
      for (let round = 0; round < 2; round++) {
        const victim = gateways[round % gateways.length]!;
        await load.someMore(5, 2_000);
        await victim.kill();
        await victim.start();
      }
      return undefined;
    },
    recoversWithinMs: 30_000,
    quietWithinMs: 120_000,
  },
];
