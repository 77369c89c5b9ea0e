// Decides to which of a brand's accounts at a provider a change belongs (contract 13). If the merchant account stays
// the same, the account keeps its id. For another merchant account there is a new account with a new id, and the former
// account is retired. Pure; actions/providers/settle-account.ts stores the answer. Never log or show these values: they
// hold credentials in clear.
import type { Credentials, ProviderAccount } from '@tollgate/provider-kit/seam/declaration';

/** An account in its stored form. */
export interface KeptAccount extends ProviderAccount {
  /**
   * The last credentials for which the provider named the merchant account. Set while newer credentials have replaced
   * them and we do not know yet whether those belong to the same merchant account. null: `credentials` belong to that
   * merchant account.
   */
  proven: Credentials | null;
}

/** The wanted state of the account in use. */
export type WantedAccount = Pick<
  ProviderAccount,
  | 'environment'
  | 'priority'
  | 'optionIds'
  | 'cardEntry'
  | 'multipleCaptures'
  | 'wallets'
  | 'endpoint'
  | 'credentials'
>;

export interface PlacedAccount {
  /** In use from now on. */
  account: KeptAccount;
  /** The same account before the change; null: it is new. */
  former: KeptAccount | null;
  /** The account that was in use and is now retired; null: there was none, or it is the same. */
  retired: KeptAccount | null;
}

/** Who owns the account, its name if it is new, and the time of the change. */
interface Place extends Pick<ProviderAccount, 'merchantId' | 'brandId' | 'provider'> {
  newId: string;
  at: Date;
}

/**
 * `kept`: all accounts of the brand at the provider, retired ones too. `merchantAccount`: the merchant account of the
 * wanted credentials, as they or the provider say; null: not known, so we assume the account in use.
 */
export function placeAccount(
  kept: readonly KeptAccount[],
  wanted: WantedAccount,
  merchantAccount: string | null,
  { newId, at, ...owner }: Place,
): PlacedAccount {
  const inUse = kept.find((one) => one.retiredAt === null) ?? null;
  const former = merchantAccount === null ? inUse : (named(kept, merchantAccount) ?? unnamed(inUse));
  const account: KeptAccount = {
    ...owner,
    ...wanted,
    id: former?.id ?? newId,
    merchantAccount: merchantAccount ?? former?.merchantAccount ?? null,
    proven: merchantAccount === null ? provenBefore(former, wanted.credentials) : null,
    createdAt: former?.createdAt ?? at,
    retiredAt: null,
  };
  const isLeft = inUse !== null && inUse !== former;
  return { account, former, retired: isLeft ? retiredAccount(inUse, at) : null };
}

/** Refunds and inquiries for payments of this account need its own merchant account's credentials, not later ones. */
export function retiredAccount(account: KeptAccount, at: Date): KeptAccount {
  return { ...account, credentials: account.proven ?? account.credentials, proven: null, retiredAt: at };
}

export function sameCredentials(a: Credentials, b: Credentials): boolean {
  return asText(a) === asText(b);
}

function asText(credentials: Credentials): string {
  return JSON.stringify(Object.entries(credentials).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const named = (kept: readonly KeptAccount[], merchantAccount: string) =>
  kept.find((one) => one.merchantAccount === merchantAccount);

const unnamed = (inUse: KeptAccount | null) => (inUse?.merchantAccount === null ? inUse : null);

function provenBefore(former: KeptAccount | null, credentials: Credentials): Credentials | null {
  if (former === null || former.merchantAccount === null) return null;
  return former.proven ?? (sameCredentials(former.credentials, credentials) ? null : former.credentials);
}
