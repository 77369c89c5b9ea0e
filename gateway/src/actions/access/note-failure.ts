// A sign-in that failed, by its password or its second factor (contract 12, 14): written into the audit log, and the tenth in a
// row locks the user for fifteen minutes. Called by sign-in.ts and prove-second-factor.ts. What was typed is nowhere kept.
import { type AuditActor, NO_MERCHANT } from '../../domain/audit.ts';
import { Refusal } from '../../domain/refusal.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import type { SqlTransaction } from '../../storage/database.ts';
import { countFailedSignIn, type UserRow } from '../../storage/user-store.ts';

export const MOST_FAILED_SIGN_INS = 10;
export const LOCK_MS = 15 * 60_000;

export type Failure = 'wrong password' | 'wrong code' | 'wrong recovery code' | 'wrong passkey';

export async function noteFailure(
  tx: SqlTransaction,
  by: AuditActor,
  { merchantId, id }: Pick<UserRow, 'merchantId' | 'id'>,
  reason: Failure,
  at: Date,
): Promise<void> {
  const lockedUntil = new Date(at.getTime() + LOCK_MS);
  await countFailedSignIn(tx, { merchantId, id }, { most: MOST_FAILED_SIGN_INS, lockedUntil });
  await appendAudit(tx, {
    merchantId,
    at,
    by,
    action: 'user.sign-in-failed',
    target: { kind: 'user', id },
    before: null,
    after: { reason },
  });
}

/** Under an address that no user has. The address is not written down: people type passwords into that field. */
export async function noteStranger(
  tx: SqlTransaction,
  { requestId, ip }: Pick<AuditActor, 'requestId' | 'ip'>,
  at: Date,
): Promise<void> {
  await appendAudit(tx, {
    merchantId: NO_MERCHANT,
    at,
    by: { kind: 'user', id: 'unknown', name: 'unknown', requestId, ip },
    action: 'user.sign-in-failed',
    target: { kind: 'address', id: ip ?? 'unknown' },
    before: null,
    after: { reason: 'unknown e-mail address' },
  });
}

export function refuseWhileLocked(lockedUntil: Date | null, at: Date): void {
  if (lockedUntil === null || lockedUntil <= at) return;
  throw new Refusal(429, 'too many sign-ins failed; wait as long as Retry-After says', {
    retryAfterSeconds: Math.ceil((lockedUntil.getTime() - at.getTime()) / 1000),
  });
}
