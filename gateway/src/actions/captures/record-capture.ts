// Records a capture that somebody made at the provider (contract 16): COMPLETED when we first hear of it, with its
// transfer, its pay-in's status and its webhooks in one commit. Its id is derived from the provider's id, so that we
// record it only once. After the end of the authorisation it is a late success.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { forcedCaptureEntry } from '../../domain/audit/capture-entries.ts';
import type { Capture } from '../../domain/captures/capture.ts';
import { type CaptureAtProvider, recordCapture as record } from '../../domain/captures/settle-capture.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { writeCapture } from './write-capture.ts';

/** `refused`: it is more than what is left to capture, and nothing was written. */
export async function recordCapture(
  context: Context,
  { merchantId, id: transactionId }: Pick<Transaction, 'merchantId' | 'id'>,
  made: CaptureAtProvider,
  /** A merchant's developer who plays the provider; null: the provider. */
  by: AuditActor | null = null,
): Promise<{ kind: 'recorded' | 'refused' } | { kind: 'known'; capture: Capture }> {
  let known: Capture | null = null;
  const change = await writeCapture(
    context,
    { merchantId, transactionId, captureId: made.id, captureReference: null, by },
    ({ transaction, capture }) => {
      known = capture;
      return capture ? null : record(transaction, made, context.now());
    },
    forcedCaptureEntry,
  );
  if (change) return { kind: 'recorded' };
  return known ? { kind: 'known', capture: known } : { kind: 'refused' };
}
