// Asks the provider what became of a response to a dispute and applies the answer (contract 4, 13): for unknown ones,
// and those whose process died before it heard. A response that the provider never received is sent again under its own
// key. An unknown response stays PENDING. It becomes REFUSED only if the provider certainly did not take it.
import type { Evidence, ResponseOutcome } from '@tollgate/provider-kit';
import type { Dispute } from '../../domain/after-end/dispute.ts';
import { isUndecidedResponse, sentResponse, whyTooLate } from '../../domain/after-end/dispute-response.ts';
import type { Context } from '../context.ts';
import { askProvider } from '../submission/ask-provider.ts';
import { providerOf } from '../submission/provider-of.ts';
import { openEvidence } from './evidence-content.ts';
import { type Disputed, sendResponse } from './respond-to-dispute.ts';
import { settleDisputeResponse } from './settle-dispute-response.ts';

export async function resolveDisputeResponse(context: Context, dispute: Dispute): Promise<void> {
  const { merchantId, transactionId, response } = dispute;
  if (response?.status !== 'PENDING') return;
  const transaction = await context.transactions.find(merchantId, transactionId);
  if (!transaction) throw new Error(`transaction ${transactionId} no longer exists`);
  const disputed = { dispute, transaction, provider: providerOf(context, transaction) };
  const outcome = await inquire(context, disputed);
  const answer = { responseId: response.id, outcome, inquired: true };
  const after = await settleDisputeResponse(context, dispute, answer);
  if (isUndecidedResponse(after?.response ?? null)) {
    const of = { disputeId: dispute.id, transactionId, brandId: dispute.brandId };
    context.log.warn(of, 'a response to a dispute is still unknown after the last question; a human looks');
  }
}

async function inquire(context: Context, disputed: Disputed): Promise<ResponseOutcome> {
  const { dispute, transaction, provider } = disputed;
  const { inquireResponse: ask } = provider ?? {};
  if (!provider || !ask) return { kind: 'unknown' };
  const response = dispute.response!;
  const evidence = response.kind === 'evidence' ? await openEvidence(context, dispute, response.id) : null;
  const answer = await askProvider(context, provider, (signal) =>
    ask(transaction, sentResponse(dispute, response), evidence, signal),
  );
  return answer.kind === 'unheard' ? await sendAgain(context, disputed, evidence) : answer;
}

/** The provider certainly never received it. */
async function sendAgain(
  context: Context,
  disputed: Disputed,
  evidence: Evidence | null,
): Promise<ResponseOutcome> {
  const { dispute, provider } = disputed;
  const tooLate = whyTooLate(dispute, context.now());
  if (tooLate !== null) return { kind: 'refused', reason: `the provider never received it, and ${tooLate}` };
  if (dispute.response!.kind === 'evidence' && evidence === null)
    return { kind: 'refused', reason: 'the provider never received it, and it was erased meanwhile' };
  return await askProvider(context, provider!, (signal) => sendResponse(disputed, evidence, signal));
}
