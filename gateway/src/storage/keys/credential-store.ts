// API keys and signing secrets as the portal lists them: which key, since when, until when, last use. The two tables
// have these columns in common. brand-store.ts makes and replaces them, credential-uses.ts notes their use. It never
// reads a key or a secret, hashed or sealed.
import type { Row } from 'postgres';
import type { KeyScope } from '../../domain/keys/key-scopes.ts';
import type { Sql, SqlTransaction } from '../database/database.ts';

export type CredentialKind = 'api-key' | 'signing-secret';

export interface CredentialId {
  kind: CredentialKind;
  id: string;
}

export interface Credential {
  id: string;
  /** Its prefix and its last four characters; null: made before hints were stored. */
  hint: string | null;
  createdAt: Date;
  /** null: valid until somebody replaces it. */
  expiresAt: Date | null;
  /** Rounded to the minute. */
  lastUsedAt: Date | null;
  /** The caller's address at the last use. */
  lastUsedFrom: string | null;
  /** The scopes of an API key; null: a signing secret. */
  scopes: KeyScope[] | null;
  /** The user of the portal who made the API key; null: the operator. */
  madeBy: string | null;
}

export const CREDENTIAL_TABLES = { 'api-key': 'api_keys', 'signing-secret': 'signing_secrets' } as const;

/** Older credentials do not matter, even if a brand replaces them every day. */
const MOST_LISTED = 50;

/** Newest first, including some that have expired. */
export async function listCredentials(
  run: Sql | SqlTransaction,
  kind: CredentialKind,
  merchantId: string,
  brandId: string,
): Promise<Credential[]> {
  const rows = await run`
    select id, hint, created_at, expires_at, last_used_at, last_used_from,
      ${run.unsafe(kind === 'api-key' ? 'scopes, made_by' : 'null as scopes, null as made_by')}
    from ${run(CREDENTIAL_TABLES[kind])}
    where merchant_id = ${merchantId} and brand_id = ${brandId}
    order by expires_at is null desc, created_at desc, id desc limit ${MOST_LISTED}`;
  return rows.map(toCredential);
}

export async function endCredential(
  tx: SqlTransaction,
  merchantId: string,
  { kind, id }: CredentialId,
  at: Date,
): Promise<void> {
  await tx`update ${tx(CREDENTIAL_TABLES[kind])} set expires_at = ${at}
    where merchant_id = ${merchantId} and id = ${id}`;
}

export async function setKeyScopes(
  tx: SqlTransaction,
  merchantId: string,
  id: string,
  scopes: readonly KeyScope[],
): Promise<void> {
  await tx`update api_keys set scopes = ${scopes as string[]} where merchant_id = ${merchantId} and id = ${id}`;
}

function toCredential(row: Row): Credential {
  return {
    id: row.id,
    hint: row.hint,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    lastUsedFrom: row.last_used_from,
    scopes: row.scopes,
    madeBy: row.made_by,
  };
}
