// What the audit log must have at the end: one row for each decision of a merchant that counted, even if processes were
// killed meanwhile, and an unbroken chain (contract 12).
import assert from 'node:assert/strict';
import { verifyAuditOf } from '../../../src/actions/audit/verify-audit.ts';
import type { Sql } from '../../../src/storage/database/database.ts';
import type { Network } from '../network/network.ts';

export async function checkAudit(sql: Sql, merchantId: string, { means }: Network): Promise<void> {
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
    -- A void after a capture completes the pay-in.
    count(*) filter (where actor = 'merchant' and (to_status = 'DECLINED' and reason ~ '^3001'
      or to_status = 'COMPLETED' and reason = 'the rest of the authorised amount was released'))::int as cancelled,
    (select count(*)::int from refunds where merchant_id = ${merchantId}) as refunded
    from timeline where merchant_id = ${merchantId}`;
  assert.deepEqual(told, done, 'the audit log does not tell what merchants decided');
  await checkRevocations(sql, merchantId, means);
}

/** A mandate that its payer ended at the network may have been revoked by the merchant first. */
async function checkRevocations(sql: Sql, merchantId: string, means: Network['means']): Promise<void> {
  const revoked = await sql`select m.stored_id, count(a.id)::int as entries from mandates m
    left join audit_log a on a.merchant_id = m.merchant_id and a.action = 'mandate.revoked'
      and a.target_id = m.first_transaction_id::text
    where m.merchant_id = ${merchantId} group by m.id, m.stored_id, m.status having m.status = 'REVOKED' or count(a.id) > 0`;
  const withdrawn = [...means.values()].filter((one) => one.isWithdrawn).map(({ stored }) => stored.id);
  for (const { stored_id, entries } of revoked)
    assert(
      entries === 1 || (entries === 0 && withdrawn.includes(stored_id)),
      `${stored_id}: the audit log has ${entries} revocations of its mandate`,
    );
}
