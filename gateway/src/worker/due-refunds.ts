// The resolver of refunds: claims those that are due and asks their provider (contract 4, 8). A loop of chores.ts, in
// every process with the worker role. A claim is a lease, so two processes do not ask twice; even if they did, a refund
// that has ended stays unchanged.
import type { Context } from '../actions/context.ts';
import { resolveRefund } from '../actions/refunds/resolve-refund.ts';
import type { Refund } from '../domain/refunds/refund.ts';
import { InFlight } from './in-flight.ts';
import { type TurnResult, turnResultOf } from './turn-result.ts';

/** Longer than any provider's deadline; after a process dies, others can claim its refunds this much later. */
const LEASE_MS = 30_000;
const MOST_AT_ONCE = 64;

/** One turn. 'more': it claimed its maximum, so there may be more. */
export async function sweepDueRefunds(
  context: Context,
  inFlight: InFlight = InFlight.untilDone(),
): Promise<TurnResult> {
  const limit = Math.min(MOST_AT_ONCE, inFlight.room);
  const due = await context.refunds.claimDue(context.now(), limit, LEASE_MS);
  // Only the pay-in names the account that the refund uses, and it is not read here. So the brand and its provider
  // stand for the account.
  const works = due.map((refund) => ({
    of: `${refund.brandId} ${refund.provider}`,
    run: () => resolve(context, refund),
  }));
  await inFlight.turn(works);
  return turnResultOf(due.length, MOST_AT_ONCE);
}

/** One refund's fault must not delay the others: this logs it, and a worker claims the refund again after its lease. */
async function resolve(context: Context, refund: Refund): Promise<void> {
  try {
    await resolveRefund(context, refund);
  } catch (error) {
    context.log.error({ err: error, refundId: refund.id }, 'could not settle a due refund');
  }
}
