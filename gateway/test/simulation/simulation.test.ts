// A thousand random lives of a gateway against the real database: payments, payouts, refunds, lost answers, late calls,
// killed processes, jumping clocks, everything checked after every step. And gateways with something wrong in them, which
// the same checks must find. `npm run simulate -- --seeds 10000` plays more; a fault says how to play it again.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Outcome } from '../../src/domain/outcome.ts';
import { playSeeds } from './lanes.ts';
import type { Sabotage } from './world.ts';

const STEPS = 25;
const MOST_MS = 180_000;

test('a thousand random lives end with every payment once, every unit of money accounted for, every event told', async (t) => {
  const startedAt = performance.now();
  const played = await playSeeds({ first: 1, seeds: 1_000, steps: STEPS, lanes: 3 });
  const tookMs = performance.now() - startedAt;
  t.diagnostic(`${played.steps} steps, ${played.kills} kills in ${Math.round(tookMs / 1_000)} s`);
  assert.equal(played.steps, 1_000 * STEPS);
  assert(played.kills > 1_000, `only ${played.kills} processes were killed`);
  assert(tookMs < MOST_MS, `it took ${Math.round(tookMs / 1_000)} s`);
});

const unknownIsFailure: Sabotage = (context) => ({
  ...context,
  providersFor: (optionId, currency) =>
    context.providersFor(optionId, currency).map((provider) => ({
      ...provider,
      payIn: (...call) =>
        provider.payIn(...call).catch((): Outcome => ({ kind: 'failed', errorCode: '9002' })),
    })),
});

const forgetsTransfers: Sabotage = (context) => ({
  ...context,
  transactions: {
    ...context.transactions,
    apply: (job) => context.transactions.apply({ ...job, change: { ...job.change, movements: [] } }),
  },
});

const forgetsEvents: Sabotage = (context) => ({
  ...context,
  transactions: {
    ...context.transactions,
    apply: (job) => context.transactions.apply({ ...job, event: null }),
  },
});

const approvesWithoutMoney: Sabotage = (context) => ({
  ...context,
  transactions: {
    ...context.transactions,
    approve: async (job) => ((await context.transactions.apply(job)) === 'applied' ? 'approved' : 'lost'),
  },
});

const callsOffWithoutAsking: Sabotage = (context) => ({
  ...context,
  provider(id) {
    const provider = context.provider(id);
    return provider && { ...provider, cancel: async () => ({ kind: 'declined', errorCode: '3001' }) };
  },
});

const unknownIsDecline: Sabotage = (context) => ({
  ...context,
  providersFor: (optionId, currency) =>
    context.providersFor(optionId, currency).map((provider) => ({
      ...provider,
      payIn: (...call) =>
        provider
          .payIn(...call)
          .catch((): Outcome => ({ kind: call[0].attempts > 0 ? 'declined' : 'unknown', errorCode: '2005' })),
    })),
});

const forgetsDeclinedAttempts: Sabotage = (context) => ({
  ...context,
  transactions: {
    ...context.transactions,
    apply: (job) => context.transactions.apply({ ...job, change: { ...job.change, declinedAttempt: null } }),
  },
});

const forgetsTheLink: Sabotage = (context) => ({
  ...context,
  transactions: {
    ...context.transactions,
    apply(job) {
      const { change } = job;
      const after = {
        ...change.after,
        cashierTokenHash: change.declinedAttempt ? null : change.after.cashierTokenHash,
      };
      return context.transactions.apply({ ...job, change: { ...change, after } });
    },
  },
});

for (const [name, sabotage, says] of [
  ['takes a lost answer for a failure', unknownIsFailure, /the network says paid/],
  ['forgets to move the money', forgetsTransfers, /what (came in|went out) is not what was/],
  ['forgets to tell', forgetsEvents, /sequence and number of events differ/],
  ['approves payouts that the balance does not carry', approvesWithoutMoney, /below zero|violates check/],
  [
    'calls an attempt off without asking its provider',
    callsOffWithoutAsking,
    /could still charge|the network says paid/,
  ],
  [
    'takes a lost answer for a declined attempt',
    unknownIsDecline,
    /could still charge|the network says paid/,
  ],
  ['forgets declined attempts', forgetsDeclinedAttempts, /its declined attempts say otherwise/],
  ['forgets the cashier link of who may try again', forgetsTheLink, /its cashier link has changed/],
] as const) {
  test(`a gateway that ${name} is found out`, async () => {
    const playing = playSeeds({ first: 1, seeds: 400, steps: STEPS, lanes: 2, sabotage });
    await assert.rejects(playing, (error: Error) => {
      assert.match(error.message, /npm run simulate -- --seed \d+/);
      assert.match(String((error.cause as Error).message), says);
      return true;
    });
  });
}
