// A signed-in person confirms their identity once more (contract 14): the password, and the second factor if there is
// one. refuse-unconfirmed.ts checks it. Failures count towards the lock of the sign-in.
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { passwordMatches } from '../../domain/access/password.ts';
import { hasSecondFactor } from '../../domain/access/second-factor.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { confirmSession, type SignedIn } from '../../storage/access/portal-session-store.ts';
import { countedFor, giveBackTry, takeTry } from '../../storage/access/sign-in-tries.ts';
import { findUser, lockUser } from '../../storage/access/user-store.ts';
import { withRetries } from '../../storage/database/database.ts';
import { noteFailure, refuseWhileLocked, tryRule } from '../access/note-failure.ts';
import { type Browser, tokenHashOf } from '../access/open-portal-session.ts';
import type { Context } from '../context.ts';
import { passkeyProof } from './passkeys.ts';
import { type Proof, recoveryCodeProof, totpProof, WRONG } from './prove-second-factor.ts';

type Parts = Pick<Context, 'sql' | 'now' | 'vault' | 'config' | 'log'>;

export interface Confirmation {
  password: string;
  totp?: string | undefined;
  recoveryCode?: string | undefined;
  passkey?: AuthenticationResponseJSON | undefined;
}

export async function confirmIdentity(
  parts: Parts,
  session: SignedIn,
  given: Confirmation,
  browser: Browser,
): Promise<void> {
  if (session.bySingleSignOn)
    throw new Refusal(409, 'you signed in by single sign-on: confirm that it is you there');
  const { sql, now } = parts;
  const during = 'confirmation';
  const { user, counted, rule } = await takeConfirmation(parts, session, browser);
  const isRight = await passwordMatches(given.password, user.passwordHash ?? '');
  const needsProof = hasSecondFactor(user);
  const proof = isRight && needsProof ? await proofOf(parts, session, given) : null;
  const refusal = await withRetries(() =>
    sql.begin(async (tx) => {
      const at = now();
      const latest = (await lockUser(tx, session.merchantId, session.userId))!;
      if (latest.passwordHash !== user.passwordHash || hasSecondFactor(latest) !== needsProof) {
        await giveBackTry(tx, counted, rule);
        return new Refusal(409, 'your password or second factor has just changed; try again');
      }
      if (!isRight) {
        await noteFailure(tx, latest, browser, { reason: 'wrong password', at, during });
        return new Refusal(400, ['password: is wrong']);
      }
      // The password is right and no factor was tried: that is no failure.
      if (needsProof && !proof) {
        await giveBackTry(tx, counted, rule);
        return new Refusal(400, ['totp, recoveryCode or passkey: your second factor is required too']);
      }
      if (proof && !(await proof.check(tx, latest, at))) {
        await noteFailure(tx, latest, browser, { reason: WRONG[proof.factor].reason, at, during });
        return new Refusal(400, WRONG[proof.factor].message);
      }
      await giveBackTry(tx, counted, rule);
      await confirmSession(tx, session, at);
      return null;
    }),
  );
  if (refusal) throw refusal;
}

/** The try counts before we check the password, as at the sign-in. */
function takeConfirmation({ sql, now }: Parts, session: SignedIn, browser: Browser) {
  return withRetries(() =>
    sql.begin(async (tx) => {
      const rule = tryRule(now());
      const user = (await findUser(tx, session.merchantId, session.userId))!;
      const counted = await countedFor(tx, user, tokenHashOf(browser));
      refuseWhileLocked(await takeTry(tx, counted, rule), rule.at);
      return { user, counted, rule };
    }),
  );
}

/** null: the caller gave no proof. */
function proofOf(parts: Parts, session: SignedIn, given: Confirmation): Proof | Promise<Proof> | null {
  if (given.totp !== undefined) return totpProof(parts, session, given.totp);
  if (given.recoveryCode !== undefined) return recoveryCodeProof(parts, session, given.recoveryCode);
  if (given.passkey !== undefined) return passkeyProof(parts, session, given.passkey);
  return null;
}
