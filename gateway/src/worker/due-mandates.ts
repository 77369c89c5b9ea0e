// The sweep of mandates: claims those for which something is to be done (contract 16). A loop of chores.ts, in every
// process with the worker role. A claim is a lease, so two processes do not do it twice; even if they did, each step of
// a mandate happens once.
import type { Context } from '../actions/context.ts';
import { resolveMandate } from '../actions/submission/resolve-mandate.ts';
import type { Mandate } from '../domain/mandates/mandate.ts';
import { claimDueMandates } from '../storage/mandates/mandate-store.ts';
import { InFlight } from './in-flight.ts';
import { type TurnResult, turnResultOf } from './turn-result.ts';

/** Longer than any provider's deadline; after a process dies, others can claim its mandates this much later. */
const LEASE_MS = 30_000;
const MOST_AT_ONCE = 64;

/** One turn. 'more': it claimed its maximum, so there may be more. */
export async function sweepDueMandates(
  context: Context,
  inFlight: InFlight = InFlight.untilDone(),
): Promise<TurnResult> {
  const limit = Math.min(MOST_AT_ONCE, inFlight.room);
  const due = await claimDueMandates(context.sql, context.now(), limit, LEASE_MS);
  const works = due.map((mandate) => ({
    of: `${mandate.provider} ${mandate.providerAccount}`,
    run: () => resolve(context, mandate),
  }));
  await inFlight.turn(works);
  return turnResultOf(due.length, MOST_AT_ONCE);
}

/**
 * One mandate's fault must not delay the others: this logs it, and a worker claims the mandate again after its lease.
 */
async function resolve(context: Context, mandate: Mandate): Promise<void> {
  try {
    await resolveMandate(context, mandate);
  } catch (error) {
    context.log.error(
      { err: error, mandateId: mandate.id },
      'a due mandate could not be handled; it is tried again',
    );
  }
}
