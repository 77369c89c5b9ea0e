// Every answer about a capture ends here, whether from the call that made it, from the sweep that asks later, from a
// notification, or from a person. The capture's status, its money, its pay-in's status and the webhooks commit
// together. Answers the capture as it is afterwards, or null if it had already ended.
import { withheldBy } from '../../domain/after-end/dispute.ts';
import type { AuditActor, AuditEntry } from '../../domain/audit/audit.ts';
import type { Capture, CaptureChange } from '../../domain/captures/capture.ts';
import { type CaptureAnswer, settleCapture as settle } from '../../domain/captures/settle-capture.ts';
import type { Context } from '../context.ts';
import { providerOf } from '../submission/provider-of.ts';
import { writeCapture } from './write-capture.ts';

export interface CaptureDecision {
  by: AuditActor;
  entryOf: (change: CaptureChange) => AuditEntry;
}

export async function settleCapture(
  context: Context,
  { merchantId, transactionId, id: captureId, brandId }: Capture,
  answer: CaptureAnswer,
  /** The person who decides how it ended, and the text for the audit log. */
  decision: CaptureDecision | null = null,
): Promise<Capture | null> {
  const by = decision?.by ?? null;
  const readsDisputes = answer.afterEnd === true && answer.outcome.kind === 'failed';
  const job = { merchantId, transactionId, captureId, captureReference: null, by, readsDisputes };
  let ended = null as Capture['status'] | null;
  const change = await writeCapture(
    context,
    job,
    ({ transaction, capture: current, disputes }) => {
      if (!current) throw new Error(`capture ${captureId} no longer exists`);
      ended = current.status;
      const releasesRest = providerOf(context, transaction)?.releaseRest !== undefined;
      const withheldMinor = withheldBy(disputes);
      return settle(transaction, current, { ...answer, releasesRest, withheldMinor }, context.now());
    },
    decision?.entryOf,
  );
  const { kind } = answer.outcome;
  const says = kind === 'completed' ? 'COMPLETED' : kind === 'failed' ? 'FAILED' : null;
  // A notification that contradicts the books becomes a conflict; a contradicting answer appears only in this log line.
  if (!change && says && ended && ended !== says && !answer.afterEnd && !decision) {
    context.log.error(
      { captureId, transactionId, brandId, status: ended, says },
      'a provider answered about a capture, but it has ended otherwise; a person must look at it',
    );
  }
  return change?.capture ?? null;
}
