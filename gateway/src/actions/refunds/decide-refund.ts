// A person decides how a refund ended if its provider never answered and is not asked any more (contract 4). As in
// decide-outcome.ts, we first ask the provider once more, and its answer counts.
import { type AuditActor, refundDecisionEntry } from '../../domain/audit/audit.ts';
import { CODE } from '../../domain/errors/error-codes.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { isUndecidedRefund } from '../../domain/records/transaction-actions.ts';
import type { Refund, RefundChange, RefundOutcome } from '../../domain/refunds/refund.ts';
import type { Context } from '../context.ts';
import { inquireRefund } from './resolve-refund.ts';
import { settleRefund } from './settle-refund.ts';

export const DECIDED_REFUNDS = ['COMPLETED', 'FAILED'] as const;
export type DecidedRefund = (typeof DECIDED_REFUNDS)[number];

/** Answers the refund as it is afterwards. Throws Refusal 409 if there is nothing to decide. */
export async function decideRefund(
  context: Context,
  by: AuditActor,
  refund: Refund,
  { outcome, reason }: { outcome: DecidedRefund; reason: string },
): Promise<Refund> {
  if (!isUndecidedRefund(refund)) {
    const fault =
      refund.status === 'PENDING'
        ? 'the gateway is still asking the provider; a person can decide when it has stopped'
        : `the refund is ${refund.status}, and that is final`;
    throw refusal(refund, fault);
  }
  const word = await inquireRefund(context, refund);
  if (word.kind === 'completed' || word.kind === 'failed') {
    const after = await settleRefund(context, refund, { outcome: word, inquired: true });
    if (after?.status === outcome) return after;
    throw refusal(refund, `the provider answered just now: the refund is ${after?.status ?? 'over'}`);
  }
  const decided: RefundOutcome =
    outcome === 'COMPLETED' ? { kind: 'completed' } : { kind: 'failed', errorCode: CODE.refundFailed };
  const entryOf = (change: RefundChange) => refundDecisionEntry(change, { by, reason });
  const after = await settleRefund(context, refund, { outcome: decided, inquired: true }, { by, entryOf });
  if (!after) throw refusal(refund, 'the refund has just ended');
  return after;
}

function refusal({ transactionId }: Refund, fault: string): Refusal {
  return new Refusal(409, `refundId: ${fault}`, { transactionId });
}
