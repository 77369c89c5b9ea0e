// Brands and what belongs to them: API keys, signing secrets, option settings; and new portal users. Only the
// statements; the rules are in actions/. merchant-store.ts has merchants. brand-directory.ts keeps brands in memory.
// Every change of a brand sets its updated_at by the database's clock (touchBrand), so that all processes notice it. It
// never sees an API key or a signing secret in clear: keys arrive hashed, secrets sealed.
import type { Row } from 'postgres';
import type { KeyScope } from '../../domain/keys/key-scopes.ts';
import type { BrandId } from '../../domain/merchants/brand.ts';
import { PLAIN_LOOK } from '../../domain/merchants/brand-look.ts';
import { SETTINGS, type StoredSettings } from '../../domain/merchants/brand-settings.ts';
import type { OptionSetting } from '../../domain/options/option-limits.ts';
import type { Maker } from '../../domain/transactions/transaction.ts';
import { type AnyTransaction, type Sql, type SqlTransaction, send } from '../database/database.ts';
import { snakeCase } from '../pipeline/recordset.ts';
import { NEXT_MARK } from './change-mark.ts';

type Run = Sql | SqlTransaction;

/** A brand as stored; the directory adds secrets and options. */
export interface BrandRow extends BrandId, StoredSettings {}

/** Every field of a row. Its column has its name in snake case. */
const FIELDS = [
  ...(['merchantId', 'brandId'] as const),
  ...SETTINGS.map(([name]) => (name === 'options' ? 'optionIds' : name)),
  'look' as const,
];
const JSON_FIELDS: ReadonlySet<string> = new Set(['look', 'risk']);
const BRAND_COLUMNS = FIELDS.map(snakeCase).join(', ');
const VALUES = FIELDS.map((field, i) => (JSON_FIELDS.has(field) ? `$${i + 1}::text::jsonb` : `$${i + 1}`));
const SET = FIELDS.map((field, i) => `${snakeCase(field)} = ${VALUES[i]}`).slice(2);

const INSERT_BRAND = `insert into brands (${BRAND_COLUMNS}, created_at, updated_at)
  values (${VALUES.join(', ')}, $${FIELDS.length + 1}, now())`;
const UPDATE_BRAND = `update brands set ${SET.join(', ')}, ${NEXT_MARK}
  where merchant_id = $1 and brand_id = $2`;

/** One of a brand's API keys or signing secrets; `expiresAt` null: valid until it is replaced. */
export interface ApiKeyRow {
  brandId: string;
  id: string;
  keyHash: Buffer;
  scopes: KeyScope[];
  /** A user of the portal; null: an operator made it. */
  madeBy: Maker | null;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
}

export interface SigningSecretRow {
  brandId: string;
  id: string;
  secretSealed: Buffer;
  createdAt: Date;
  expiresAt: Date | null;
}

export interface OptionRow extends OptionSetting {
  brandId: string;
  optionId: string;
}

export async function insertBrand(run: Run, brand: BrandRow, at: Date): Promise<void> {
  await send(run, INSERT_BRAND, [...valuesOf(brand), at]);
}

export async function updateBrand(run: Run, brand: BrandRow): Promise<void> {
  await send(run, UPDATE_BRAND, valuesOf(brand));
}

/**
 * A brand stays with its merchant. A look-up that names the merchant asks only one node of a cluster; without the
 * merchant it asks all.
 */
const merchantOf = new Map<string, string>();

/** For callers that only know the brand's id. */
export async function findBrand(run: Run, brandId: string): Promise<BrandRow | null> {
  const known = merchantOf.get(brandId);
  const ofMerchant = known === undefined ? run`` : run`and merchant_id = ${known}`;
  const [row] =
    await run`select ${run.unsafe(BRAND_COLUMNS)} from brands where brand_id = ${brandId} ${ofMerchant}`;
  if (!row) return null;
  merchantOf.set(row.brand_id, row.merchant_id);
  return toBrandRow(row);
}

/** The brands of one merchant, by name. */
export async function listBrands(run: Run, merchantId: string): Promise<BrandRow[]> {
  const rows = await run`select ${run.unsafe(BRAND_COLUMNS)} from brands where merchant_id = ${merchantId}
    order by name, brand_id`;
  return rows.map(toBrandRow);
}

/** Locks the brand: nobody else can change it or its keys until the transaction ends. */
export async function lockBrand(
  tx: SqlTransaction,
  merchantId: string,
  brandId: string,
): Promise<BrandRow | null> {
  const rows = await tx`select ${tx.unsafe(BRAND_COLUMNS)} from brands
    where merchant_id = ${merchantId} and brand_id = ${brandId} for update`;
  return rows[0] ? toBrandRow(rows[0]) : null;
}

/** The brands that have four eyes on; a change of the setting waits until this transaction ends. */
export async function lockFourEyes(tx: AnyTransaction, owners: readonly BrandId[]): Promise<Set<string>> {
  const brands = new Map(owners.map((one) => [one.brandId, one.merchantId]));
  const watched = new Set<string>();
  for (const [brandId, merchantId] of [...brands].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [row] = await send(
      tx,
      'select four_eyes from brands where merchant_id = $1 and brand_id = $2 for share',
      [merchantId, brandId],
    );
    if (row?.four_eyes) watched.add(brandId);
  }
  return watched;
}

/** Call it first in a transaction that changes something of the brand: it locks the brand. */
export async function touchBrand(tx: SqlTransaction, merchantId: string, brandId: string): Promise<void> {
  await tx`update brands set ${tx.unsafe(NEXT_MARK)} where merchant_id = ${merchantId} and brand_id = ${brandId}`;
}

export async function insertApiKey(
  run: Run,
  { merchantId, brandId }: BrandId,
  key: { hash: Buffer; hint: string; scopes: readonly KeyScope[]; madeBy: string | null },
  at: Date,
): Promise<void> {
  await run`
    insert into api_keys (merchant_id, brand_id, key_hash, hint, scopes, made_by, created_at)
    values (${merchantId}, ${brandId}, ${key.hash}, ${key.hint}, ${key.scopes as string[]}, ${key.madeBy}, ${at})`;
}

/** Former keys end at `end`, or at their own end if that is earlier. */
export async function expireApiKeys(run: Run, merchantId: string, brandId: string, end: Date): Promise<void> {
  await run`
    update api_keys set expires_at = least(coalesce(expires_at, ${end}::timestamptz), ${end}::timestamptz)
    where merchant_id = ${merchantId} and brand_id = ${brandId}`;
}

export async function insertSigningSecret(
  run: Run,
  { merchantId, brandId }: BrandId,
  secret: { id: string; sealed: Buffer; hint: string },
  at: Date,
): Promise<void> {
  await run`
    insert into signing_secrets (merchant_id, brand_id, id, secret_sealed, hint, created_at)
    values (${merchantId}, ${brandId}, ${secret.id}, ${secret.sealed}, ${secret.hint}, ${at})`;
}

export async function expireSigningSecrets(
  run: Run,
  merchantId: string,
  brandId: string,
  end: Date,
): Promise<void> {
  await run`
    update signing_secrets set expires_at = least(coalesce(expires_at, ${end}::timestamptz), ${end}::timestamptz)
    where merchant_id = ${merchantId} and brand_id = ${brandId}`;
}

/** Replaces the brand's setting for one option. */
export async function putOption(
  run: Run,
  merchantId: string,
  { brandId, optionId, enabled, minAmount, maxAmount }: OptionRow,
): Promise<void> {
  await run`
    insert into brand_options (merchant_id, brand_id, option_id, enabled, min_amount, max_amount)
    values (${merchantId}, ${brandId}, ${optionId}, ${enabled}, ${decimal(minAmount)}, ${decimal(maxAmount)})
    on conflict (merchant_id, brand_id, option_id) do update
      set enabled = excluded.enabled, min_amount = excluded.min_amount, max_amount = excluded.max_amount`;
}

/** For a new list of options: options that were enabled or disabled separately follow the list, limits stay. */
export async function alignOptions(
  run: Run,
  merchantId: string,
  brandId: string,
  optionIds: string[] | null,
): Promise<void> {
  await run`
    update brand_options set enabled = ${optionIds === null} or option_id = any(${optionIds ?? []}::uuid[])
    where merchant_id = ${merchantId} and brand_id = ${brandId}`;
}

/**
 * The user's id; null if the merchant already has a user with this e-mail address. A user whose invitation expired
 * unused gets a new invitation.
 */
export async function insertUser(
  run: Run,
  merchantId: string,
  user: {
    id: string;
    email: string;
    role: string;
    invitation: { hash: Buffer; expiresAt: Date };
  },
  at: Date,
): Promise<string | null> {
  const rows = await run`
    insert into users (merchant_id, id, email, role, invitation_hash, invitation_expires_at, created_at)
    values (${merchantId}, ${user.id}, ${user.email}, ${user.role}, ${user.invitation.hash},
      ${user.invitation.expiresAt}, ${at})
    on conflict (merchant_id, email) do update set role = excluded.role,
        invitation_hash = excluded.invitation_hash, invitation_expires_at = excluded.invitation_expires_at
      where users.password_hash is null and users.invitation_expires_at <= ${at}
    returning id`;
  return rows[0]?.id ?? null;
}

/** Ids and change marks of the brands that changed since the database's time `since` (null: all of them). */
export async function changedBrands(
  run: Run,
  since: string | null,
): Promise<{ brandId: string; mark: string }[]> {
  const rows = since
    ? await run`select brand_id, updated_at::text as mark from brands where updated_at >= ${since}::text::timestamptz`
    : await run`select brand_id, updated_at::text as mark from brands`;
  return rows.map((row) => ({ brandId: row.brand_id, mark: row.mark }));
}

/** The database's time `overlapSeconds` ago: where the next query for changes begins. */
export async function databaseTime(run: Run, overlapSeconds: number): Promise<string> {
  const rows = await run`select (now() - make_interval(secs => ${overlapSeconds}::float8))::text as time`;
  return rows[0]!.time;
}

export async function loadBrands(
  run: Run,
  brandIds: readonly string[],
): Promise<(BrandRow & { mark: string })[]> {
  const rows = await run`select ${run.unsafe(BRAND_COLUMNS)}, updated_at::text as mark from brands
    where brand_id = any(${brandIds as string[]}::uuid[])`;
  return rows.map((row) => ({ ...toBrandRow(row), mark: row.mark }));
}

export async function loadApiKeys(
  run: Run,
  merchantIds: readonly string[],
  brandIds: readonly string[],
): Promise<ApiKeyRow[]> {
  const rows =
    await run`select k.brand_id, k.id, k.key_hash, k.scopes, k.expires_at, k.last_used_at, k.made_by,
      coalesce(u.name, u.email) as maker_name
    from api_keys k left join users u on u.merchant_id = k.merchant_id and u.id = k.made_by
    where k.merchant_id = any(${merchantIds as string[]}::uuid[]) and k.brand_id = any(${brandIds as string[]}::uuid[])`;
  return rows.map((row) => ({
    brandId: row.brand_id,
    id: row.id,
    keyHash: row.key_hash,
    scopes: row.scopes,
    madeBy: row.made_by && { userId: row.made_by, name: row.maker_name ?? 'somebody' },
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  }));
}

/** Without secrets that ended before `endedAfter`. */
export async function loadSigningSecrets(
  run: Run,
  merchantIds: readonly string[],
  brandIds: readonly string[],
  endedAfter: Date,
): Promise<SigningSecretRow[]> {
  const rows = await run`select brand_id, id, secret_sealed, created_at, expires_at from signing_secrets
    where merchant_id = any(${merchantIds as string[]}::uuid[]) and brand_id = any(${brandIds as string[]}::uuid[])
      and (expires_at is null or expires_at > ${endedAfter})`;
  return rows.map((row) => ({
    brandId: row.brand_id,
    id: row.id,
    secretSealed: row.secret_sealed,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }));
}

export async function loadOptions(
  run: Run,
  merchantIds: readonly string[],
  brandIds: readonly string[],
): Promise<OptionRow[]> {
  const rows = await run`select brand_id, option_id, enabled, min_amount, max_amount from brand_options
    where merchant_id = any(${merchantIds as string[]}::uuid[]) and brand_id = any(${brandIds as string[]}::uuid[])
    order by option_id`;
  return rows.map((row) => ({
    brandId: row.brand_id,
    optionId: row.option_id,
    enabled: row.enabled,
    minAmount: row.min_amount === null ? null : Number(row.min_amount),
    maxAmount: row.max_amount === null ? null : Number(row.max_amount),
  }));
}

function toBrandRow(row: Row): BrandRow {
  const brand = Object.fromEntries(FIELDS.map((field) => [field, row[snakeCase(field)]]));
  return { ...brand, look: { ...PLAIN_LOOK, ...row.look } } as BrandRow;
}

/** In the order of the columns. */
function valuesOf(brand: BrandRow): unknown[] {
  const stored = { ...brand, look: lookJson(brand), risk: riskJson(brand) };
  return FIELDS.map((field) => stored[field]);
}

/** Only the fields that have a value. */
const lookJson = ({ look }: BrandRow): string => JSON.stringify(look, (_, value) => value ?? undefined);

const riskJson = ({ risk }: BrandRow): string | null => (risk === null ? null : JSON.stringify(risk));

/** numeric takes the shortest decimal text, so that 0.1 stays 0.1. */
const decimal = (amount: number | null): string | null => (amount === null ? null : String(amount));
