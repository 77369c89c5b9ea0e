// Commits a step of a refund together with its webhook event. The caller decides the step, under the lock of the
// pay-in. Answers the step, or null if there is none to make.

import { type AuditActor, type AuditEntry, refundEntry } from '../../domain/audit/audit.ts';
import type { RefundChange } from '../../domain/refunds/refund.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import { refundEvent, type WebhookEvent } from '../../domain/webhooks/webhook-event.ts';
import type { RefundJob, RefundStanding } from '../../storage/refunds/write-refunds.ts';
import type { Context } from '../context.ts';
import { traceOf } from '../trace-event.ts';

export async function writeRefund(
  context: Context,
  job: Omit<RefundJob, 'decide'>,
  judge: (standing: RefundStanding) => RefundChange | null,
  /** The entry of the audit log, if `job.by` names somebody. */
  entryOf: (change: RefundChange, by: AuditActor) => AuditEntry = refundEntry,
): Promise<RefundChange | null> {
  const { outbox } = context;
  // Belongs to the current try: after a failed group, everything is decided and written again.
  let taken: WebhookEvent | null = null;
  const letGo = () => {
    if (taken) outbox.abandon(taken);
    taken = null;
  };
  const inTrace = traceOf(context);
  try {
    const write = await context.refunds.write({
      ...job,
      decide(standing) {
        letGo();
        const change = judge(standing);
        if (!change) return null;
        const event = change.after === change.before ? null : inTrace(eventOf(context, change));
        if (event && outbox.take(event)) taken = event;
        const audit = job.by && entryOf(change, job.by);
        return { change, event, taken: taken !== null, audit };
      },
    });
    if (!write) return null;
    taken = null;
    if (write.event) outbox.commit(write.event, write.taken);
    return write.change;
  } finally {
    letGo();
  }
}

function eventOf(context: Context, { after, refund }: RefundChange): WebhookEvent {
  const brand = context.brands.byId(after.brandId);
  if (!brand) throw new Error(`brand ${after.brandId} does not exist`);
  return refundEvent(after, refund, timeOrderedId(refund.updatedAt), brand);
}
