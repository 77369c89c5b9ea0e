// Faults between gateways and real providers: the first merchant is at Adyen, the second at Stripe, each at its
// stand-in (world/providers.ts). The same faults as those of the suite's own bank (outside-faults.ts), through both
// adapters and their SDKs.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Scenario } from '../play.ts';
import type { ProviderProcess } from '../world/provider-process.ts';

/** A late answer is counted only when it arrives. Enough answers come late to show among the quick ones. */
const LATE = { harmMs: 30_000, watchedMs: 50_000 };

/** While calls get answers, no account is left alone. */
const ANSWERED_MS = 30_000;

export const AT_ADYEN_AND_STRIPE = ['adyen', 'stripe'] as const;

type Act = (providers: ProviderProcess) => Promise<unknown>;

function atProviders(
  harmMs: number,
  name: string,
  promise: string,
  harm: Act,
  heal: Act = (providers) => providers.setFaults({}),
): Scenario {
  return {
    name,
    promise,
    providers: AT_ADYEN_AND_STRIPE,
    async fault({ providers }, load) {
      const before = load.orders.length;
      await harm(providers!);
      await sleep(harmMs);
      await heal(providers!);
      return `${load.orders.length - before} orders meanwhile`;
    },
    // After five failed calls in a row the gateway leaves an account alone for 30 s.
    recoversWithinMs: 60_000,
    quietWithinMs: 180_000,
  };
}

/** `harmMs`: how long each fault lasts. */
export const providerFaults = (harmMs: number): readonly Scenario[] => [
  atProviders(
    harmMs,
    'bank-lost-before-providers',
    'Requests are lost before Adyen and Stripe act: the outcome stays unknown, and nothing is recorded as a failure or charged twice.',
    (providers) => providers.setFaults({ loseBefore: 0.3 }),
  ),
  atProviders(
    harmMs,
    'bank-lost-after-providers',
    'Answers of Adyen and Stripe are lost after they acted: no payment is recorded as a failure or charged twice.',
    (providers) => providers.setFaults({ loseAfter: 0.3 }),
  ),
  {
    ...atProviders(
      LATE.harmMs,
      'bank-late-providers',
      'Adyen and Stripe answer after their deadline: no payment is recorded as a failure or charged twice.',
      (providers) => providers.setFaults({ late: 0.2 }),
    ),
    watchedMs: LATE.watchedMs,
    recoversWithinMs: ANSWERED_MS,
  },
  {
    ...atProviders(
      harmMs,
      'bank-twice-providers',
      'Requests reach Adyen and Stripe twice, and they send every notification twice, the last first: each payment is charged and applied once.',
      (providers) => providers.setFaults({ twice: 0.5 }),
    ),
    recoversWithinMs: ANSWERED_MS,
  },
  atProviders(
    harmMs,
    'bank-killed-providers',
    'Adyen and Stripe are away for some seconds: no paid payment is recorded as a failure, and payments work afterwards.',
    (providers) => providers.setAway(true),
    (providers) => providers.setAway(false),
  ),
];
