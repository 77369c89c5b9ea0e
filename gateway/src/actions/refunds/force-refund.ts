// In the sandbox a merchant's developer decides how a refund ends (contract 13), in the test environment only. A
// pending refund can end either way, and a COMPLETED one can still fail. It is applied like a provider's answer, so
// money and webhook are real.
import { type AuditActor, forcedRefundEntry } from '../../domain/audit/audit.ts';
import { CODE } from '../../domain/errors/error-codes.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Refund, RefundOutcome } from '../../domain/refunds/refund.ts';
import type { Context } from '../context.ts';
import { requireSimulated } from '../submission/require-simulated.ts';
import { settleRefund } from './settle-refund.ts';

export type ForcedRefund = 'COMPLETED' | 'FAILED';

/**
 * The same outcome again changes nothing. Throws Refusal 400 if the refund's status does not allow it, or its payment
 * was sent to a real provider.
 */
export async function forceRefund(
  context: Context,
  by: AuditActor,
  refund: Refund,
  forced: ForcedRefund,
): Promise<void> {
  const transaction = await context.transactions.find(refund.merchantId, refund.transactionId);
  if (!transaction) throw new Error(`transaction ${refund.transactionId} no longer exists`);
  requireSimulated(transaction, 'refundId');
  if (refund.status === forced) return;
  const outcome: RefundOutcome =
    forced === 'COMPLETED' ? { kind: 'completed' } : { kind: 'failed', errorCode: CODE.refundFailed };
  const after = await settleRefund(
    context,
    refund,
    { outcome, inquired: false, afterEnd: true },
    { by, entryOf: (change) => forcedRefundEntry(refund, change, by) },
  );
  if (after) return;
  const { id, transactionId } = refund;
  const current = (await context.refunds.ofTransaction(refund.merchantId, transactionId)).find(
    (one) => one.id === id,
  );
  if (current?.status === forced) return;
  throw new Refusal(400, `refundId: the refund is ${current?.status}, and that is final`, { transactionId });
}
