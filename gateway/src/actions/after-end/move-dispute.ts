// Opens or moves a dispute of a completed pay-in (contract 13), because a provider says so, or in the sandbox a
// merchant's developer. Status, withheld money and webhook commit together. The same news again changes nothing.
import {
  type Dispute,
  type DisputeJudgement,
  type DisputeNews,
  judgeDispute,
  openDispute,
} from '../../domain/after-end/dispute.ts';
import type { AuditActor } from '../../domain/audit/audit.ts';
import { forcedDisputeEntry } from '../../domain/audit/dispute-entries.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import { isErased, type Transaction } from '../../domain/transactions/transaction.ts';
import { disputeEvent } from '../../domain/webhooks/webhook-event.ts';
import type { Context } from '../context.ts';
import { requireSimulated } from '../submission/require-simulated.ts';
import { writeStep } from './write-step.ts';

/** For the sandbox. Throws Refusal 400 if the payment or its dispute does not allow it, or a real provider has it. */
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
  /** The id for a new dispute. */
  id: string;
  /** Gets the payment's disputes, oldest first, and picks the dispute to move; null: a new dispute is opened. */
  formerOf: (disputes: readonly Dispute[]) => Dispute | null | Unwritten;
  /** The developer who plays the provider; null: the provider. */
  by: AuditActor | null;
}

/** `missing`: the step before has not arrived yet. `late`: the dispute has already gone past this step. */
type Unwritten = 'missing' | 'late';

/** A bank's words may name people, so we keep none of them after the customer was erased. */
const toldOf = (transaction: Transaction, news: DisputeNews): DisputeNews =>
  isErased(transaction) ? { ...news, reason: null } : news;

/** Writes nothing if the step is refused, `missing` or `late`. */
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
      before,
      after,
      dispute,
      movements,
      eventOf: (eventId, brand) => disputeEvent(change, eventId, brand),
      audit: by && forcedDisputeEntry(change, by),
    };
  });
  return judged;
}
