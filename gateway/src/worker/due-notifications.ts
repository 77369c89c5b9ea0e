// Applies what providers reported (contract 13): claims the items of notifications that are due. A loop of chores.ts,
// in every process with the worker role. A claim is a lease; even if two processes apply the same item, its effect is
// written once.
import type { Context } from '../actions/context.ts';
import { applyNotification, postponeNotification } from '../actions/notifications/apply-notification.ts';
import {
  claimDueNotifications,
  type StoredNotification,
} from '../storage/notifications/notification-store.ts';
import { InFlight } from './in-flight.ts';
import { type TurnResult, turnResultOf } from './turn-result.ts';

/** Longer than any provider's deadline; after a process dies, others can claim its items this much later. */
const LEASE_MS = 30_000;
const MOST_AT_ONCE = 64;

/** One turn. 'more': it claimed its maximum, so there may be more. */
export async function sweepDueNotifications(
  context: Context,
  inFlight: InFlight = InFlight.untilDone(),
): Promise<TurnResult> {
  const limit = Math.min(MOST_AT_ONCE, inFlight.room);
  const due = await claimDueNotifications(context.sql, context.now(), limit, LEASE_MS);
  await inFlight.turn(due.map((item) => ({ of: item.accountId, run: () => apply(context, item) })));
  return turnResultOf(due.length, MOST_AT_ONCE);
}

/** One item's fault must not delay the others: this logs it, and waits longer before each new try. */
async function apply(context: Context, item: StoredNotification): Promise<void> {
  try {
    await applyNotification(context, item);
  } catch (error) {
    const { id: notificationId, brandId, accountId } = item;
    context.log.error({ err: error, notificationId, brandId, accountId }, 'could not apply a notification');
    await postponeNotification(context, item).catch(() => {});
  }
}
