// The refunds of a brand, newest first, a page at a time, each with its pay-in and the person who made it. It only
// reads.
import type { AuditActor } from '../../domain/audit/audit.ts';
import type { RefundOrigin, RefundReason, RefundStatus } from '../../domain/refunds/refund.ts';
import { firstIdAt } from '../../domain/transactions/time-ordered-id.ts';
import type { Sql } from '../database/database.ts';

export interface ShownRefund {
  id: string;
  transactionId: string;
  merchantReference: string;
  status: RefundStatus;
  amountMinor: bigint;
  /** What the pay-in has brought (contract 16). */
  paidMinor: bigint;
  currency: string;
  reason: RefundReason | null;
  refundReference: string | null;
  errorCode: string | null;
  /** The outcome is unknown, and the gateway no longer asks: a person decides. */
  undecided: boolean;
  /** Made at the provider, and not through the gateway (contract 13). */
  origin: RefundOrigin;
  provider: string | null;
  /** From the audit log; null: the refund is older than the log, or was made at the provider. */
  madeBy: { kind: AuditActor['kind']; name: string } | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface RefundQuery {
  merchantId: string;
  brandId: string;
  statuses: readonly RefundStatus[] | null;
  reasons: readonly RefundReason[] | null;
  currency: string | null;
  createdFrom: Date | null;
  /** Exclusive. */
  createdTo: Date | null;
  before: string | null;
  limit: number;
}

export async function listRefunds(sql: Sql, query: RefundQuery): Promise<ShownRefund[]> {
  const { merchantId, brandId, createdFrom, createdTo, before } = query;
  const rows = await sql.unsafe(
    `select r.id, r.transaction_id as "transactionId", t.merchant_reference as "merchantReference", r.status,
       r.amount_minor as "amountMinor", t.amount_captured_minor as "paidMinor", r.currency, r.reason,
       r.refund_reference as "refundReference", r.error_code as "errorCode", r.origin, r.provider,
       r.status = 'PENDING' and r.due_at is null as undecided,
       (select json_build_object('kind', a.actor_kind, 'name', a.actor_name) from audit_log a
        where a.merchant_id = $1 and a.target_id = r.transaction_id::text and a.action = 'refund.made'
          and position(r.id::text in a.after) > 0 limit 1) as "madeBy",
       r.created_at as "createdAt", r.updated_at as "updatedAt"
     from refunds r
     cross join lateral (select * from transactions where merchant_id = $1 and id = r.transaction_id limit 1) t
     where r.merchant_id = $1 and r.brand_id = $2
       and ($3::uuid is null or r.id >= $3) and ($4::uuid is null or r.id < $4) and ($5::uuid is null or r.id < $5)
       and ($6::text[] is null or r.status = any($6)) and ($7::text[] is null or r.reason = any($7))
       and ($8::text is null or r.currency = $8)
     order by r.id desc limit $9`,
    [
      merchantId,
      brandId,
      createdFrom && firstIdAt(createdFrom),
      createdTo && firstIdAt(createdTo),
      before,
      query.statuses as string[] | null,
      query.reasons as string[] | null,
      query.currency,
      query.limit,
    ],
  );
  return rows as unknown as ShownRefund[];
}
