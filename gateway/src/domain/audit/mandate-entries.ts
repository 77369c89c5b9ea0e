// The row of the audit log about a mandate that a person or the merchant's server revoked (contract 12, 16). Pure.
import type { MandateChange } from '../mandates/mandate-step.ts';
import type { AuditActor, AuditEntry } from './audit.ts';

/** The row belongs to the first pay-in of the mandate: whoever looks it up finds its mandate. */
export function revocationEntry(
  { former, mandate }: MandateChange,
  { by, reason }: { by: AuditActor; reason: string | null },
): AuditEntry {
  const { merchantId, id: mandateId, firstTransactionId, updatedAt, userId, status } = mandate;
  return {
    merchantId,
    at: updatedAt,
    by,
    action: 'mandate.revoked',
    target: { kind: 'transaction', id: firstTransactionId },
    before: { mandateId, status: former.status },
    after: { mandateId, status, userId, reason },
    personalFields: ['userId', 'reason'],
  };
}
