// What callers and load balancers see during a fault: at least one call gets 503, and readiness says 503 where that is
// promised. load.ts checks that no call gets 500 and that each 503 has a Retry-After.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Complain } from '../crash/complaint.ts';
import type { Load } from './load.ts';
import type { World } from './world.ts';

const EVERY_MS = 500;

/** Does the harm and returns what it saw meanwhile. */
export async function refusedDuring(
  { gateways }: World,
  load: Load,
  complain: Complain,
  { harm, readiness }: { harm: () => Promise<unknown>; readiness: boolean },
): Promise<string> {
  const before = load.unavailable;
  let isOver = false;
  let unready = 0;
  const watching = (async () => {
    while (!isOver) {
      const replies = await Promise.all(gateways.map((one) => one.call('GET', '/health/ready')));
      unready += replies.filter((reply) => reply?.status === 503).length;
      await sleep(EVERY_MS);
    }
  })();
  try {
    await harm();
  } finally {
    isOver = true;
    await watching;
  }
  const refused = load.unavailable - before;
  if (refused === 0) complain('untrue signal', 'no call got 503 while the fault lasted');
  if (readiness && unready === 0)
    complain('untrue signal', 'readiness never said 503 while the fault lasted');
  return `${refused} calls got 503 meanwhile`;
}
