// The accounts of brands at providers (contract 13). Only the statements; the rules are in actions/providers/, and
// provider-directory.ts keeps the accounts in memory. Every change that a payment may depend on sets updated_at by the
// database's clock, so that all processes notice it. It never sees a credential in clear: they arrive sealed.
import type { ProviderAccount } from '@tollgate/provider-kit/seam/declaration';
import type { Row } from 'postgres';
import type { BrandId } from '../../domain/merchants/brand.ts';
import type { Sql, SqlTransaction } from '../database/database.ts';
import { NEXT_MARK } from './change-mark.ts';

type Run = Sql | SqlTransaction;

/** What a process keeps in memory, with the credentials sealed. */
export interface SealedAccount extends Omit<ProviderAccount, 'credentials'> {
  credentialsSealed: Buffer;
}

/** With the fields that are only shown. */
export interface AccountRow extends SealedAccount {
  /** null: nobody has checked it yet. */
  check: AccountCheckRow | null;
  lastNotificationAt: Date | null;
  lastRefusedAt: Date | null;
}

export interface AccountCheckRow {
  at: Date;
  ok: boolean;
  reason: string | null;
}

/** Ids and change marks of the accounts that changed since the database's time `since` (null: all of them). */
export async function changedAccounts(
  run: Run,
  since: string | null,
): Promise<{ id: string; mark: string }[]> {
  const rows = since
    ? await run`select id, updated_at::text as mark from provider_accounts where updated_at >= ${since}::text::timestamptz`
    : await run`select id, updated_at::text as mark from provider_accounts`;
  return rows.map(({ id, mark }) => ({ id, mark }));
}

export async function loadAccounts(
  run: Run,
  ids: readonly string[],
): Promise<(SealedAccount & { mark: string })[]> {
  const rows = await run`select ${run.unsafe(COLUMNS)}, updated_at::text as mark from provider_accounts
    where id = any(${ids as string[]}::uuid[])`;
  return rows.map((row) => ({ ...toSealed(row), mark: row.mark }));
}

/** All accounts of a brand, retired ones too, the newest last. */
export async function listAccounts(run: Run, { merchantId, brandId }: BrandId): Promise<AccountRow[]> {
  const rows = await run`select ${run.unsafe(SHOWN_COLUMNS)} from provider_accounts
    where merchant_id = ${merchantId} and brand_id = ${brandId} order by created_at, id`;
  return rows.map(toRow);
}

/** The brand's accounts at one provider; nobody else can change them until the transaction ends. */
export async function lockAccounts(
  tx: SqlTransaction,
  { merchantId, brandId }: BrandId,
  provider: string,
): Promise<AccountRow[]> {
  const rows = await tx`select ${tx.unsafe(SHOWN_COLUMNS)} from provider_accounts
    where merchant_id = ${merchantId} and brand_id = ${brandId} and provider = ${provider} order by id for update`;
  return rows.map(toRow);
}

export async function insertAccount(run: Run, account: SealedAccount): Promise<void> {
  await run`
    insert into provider_accounts (merchant_id, brand_id, id, provider, environment, priority, option_ids, card_entry,
      multiple_captures, wallets, endpoint, merchant_account, credentials_sealed, created_at, updated_at)
    values (${account.merchantId}, ${account.brandId}, ${account.id}, ${account.provider}, ${account.environment},
      ${account.priority}, ${account.optionIds as string[] | null}, ${account.cardEntry},
      ${account.multipleCaptures}, ${account.wallets as string[]}, ${account.endpoint}, ${account.merchantAccount},
      ${account.credentialsSealed}, ${account.createdAt}, now())`;
}

/** Writes everything that a change may set; it also ends a retirement. */
export async function updateAccount(run: Run, account: SealedAccount): Promise<void> {
  await run`
    update provider_accounts set environment = ${account.environment}, priority = ${account.priority},
      option_ids = ${account.optionIds as string[] | null}, card_entry = ${account.cardEntry},
      multiple_captures = ${account.multipleCaptures}, wallets = ${account.wallets as string[]}, endpoint = ${account.endpoint},
      merchant_account = ${account.merchantAccount}, credentials_sealed = ${account.credentialsSealed},
      retired_at = null, ${run.unsafe(NEXT_MARK)}
    where merchant_id = ${account.merchantId} and id = ${account.id}`;
}

/** `credentialsSealed`: null leaves them as they are. */
export async function retireAccount(
  run: Run,
  { merchantId, id, retiredAt }: Pick<SealedAccount, 'merchantId' | 'id' | 'retiredAt'>,
  credentialsSealed: Buffer | null,
): Promise<void> {
  await run`
    update provider_accounts set retired_at = ${retiredAt}, ${run.unsafe(NEXT_MARK)},
      credentials_sealed = coalesce(${credentialsSealed}::bytea, credentials_sealed)
    where merchant_id = ${merchantId} and id = ${id}`;
}

export async function writeCheck(
  run: Run,
  { merchantId, id }: Pick<SealedAccount, 'merchantId' | 'id'>,
  { at, ok, reason }: AccountCheckRow,
): Promise<void> {
  await run`update provider_accounts set checked_at = ${at}, check_ok = ${ok}, check_reason = ${reason}
    where merchant_id = ${merchantId} and id = ${id}`;
}

/**
 * Notes that a notification of the account came at that time; an earlier time changes nothing. This does not count as a
 * change of the account.
 */
export async function writeNotificationTime(
  run: Run,
  { merchantId, accountId }: { merchantId: string; accountId: string },
  at: Date,
): Promise<void> {
  await run`update provider_accounts set last_notification_at = ${at}
    where merchant_id = ${merchantId} and id = ${accountId}
      and (last_notification_at is null or last_notification_at < ${at})`;
}

/** The same for a notification that was refused for its signature. */
export async function writeRefusedTime(
  run: Run,
  { merchantId, accountId }: { merchantId: string; accountId: string },
  at: Date,
): Promise<void> {
  await run`update provider_accounts set last_refused_at = ${at}
    where merchant_id = ${merchantId} and id = ${accountId} and (last_refused_at is null or last_refused_at < ${at})`;
}

const COLUMNS = `merchant_id, brand_id, id, provider, environment, priority, option_ids, card_entry, multiple_captures, wallets, endpoint, merchant_account,
  credentials_sealed, created_at, retired_at`;
const SHOWN_COLUMNS = `${COLUMNS}, checked_at, check_ok, check_reason, last_notification_at, last_refused_at`;

function toSealed(row: Row): SealedAccount {
  return {
    merchantId: row.merchant_id,
    brandId: row.brand_id,
    id: row.id,
    provider: row.provider,
    environment: row.environment,
    priority: row.priority,
    optionIds: row.option_ids,
    cardEntry: row.card_entry,
    multipleCaptures: row.multiple_captures,
    wallets: row.wallets,
    endpoint: row.endpoint,
    merchantAccount: row.merchant_account,
    credentialsSealed: row.credentials_sealed,
    createdAt: row.created_at,
    retiredAt: row.retired_at,
  };
}

function toRow(row: Row): AccountRow {
  const { checked_at: at, check_ok: ok, check_reason: reason } = row;
  return {
    ...toSealed(row),
    check: at === null ? null : { at, ok, reason },
    lastNotificationAt: row.last_notification_at,
    lastRefusedAt: row.last_refused_at,
  };
}
