// How many sign-ins may fail, and the audit row for a wrong password or second factor (contract 12, 14). The tenth
// failure in a row locks for fifteen minutes; an unknown address is locked the same way. What somebody typed is never
// kept.
import { NO_MERCHANT } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { TryRule } from '../../storage/access/sign-in-tries.ts';
import type { UserRow } from '../../storage/access/user-store.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import type { SqlTransaction } from '../../storage/database/database.ts';
import { actorOf, type Browser } from './open-portal-session.ts';

const MOST_FAILED_SIGN_INS = 10;
const LOCK_MS = 15 * 60_000;
/**
 * Failures count for this long; then the rows of unknown addresses are deleted. The time is the same for users, because
 * a difference would reveal which addresses are known.
 */
export const FAILURE_COUNTS_MS = 24 * 3_600_000;

export const tryRule = (at: Date): TryRule => ({
  at,
  most: MOST_FAILED_SIGN_INS,
  forgottenBefore: new Date(at.getTime() - FAILURE_COUNTS_MS),
  lockedUntil: new Date(at.getTime() + LOCK_MS),
});

export type Failure = 'wrong password' | 'wrong code' | 'wrong recovery code' | 'wrong passkey';

export async function noteFailure(
  tx: SqlTransaction,
  user: UserRow,
  browser: Pick<Browser, 'requestId' | 'ip'>,
  { reason, at, during }: { reason: Failure; at: Date; during?: 'confirmation' },
): Promise<void> {
  const { merchantId, id } = user;
  await appendAudit(tx, {
    merchantId,
    at,
    by: actorOf(user, browser),
    action: 'user.sign-in-failed',
    target: { kind: 'user', id },
    before: null,
    // Set when a signed-in person confirms who they are; absent: they sign in.
    after: { reason, ...(during && { during }) },
  });
}

/** For an address without a user. The address is not stored: people type passwords into that field. */
export async function noteUnknownAddress(
  tx: SqlTransaction,
  { requestId, ip }: Pick<Browser, 'requestId' | 'ip'>,
  at: Date,
): Promise<void> {
  await appendAudit(tx, {
    merchantId: NO_MERCHANT,
    at,
    by: { kind: 'user', id: 'unknown', name: 'unknown', requestId, ip },
    action: 'user.sign-in-failed',
    target: { kind: 'address', id: ip },
    before: null,
    after: { reason: 'unknown e-mail address' },
  });
}

/** The refusal for a merchant that requires single sign-on. `merchantId`: the page continues at this merchant. */
export const signInElsewhere = ({ merchantId }: Pick<UserRow, 'merchantId'>) =>
  new Refusal(403, 'your company uses single sign-on; you cannot sign in with a password', {
    members: { singleSignOn: merchantId },
  });

export function refuseWhileLocked(lockedUntil: Date | null, at: Date): void {
  if (lockedUntil === null || lockedUntil <= at) return;
  const retryAfterSeconds = Math.ceil((lockedUntil.getTime() - at.getTime()) / 1000);
  // Rounded: parallel tries arrive a few milliseconds apart, and all of them should get the same answer.
  const minutes = Math.round(retryAfterSeconds / 60);
  const wait = minutes <= 1 ? 'a minute' : `${minutes} minutes`;
  throw new Refusal(429, `too many failed sign-ins; try again in ${wait}`, { retryAfterSeconds });
}
