// Commits a step of a mandate together with its webhook event (contract 16). The caller decides the step, under the
// lock of the mandate's first pay-in. Answers the step, or null if there was none to make.
import type { AuditEntry } from '../../domain/audit/audit.ts';
import type { Mandate } from '../../domain/mandates/mandate.ts';
import type { MandateChange, MandateStanding } from '../../domain/mandates/mandate-step.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import { mandateEvent, type WebhookEvent } from '../../domain/webhooks/webhook-event.ts';
import { writeMandate } from '../../storage/mandates/write-mandates.ts';
import type { Context } from '../context.ts';
import { traceOf } from '../trace-event.ts';

export async function writeMandateStep(
  context: Context,
  mandate: Pick<Mandate, 'merchantId' | 'id' | 'firstTransactionId'>,
  decide: (standing: MandateStanding) => MandateChange | null,
  /** The entry of the audit log; null: no person caused the step. */
  auditOf: ((change: MandateChange) => AuditEntry) | null = null,
): Promise<MandateChange | null> {
  const { outbox } = context;
  // Belongs to the current try: after a failed commit, everything is decided again.
  let taken: WebhookEvent | null = null;
  const letGo = () => {
    if (taken) outbox.abandon(taken);
    taken = null;
  };
  const inTrace = traceOf(context);
  try {
    const write = await writeMandate(context.sql, mandate, (standing) => {
      letGo();
      const change = decide(standing);
      if (!change) return null;
      const event = inTrace(eventOf(context, change));
      if (outbox.take(event)) taken = event;
      return { change, event, taken: taken !== null, audit: auditOf ? auditOf(change) : null };
    });
    if (!write) return null;
    taken = null;
    outbox.commit(write.event, write.taken);
    return write.change;
  } finally {
    letGo();
  }
}

function eventOf({ brands }: Context, { after, mandate, eventType }: MandateChange): WebhookEvent {
  const brand = brands.byId(after.brandId);
  if (!brand) throw new Error(`brand ${after.brandId} does not exist`);
  const eventId = timeOrderedId(after.updatedAt);
  return mandateEvent(after, mandate, { eventId, eventType }, brand);
}
