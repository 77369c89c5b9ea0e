// Recovery codes (contract 14), for users who can reach neither passkey nor phone: ten codes, each of which works once.
// They are shown once, and stored as keyed hashes: somebody could guess 47 bits from a plain hash, but not without the
// vault's key.

import { hasSecondFactor, newRecoveryCodes, plainRecoveryCode } from '../../domain/access/second-factor.ts';
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { setRecoveryCodes } from '../../storage/access/code-store.ts';
import type { PasskeyOwner } from '../../storage/access/passkey-store.ts';
import type { SignedIn } from '../../storage/access/portal-session-store.ts';
import { lockUser } from '../../storage/access/user-store.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { type SqlTransaction, withRetries } from '../../storage/database/database.ts';
import type { Context } from '../context.ts';

type Parts = Pick<Context, 'sql' | 'now' | 'vault'>;

export function recoveryCodeHash(
  { vault }: Pick<Parts, 'vault'>,
  { userId }: PasskeyOwner,
  plainCode: string,
): Buffer {
  return vault.fingerprint(`recovery-code:${userId}:${plainCode}`);
}

/** New codes, which replace all earlier ones. */
export async function renewRecoveryCodes(parts: Parts, by: AuditActor, session: SignedIn): Promise<string[]> {
  const { merchantId, userId } = session;
  return await withRetries(() =>
    parts.sql.begin(async (tx) => {
      const user = await lockUser(tx, merchantId, userId);
      if (!user || !hasSecondFactor(user)) {
        throw new Refusal(
          409,
          'add a passkey or an authenticator app first: recovery codes replace it if it is lost',
        );
      }
      const codes = await storeNewCodes(parts, tx, session);
      await appendAudit(tx, {
        merchantId,
        at: parts.now(),
        by,
        action: 'user.recovery-codes-made',
        target: { kind: 'user', id: userId },
        before: { recoveryCodes: user.recoveryCodes },
        after: { recoveryCodes: codes.length },
      });
      return codes;
    }),
  );
}

export async function storeNewCodes(
  parts: Pick<Parts, 'vault'>,
  tx: SqlTransaction,
  whose: PasskeyOwner,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => recoveryCodeHash(parts, whose, plainRecoveryCode(code)));
  await setRecoveryCodes(tx, whose, hashes);
  return codes;
}
