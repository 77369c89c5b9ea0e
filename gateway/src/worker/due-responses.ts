// The resolver of responses to disputes: claims those that are due and asks their provider (contract 4, 13). A loop of
// chores.ts, in every process with the worker role. A claim is a lease, so two processes do not ask twice; even if they
// did, the provider takes a response once, and a response that has ended stays unchanged.
import { resolveDisputeResponse } from '../actions/after-end/resolve-dispute-response.ts';
import type { Context } from '../actions/context.ts';
import type { Dispute } from '../domain/after-end/dispute.ts';
import { claimDueResponses } from '../storage/after-end/response-store.ts';
import { InFlight } from './in-flight.ts';
import { type TurnResult, turnResultOf } from './turn-result.ts';

/** A response may be asked about and sent again, each within the provider's deadline. */
const LEASE_MS = 60_000;
/** Each may hold files of 4 MB. */
const MOST_AT_ONCE = 8;

/** One turn. 'more': it claimed its maximum, so there may be more. */
export async function sweepDueResponses(
  context: Context,
  inFlight: InFlight = InFlight.untilDone(),
): Promise<TurnResult> {
  const limit = Math.min(MOST_AT_ONCE, inFlight.room);
  const due = await claimDueResponses(context.sql, context.now(), limit, LEASE_MS);
  // Only the pay-in names the account, and it is not read here. So the brand stands for the account.
  await inFlight.turn(due.map((dispute) => ({ of: dispute.brandId, run: () => resolve(context, dispute) })));
  return turnResultOf(due.length, MOST_AT_ONCE);
}

/** One response's fault must not delay the others: this logs it, and a worker claims it again after its lease. */
async function resolve(context: Context, dispute: Dispute): Promise<void> {
  try {
    await resolveDisputeResponse(context, dispute);
  } catch (error) {
    context.log.error(
      { err: error, disputeId: dispute.id },
      'a due response to a dispute could not be resolved; it is tried again',
    );
  }
}
