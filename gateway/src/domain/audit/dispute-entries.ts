// The rows of the audit log about disputes. A row says which texts and files were handed in as evidence, never their
// content. Pure.
import type { Evidence } from '@tollgate/provider-kit/seam/dispute';
import type { Dispute, DisputeChange } from '../after-end/dispute.ts';
import { toWire } from '../money/money.ts';
import { type AuditActor, type AuditEntry, forcedEntry } from './audit.ts';

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

/** A merchant's developer forced a step of a dispute, in the sandbox. */
export function forcedDisputeEntry({ after, former, dispute }: DisputeChange, by: AuditActor): AuditEntry {
  const { id: disputeId, status, currency, amountMinor, fundsWithheld } = dispute;
  const amount = toWire(amountMinor, currency);
  return forcedEntry(after, by, {
    action: 'dispute.forced',
    before: former && { disputeId, status: former.status },
    after: { disputeId, status, currency, amount, fundsWithheld },
  });
}
