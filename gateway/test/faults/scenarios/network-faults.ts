// Faults between gateways and their database: connections that are reset, silent, slow, or cut between a commit and its
// acknowledgement.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultProxy } from '../../stage/fault-proxy.ts';
import type { Scenario } from '../play.ts';
import { refusedDuring } from '../refusals.ts';
import type { World } from '../world.ts';

function each({ gateways }: World, harm: (proxy: FaultProxy) => unknown): Promise<unknown> {
  return Promise.all(gateways.map(({ proxy }) => harm(proxy)));
}

/** OPERATIONS.md promises this. */
const SILENCE_ENDS_MS = 30_000;
/** Connections that wait for a lock may get their first check only when the others are given up. */
const SILENCE_WITH_LOCKS_ENDS_MS = 45_000;

export const NETWORK_FAULTS: readonly Scenario[] = [
  {
    name: 'reset-after-greeting',
    promise:
      'Connections are reset during and right after the greeting: every process lives and connects again.',
    async fault(world, load) {
      for (let bytes = 0; bytes < 800; bytes += 80) {
        await each(world, (proxy) => {
          proxy.resetAll();
          proxy.resetAfter(bytes);
        });
        await load.someMore(2, 1_000);
      }
      await each(world, (proxy) => proxy.resetAfter(Number.POSITIVE_INFINITY));
      return undefined;
    },
    recoversWithinMs: 30_000,
    quietWithinMs: 120_000,
  },
  {
    name: 'commits-swallowed',
    promise: 'A commit whose acknowledgement is lost is recognised: one payment, one answer.',
    async fault(world, load) {
      for (let round = 0; round < 10; round++) {
        await each(world, (proxy) => proxy.swallowCommits(2));
        await load.someMore(5, 2_000);
      }
      await each(world, (proxy) => proxy.swallowCommits(0));
      return `${world.gateways.reduce((sum, { proxy }) => sum + proxy.swallowed(), 0)} acknowledgements swallowed`;
    },
    recoversWithinMs: 30_000,
    quietWithinMs: 120_000,
  },
  {
    name: 'database-refuses',
    promise: 'The database refuses connections for 10 s: callers get 503.',
    async fault(world, load, complain) {
      const harm = async () => {
        await each(world, async (proxy) => {
          await proxy.welcome('refuse');
          proxy.endAll();
        });
        await sleep(10_000);
        await each(world, (proxy) => proxy.welcome('serve'));
      };
      return await refusedDuring(world, load, complain, { harm, readiness: true });
    },
    recoversWithinMs: 30_000,
    quietWithinMs: 120_000,
  },
  {
    name: 'half-open-old',
    promise:
      'The existing connections fall silent for ever: they are given up, and new ones replace them within 30 s.',
    async fault(world) {
      await each(world, (proxy) => proxy.halfOpen());
      return undefined;
    },
    recoversWithinMs: SILENCE_ENDS_MS,
    quietWithinMs: 180_000,
  },
  {
    name: 'half-open-locked',
    promise:
      'The connections fall silent while payments of one merchant wait for a lock: new ones replace them within 45 s.',
    async fault(world) {
      const { merchantId } = world.merchants[0]!;
      await world.sql.begin(async (tx) => {
        await tx`select from balances where merchant_id = ${merchantId} for update`;
        await tx`select from open_work where merchant_id = ${merchantId} for update`;
        // By now the waiting calls use their own connections.
        await sleep(3_000);
        await each(world, (proxy) => proxy.halfOpen());
      });
      return undefined;
    },
    recoversWithinMs: SILENCE_WITH_LOCKS_ENDS_MS,
    quietWithinMs: 180_000,
  },
  {
    name: 'half-open-new',
    promise: 'New connections fall silent too, for 30 s: afterwards payments work again.',
    async fault(world) {
      await each(world, async (proxy) => {
        await proxy.welcome('silence');
        proxy.halfOpen();
      });
      await sleep(30_000);
      await each(world, (proxy) => proxy.welcome('serve'));
      return undefined;
    },
    recoversWithinMs: SILENCE_ENDS_MS,
    quietWithinMs: 180_000,
  },
  {
    name: 'latency',
    promise:
      'Everything to and from the database takes 50 ms longer, each way, for 10 s: payments are slow but work.',
    async fault(world, load) {
      const before = load.completed();
      await each(world, (proxy) => proxy.delay(50));
      await sleep(10_000);
      await each(world, (proxy) => proxy.delay(0));
      return `${load.completed() - before} payments completed meanwhile`;
    },
    recoversWithinMs: 15_000,
    quietWithinMs: 120_000,
  },
  {
    name: 'drip',
    promise: 'The answers of the database arrive in pieces of seven bytes: payments work.',
    async fault(world, load) {
      const before = load.completed();
      await each(world, (proxy) => proxy.drip(7));
      await sleep(10_000);
      await each(world, (proxy) => proxy.drip(0));
      return `${load.completed() - before} payments completed meanwhile`;
    },
    recoversWithinMs: 15_000,
    quietWithinMs: 120_000,
  },
];
