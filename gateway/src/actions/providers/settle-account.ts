// Brings a brand's account at a provider into a wanted state (contract 13): checks the credentials at the provider,
// outside any transaction, then stores account, check and audit rows in one commit. The check comes first, because only
// the provider may know which merchant account they belong to, and the former account must never get the credentials of
// another one. The brand's row is locked, so that two changes at once leave one account in use. put-provider-account.ts
// and check-provider-account.ts call it.
import type { AccountCheck, ProviderDeclaration } from '@tollgate/provider-kit';
import type { Credentials } from '@tollgate/provider-kit/seam/declaration';
import { type AuditActor, type AuditEntry, type AuditFacts, differences } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import {
  type KeptAccount,
  type PlacedAccount,
  placeAccount,
  sameCredentials,
  type WantedAccount,
} from '../../domain/merchants/place-account.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { type SqlTransaction, withRetries } from '../../storage/database/database.ts';
import { SealBrokenError } from '../../storage/keys/vault.ts';
import { type BrandRow, lockBrand } from '../../storage/merchants/brand-store.ts';
import {
  type AccountRow,
  insertAccount,
  listAccounts,
  lockAccounts,
  retireAccount,
  updateAccount,
  writeCheck,
} from '../../storage/merchants/provider-account-store.ts';
import { openCredentials, sealCredentials } from '../../storage/merchants/sealed-credentials.ts';
import type { Context } from '../context.ts';
import { askAccount } from './ask-account.ts';

export type AccountContext = Pick<
  Context,
  'sql' | 'vault' | 'now' | 'log' | 'config' | 'providerAccounts' | 'providerKinds'
>;

/** A change that somebody makes to an account. */
export interface AccountChange {
  by: AuditActor;
  brand: BrandRow;
  kind: ProviderDeclaration;
  /** Somebody connects a live account of a provider that was not tried; the audit log notes that. */
  acceptsUntried?: boolean;
}

/** Derives the wanted account from the one in use; null: none is in use. Throws the Refusal of a wrong request. */
export type DeriveWanted = (inUse: KeptAccount | null) => WantedAccount;

/** Each round asks the provider again, because others changed the credentials during the previous round. */
const MOST_ROUNDS = 3;

export async function settleAccount(
  context: AccountContext,
  change: AccountChange,
  want: DeriveWanted,
): Promise<{ account: KeptAccount; check: AccountCheck }> {
  const { brand, kind } = change;
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const listed = await listAccounts(context.sql, brand);
    const kept = await openAll(context, ofKind(listed, kind));
    const wanted = want(kept.find((one) => one.retiredAt === null) ?? null);
    const { account } = place(context, change, { kept, wanted, reportedAccount: null });
    const check = await askAccount(context, kind, account);
    const saved = await withRetries(() =>
      context.sql.begin((tx) => save(context, tx, change, { want, checked: wanted, check })),
    );
    if (saved) {
      await context.providerAccounts.refresh();
      return { account: saved, check };
    }
  }
  throw new Refusal(409, 'somebody else is changing this account; look at it before you try again');
}

/** null: others changed the account, so the check does not cover the account that we would store. */
async function save(
  context: AccountContext,
  tx: SqlTransaction,
  change: AccountChange,
  { want, checked, check }: { want: DeriveWanted; checked: WantedAccount; check: AccountCheck },
): Promise<KeptAccount | null> {
  const { brand, kind } = change;
  await lockBrand(tx, brand.merchantId, brand.brandId);
  const kept = await openAll(context, await lockAccounts(tx, brand, kind.id));
  const wanted = want(kept.find((one) => one.retiredAt === null) ?? null);
  if (wanted.endpoint !== checked.endpoint) return null;
  if (!sameCredentials(wanted.credentials, checked.credentials)) return null;
  const reportedAccount = check.merchantAccount ?? null;
  const placed = place(context, change, { kept, wanted, reportedAccount });
  const { account, former, retired } = placed;
  if (retired) await writeRetired(context, tx, retired);
  const credentialsSealed = sealCredentials(context.vault, account);
  const row = { ...account, credentialsSealed };
  if (former === null) await insertAccount(tx, row);
  else if (isChange(account, former)) await updateAccount(tx, row);
  await writeCheck(tx, account, { at: context.now(), ok: check.ok, reason: check.reason });
  await noteChange(context, tx, change, placed);
  return account;
}

/** `told`: the merchant account that the provider named. */
function place(
  { now }: AccountContext,
  { brand, kind }: AccountChange,
  {
    kept,
    wanted,
    reportedAccount,
  }: { kept: KeptAccount[]; wanted: WantedAccount; reportedAccount: string | null },
): PlacedAccount {
  const { merchantId, brandId } = brand;
  const at = now();
  const named = namedAccount(kind, wanted.credentials) ?? reportedAccount;
  return placeAccount(kept, wanted, named, {
    merchantId,
    brandId,
    provider: kind.id,
    newId: timeOrderedId(at),
    at,
  });
}

/** A stranger's package may throw for credentials that it does not expect, or answer something else than a text. */
function namedAccount(kind: ProviderDeclaration, credentials: Credentials): string | null {
  let named: unknown;
  try {
    named = kind.merchantAccountOf(credentials) ?? null;
  } catch {
    // Not the error: it may hold a credential.
  }
  if (named === null || typeof named === 'string') return named;
  // A rejection that nobody hears would end the gateway.
  if (named instanceof Promise) named.catch(() => {});
  throw new Refusal(
    400,
    `credentials: the package of ${kind.name} cannot tell which merchant account they belong to, so they are probably wrong`,
  );
}

/** If the sealed bytes cannot be opened, they stay unchanged. */
export async function writeRetired(
  { vault }: Pick<Context, 'vault'>,
  tx: SqlTransaction,
  retired: KeptAccount,
): Promise<void> {
  await retireAccount(tx, retired, isOpen(retired) ? sealCredentials(vault, retired) : null);
}

function ofKind(rows: readonly AccountRow[], { id }: ProviderDeclaration): AccountRow[] {
  return rows.filter(({ provider }) => provider === id);
}

/** An account with a broken seal has no credentials; a request with all of them repairs it. */
export async function openAll(
  { vault }: Pick<Context, 'vault'>,
  rows: readonly AccountRow[],
): Promise<KeptAccount[]> {
  return await Promise.all(
    rows.map(async ({ check: _, lastNotificationAt: __, lastRefusedAt: ___, ...row }) => {
      try {
        return { ...row, ...(await openCredentials(vault, row)) };
      } catch (error) {
        if (!(error instanceof SealBrokenError)) throw error;
        return { ...row, credentials: {}, proven: null };
      }
    }),
  );
}

const isOpen = ({ credentials }: KeptAccount) => Object.keys(credentials).length > 0;

const isChange = (account: KeptAccount, former: KeptAccount) =>
  former.retiredAt !== null ||
  !sameCredentials(account.credentials, former.credentials) ||
  (account.proven === null) !== (former.proven === null) ||
  differences(accountFacts(former), accountFacts(account)) !== null;

/** The account as the audit log shows it; it must never hold a credential. */
function accountFacts(account: KeptAccount): AuditFacts {
  const { environment, priority, optionIds, cardEntry, multipleCaptures, endpoint, merchantAccount } =
    account;
  const wallets = [...account.wallets];
  return {
    environment,
    priority,
    optionIds,
    cardEntry,
    multipleCaptures,
    wallets,
    endpoint,
    merchantAccount,
  };
}

async function noteChange(
  context: AccountContext,
  tx: SqlTransaction,
  change: AccountChange,
  { account, former, retired }: PlacedAccount,
): Promise<void> {
  if (retired) await noteRetired(context, tx, change, retired);
  const named = { provider: account.provider, accountId: account.id };
  const facts = accountFacts(account);
  const accepted = change.acceptsUntried ? { acceptUntried: true } : {};
  const credentials = credentialChanges(former?.credentials ?? {}, account.credentials);
  if (former === null || former.retiredAt !== null) {
    const after = { ...named, ...facts, ...accepted, credentials };
    await note(context, tx, change, { action: 'provider-account.connected', before: null, after });
    return;
  }
  const changed = differences({ ...accountFacts(former), credentials: {} }, { ...facts, credentials });
  if (!changed) return;
  await note(context, tx, change, {
    action: 'provider-account.changed',
    before: { ...named, ...changed.before },
    after: { ...named, ...changed.after, ...accepted },
  });
}

export async function noteRetired(
  context: Pick<Context, 'now'>,
  tx: SqlTransaction,
  change: AccountChange,
  { provider, id: accountId, retiredAt }: KeptAccount,
): Promise<void> {
  const before = { provider, accountId, retiredAt: null };
  const after = { provider, accountId, retiredAt: retiredAt?.toISOString() ?? null };
  await note(context, tx, change, { action: 'provider-account.retired', before, after });
}

async function note(
  { now }: Pick<Context, 'now'>,
  tx: SqlTransaction,
  { by, brand }: AccountChange,
  noted: Pick<AuditEntry, 'action' | 'before' | 'after'>,
): Promise<void> {
  const { merchantId, brandId } = brand;
  await appendAudit(tx, { merchantId, at: now(), by, target: { kind: 'brand', id: brandId }, ...noted });
}

/** Which credentials were set, changed or removed; never a part of a value. */
function credentialChanges(before: Credentials, after: Credentials): Record<string, string> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changes: Record<string, string> = {};
  for (const name of names) {
    const [was, is] = [before[name], after[name]];
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    changes[name] = was === undefined ? 'set' : is === undefined ? 'removed' : 'changed';
  }
  return changes;
}
