// Resumes a brand's paused webhook endpoints and renews the events that they missed (contract 2 and 5): the events in
// their lines, events that were given up, and events whose next try is much later. Workers notice within two seconds
// and take up each line in order; this file sends nothing.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { withRetries } from '../../storage/database/database.ts';
import { resumeEndpoints } from '../../storage/webhooks/webhook-renewals.ts';
import type { Context } from '../context.ts';

export interface ResumedWebhooks {
  /** The endpoints that were paused, and how many events wait for each; empty if none was paused. */
  resumed: { url: string; waitingEvents: number }[];
}

export async function resumeWebhooks(
  context: Pick<Context, 'sql' | 'now'>,
  by: AuditActor,
  brand: { merchantId: string; brandId: string; notificationUrl: string | null },
): Promise<ResumedWebhooks> {
  const { merchantId, brandId } = brand;
  return withRetries(() =>
    context.sql.begin(async (tx) => {
      const at = context.now();
      const { paused: resumed, renewed } = await resumeEndpoints(tx, brand, at);
      if (renewed) {
        const target = { kind: 'brand', id: brandId } as const;
        const entry = { action: 'webhooks.resumed', target, before: null, after: { resumed } } as const;
        await appendAudit(tx, { merchantId, at, by, ...entry });
      }
      return { resumed };
    }),
  );
}
