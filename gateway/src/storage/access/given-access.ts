// Who gave a colleague new access to the portal, by a link for a new password, a reset second factor or single sign-on, and so may have
// signed in as them (docs/decisions/0061). It is written in the commits of these acts.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { ANYBODY, type GivenAccess } from '../../domain/payouts/four-eyes.ts';
import { type AnyTransaction, type Sql, type SqlTransaction, send } from '../database/database.ts';
import type { Whose } from './passkey-store.ts';

/** `link`: its holder sets the password. `factor`: the next sign-in adds a new one. Open until that was done. */
export type Opening = 'link' | 'factor';

/** Who the access counts as given by: one user, or of an operator whoever got it. */
export const giverOf = ({ kind, id }: Pick<AuditActor, 'kind' | 'id'>): string =>
  kind === 'user' ? id : ANYBODY;

/** `opening`: null if there is nothing more to use. */
export async function noteGivenAccess(
  tx: SqlTransaction,
  { merchantId, userId }: Whose,
  { byUserId, opening, at }: { byUserId: string; opening: Opening | null; at: Date },
): Promise<void> {
  await tx`insert into access_given as g (merchant_id, user_id, by_user_id, at, link_open, factor_open)
    values (${merchantId}, ${userId}, ${byUserId}, ${at}, ${opening === 'link'}, ${opening === 'factor'})
    on conflict (merchant_id, user_id, by_user_id) do update set at = excluded.at,
      link_open = g.link_open or excluded.link_open, factor_open = g.factor_open or excluded.factor_open`;
}

/** The open access was used, by that colleague or by the user: the day begins again. */
export async function noteUsedAccess(
  tx: SqlTransaction,
  { merchantId, userId }: Whose,
  opening: Opening,
  at: Date,
): Promise<void> {
  if (opening === 'link')
    await tx`update access_given set at = ${at}, link_open = false
      where merchant_id = ${merchantId} and user_id = ${userId} and link_open`;
  else
    await tx`update access_given set at = ${at}, factor_open = false
      where merchant_id = ${merchantId} and user_id = ${userId} and factor_open`;
}

/** All of a merchant since then: there are few within a day. */
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
