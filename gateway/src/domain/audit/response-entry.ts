// The row of the audit log for a response to a dispute. It says which texts and files were handed in, never their
// content. Pure.
import type { Evidence } from '@tollgate/provider-kit/seam/dispute';
import type { Dispute } from '../after-end/dispute.ts';
import { toWire } from '../money/money.ts';
import type { AuditActor, AuditEntry } from './audit.ts';

/** The row belongs to the pay-in, like the dispute. `dispute`: with its new response. */
export function responseEntry(
  { merchantId, transactionId, id: disputeId, status, currency, amountMinor, response }: Dispute,
  evidence: Evidence | null,
  by: AuditActor,
): AuditEntry {
  const { id: responseId, createdAt: at } = response!;
  const disputed = { disputeId, responseId, status, currency, amount: toWire(amountMinor, currency) };
  return {
    merchantId,
    at,
    by,
    action: evidence ? 'dispute.evidence-given' : 'dispute.accepted',
    target: { kind: 'transaction', id: transactionId },
    before: null,
    after: evidence
      ? {
          ...disputed,
          ground: evidence.ground,
          texts: Object.keys(evidence.texts),
          files: evidence.files.map(({ kind }) => kind),
        }
      : disputed,
  };
}
