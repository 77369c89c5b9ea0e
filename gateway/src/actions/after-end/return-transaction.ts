// A completed payout or debit comes back (contract 13): its money moves back, and its webhook says why, in one commit. It
// comes back once: the same news again changes nothing.
import { judgeReturn } from '../../domain/after-end/return.ts';
import { type AuditActor, forcedReturnEntry } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { returnEvent } from '../../domain/webhooks/webhook-event.ts';
import type { Context } from '../context.ts';
import { writeStep } from './write-step.ts';

/** Throws Refusal 400 if the transaction's status does not allow it. */
export async function returnTransaction(
  context: Context,
  /** The developer who plays the bank. */
  by: AuditActor,
  transaction: Transaction,
  reason: string | null,
): Promise<void> {
  await writeStep(context, transaction, (standing) => {
    const judged = judgeReturn(standing.transaction, reason, context.now());
    if (judged.kind === 'refused') throw new Refusal(400, [judged.fault], { transactionId: transaction.id });
    if (judged.kind === 'known') return null;
    const { change } = judged;
    const { before, after, movements } = change;
    return {
      ...{ before, after, movements, dispute: null },
      eventOf: (eventId, brand) => returnEvent(change, eventId, brand),
      audit: forcedReturnEntry(change, by),
    };
  });
}
