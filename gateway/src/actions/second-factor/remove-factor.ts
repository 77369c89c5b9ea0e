// Removes one of a person's own second factors (contract 14): the authenticator app or a passkey. If the role needs a
// factor, the last one stays; otherwise the recovery codes are removed with it.

import { hasSecondFactor, needsSecondFactor } from '../../domain/access/second-factor.ts';
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { removeRecoveryCodes, removeTotp } from '../../storage/access/code-store.ts';
import { deletePasskey } from '../../storage/access/passkey-store.ts';
import type { SignedIn } from '../../storage/access/portal-session-store.ts';
import { lockUser } from '../../storage/access/user-store.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { withRetries } from '../../storage/database/database.ts';
import type { Context } from '../context.ts';

type Parts = Pick<Context, 'sql' | 'now' | 'config'>;
type Removed = { factor: 'totp' } | { factor: 'passkey'; passkeyId: string };

export async function removeFactor(
  { sql, now, config }: Parts,
  by: AuditActor,
  session: SignedIn,
  what: Removed,
): Promise<void> {
  const { merchantId, userId } = session;
  const whose = { merchantId, userId };
  await withRetries(() =>
    sql.begin(async (tx) => {
      const user = (await lockUser(tx, merchantId, userId))!;
      const rest = {
        hasTotp: user.hasTotp && what.factor !== 'totp',
        passkeys: user.passkeys - (what.factor === 'passkey' ? 1 : 0),
      };
      const name = what.factor === 'passkey' ? await deletePasskey(tx, whose, what.passkeyId) : undefined;
      const isThere = what.factor === 'passkey' ? name !== null : await removeTotp(tx, whose);
      if (!isThere) throw new Refusal(404, 'you have no such second factor');
      if (!hasSecondFactor(rest)) {
        if (needsSecondFactor(user, config.environment)) {
          throw new Refusal(
            409,
            'this is your last second factor, and your role requires one; add another one first',
          );
        }
        await removeRecoveryCodes(tx, whose);
      }
      await appendAudit(tx, {
        merchantId,
        at: now(),
        by,
        action: 'user.second-factor-removed',
        target: { kind: 'user', id: userId },
        before: { factor: what.factor, ...(name && { name }) },
        after: null,
      });
    }),
  );
}
