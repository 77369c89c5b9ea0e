// The audit log as the portal reads it: one merchant's rows, newest first, by person, action, target and time. It also
// tells who changed a brand last. It only reads.
import { type AuditRow, withWords } from '../../domain/audit/audit.ts';
import type { Sql, SqlTransaction } from '../database/database.ts';
import { AUDIT_LOG, fromStored, SHOWN } from './audit-log.ts';

export interface AuditFilter {
  merchantId: string;
  actorKind: string | null;
  /** null: everybody. */
  actorIds: readonly string[] | null;
  /** null: every action. */
  actions: readonly string[] | null;
  targetId: string | null;
  from: Date | null;
  /** Rows before this time. */
  until: Date | null;
}

export interface FoundAuditRow extends AuditRow {
  /** The row's place in the merchant's chain. */
  sequence: bigint;
}

/** `before`: a place in the chain; answers the rows older than that. */
export async function searchAudit(
  run: Sql,
  filter: AuditFilter,
  { before, limit }: { before: bigint | null; limit: number },
): Promise<FoundAuditRow[]> {
  const { merchantId, actorKind, actorIds, actions, targetId, from, until } = filter;
  const rows = await run`
    select ${run.unsafe(SHOWN)} from ${run.unsafe(AUDIT_LOG)} where merchant_id = ${merchantId}
      ${before === null ? run`` : run`and sequence < ${before}`}
      ${actorKind === null ? run`` : run`and actor_kind = ${actorKind}`}
      ${actorIds === null ? run`` : run`and actor_id = any(${actorIds as string[]})`}
      ${actions === null ? run`` : run`and action = any(${actions as string[]})`}
      ${targetId === null ? run`` : run`and target_id = ${targetId}`}
      ${from === null ? run`` : run`and at >= ${from}`}
      ${until === null ? run`` : run`and at < ${until}`}
    order by sequence desc limit ${limit}`;
  return rows.map((row) => ({ ...withWords(fromStored(row)), sequence: row.sequence }));
}

/** The merchant references and brands of the transactions that rows are about. */
export async function transactionNames(
  run: Sql,
  merchantId: string,
  ids: readonly string[],
): Promise<{ id: string; merchantReference: string; brandId: string }[]> {
  const rows = await run`
    select id, merchant_reference, brand_id from openings
    where merchant_id = ${merchantId} and id = any(${ids as string[]})`;
  return rows.map((row) => ({
    id: row.id,
    merchantReference: row.merchant_reference,
    brandId: row.brand_id,
  }));
}

/** Who invited this user first: the id of a user or an operator; null: nobody did. */
export async function invitedBy(
  run: Sql | SqlTransaction,
  { merchantId, id }: { merchantId: string; id: string },
): Promise<string | null> {
  const [row] = await run`select actor_id from audit_log
    where merchant_id = ${merchantId} and target_id = ${id} and action = 'user.invited' order by sequence limit 1`;
  return row?.actor_id ?? null;
}

/** The last changes of a brand's settings and options, the newest first. */
export async function lastBrandChanges(
  run: Sql | SqlTransaction,
  merchantId: string,
  brandId: string,
): Promise<{ name: string; at: Date; after: Record<string, unknown> | null }[]> {
  const rows = await run`
    select actor_name, at, after from audit_log
    where merchant_id = ${merchantId} and target_id = ${brandId} and action in ('brand.changed', 'brand.option-set')
    order by sequence desc limit 50`;
  return rows.map((row) => ({
    name: row.actor_name,
    at: row.at,
    after: row.after === null ? null : JSON.parse(row.after),
  }));
}
