// What the audit log must have at the end: one row for each decision of a merchant that counted, even if processes were
// killed meanwhile, and an unbroken chain (contract 12).
import assert from 'node:assert/strict';
import { verifyAuditOf } from '../../src/actions/audit/verify-audit.ts';
import type { Sql } from '../../src/storage/database/database.ts';

export async function checkAudit(sql: Sql, merchantId: string): Promise<void> {
  // Only this merchant's chain: earlier seeds leave theirs, and reading them all each time would take longer than the
  // play.
  assert.deepEqual((await verifyAuditOf(sql, merchantId)).faults, []);
  const [told] = await sql`select
    count(*) filter (where action = 'payout.approved')::int as approved,
    count(*) filter (where action = 'payout.declined')::int as declined,
    count(*) filter (where action = 'transaction.cancelled')::int as cancelled,
    count(*) filter (where action = 'refund.made')::int as refunded
    from audit_log where merchant_id = ${merchantId}`;
  const [done] = await sql`select
    count(*) filter (where from_status = 'PENDING' and to_status = 'PROCESSING' and actor = 'merchant')::int as approved,
    count(*) filter (where from_status = 'PENDING' and to_status = 'DECLINED' and actor = 'merchant'
      and reason ~ '^(4005|1011)')::int as declined,
    count(*) filter (where to_status = 'DECLINED' and actor = 'merchant' and reason ~ '^3001')::int as cancelled,
    (select count(*)::int from refunds where merchant_id = ${merchantId}) as refunded
    from timeline where merchant_id = ${merchantId}`;
  assert.deepEqual(told, done, 'the audit log does not tell what merchants decided');
}
