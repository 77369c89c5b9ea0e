// Proves the second factor of a sign-in (contract 14): by a code of the authenticator app, a recovery code, or a passkey
// (passkeys.ts checks its signature). Called by the portal's API with a session that is not proven yet. Each proof is good
// once; failures count to the same lock as wrong passwords, and tries of one user take turns.
import { Refusal } from '../../domain/refusal.ts';
import { type Factor, plainRecoveryCode } from '../../domain/second-factor.ts';
import { useRecoveryCode, useTotpStep } from '../../storage/access/code-store.ts';
import { type SqlTransaction, withRetries } from '../../storage/database.ts';
import type { SignedIn } from '../../storage/portal-session-store.ts';
import { lockUser, type UserRow } from '../../storage/user-store.ts';
import { sealContext } from '../../storage/vault.ts';
import type { Context } from '../context.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { type Failure, noteFailure, refuseWhileLocked } from './note-failure.ts';
import { actorOf, type Browser } from './open-session.ts';
import { recoveryCodeHash } from './recovery-codes.ts';
import { stepOfCode } from './totp-code.ts';

type Parts = Pick<Context, 'sql' | 'now' | 'vault'>;

const WRONG: Record<Factor, { reason: Failure; message: string }> = {
  totp: {
    reason: 'wrong code',
    message: 'this code is not right, or was used before; wait for the next one',
  },
  'recovery-code': {
    reason: 'wrong recovery code',
    message: 'this recovery code is not right, or was used before',
  },
  passkey: { reason: 'wrong passkey', message: 'this passkey could not be verified; try again' },
};

export function proveByTotp(
  parts: Parts,
  session: SignedIn,
  code: string,
  browser: Browser,
): Promise<string> {
  return prove(parts, session, 'totp', browser, async (tx, user, at) => {
    if (user.totpSealed === null) return false;
    const secret = await parts.vault.open(user.totpSealed, sealContext.totp(user.id));
    const step = await stepOfCode(secret.toString('utf8'), code, at);
    return step !== null && (await useTotpStep(tx, session, step));
  });
}

export function proveByRecoveryCode(
  parts: Parts,
  session: SignedIn,
  code: string,
  browser: Browser,
): Promise<string> {
  return prove(parts, session, 'recovery-code', browser, (tx, _user, at) => {
    return useRecoveryCode(tx, session, recoveryCodeHash(parts, session, plainRecoveryCode(code)), at);
  });
}

/** `check` uses the proof up where it is right. Answers the token of the new cookie. */
export async function prove(
  { sql, now }: Pick<Parts, 'sql' | 'now'>,
  session: SignedIn,
  factor: Factor,
  browser: Browser,
  check: (tx: SqlTransaction, user: UserRow, at: Date) => Promise<boolean>,
): Promise<string> {
  if (session.provenAt !== null) throw new Refusal(409, 'this session is signed in already');
  const token = await withRetries(() =>
    sql.begin(async (tx) => {
      const at = now();
      const user = (await lockUser(tx, session.merchantId, session.userId))!;
      refuseWhileLocked(user.lockedUntil, at);
      if (await check(tx, user, at)) return finishSignIn(tx, session, user, factor, browser, at);
      await noteFailure(tx, actorOf(user, browser), user, WRONG[factor].reason, at);
      return null;
    }),
  );
  if (token === null) throw new Refusal(403, WRONG[factor].message);
  return token;
}
