// A merchant's staff answer a dispute: with evidence, or by accepting it (contract 13). The first commit makes the
// response durable, its evidence sealed; then we ask the provider; a second commit stores its answer. Whatever happens
// after the first commit, the sweep continues at the response's dueAt. A response is never sent under a second key, and
// moves no money: only the provider's news of the dispute does.
import type { Evidence, EvidenceForm, Provider, ResponseKind } from '@tollgate/provider-kit';
import type { Dispute } from '../../domain/after-end/dispute.ts';
import {
  evidenceFaults,
  openResponse,
  sentResponse,
  whyNotAnswerable,
} from '../../domain/after-end/dispute-response.ts';
import type { AuditActor } from '../../domain/audit/audit.ts';
import { responseEntry } from '../../domain/audit/dispute-entries.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { BrandId } from '../../domain/merchants/brand.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { findDispute } from '../../storage/after-end/response-store.ts';
import type { Context } from '../context.ts';
import { askProvider } from '../submission/ask-provider.ts';
import { providerOf } from '../submission/provider-of.ts';
import { sealEvidence } from './evidence-content.ts';
import { settleDisputeResponse } from './settle-dispute-response.ts';
import { writeStep } from './write-step.ts';

export interface Disputed {
  dispute: Dispute;
  transaction: Transaction;
  /** undefined: it is no longer configured. */
  provider: Provider | undefined;
}

/** Throws Refusal 404: the brand has no such dispute. */
export async function findDisputed(context: Context, brand: BrandId, disputeId: string): Promise<Disputed> {
  const dispute = await findDispute(context.sql, brand, disputeId.toLowerCase());
  const transaction = dispute && (await context.transactions.find(dispute.merchantId, dispute.transactionId));
  if (!dispute || !transaction) throw new Refusal(404, 'disputeId: the brand has no such dispute');
  return { dispute, transaction, provider: providerOf(context, transaction) };
}

/** Which responses the provider takes through its API. */
export const responsesOf = (provider: Provider | undefined): Record<ResponseKind, boolean> => ({
  evidence: provider?.defendDispute !== undefined && provider.evidenceForm !== undefined,
  acceptance: provider?.acceptDispute !== undefined,
});

/** Answers the dispute as it is afterwards. Throws Refusal. */
export async function giveEvidence(
  context: Context,
  by: AuditActor,
  disputed: Disputed,
  evidence: Evidence,
): Promise<Dispute> {
  requireAnswerable(context, disputed, 'evidence');
  const form = await evidenceFormOf(context, disputed);
  if (form === null) throw notAnswerable('the provider takes no evidence for this dispute through its API');
  const faults = evidenceFaults(form, evidence);
  if (faults.length > 0) throw new Refusal(400, faults);
  return await respond(context, by, disputed, { kind: 'evidence', evidence });
}

/** Answers the dispute as it is afterwards. Throws Refusal. */
export async function acceptDispute(context: Context, by: AuditActor, disputed: Disputed): Promise<Dispute> {
  requireAnswerable(context, disputed, 'acceptance');
  return await respond(context, by, disputed, { kind: 'acceptance', evidence: null });
}

/** What the provider takes for this dispute; null: nothing. Throws Refusal if it does not say. */
export async function evidenceFormOf(
  context: Context,
  { dispute, transaction, provider }: Disputed,
): Promise<EvidenceForm | null> {
  const { evidenceForm: ask } = provider ?? {};
  if (!provider || !ask) return null;
  const form = await askProvider(context, provider, (signal) =>
    ask(transaction, dispute.providerReference, signal),
  );
  if (form !== null && 'kind' in form)
    throw new Refusal(
      503,
      'the provider did not say what it takes for this dispute; nothing was sent. Try again',
    );
  return form;
}

function requireAnswerable(context: Context, { dispute, provider }: Disputed, kind: ResponseKind): void {
  const fault = whyNotAnswerable(dispute, context.now());
  if (fault !== null) throw notAnswerable(fault);
  if (responsesOf(provider)[kind]) return;
  const what = kind === 'evidence' ? 'takes no evidence' : 'accepts no dispute';
  throw notAnswerable(`the provider ${what} through its API; answer it on the provider’s page`);
}

const notAnswerable = (fault: string) => new Refusal(409, `disputeId: ${fault}`);

interface Given {
  kind: ResponseKind;
  evidence: Evidence | null;
}

async function respond(
  context: Context,
  by: AuditActor,
  { transaction, dispute: { id: disputeId }, provider }: Disputed,
  { kind, evidence }: Given,
): Promise<Dispute> {
  const id = timeOrderedId(context.now());
  const evidenceSealed = evidence && sealEvidence(context, transaction, evidence);
  let judged: ReturnType<typeof openResponse> | undefined;
  await writeStep(context, transaction, (standing) => {
    const former = standing.disputes.find((one) => one.id === disputeId);
    if (!former) throw new Error(`dispute ${disputeId} has vanished`);
    judged = openResponse(standing.transaction, former, { id, kind }, context.now());
    if ('fault' in judged) return null;
    return {
      before: standing.transaction,
      after: standing.transaction,
      dispute: judged,
      movements: [],
      evidenceSealed,
      eventOf: null,
      audit: responseEntry(judged, evidence, by),
    };
  });
  const opened = judged!;
  if ('fault' in opened) throw notAnswerable(opened.fault);
  await send(context, { transaction, dispute: opened, provider }, evidence);
  return (await findDispute(context.sql, transaction, disputeId)) ?? opened;
}

/** The response is stored, so no later failure changes more than the caller's view of it. */
async function send(context: Context, disputed: Disputed, evidence: Evidence | null): Promise<void> {
  const { dispute, provider } = disputed;
  const response = dispute.response!;
  // The sweep might ask while this call is still running, so we leave the response to the sweep.
  if (!provider || context.now().getTime() + provider.deadlineMs > response.dueAt!.getTime()) return;
  try {
    const outcome = await askProvider(context, provider, (signal) =>
      sendResponse(disputed, evidence, signal),
    );
    await settleDisputeResponse(context, dispute, { responseId: response.id, outcome, inquired: false });
  } catch (error) {
    context.log.error(
      { err: error, disputeId: dispute.id, transactionId: dispute.transactionId },
      'the answer about a response to a dispute could not be stored; the provider is asked again',
    );
  }
}

/** The provider has both calls: it was checked before the response was stored. */
export async function sendResponse(
  { dispute, transaction, provider }: Disputed,
  evidence: Evidence | null,
  signal: AbortSignal,
) {
  const response = sentResponse(dispute, dispute.response!);
  return evidence === null
    ? await provider!.acceptDispute!(transaction, response, signal)
    : await provider!.defendDispute!(transaction, response, evidence, signal);
}
