// The resolver of captures: claims those that are due and asks their provider (contract 4, 16). A loop of chores.ts, in
// every process with the worker role. A claim is a lease, so two processes do not ask twice; even if they did, a
// capture that has ended stays unchanged.
import { resolveCapture } from '../actions/captures/resolve-capture.ts';
import type { Context } from '../actions/context.ts';
import type { Capture } from '../domain/captures/capture.ts';
import { InFlight } from './in-flight.ts';
import { type TurnResult, turnResultOf } from './turn-result.ts';

/** Longer than any provider's deadline; after a process dies, others can claim its captures this much later. */
const LEASE_MS = 30_000;
const MOST_AT_ONCE = 64;

/** One turn. 'more': it claimed its maximum, so there may be more. */
export async function sweepDueCaptures(
  context: Context,
  inFlight: InFlight = InFlight.untilDone(),
): Promise<TurnResult> {
  const limit = Math.min(MOST_AT_ONCE, inFlight.room);
  const due = await context.captures.claimDue(context.now(), limit, LEASE_MS);
  // Only the pay-in names the account, and it is not read here. So the brand and its provider stand for the account.
  const works = due.map((capture) => ({
    of: `${capture.brandId} ${capture.provider}`,
    run: () => resolve(context, capture),
  }));
  await inFlight.turn(works);
  return turnResultOf(due.length, MOST_AT_ONCE);
}

/**
 * One capture's fault must not delay the others: this logs it, and a worker claims the capture again after its lease.
 */
async function resolve(context: Context, capture: Capture): Promise<void> {
  try {
    await resolveCapture(context, capture);
  } catch (error) {
    context.log.error(
      { err: error, captureId: capture.id },
      'a due capture could not be resolved; it is tried again',
    );
  }
}
