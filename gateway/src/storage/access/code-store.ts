// Codes that prove a second factor (contract 14): the sealed secret of an authenticator app with its last used time
// step, and hashes of recovery codes. This file never sees a secret or a code in clear.
import type { Sql, SqlTransaction } from '../database/database.ts';
import type { PasskeyOwner } from './passkey-store.ts';
import type { PortalSession } from './portal-session-store.ts';

type OfSession = Pick<PortalSession, 'merchantId' | 'id'>;

/** Keeps the secret while the user adds an app. Until the app's first code, the secret belongs only to the session. */
export async function keepNewTotp(
  sql: Sql,
  { merchantId, id }: OfSession,
  { sealed, expiresAt }: { sealed: Buffer; expiresAt: Date },
): Promise<void> {
  await sql`update portal_sessions set totp_sealed = ${sealed}, totp_expires_at = ${expiresAt}
    where merchant_id = ${merchantId} and id = ${id}`;
}

/** null: the user adds no app, or took too long. */
export async function findNewTotp(
  tx: SqlTransaction,
  { merchantId, id }: OfSession,
  now: Date,
): Promise<Buffer | null> {
  const [row] = await tx`select totp_sealed from portal_sessions
    where merchant_id = ${merchantId} and id = ${id} and totp_expires_at > ${now} for update`;
  return row?.totp_sealed ?? null;
}

/**
 * Moves the secret from the session to the user and replaces a former app. `step`: the time step of the code that
 * proved the app; that code is used up.
 */
export async function setTotp(
  tx: SqlTransaction,
  { merchantId, id, userId }: OfSession & PasskeyOwner,
  { sealed, step, at }: { sealed: Buffer; step: number; at: Date },
): Promise<void> {
  await tx`update portal_sessions set totp_sealed = null, totp_expires_at = null
    where merchant_id = ${merchantId} and id = ${id}`;
  await tx`update users set totp_sealed = ${sealed}, totp_added_at = ${at}, totp_last_step = ${step}
    where merchant_id = ${merchantId} and id = ${userId}`;
}

/** False: the user already used a code of this time step or of a later one. */
export async function useTotpStep(
  tx: SqlTransaction,
  { merchantId, userId }: PasskeyOwner,
  step: number,
): Promise<boolean> {
  const rows = await tx`update users set totp_last_step = ${step}
    where merchant_id = ${merchantId} and id = ${userId} and (totp_last_step is null or totp_last_step < ${step})
    returning id`;
  return rows.length > 0;
}

/** False: there was none. */
export async function removeTotp(tx: SqlTransaction, { merchantId, userId }: PasskeyOwner): Promise<boolean> {
  const rows = await tx`update users set totp_sealed = null, totp_added_at = null, totp_last_step = null
    where merchant_id = ${merchantId} and id = ${userId} and totp_sealed is not null returning id`;
  return rows.length > 0;
}

/** Replaces all former codes. */
export async function setRecoveryCodes(
  tx: SqlTransaction,
  { merchantId, userId }: PasskeyOwner,
  hashes: readonly Buffer[],
): Promise<void> {
  await removeRecoveryCodes(tx, { merchantId, userId });
  for (const hash of hashes) {
    await tx`insert into recovery_codes (merchant_id, user_id, code_hash) values (${merchantId}, ${userId}, ${hash})`;
  }
}

export async function removeRecoveryCodes(
  tx: SqlTransaction,
  { merchantId, userId }: PasskeyOwner,
): Promise<void> {
  await tx`delete from recovery_codes where merchant_id = ${merchantId} and user_id = ${userId}`;
}

/** False: there is no such code, or it is used up. */
export async function useRecoveryCode(
  tx: SqlTransaction,
  { merchantId, userId }: PasskeyOwner,
  hash: Buffer,
  at: Date,
): Promise<boolean> {
  const rows = await tx`update recovery_codes set used_at = ${at}
    where merchant_id = ${merchantId} and user_id = ${userId} and code_hash = ${hash} and used_at is null
    returning code_hash`;
  return rows.length > 0;
}

/** Everything that could prove a second factor. */
export async function removeAllFactors(
  tx: SqlTransaction,
  { merchantId, userId }: PasskeyOwner,
): Promise<void> {
  await removeTotp(tx, { merchantId, userId });
  await tx`delete from passkeys where merchant_id = ${merchantId} and user_id = ${userId}`;
  await removeRecoveryCodes(tx, { merchantId, userId });
}
