// Every answer about a refund ends here, whether from the call that made it, from the sweep that asks later, or from a
// person. The refund's status, its money, its pay-in's amountRefunded and the webhook commit together. Answers the
// refund as it is afterwards, or null if it had already ended.
import type { AuditActor, AuditEntry } from '../../domain/audit/audit.ts';
import {
  type Refund,
  type RefundAnswer,
  type RefundChange,
  settleRefund as settle,
} from '../../domain/refunds/refund.ts';
import type { Context } from '../context.ts';
import { writeRefund } from './write-refund.ts';

export interface RefundDecision {
  by: AuditActor;
  entryOf: (change: RefundChange) => AuditEntry;
}

export async function settleRefund(
  context: Context,
  refund: Refund,
  answer: RefundAnswer,
  /** The person who decides how it ended, and the text for the audit log. */
  decision: RefundDecision | null = null,
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
    by: decision?.by ?? null,
  };
  let ended = null as Refund['status'] | null;
  const change = await writeRefund(
    context,
    job,
    ({ transaction, refund: current }) => {
      if (!current) throw new Error(`refund ${refundId} no longer exists`);
      ended = current.status;
      return settle(transaction, current, answer, context.now());
    },
    decision?.entryOf,
  );
  const { kind } = answer.outcome;
  const says = kind === 'completed' ? 'COMPLETED' : kind === 'failed' ? 'FAILED' : null;
  // A notification that contradicts the books becomes a conflict; a contradicting answer appears only in this log line.
  if (!change && says && ended && ended !== says && !answer.afterEnd && !decision) {
    const of = { refundId, transactionId, brandId, status: ended, says };
    context.log.error(
      of,
      'a provider answered about a refund, but it has ended otherwise; a person has to look',
    );
  }
  return change?.refund ?? null;
}
