// Sets, changes and removes a merchant's identity provider (contract 2), for operators and for owners. The secret is
// sealed; if it is left out, the stored one stays. Another issuer makes all former subjects unknown, and signs out
// everybody who signed in through the former one. If single sign-on becomes required, everybody who signed in by a
// password is signed out.

import { APPROVERS } from '../../domain/access/portal-permission.ts';
import { roleClaimFault } from '../../domain/access/role-of-claim.ts';
import { type SingleSignOn, settingsMark } from '../../domain/access/single-sign-on.ts';
import { type AuditActor, differences } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { checkNotificationUrl } from '../../domain/web-address.ts';
import { accessGiverOf, noteGivenAccess } from '../../storage/access/given-access.ts';
import {
  deletePasswordSessions,
  deleteSingleSignOnSessions,
  type SignedIn,
} from '../../storage/access/portal-session-store.ts';
import {
  deleteSingleSignOn,
  findSingleSignOn,
  forgetSubjects,
  putSingleSignOn as put,
  type SingleSignOnRow,
} from '../../storage/access/single-sign-on-store.ts';
import { findUser, listLinkedUsers } from '../../storage/access/user-store.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { type SqlTransaction, withRetries } from '../../storage/database/database.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import { lockMerchant } from '../../storage/merchants/merchant-store.ts';
import type { Context } from '../context.ts';

type Parts = Pick<Context, 'sql' | 'now' | 'vault' | 'config'>;

/** `session`: of the owner who makes the change; null: an operator does. */
interface By {
  actor: AuditActor;
  session: SignedIn | null;
}

export interface SingleSignOnRequest extends SingleSignOn {
  /** null: the stored secret stays. */
  clientSecret: string | null;
}

export async function showSingleSignOn(
  { sql }: Pick<Parts, 'sql'>,
  merchantId: string,
): Promise<SingleSignOnRow> {
  const found = await findSingleSignOn(sql, merchantId);
  if (!found) throw new Refusal(404, 'this merchant has no single sign-on');
  return found;
}

export async function putSingleSignOn(
  parts: Parts,
  by: By,
  merchantId: string,
  { clientSecret, ...wanted }: SingleSignOnRequest,
): Promise<SingleSignOnRow> {
  const { sql, vault, now, config } = parts;
  const faults = faultsOf(wanted, config.allowInsecureWebhooks);
  if (faults.length > 0) throw new Refusal(400, faults);
  return await withRetries(() =>
    sql.begin(async (tx) => {
      const merchant = await lockMerchant(tx, merchantId);
      if (!merchant) throw new Refusal(404, 'id: no such merchant');
      const before = await findSingleSignOn(tx, merchant.merchantId);
      if (clientSecret === null && !before)
        throw new Refusal(400, ['clientSecret: is required the first time']);
      refuseUntried(by, before, wanted);
      const secretSealed =
        clientSecret === null
          ? before!.secretSealed
          : vault.seal(clientSecret, sealContext.singleSignOn(merchant.merchantId));
      const isOther = !before || settingsMark(before) !== settingsMark(wanted);
      const setBy = isOther ? settersOf(by, before, wanted) : before.setBy;
      const at = now();
      const { merchantId: id, name: merchantName } = merchant;
      const after = { ...wanted, merchantId: id, merchantName, secretSealed, setBy, changedAt: at };
      await put(tx, after, at);
      if (isOther) await noteGiven(tx, merchantId, by, at);
      if (before && before.issuer !== after.issuer) await endAll(tx, merchantId, by);
      if (after.required) await deletePasswordSessions(tx, merchant.merchantId);
      const changed = differences(before ? facts(before) : {}, {
        ...facts(after),
        ...(clientSecret !== null && { clientSecret: '(a new one)' }),
      });
      if (changed) await note(tx, merchantId, { by, at, action: 'single-sign-on.changed', ...changed });
      return after;
    }),
  );
}

export async function removeSingleSignOn(parts: Parts, by: By, merchantId: string): Promise<void> {
  const { sql, now } = parts;
  await withRetries(() =>
    sql.begin(async (tx) => {
      const merchant = await lockMerchant(tx, merchantId);
      const before = merchant && (await findSingleSignOn(tx, merchantId));
      if (!before) throw new Refusal(404, 'this merchant has no single sign-on');
      const me = by.session && (await findUser(tx, merchantId, by.session.userId));
      if (me && me.passwordHash === null)
        throw new Refusal(
          409,
          'set a password in your account first: without single sign-on you could not sign in',
        );
      await deleteSingleSignOn(tx, merchantId);
      await endAll(tx, merchantId, by);
      const at = now();
      await note(tx, merchantId, {
        by,
        at,
        action: 'single-sign-on.removed',
        before: facts(before),
        after: null,
      });
    }),
  );
}

/** Otherwise a mistyped issuer could lock everybody out, and the owner could not undo it. */
function refuseUntried({ session }: By, before: SingleSignOn | null, wanted: SingleSignOn): void {
  if (!session || !wanted.required) return;
  const isSame = before?.issuer === wanted.issuer && before.clientId === wanted.clientId;
  if (isSame && (before.required || session.bySingleSignOn)) return;
  throw new Refusal(
    409,
    'save single sign-on without requiring it, and sign in with it yourself; then you can require it of everybody',
  );
}

/**
 * Everybody who has decided for this issuer who may sign in, and with which role. Each of them could sign in as any
 * user.
 */
function settersOf({ actor }: By, before: SingleSignOnRow | null, wanted: SingleSignOn): string[] {
  const former = before?.issuer === wanted.issuer ? before.setBy : [];
  return [...new Set([...former, accessGiverOf(actor)])];
}

/**
 * Colleagues who already sign in this way now count as let in by the person who makes this change
 * (docs/decisions/0061).
 */
async function noteGiven(tx: SqlTransaction, merchantId: string, { actor }: By, at: Date): Promise<void> {
  if (actor.kind !== 'user') return;
  for (const userId of await listLinkedUsers(tx, merchantId, APPROVERS))
    if (userId !== actor.id)
      await noteGivenAccess(tx, { merchantId, userId }, { byUserId: actor.id, opening: null, at });
}

async function endAll(tx: SqlTransaction, merchantId: string, { session }: By): Promise<void> {
  await forgetSubjects(tx, merchantId);
  await deleteSingleSignOnSessions(tx, merchantId, session?.id ?? null);
}

/** Named one by one, because a row also has the sealed secret. */
const facts = ({ issuer, clientId, roleClaim, roles, required }: SingleSignOn) => ({
  issuer,
  clientId,
  roleClaim,
  roles,
  required,
});

function faultsOf({ issuer, roleClaim, roles }: SingleSignOn, allowInsecure: boolean): string[] {
  const address = issuerFault(issuer, allowInsecure);
  const claim = roleClaimFault(roleClaim);
  const hasBlank = Object.keys(roles).some((value) => value.trim() === '');
  return [
    ...(address === null ? [] : [`issuer: ${address}`]),
    ...(claim === null ? [] : [`roleClaim: ${claim}`]),
    ...(hasBlank ? ['roles: an empty value may not give a role'] : []),
  ];
}

function issuerFault(issuer: string, allowInsecure: boolean): string | null {
  const fault = checkNotificationUrl(issuer, { allowInsecure });
  if (fault) return fault;
  return /[?#]/.test(issuer) ? 'must have no query and no fragment' : null;
}

async function note(
  tx: SqlTransaction,
  merchantId: string,
  {
    by,
    ...entry
  }: { by: By } & Pick<Parameters<typeof appendAudit>[1], 'at' | 'action' | 'before' | 'after'>,
): Promise<void> {
  const target = { kind: 'merchant', id: merchantId } as const;
  await appendAudit(tx, { ...entry, merchantId, by: by.actor, target });
}
