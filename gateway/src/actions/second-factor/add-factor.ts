// Adds a second factor (contract 14): the first one during the sign-in, or a further one later. A session that still
// has to prove a factor must never get here: somebody who knows only the password would add their own.

import { type Factor, hasSecondFactor } from '../../domain/access/second-factor.ts';
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { noteUsedAccess } from '../../storage/access/given-access.ts';
import type { SignedIn } from '../../storage/access/portal-session-store.ts';
import { lockUser, type UserRow } from '../../storage/access/user-store.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { type SqlTransaction, withRetries } from '../../storage/database/database.ts';
import { finishSignIn } from '../access/finish-sign-in.ts';
import type { Context } from '../context.ts';
import { storeNewCodes } from './recovery-codes.ts';

type Parts = Pick<Context, 'sql' | 'now' | 'vault'>;

export interface AddedFactor {
  /** Shown only once; null: the user already has some. */
  recoveryCodes: string[] | null;
  /** The token of the new cookie; null: the session was already proven. */
  token: string | null;
}

export interface NewFactor {
  factor: Exclude<Factor, 'recovery-code'>;
  /** Stores the factor and answers the facts for the audit log. */
  store(tx: SqlTransaction, user: UserRow, at: Date): Promise<Record<string, unknown>>;
}

export async function addFactor(
  parts: Parts,
  by: AuditActor,
  session: SignedIn,
  { factor, store }: NewFactor,
): Promise<AddedFactor> {
  const { merchantId, userId } = session;
  return await withRetries(() =>
    parts.sql.begin(async (tx) => {
      const at = parts.now();
      const user = (await lockUser(tx, merchantId, userId))!;
      refuseUnproven(session, user);
      const after = await store(tx, user, at);
      await noteUsedAccess(tx, session, 'factor', at);
      const recoveryCodes = user.recoveryCodes === 0 ? await storeNewCodes(parts, tx, session) : null;
      await appendAudit(tx, {
        merchantId,
        at,
        by,
        action: 'user.second-factor-added',
        target: { kind: 'user', id: userId },
        before: null,
        after: { factor, ...after, ...(recoveryCodes && { recoveryCodes: recoveryCodes.length }) },
      });
      const isProven = session.provenAt !== null;
      const requestId = by.requestId!;
      const token = isProven
        ? null
        : await finishSignIn(tx, session, { factor, at }, { requestId, ip: by.ip!, token: null });
      return { recoveryCodes, token };
    }),
  );
}

export function refuseUnproven(session: SignedIn, user: UserRow): void {
  if (session.provenAt === null && hasSecondFactor(user)) {
    throw new Refusal(403, 'prove your current second factor before you add another one');
  }
}
