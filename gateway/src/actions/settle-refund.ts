// Where every answer about a refund ends, whoever brings it: the call that made it, or the sweep that asks later. The
// refund's status, its money, its pay-in's amountRefunded and the webhook commit together. Answers the refund as it is
// afterwards, or null where it had ended already. Called by create-refund.ts and resolve-refund.ts.
import { type Refund, type RefundOutcome, settleRefund as settle } from '../domain/refund.ts';
import type { Context } from './context.ts';
import { writeRefund } from './write-refund.ts';

export async function settleRefund(
  context: Context,
  refund: Refund,
  outcome: RefundOutcome,
  /** What the outcome answers: the refund itself, or a question about it. */
  answerTo: 'refund' | 'inquiry',
): Promise<Refund | null> {
  const { merchantId, brandId, currency, transactionId, id: refundId } = refund;
  const job = {
    merchantId,
    brandId,
    currency,
    transactionId,
    refundId,
    refundReference: null,
    spends: false,
    by: null,
  };
  const change = await writeRefund(context, job, ({ transaction, refund: current }) => {
    if (!current) throw new Error(`refund ${refundId} has vanished`);
    return settle(transaction, current, outcome, answerTo === 'inquiry', context.now());
  });
  return change?.refund ?? null;
}
