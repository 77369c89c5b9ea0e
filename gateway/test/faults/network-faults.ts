// What can happen between gateways and their database: connections that are reset, silent, slow, or cut between a commit
// and its acknowledgement. Listed by scenarios.ts.
import type { Scenario } from './play.ts';

export const NETWORK_FAULTS: readonly Scenario[] = [
  {
    name: 'reset-after-greeting',
    promise:
      'Connections are reset during and right after the greeting: every process lives and connects again.',
    async fault({ gateways }, load) {
      for (let bytes = 0; bytes < 800; bytes += 80) {
        for (const { proxy } of gateways) {
          proxy.resetAll();
          proxy.resetAfter(bytes);
        }
        await load.someMore(2, 1_000);
      }
      for (const { proxy } of gateways) proxy.resetAfter(Number.POSITIVE_INFINITY);
      return undefined;
    },
    recoversWithinMs: 30_000,
    quietWithinMs: 120_000,
  },
  {
    name: 'commits-swallowed',
    promise: 'A commit whose acknowledgement is lost is found again: one payment, one answer.',
    async fault({ gateways }, load) {
      for (let round = 0; round < 10; round++) {
        for (const { proxy } of gateways) proxy.swallowCommits(2);
        await load.someMore(5, 2_000);
      }
      for (const { proxy } of gateways) proxy.swallowCommits(0);
      return `${gateways.reduce((sum, { proxy }) => sum + proxy.swallowed(), 0)} acknowledgements swallowed`;
    },
    recoversWithinMs: 30_000,
    quietWithinMs: 120_000,
  },
];
