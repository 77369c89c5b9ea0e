// Who gave a colleague new access to the portal: a link for a new password, a reset second factor or single sign-on.
// The giver may have signed in as that colleague (docs/decisions/0061). Each of these acts writes its row in its own
// commit, never later.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { ANYBODY, type GivenAccess } from '../../domain/payouts/four-eyes.ts';
import { type AnyTransaction, type Sql, type SqlTransaction, send } from '../database/database.ts';
import type { PasskeyOwner } from './passkey-store.ts';

/**
 * `link`: its holder sets the password. `factor`: the next sign-in adds a new factor. Each stays open until that has
 * happened.
 */
export type AccessStep = 'link' | 'factor';

/** The giver of the access: the user, or ANYBODY for an operator. */
export const accessGiverOf = ({ kind, id }: Pick<AuditActor, 'kind' | 'id'>): string =>
  kind === 'user' ? id : ANYBODY;

/** `opening`: null if the access can be used without a further step. */
export async function noteGivenAccess(
  tx: SqlTransaction,
  { merchantId, userId }: PasskeyOwner,
  { byUserId, opening, at }: { byUserId: string; opening: AccessStep | null; at: Date },
): Promise<void> {
  await tx`insert into access_given as g (merchant_id, user_id, by_user_id, at, link_open, factor_open)
    values (${merchantId}, ${userId}, ${byUserId}, ${at}, ${opening === 'link'}, ${opening === 'factor'})
    on conflict (merchant_id, user_id, by_user_id) do update set at = excluded.at,
      link_open = g.link_open or excluded.link_open, factor_open = g.factor_open or excluded.factor_open`;
}

/** Somebody used the open access, so the day in which it counts begins again. */
export async function noteUsedAccess(
  tx: SqlTransaction,
  { merchantId, userId }: PasskeyOwner,
  opening: AccessStep,
  at: Date,
): Promise<void> {
  if (opening === 'link')
    await tx`update access_given set at = ${at}, link_open = false
      where merchant_id = ${merchantId} and user_id = ${userId} and link_open`;
  else
    await tx`update access_given set at = ${at}, factor_open = false
      where merchant_id = ${merchantId} and user_id = ${userId} and factor_open`;
}

/** All access that was given at a merchant since then. There are few rows within a day. */
export async function listGivenAccess(
  run: Sql | AnyTransaction,
  merchantId: string,
  after: Date,
): Promise<GivenAccess[]> {
  const rows = await send(
    run,
    'select user_id, by_user_id from access_given where merchant_id = $1 and at > $2',
    [merchantId, after],
  );
  return rows.map((row) => ({ userId: row.user_id, byUserId: row.by_user_id }));
}
