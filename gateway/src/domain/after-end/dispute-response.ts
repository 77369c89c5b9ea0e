// The merchant's response to a dispute (contract 13): evidence against it, or its acceptance. Here is when one may be
// given, what its content must have, and what a provider's answer does to it. A response moves no money: only the
// provider's news of the dispute does. Pure.
import type {
  DisputeResponse,
  Evidence,
  EvidenceForm,
  ResponseKind,
  ResponseOutcome,
} from '@tollgate/provider-kit/seam/dispute';
import { ABANDONED_AFTER_MS, inquiryDueAt } from '../transactions/outcome-step.ts';
import { isErased, stepAfterEnd, type Transaction } from '../transactions/transaction.ts';
import type { Dispute, DisputeChange, StoredResponse } from './dispute.ts';

export const EVIDENCE_LIMITS = {
  textLength: 5_000,
  files: 8,
  /** The most for one file: Adyen takes no larger PDF. */
  fileBytes: 2 * 1024 * 1024,
  /** The most for all files: Stripe takes little more in one response. */
  allBytes: 4 * 1024 * 1024,
};

/** null: the dispute is open, and so is the time to answer it. */
export function whyTooLate({ status, deadline }: Dispute, now: Date): string | null {
  if (status === 'WON' || status === 'LOST') return `the dispute is ${status}, so it is over`;
  if (deadline !== null && deadline <= now) return `the time to answer it ended on ${deadline.toISOString()}`;
  return null;
}

/** Why nobody can answer the dispute now; null: it can be answered. */
export function whyNotAnswerable(dispute: Dispute, now: Date): string | null {
  const { status, response } = dispute;
  if (response?.answers === status) {
    if (response.status === 'SENT')
      return response.kind === 'evidence'
        ? 'evidence was sent already, and is sent once'
        : 'the dispute was accepted already';
    if (response.status === 'PENDING') return 'a response is being sent already';
  }
  return whyTooLate(dispute, now);
}

/** What the merchant can do about the dispute now. Only a chargeback can be accepted: an inquiry has taken nothing. */
export function possibleResponses(
  dispute: Dispute,
  provider: Readonly<Record<ResponseKind, boolean>>,
  now: Date,
): ResponseKind[] {
  if (whyNotAnswerable(dispute, now) !== null) return [];
  const kinds: ResponseKind[] = dispute.status === 'OPEN' ? ['evidence', 'acceptance'] : ['evidence'];
  return kinds.filter((kind) => provider[kind]);
}

/** The dispute with a new response, which is about to be sent; the fault, if it cannot be answered now. */
export function openResponse(
  transaction: Transaction,
  dispute: Dispute,
  { id, kind }: Pick<StoredResponse, 'id' | 'kind'>,
  now: Date,
): Dispute | { fault: string } {
  const fault = whyNotAnswerable(dispute, now);
  if (fault !== null) return { fault };
  if (kind === 'acceptance' && dispute.status !== 'OPEN')
    return { fault: 'only a chargeback (OPEN) can be accepted, and this is an inquiry' };
  if (kind === 'evidence' && isErased(transaction))
    return { fault: 'the personal data of this payment was erased, so no evidence is stored for it' };
  const response: StoredResponse = {
    id,
    kind,
    status: 'PENDING',
    answers: dispute.status,
    reason: null,
    inquiries: 0,
    // If this process dies before the provider's answer, the sweep continues from here.
    dueAt: new Date(now.getTime() + ABANDONED_AFTER_MS),
    createdAt: now,
    updatedAt: now,
  };
  return { ...dispute, response };
}

/** A provider's answer. `inquired`: it answers an inquiry, not the response itself. */
export interface ResponseAnswer {
  responseId: string;
  outcome: ResponseOutcome;
  inquired: boolean;
}

export interface ResponseChange {
  dispute: Dispute;
  /** The pay-in after it, for the webhook; null: nothing is told. */
  told: Pick<DisputeChange, 'after' | 'eventType'> | null;
}

/** Applies a provider's answer. null: the response has ended already, or another one has taken its place. */
export function settleResponse(
  transaction: Transaction,
  dispute: Dispute,
  { responseId, outcome, inquired }: ResponseAnswer,
  now: Date,
): ResponseChange | null {
  const { response: before } = dispute;
  if (before?.id !== responseId || before.status !== 'PENDING') return null;
  if (outcome.kind === 'unknown') {
    const inquiries = before.inquiries + (inquired ? 1 : 0);
    const response = { ...before, inquiries, dueAt: inquiryDueAt(inquiries, now) };
    return { dispute: { ...dispute, response }, told: null };
  }
  const response: StoredResponse = {
    ...before,
    status: outcome.kind === 'sent' ? 'SENT' : 'REFUSED',
    reason: outcome.kind === 'refused' && !isErased(transaction) ? outcome.reason : null,
    dueAt: null,
    updatedAt: now,
  };
  // The last event of a finished dispute says how it ended.
  const isOver = dispute.status === 'WON' || dispute.status === 'LOST';
  if (isOver) return { dispute: { ...dispute, response }, told: null };
  return {
    dispute: { ...dispute, response, updatedAt: now, steps: dispute.steps + 1 },
    told: { after: stepAfterEnd(transaction, {}, now), eventType: 'dispute.updated' },
  };
}

/** Its inquiries are over, so a person has to look at the provider's page. */
export const isUndecidedResponse = (response: StoredResponse | null): boolean =>
  response?.status === 'PENDING' && response.dueAt === null;

/** The response in the form that an adapter gets. */
export function sentResponse(dispute: Dispute, response: StoredResponse): DisputeResponse {
  const { merchantId, transactionId, providerReference: disputeReference, amountMinor, currency } = dispute;
  const { id, kind, inquiries, createdAt } = response;
  const of = { merchantId, transactionId, disputeReference, amountMinor, currency };
  return { ...of, id, kind, inquiries, createdAt };
}

/** What the provider does not take, or misses; each fault names its field. */
export function evidenceFaults(form: EvidenceForm, { ground: code, texts, files }: Evidence): string[] {
  const ground = form.grounds.find((one) => one.code === code);
  if (!ground) return [`ground: must be one of ${form.grounds.map((one) => one.code).join(', ')}`];
  const taken = ground.files.map((one) => one.kind);
  const faults: string[] = [];
  for (const name of Object.keys(texts)) {
    if (!form.texts.some((one) => one === name))
      faults.push(`texts.${name}: the provider takes no such text; hand it in as a file`);
  }
  for (const { kind, type } of files) {
    if (!taken.includes(kind)) faults.push(`files: ${kind} is not taken; possible are ${taken.join(', ')}`);
    else if (!form.fileTypes.includes(type))
      faults.push(`files: ${kind} is ${type}; the provider takes ${form.fileTypes.join(', ')}`);
  }
  for (const { kind, isNeeded } of ground.files) {
    const count = files.filter((one) => one.kind === kind).length;
    if (count > 1) faults.push(`files: ${kind} is there ${count} times; send one file of each kind`);
    if (count === 0 && isNeeded) faults.push(`files: ${kind} is required for the ground ${code}`);
  }
  if (Object.keys(texts).length === 0 && files.length === 0)
    faults.push('texts: send at least one text or file');
  return faults;
}

/** Texts that the payment itself gives, for a form to begin with. */
export function suggestedTexts({ details }: Transaction): Evidence['texts'] {
  const lines = (details.orderDetails ?? []).flatMap(({ productName, description, quantity }) => {
    const name = productName ?? description;
    return name ? `${quantity ?? 1} × ${name}` : [];
  });
  return lines.length === 0 ? {} : { product: lines.join(', ').slice(0, EVIDENCE_LIMITS.textLength) };
}
