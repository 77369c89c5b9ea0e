// The identity providers of merchants (contract 2): one a merchant, with the client's secret sealed. This file never
// sees the secret in clear.
import type { Row } from 'postgres';
import type { SingleSignOn } from '../../domain/access/single-sign-on.ts';
import { ANYBODY } from '../../domain/payouts/four-eyes.ts';
import type { Sql, SqlTransaction } from '../database/database.ts';

export interface SingleSignOnRow extends SingleSignOn {
  merchantId: string;
  merchantName: string;
  secretSealed: Buffer;
  /** Who changed who gets in, and in which role, since this issuer was named: users, and ANYBODY for an operator. */
  setBy: string[];
  changedAt: Date;
}

type Run = Sql | SqlTransaction;

export async function findSingleSignOn(run: Run, merchantId: string): Promise<SingleSignOnRow | null> {
  const [row] =
    await run`select s.merchant_id, m.name as merchant_name, s.issuer, s.client_id, s.secret_sealed,
      s.role_claim, s.roles, s.required, s.set_by, s.changed_at
    from single_sign_on s join merchants m on m.merchant_id = s.merchant_id
    where s.merchant_id = ${merchantId}`;
  return row ? toRow(row) : null;
}

/** The present settings. Nobody changes or removes them before this transaction ends. */
export async function keepSingleSignOn(
  tx: SqlTransaction,
  merchantId: string,
): Promise<SingleSignOnRow | null> {
  await tx`select 1 from single_sign_on where merchant_id = ${merchantId} for share`;
  return await findSingleSignOn(tx, merchantId);
}

/** Whether this merchant's people may sign in only through the identity provider. */
export async function requiresSingleSignOn(run: Run, merchantId: string): Promise<boolean> {
  const rows = await run`select 1 from single_sign_on where merchant_id = ${merchantId} and required`;
  return rows.length > 0;
}

/** Replaces former settings. */
export async function putSingleSignOn(
  tx: SqlTransaction,
  one: Omit<SingleSignOnRow, 'merchantName' | 'changedAt'>,
  at: Date,
): Promise<void> {
  await tx`insert into single_sign_on
      (merchant_id, issuer, client_id, secret_sealed, role_claim, roles, required, set_by, changed_at)
    values (${one.merchantId}, ${one.issuer}, ${one.clientId}, ${one.secretSealed}, ${one.roleClaim},
      ${JSON.stringify(one.roles)}, ${one.required}, ${one.setBy}::uuid[], ${at})
    on conflict (merchant_id) do update set issuer = excluded.issuer, client_id = excluded.client_id,
      secret_sealed = excluded.secret_sealed, role_claim = excluded.role_claim, roles = excluded.roles,
      required = excluded.required, set_by = excluded.set_by, changed_at = excluded.changed_at`;
}

export async function deleteSingleSignOn(tx: SqlTransaction, merchantId: string): Promise<void> {
  await tx`delete from single_sign_on where merchant_id = ${merchantId}`;
}

/** Another issuer may give the same subject to another person, so all known subjects are removed. */
export async function forgetSubjects(tx: SqlTransaction, merchantId: string): Promise<void> {
  await tx`update users set single_sign_on_subject = null
    where merchant_id = ${merchantId} and single_sign_on_subject is not null`;
}

function toRow(row: Row): SingleSignOnRow {
  return {
    merchantId: row.merchant_id,
    merchantName: row.merchant_name,
    issuer: row.issuer,
    clientId: row.client_id,
    secretSealed: row.secret_sealed,
    roleClaim: row.role_claim,
    roles: JSON.parse(row.roles),
    required: row.required,
    setBy: row.set_by ?? [ANYBODY],
    changedAt: row.changed_at,
  };
}
