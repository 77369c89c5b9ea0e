// Commits a step of a capture together with its webhook events. The caller decides the step, under the lock of the
// pay-in. Answers the step, or null if there is none to make.
import type { AuditActor, AuditEntry } from '../../domain/audit/audit.ts';
import { captureEntry } from '../../domain/audit/capture-entries.ts';
import type { CaptureChange } from '../../domain/captures/capture.ts';
import { findOption } from '../../domain/options/payment-option.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { captureEvent, type WebhookEvent } from '../../domain/webhooks/webhook-event.ts';
import type { CaptureJob, CaptureStanding } from '../../storage/captures/write-captures.ts';
import type { Context } from '../context.ts';
import { wakeWaiting } from '../submission/wake-waiting.ts';
import { traceOf } from '../trace-event.ts';

export async function writeCapture(
  context: Context,
  job: Omit<CaptureJob, 'decide'>,
  judge: (standing: CaptureStanding) => CaptureChange | null,
  /** The entry of the audit log, if `job.by` names somebody. */
  entryOf: (change: CaptureChange, by: AuditActor) => AuditEntry = captureEntry,
): Promise<CaptureChange | null> {
  const { outbox } = context;
  // Belong to the current try: after a failed group, everything is decided and written again.
  let taken: WebhookEvent[] = [];
  const letGo = () => {
    for (const event of taken) outbox.abandon(event);
    taken = [];
  };
  const inTrace = traceOf(context);
  try {
    const write = await context.captures.write({
      ...job,
      decide(standing) {
        letGo();
        const change = judge(standing);
        if (!change) return null;
        const events = eventsOf(context, change).map(inTrace);
        taken = events.filter((event) => outbox.take(event));
        const audit = job.by && entryOf(change, job.by);
        return { change, events: events.map((event) => ({ event, taken: taken.includes(event) })), audit };
      },
    });
    if (!write) return null;
    taken = [];
    for (const { event, taken: isTaken } of write.events) outbox.commit(event, isTaken);
    const { before, after, capture } = write.change;
    if (before.status !== after.status) count(context, after);
    if (capture.status !== 'PENDING') await wakeWaiting(context, before, after);
    return write.change;
  } finally {
    letGo();
  }
}

/** The last event has the sequence of the pay-in as it is afterwards. */
function eventsOf(context: Context, { after, capture, events }: CaptureChange): WebhookEvent[] {
  const brand = context.brands.byId(after.brandId);
  if (!brand) throw new Error(`brand ${after.brandId} does not exist`);
  return events.map((eventType, i) => {
    const sequence = after.sequence - events.length + 1 + i;
    const eventId = timeOrderedId(after.updatedAt);
    return captureEvent({ ...after, sequence }, capture, { eventId, eventType }, brand);
  });
}

function count(context: Context, { type, status, optionId, errorCode, brandId }: Transaction): void {
  const option = optionId === null ? undefined : findOption(optionId)?.option;
  context.countTransaction({ type, status, optionType: option?.type ?? null, errorCode, brandId });
}
