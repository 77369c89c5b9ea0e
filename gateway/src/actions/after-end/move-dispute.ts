// Opens or moves a dispute of a completed pay-in (contract 13): what a provider says of it, or in the sandbox a merchant's
// developer. Status, withheld money and webhook commit together. The same news again changes nothing.
import { type DisputeNews, judgeDispute, openDispute } from '../../domain/after-end/dispute.ts';
import { type AuditActor, forcedDisputeEntry } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { disputeEvent } from '../../domain/webhooks/webhook-event.ts';
import type { Context } from '../context.ts';
import { writeStep } from './write-step.ts';

/** Throws Refusal 400 if the payment or its dispute does not allow it. */
export async function moveDispute(
  context: Context,
  /** The developer who plays the provider. */
  by: AuditActor,
  transaction: Transaction,
  news: DisputeNews,
): Promise<void> {
  const id = timeOrderedId(context.now());
  await writeStep(context, transaction, (standing) => {
    const former = openDispute(standing.disputes, news.status);
    const judged = judgeDispute(standing.transaction, former, { ...news, id }, context.now());
    if (judged.kind === 'refused') throw new Refusal(400, [judged.fault], { transactionId: transaction.id });
    if (judged.kind === 'known') return null;
    const { change } = judged;
    const { before, after, dispute, movements } = change;
    return {
      ...{ before, after, dispute, movements },
      eventOf: (eventId, brand) => disputeEvent(change, eventId, brand),
      audit: forcedDisputeEntry(change, by),
    };
  });
}
