// Asks the provider what became of a refund and applies the answer (contract 4, 8): for refunds on their way, unknown
// ones, and those whose process died before it heard. A refund with an unknown outcome stays PENDING. It becomes FAILED
// only if the provider says so, or never received it.
import { CODE } from '../../domain/errors/error-codes.ts';
import type { Refund, RefundOutcome } from '../../domain/refunds/refund.ts';
import type { Context } from '../context.ts';
import { askProvider } from '../submission/ask-provider.ts';
import { providerOf } from '../submission/provider-of.ts';
import { settleRefund } from './settle-refund.ts';

export async function resolveRefund(context: Context, refund: Refund): Promise<void> {
  const outcome = await inquireRefund(context, refund);
  const after = await settleRefund(context, refund, { outcome, inquired: true });
  if (after?.status === 'PENDING' && after.dueAt === null) {
    const { id: refundId, transactionId, brandId, inquiries } = after;
    context.log.warn(
      { refundId, transactionId, brandId, inquiries },
      'refund still unknown after the last question; a human decides',
    );
  }
}

/** The provider's answer. If it never received the refund, the refund was certainly not made. */
export async function inquireRefund(context: Context, refund: Refund): Promise<RefundOutcome> {
  const transaction = await context.transactions.find(refund.merchantId, refund.transactionId);
  if (!transaction) throw new Error(`transaction ${refund.transactionId} no longer exists`);
  const provider = providerOf(context, transaction);
  if (!provider) {
    const { id: refundId, provider: missing } = refund;
    context.log.error(
      { refundId, provider: missing },
      'the provider of this refund is not configured; it stays unknown',
    );
    return { kind: 'unknown' };
  }
  // This provider cannot be asked; it tells the result by itself.
  if (provider.capabilities.inquiry === 'notifications-only') return { kind: 'unknown' };
  const answer = await askProvider(context, provider, (signal) =>
    provider.inquireRefund(transaction, refund, signal),
  );
  // The provider never received it, so it was certainly not made.
  return answer.kind === 'unheard' ? { kind: 'failed', errorCode: CODE.refundFailed } : answer;
}
