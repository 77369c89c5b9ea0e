// Proves the second factor of a sign-in (contract 14): by a code of the authenticator app, a recovery code, or a
// passkey (passkeys.ts checks its signature). Each works once. Failures count towards the same lock as wrong passwords.
// Tries of one user run one after the other.

import { type Factor, plainRecoveryCode } from '../../domain/access/second-factor.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { useRecoveryCode, useTotpStep } from '../../storage/access/code-store.ts';
import type { SignedIn } from '../../storage/access/portal-session-store.ts';
import { countedFor, takeTry } from '../../storage/access/sign-in-tries.ts';
import { lockUser, type UserRow } from '../../storage/access/user-store.ts';
import { type SqlTransaction, withRetries } from '../../storage/database/database.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import { finishSignIn } from '../access/finish-sign-in.ts';
import { type Failure, noteFailure, refuseWhileLocked, tryRule } from '../access/note-failure.ts';
import { type Browser, tokenHashOf } from '../access/open-portal-session.ts';
import type { Context } from '../context.ts';
import { recoveryCodeHash } from './recovery-codes.ts';
import { stepOfCode } from './totp-code.ts';

type Parts = Pick<Context, 'sql' | 'now' | 'vault'>;

export const WRONG: Record<Factor, { reason: Failure; message: string }> = {
  totp: {
    reason: 'wrong code',
    message: 'this code is wrong or was already used; wait for the next one',
  },
  'recovery-code': {
    reason: 'wrong recovery code',
    message: 'this recovery code is wrong or was already used',
  },
  passkey: { reason: 'wrong passkey', message: 'this passkey could not be verified; try again' },
};

/** `check` uses up the given code if it is right. */
export interface Proof {
  factor: Factor;
  check: (tx: SqlTransaction, user: UserRow, at: Date) => Promise<boolean>;
}

export function totpProof({ vault }: Pick<Parts, 'vault'>, session: SignedIn, code: string): Proof {
  return {
    factor: 'totp',
    check: async (tx, user, at) => {
      if (user.totpSealed === null) return false;
      const secret = await vault.open(user.totpSealed, sealContext.totp(user.id));
      const step = await stepOfCode(secret.toString('utf8'), code, at);
      return step !== null && (await useTotpStep(tx, session, step));
    },
  };
}

export function recoveryCodeProof(parts: Pick<Parts, 'vault'>, session: SignedIn, code: string): Proof {
  const hash = recoveryCodeHash(parts, session, plainRecoveryCode(code));
  return { factor: 'recovery-code', check: (tx, _user, at) => useRecoveryCode(tx, session, hash, at) };
}

/** Answers the token of the new cookie. */
export async function prove(
  { sql, now }: Parts,
  session: SignedIn,
  { factor, check }: Proof,
  browser: Browser,
): Promise<string> {
  if (session.provenAt !== null) throw new Refusal(409, 'this session is already signed in');
  const token = await withRetries(() =>
    sql.begin(async (tx) => {
      const at = now();
      const user = (await lockUser(tx, session.merchantId, session.userId))!;
      const counted = await countedFor(tx, user, tokenHashOf(browser));
      refuseWhileLocked(await takeTry(tx, counted, tryRule(at)), at);
      if (await check(tx, user, at)) return finishSignIn(tx, session, { factor, at }, browser);
      await noteFailure(tx, user, browser, { reason: WRONG[factor].reason, at });
      return null;
    }),
  );
  if (token === null) throw new Refusal(403, WRONG[factor].message);
  return token;
}
