// In the sandbox a merchant's developer decides how a capture ends (contract 16), in the test environment only. A
// pending capture can end either way, and a COMPLETED one can still fail. It is applied like a provider's answer, so
// money and webhooks are real.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { forcedCaptureOutcomeEntry } from '../../domain/audit/capture-entries.ts';
import type { Capture, CaptureOutcome } from '../../domain/captures/capture.ts';
import { CODE } from '../../domain/errors/error-codes.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Context } from '../context.ts';
import { requireSimulated } from '../submission/require-simulated.ts';
import { settleCapture } from './settle-capture.ts';

export type ForcedCapture = 'COMPLETED' | 'FAILED';

/**
 * The same outcome again changes nothing. Throws Refusal 400 if the capture's status does not allow it, or its payment
 * was sent to a real provider.
 */
export async function forceCapture(
  context: Context,
  by: AuditActor,
  capture: Capture,
  forced: ForcedCapture,
): Promise<void> {
  const { merchantId, brandId, id, transactionId } = capture;
  const transaction = await context.transactions.find(merchantId, transactionId);
  if (!transaction) throw new Error(`transaction ${transactionId} no longer exists`);
  requireSimulated(transaction, 'captureId');
  if (capture.status === forced) return;
  const outcome: CaptureOutcome =
    forced === 'COMPLETED' ? { kind: 'completed' } : { kind: 'failed', errorCode: CODE.captureFailed };
  const after = await settleCapture(
    context,
    capture,
    { outcome, actor: 'sandbox', afterEnd: true },
    { by, entryOf: (change) => forcedCaptureOutcomeEntry(capture, change, by) },
  );
  if (after) return;
  const current = await context.captures.find(merchantId, brandId, id);
  if (current?.status === forced) return;
  const rule =
    current?.status === 'COMPLETED'
      ? '; its money went back before, or a dispute withholds it'
      : ', and that is final';
  throw new Refusal(400, `captureId: the capture is ${current?.status}${rule}`, { transactionId });
}
