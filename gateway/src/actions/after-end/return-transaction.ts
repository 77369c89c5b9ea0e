// A completed payout or debit comes back (contract 13): its money moves back, and its webhook says why, in one commit.
// It comes back only once: the same news again changes nothing.
import { judgeReturn, type ReturnJudgement } from '../../domain/after-end/return.ts';
import { type AuditActor, forcedReturnEntry } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { isErased, type Transaction } from '../../domain/transactions/transaction.ts';
import { returnEvent } from '../../domain/webhooks/webhook-event.ts';
import type { Context } from '../context.ts';
import { requireSimulated } from '../submission/require-simulated.ts';
import { writeStep } from './write-step.ts';

/** For the sandbox. Throws Refusal 400 if the transaction's status does not allow it, or a real provider has it. */
export async function returnTransaction(
  context: Context,
  /** The developer who plays the bank. */
  by: AuditActor,
  transaction: Transaction,
  reason: string | null,
): Promise<void> {
  requireSimulated(transaction, 'transactionId');
  const judged = await writeReturn(context, by, transaction, reason);
  if (judged.kind === 'refused') throw new Refusal(400, [judged.fault], { transactionId: transaction.id });
}

/** Writes nothing if it is refused. `by`: null for the provider. */
export async function writeReturn(
  context: Context,
  by: AuditActor | null,
  transaction: Pick<Transaction, 'merchantId' | 'id'>,
  reason: string | null,
): Promise<ReturnJudgement> {
  let judged: ReturnJudgement | undefined;
  await writeStep(context, transaction, (standing) => {
    // A bank's words may name people, so we keep none of them after the customer was erased.
    const storedReason = isErased(standing.transaction) ? null : reason;
    judged = judgeReturn(standing.transaction, storedReason, context.now(), standing.disputes);
    if (judged.kind !== 'returned') return null;
    const { change } = judged;
    const { before, after, movements } = change;
    return {
      before,
      after,
      movements,
      dispute: null,
      eventOf: (eventId, brand) => returnEvent(change, eventId, brand),
      audit: by && forcedReturnEntry(change, by),
    };
  });
  return judged!;
}
