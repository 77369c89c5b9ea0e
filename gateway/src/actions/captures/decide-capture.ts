// A person decides how a capture ended if its provider never answered and is not asked any more (contract 4, 16). As in
// decide-refund.ts, we first ask the provider once more, and its answer counts.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { captureDecisionEntry } from '../../domain/audit/capture-entries.ts';
import {
  type Capture,
  type CaptureChange,
  type CaptureOutcome,
  isUndecidedCapture,
} from '../../domain/captures/capture.ts';
import { CODE } from '../../domain/errors/error-codes.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Context } from '../context.ts';
import { inquireCapture } from './resolve-capture.ts';
import { settleCapture } from './settle-capture.ts';

export const DECIDED_CAPTURES = ['COMPLETED', 'FAILED'] as const;
export type DecidedCapture = (typeof DECIDED_CAPTURES)[number];

/** Answers the capture as it is afterwards. Throws Refusal 409 if there is nothing to decide. */
export async function decideCapture(
  context: Context,
  by: AuditActor,
  capture: Capture,
  { outcome, reason }: { outcome: DecidedCapture; reason: string },
): Promise<Capture> {
  if (!isUndecidedCapture(capture)) {
    const fault =
      capture.status === 'PENDING'
        ? 'the gateway is still asking the provider; a person can decide when it has stopped'
        : `the capture is ${capture.status}, and that is final`;
    throw refusal(capture, fault);
  }
  const transaction = await context.transactions.find(capture.merchantId, capture.transactionId);
  if (!transaction) throw new Error(`transaction ${capture.transactionId} no longer exists`);
  const word = await inquireCapture(context, transaction, capture);
  if (word.kind === 'completed' || word.kind === 'failed') {
    const answer = { outcome: word, actor: 'resolver', isInquiry: true } as const;
    const after = await settleCapture(context, capture, answer);
    if (after?.status === outcome) return after;
    throw refusal(capture, `the provider answered just now: the capture is ${after?.status ?? 'over'}`);
  }
  const decided: CaptureOutcome =
    outcome === 'COMPLETED' ? { kind: 'completed' } : { kind: 'failed', errorCode: CODE.captureFailed };
  const entryOf = (change: CaptureChange) => captureDecisionEntry(change, { by, reason });
  const actor = by.kind === 'operator' ? 'operator' : 'merchant';
  const after = await settleCapture(context, capture, { outcome: decided, actor, reason }, { by, entryOf });
  if (!after) throw refusal(capture, 'the capture has just ended');
  return after;
}

function refusal({ transactionId }: Capture, fault: string): Refusal {
  return new Refusal(409, `captureId: ${fault}`, { transactionId });
}
