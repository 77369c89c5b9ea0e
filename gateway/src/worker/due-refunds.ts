// The resolver of refunds: claims those whose due_at has come and asks their provider (contract 4, 8). A loop of
// chores.ts, in every process with the worker role. A claim is a lease, so two processes do not ask twice; and if they
// did, a refund that has ended stays as it is.
import type { Context } from '../actions/context.ts';
import { resolveRefund } from '../actions/refunds/resolve-refund.ts';
import type { Refund } from '../domain/refunds/refund.ts';

/** Longer than any provider's deadline; a process that dies gives its claims back this much later. */
const LEASE_MS = 30_000;
const MOST_AT_ONCE = 64;

/** One turn. 'more': there was as much as it takes at once, so there may be more. */
export async function sweepDueRefunds(context: Context): Promise<'more' | 'done'> {
  const due = await context.refunds.claimDue(context.now(), MOST_AT_ONCE, LEASE_MS);
  await Promise.all(due.map((refund) => resolve(context, refund)));
  return due.length === MOST_AT_ONCE ? 'more' : 'done';
}

/** One refund's trouble must not keep the others waiting: it is logged, and its lease brings it back. */
async function resolve(context: Context, refund: Refund): Promise<void> {
  try {
    await resolveRefund(context, refund);
  } catch (error) {
    context.log.error({ err: error, refundId: refund.id }, 'could not settle a due refund');
  }
}
