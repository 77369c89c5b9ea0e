// Four eyes (contract 8, 14): in a brand with this setting, nobody approves a payout that they made. Another person
// approves a payout made in the portal, and only there, never over the API or automatically. Two users count as one
// person while one of them could have signed in as the other. The check runs in the commit of the approval
// (storage/transactions/approve-payouts.ts), so no caller can bypass it. Pure.
import type { AuditActor } from '../audit/audit.ts';
import type { Maker } from '../transactions/transaction.ts';

/**
 * `byUserId` made a link for the new password of `userId`, reset their second factor, or decided which of the
 * merchant's people single sign-on lets in as `userId`. So `byUserId` may have signed in as `userId`.
 */
export interface GivenAccess {
  userId: string;
  /** ANYBODY: an operator gave the access. */
  byUserId: string;
}

/** An operator gave the access, and nobody here knows to whom. So it may be any of the merchant's people. */
export const ANYBODY = '00000000-0000-0000-0000-000000000000';

/** How long a given access counts: enough time for the locked-out user to notice and report it. */
export const GIVEN_ACCESS_COUNTS_MS = 24 * 3_600_000;

/**
 * null: this person may approve it. made: they made it. by itself: the approver is no user of the portal. access: the
 * approver is another user, but may be the same person as the maker.
 */
export type WhyNot = 'made' | 'by itself' | 'access';

/**
 * `by`: null if the gateway approves automatically. `given`: the accesses of the whole merchant that count at that
 * time.
 */
export function whyNotApprove(
  maker: Pick<Maker, 'userId'>,
  by: Pick<AuditActor, 'kind' | 'id'> | null,
  given: readonly GivenAccess[],
): WhyNot | null {
  if (by === null || by.kind !== 'user') return 'by itself';
  if (by.id === maker.userId) return 'made';
  const [makers, approvers] = [usersWhoMayBe(maker.userId, given), usersWhoMayBe(by.id, given)];
  if (makers.has(ANYBODY) || approvers.has(ANYBODY)) return 'access';
  return [...approvers].some((one) => makers.has(one)) ? 'access' : null;
}

/**
 * All users who may be this person: the user, everybody who gave them access, everybody who gave those access, and so
 * on.
 */
function usersWhoMayBe(userId: string, given: readonly GivenAccess[]): Set<string> {
  const users = new Set([userId]);
  // The loop also visits members that it adds to the set.
  for (const user of users) for (const one of given) if (one.userId === user) users.add(one.byUserId);
  return users;
}
