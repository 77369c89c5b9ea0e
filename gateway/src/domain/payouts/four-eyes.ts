// Four eyes (contract 8, 14): if a brand has them on, nobody approves a payout that they made, and a payout made in the
// portal is approved by another person there, never over the API or by itself. Two users count as one person while one of
// them could have signed in as the other. The check runs in the commit of the approval (storage/transactions/approve-payouts.ts),
// so no caller can bypass it. Pure.
import type { AuditActor } from '../audit/audit.ts';
import type { Maker } from '../transactions/transaction.ts';

/**
 * A user made another one a link for a new password, reset their second factor, or decided by whom single sign-on lets them in, and so may
 * have signed in as them.
 */
export interface GivenAccess {
  userId: string;
  /** ANYBODY: an operator did it. */
  byUserId: string;
}

/** An operator gave the access, and nobody here knows to whom. So whoever got it may be any of the merchant's people. */
export const ANYBODY = '00000000-0000-0000-0000-000000000000';

/** How long it counts: enough time for the locked-out user to notice and report it. */
export const GIVEN_ACCESS_COUNTS_MS = 24 * 3_600_000;

/**
 * null: this person may approve it. made: their own. by itself: no person of the portal. access: another user, who may
 * be the same person.
 */
export type WhyNot = 'made' | 'by itself' | 'access';

/** `by`: null if the gateway approves automatically. `given`: what counts at that time, of the whole merchant. */
export function whyNotApprove(
  maker: Pick<Maker, 'userId'>,
  by: Pick<AuditActor, 'kind' | 'id'> | null,
  given: readonly GivenAccess[],
): WhyNot | null {
  if (by === null || by.kind !== 'user') return 'by itself';
  if (by.id === maker.userId) return 'made';
  const [makers, approvers] = [handsOf(maker.userId, given), handsOf(by.id, given)];
  if (makers.has(ANYBODY) || approvers.has(ANYBODY)) return 'access';
  return [...approvers].some((one) => makers.has(one)) ? 'access' : null;
}

/** All users who may be this person: they themselves, who gave them access, who gave those access, and so on. */
function handsOf(userId: string, given: readonly GivenAccess[]): Set<string> {
  const hands = new Set([userId]);
  // Iterating over a set also visits members added meanwhile.
  for (const hand of hands) for (const one of given) if (one.userId === hand) hands.add(one.byUserId);
  return hands;
}
