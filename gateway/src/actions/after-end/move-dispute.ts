// Opens or moves a dispute of a completed pay-in (contract 13): what a provider says of it, or in the sandbox a merchant's
// developer. Status, withheld money and webhook commit together. The same news again changes nothing.
import {
  type Dispute,
  type DisputeJudgement,
  type DisputeNews,
  judgeDispute,
  openDispute,
} from '../../domain/after-end/dispute.ts';
import { type AuditActor, forcedDisputeEntry } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import { isErased, type Transaction } from '../../domain/transactions/transaction.ts';
import { disputeEvent } from '../../domain/webhooks/webhook-event.ts';
import type { Context } from '../context.ts';
import { requireSimulated } from '../submission/require-simulated.ts';
import { writeStep } from './write-step.ts';

/** In the sandbox. Throws Refusal 400 if the payment or its dispute does not allow it, or a real provider has it. */
export async function moveDispute(
  context: Context,
  /** The developer who plays the provider. */
  by: AuditActor,
  transaction: Transaction,
  news: DisputeNews,
): Promise<void> {
  requireSimulated(transaction, 'transactionId');
  const judged = await writeDispute(context, transaction, {
    news,
    id: timeOrderedId(context.now()),
    formerOf: (disputes) => openDispute(disputes, news.status),
    by,
  });
  if (judged.kind === 'refused') throw new Refusal(400, [judged.fault], { transactionId: transaction.id });
}

export interface DisputeStep {
  news: DisputeNews;
  /** Of a new dispute. */
  id: string;
  /** The dispute that it moves, of those of the payment, oldest first; null: it opens one. */
  formerOf: (disputes: readonly Dispute[]) => Dispute | null | Unwritten;
  /** The developer who plays the provider; null: the provider. */
  by: AuditActor | null;
}

/** `missing`: the step before it has not been made. `late`: the dispute has gone on from there. */
type Unwritten = 'missing' | 'late';

/** The words of banks may name people: none are kept of somebody who was erased. */
const toldOf = (transaction: Transaction, news: DisputeNews): DisputeNews =>
  isErased(transaction) ? { ...news, reason: null } : news;

/** If it is refused, missing what it follows, or late, nothing was written. */
export async function writeDispute(
  context: Context,
  transaction: Pick<Transaction, 'merchantId' | 'id'>,
  { news, id, formerOf, by }: DisputeStep,
): Promise<DisputeJudgement | { kind: Unwritten }> {
  let judged: DisputeJudgement | { kind: Unwritten } = { kind: 'missing' };
  await writeStep(context, transaction, (standing) => {
    const former = formerOf(standing.disputes);
    judged =
      typeof former === 'string'
        ? { kind: former }
        : judgeDispute(
            standing.transaction,
            former,
            { ...toldOf(standing.transaction, news), id, disputes: standing.disputes },
            context.now(),
          );
    if (judged.kind !== 'moved') return null;
    const { change } = judged;
    const { before, after, dispute, movements } = change;
    return {
      ...{ before, after, dispute, movements },
      eventOf: (eventId, brand) => disputeEvent(change, eventId, brand),
      audit: by && forcedDisputeEntry(change, by),
    };
  });
  return judged;
}
