// Which of a brand's accounts at a provider a change is about (contract 13): the same merchant account keeps its id, another
// one gets a new id and retires the former. Pure; actions/providers/settle-account.ts writes the answer. Nobody may log or
// show what is in it, because it holds credentials in clear.
import type { Credentials, ProviderAccount } from './provider-account.ts';

/** An account as it is stored. */
export interface KeptAccount extends ProviderAccount {
  /**
   * The credentials with which the provider told the merchant account, if newer ones have replaced them and it is not known
   * yet whether those belong to the same one; null: `credentials` are of that merchant account.
   */
  proven: Credentials | null;
}

/** What the account in use is to be. */
export type WantedAccount = Pick<
  ProviderAccount,
  'environment' | 'priority' | 'optionIds' | 'cardEntry' | 'endpoint' | 'credentials'
>;

export interface PlacedAccount {
  /** In use from now on. */
  account: KeptAccount;
  /** The same account as it was; null: it is new. */
  former: KeptAccount | null;
  /** The account that was in use, as it is retired; null: none, or it is the same. */
  retired: KeptAccount | null;
}

/** Whose the account is, what it is called if it is new, and when. */
interface Place extends Pick<ProviderAccount, 'merchantId' | 'brandId' | 'provider'> {
  newId: string;
  at: Date;
}

/**
 * `kept`: all accounts of the brand at the provider, retired ones too. `merchantAccount`: of the wanted credentials, as they or
 * the provider say; null: it is not known, so the account in use is taken to be meant.
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

/** Refunds and inquiries of what was sent there need the credentials of that merchant account, not those after them. */
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
