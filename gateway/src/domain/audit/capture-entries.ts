// The rows of the audit log about captures (contract 12, 16): made by the merchant, decided by a person, or played in
// the sandbox. Pure.
import type { Capture, CaptureChange } from '../captures/capture.ts';
import { toWire } from '../money/money.ts';
import type { Transaction } from '../transactions/transaction.ts';
import { type AuditActor, type AuditEntry, type AuditFacts, forcedEntry } from './audit.ts';

/** The row belongs to the pay-in: whoever looks up the pay-in finds its captures. */
export function captureEntry({ after, capture }: CaptureChange, by: AuditActor): AuditEntry {
  const { merchantId, transactionId, createdAt } = capture;
  const target = { kind: 'transaction', id: transactionId } as const;
  const facts = captureFacts(capture, after);
  return { merchantId, at: createdAt, by, action: 'capture.made', target, before: null, after: facts };
}

/** A merchant's developer played a capture at the provider, in the sandbox. */
export function forcedCaptureEntry({ after, capture }: CaptureChange, by: AuditActor): AuditEntry {
  const facts = { ...captureFacts(capture, after), status: capture.status };
  return forcedEntry(after, by, { action: 'capture.forced', before: null, after: facts });
}

/** A merchant's developer decided how a capture ended, in the sandbox. */
export function forcedCaptureOutcomeEntry(
  { status: former }: Capture,
  { after, capture }: CaptureChange,
  by: AuditActor,
): AuditEntry {
  const { id: captureId, status, currency, amountMinor } = capture;
  return forcedEntry(after, by, {
    action: 'capture.outcome-forced',
    before: { captureId, status: former },
    after: { captureId, status, currency, amount: toWire(amountMinor, currency) },
  });
}

/** A person decided how a capture ended without the provider's answer. */
export function captureDecisionEntry(
  { after, capture }: CaptureChange,
  { by, reason }: { by: AuditActor; reason: string },
): AuditEntry {
  const { merchantId, transactionId, id: captureId, status, updatedAt } = capture;
  return {
    merchantId,
    at: updatedAt,
    by,
    action: 'capture.decided',
    target: { kind: 'transaction', id: transactionId },
    before: { captureId, status: 'PENDING' },
    after: { ...captureFacts(capture, after), status, reason },
    personalFields: ['reason'],
  };
}

function captureFacts(
  { id: captureId, currency, amountMinor, captureReference, isFinal }: CaptureChange['capture'],
  { authorized }: Transaction,
): AuditFacts {
  const amountCaptured = toWire(authorized?.capturedMinor ?? 0n, currency);
  const amount = toWire(amountMinor, currency);
  return { captureId, currency, amount, captureReference, final: isFinal, amountCaptured };
}
