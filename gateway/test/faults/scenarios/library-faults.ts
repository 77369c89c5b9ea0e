// Faults of the process that runs the library of Prism, beside each gateway: the first merchant's cards go to dLocal
// through it. The process fails at any moment: before a request to dLocal is made, while its answer is read, or while
// one of its notifications is checked.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Scenario } from '../play.ts';
import type { LibraryFaults } from '../world/prism-library.ts';
import { until } from '../world.ts';

/** What gateways log. */
const ENDED = '"the process of Prism has ended"';
const LOST = '"kind":"no-answer"';

function library(
  name: string,
  does: string,
  { harmMs, ...faults }: LibraryFaults & { harmMs: number },
): Scenario {
  return {
    name,
    promise: `The process that runs the library of Prism ${does}: what was not sent fails, everything else stays unknown until dLocal tells, and nothing is charged twice.`,
    providers: ['prism-dlocal'],
    async fault({ gateways, prism, sql }, load, complain) {
      const before = load.orders.length;
      const count = (text: string) => gateways.reduce((sum, one) => sum + one.timesLogged(text), 0);
      prism.setFaults(faults);
      await sleep(harmMs);
      // On a busy machine few calls are made.
      const isLost = await until(() => count(LOST) > 0, 60_000, 500);
      prism.setFaults();
      if (!isLost) complain('untrue signal', `${name}: no answer of dLocal was lost`);
      const [row] = await sql`select count(*)::int as unsent from transactions
        where provider = 'prism-dlocal' and error_code = '1011'`;
      return `${load.orders.length - before} orders meanwhile; processes of the library ended: ${count(ENDED)}; payments not sent: ${row!.unsent}; answers lost: ${count(LOST)}`;
    },
    // After five failed calls in a row the gateway leaves an account alone for 30 s.
    recoversWithinMs: 60_000,
    quietWithinMs: 180_000,
  };
}

/** Two in a row lose the answer. So most calls get theirs, and the gateway does not leave the account alone. */
const OFTEN = { requests: 0.05, answers: 0.5, notifications: 0.1, harmMs: 15_000 };

export const LIBRARY_FAULTS: readonly Scenario[] = [
  library('provider-process-killed', 'is killed again and again', { how: 'dies', ...OFTEN }),
  // The gateway waits 6 s for a reply, and everything else waits with it. Each answer hangs, because few calls are made
  // until the gateway leaves the account alone.
  library('provider-process-hangs', 'hangs', {
    how: 'hangs',
    requests: 0.02,
    answers: 1,
    notifications: 0.02,
    harmMs: 30_000,
  }),
  library('provider-process-answers-garbage', 'writes garbage in place of replies', {
    how: 'writes garbage',
    ...OFTEN,
  }),
];
