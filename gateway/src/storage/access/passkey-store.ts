// Passkeys of portal users (contract 14): several public keys a user, and the challenge that the browser of a session
// has to sign. A challenge is taken only once, even if the proof fails. This file never sees a private key.
import type { Row } from 'postgres';
import type { Sql, SqlTransaction } from '../database/database.ts';
import type { PortalSession } from './portal-session-store.ts';

export interface Passkey {
  id: string;
  /** The browser's name for the passkey, in base64url. */
  credentialId: string;
  publicKey: Buffer;
  /** How often the device says it was used; 0: the device does not count. */
  counter: number;
  transports: string[];
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export interface PasskeyOwner {
  merchantId: string;
  userId: string;
}

export type ChallengePurpose = 'enrol' | 'prove';

export async function listPasskeys(
  run: Sql | SqlTransaction,
  { merchantId, userId }: PasskeyOwner,
): Promise<Passkey[]> {
  const rows =
    await run`select id, credential_id, public_key, counter, transports, name, created_at, last_used_at
    from passkeys where merchant_id = ${merchantId} and user_id = ${userId} order by created_at, id`;
  return rows.map(toPasskey);
}

/** False: this user already has this passkey. */
export async function insertPasskey(
  tx: SqlTransaction,
  { merchantId, userId }: PasskeyOwner,
  passkey: Omit<Passkey, 'lastUsedAt'>,
): Promise<boolean> {
  const { id, credentialId, publicKey, counter, transports, name, createdAt } = passkey;
  const rows = await tx`insert into passkeys
      (merchant_id, user_id, id, credential_id, public_key, counter, transports, name, created_at)
    values (${merchantId}, ${userId}, ${id}, ${credentialId}, ${publicKey}, ${counter}, ${transports}, ${name}, ${createdAt})
    on conflict (merchant_id, user_id, credential_id) do nothing returning id`;
  return rows.length > 0;
}

export async function notePasskeyUse(
  tx: SqlTransaction,
  { merchantId, userId }: PasskeyOwner,
  { id, counter, at }: { id: string; counter: number; at: Date },
): Promise<void> {
  await tx`update passkeys set counter = ${counter}, last_used_at = ${at}
    where merchant_id = ${merchantId} and user_id = ${userId} and id = ${id}`;
}

/** Answers the former name; null: there is no such passkey. */
export async function renamePasskey(
  tx: SqlTransaction,
  { merchantId, userId }: PasskeyOwner,
  { id, name }: { id: string; name: string },
): Promise<string | null> {
  const [former] = await tx`select name from passkeys
    where merchant_id = ${merchantId} and user_id = ${userId} and id = ${id} for update`;
  if (!former) return null;
  await tx`update passkeys set name = ${name}
    where merchant_id = ${merchantId} and user_id = ${userId} and id = ${id}`;
  return former.name;
}

/** Answers the name of the deleted passkey; null: there was none. */
export async function deletePasskey(
  tx: SqlTransaction,
  { merchantId, userId }: PasskeyOwner,
  id: string,
): Promise<string | null> {
  const [row] = await tx`delete from passkeys
    where merchant_id = ${merchantId} and user_id = ${userId} and id = ${id} returning name`;
  return row?.name ?? null;
}

/** Replaces a former challenge. */
export async function keepChallenge(
  sql: Sql,
  { merchantId, id }: Pick<PortalSession, 'merchantId' | 'id'>,
  { challenge, purpose, expiresAt }: { challenge: string; purpose: ChallengePurpose; expiresAt: Date },
): Promise<void> {
  await sql`update portal_sessions
    set challenge = ${challenge}, challenge_purpose = ${purpose}, challenge_expires_at = ${expiresAt}
    where merchant_id = ${merchantId} and id = ${id}`;
}

/** null: there is no challenge for this purpose, or it has expired or is used up. */
export async function takeChallenge(
  sql: Sql,
  { merchantId, id }: Pick<PortalSession, 'merchantId' | 'id'>,
  purpose: ChallengePurpose,
  now: Date,
): Promise<string | null> {
  const [row] = await sql`
    with kept as (
      select merchant_id, id, challenge, challenge_purpose, challenge_expires_at from portal_sessions
      where merchant_id = ${merchantId} and id = ${id} for update)
    update portal_sessions s set challenge = null, challenge_purpose = null, challenge_expires_at = null
    from kept k where s.merchant_id = ${merchantId} and s.id = k.id
      and k.challenge_purpose = ${purpose} and k.challenge_expires_at > ${now}
    returning k.challenge`;
  return row?.challenge ?? null;
}

function toPasskey(row: Row): Passkey {
  return {
    id: row.id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: Number(row.counter),
    transports: row.transports,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}
