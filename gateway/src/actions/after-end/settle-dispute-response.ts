// Every answer about a response to a dispute ends here, whether from the call that gave it or from the sweep that asks
// later. If it ended, the dispute and its webhook commit together. Answers the dispute as it is afterwards; null: the
// response had ended before.
import type { Dispute } from '../../domain/after-end/dispute.ts';
import { type ResponseAnswer, settleResponse } from '../../domain/after-end/dispute-response.ts';
import { disputeEvent } from '../../domain/webhooks/webhook-event.ts';
import type { Context } from '../context.ts';
import { writeStep } from './write-step.ts';

export async function settleDisputeResponse(
  context: Context,
  { merchantId, transactionId, id: disputeId }: Dispute,
  answer: ResponseAnswer,
): Promise<Dispute | null> {
  let settled: Dispute | null = null;
  await writeStep(context, { merchantId, id: transactionId }, ({ transaction, disputes }) => {
    const former = disputes.find((one) => one.id === disputeId);
    const change = former ? settleResponse(transaction, former, answer, context.now()) : null;
    settled = change?.dispute ?? null;
    if (!change) return null;
    const { dispute, told } = change;
    return {
      before: transaction,
      after: told?.after ?? transaction,
      dispute,
      movements: [],
      eventOf: told && ((eventId, brand) => disputeEvent({ ...told, dispute }, eventId, brand)),
      audit: null,
    };
  });
  return settled;
}
