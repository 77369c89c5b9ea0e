// Pauses the webhooks of a brand because a person asked for it, such as while a receiver is repaired. Events wait in
// line until resume-webhooks.ts runs; a new notification address ends the pause too. Workers notice within two seconds;
// deliveries in flight still arrive.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { withoutQuery } from '../../domain/webhooks/webhook-event.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { withRetries } from '../../storage/database/database.ts';
import { pauseEndpoint } from '../../storage/webhooks/resend-events.ts';
import type { Context } from '../context.ts';

export async function pauseWebhooks(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  by: AuditActor,
  brand: { merchantId: string; brandId: string; notificationUrl: string | null },
  why: string | null,
): Promise<void> {
  const { merchantId, brandId, notificationUrl } = brand;
  if (notificationUrl === null) throw new Refusal(409, 'the brand has no notification address');
  const reason = why === null ? `paused by ${by.name}` : `paused by ${by.name}: ${why}`;
  const paused = await withRetries(() =>
    sql.begin(async (tx) => {
      const at = now();
      if (!(await pauseEndpoint(tx, { merchantId, brandId, notificationUrl }, { now: at, reason })))
        return false;
      const target = { kind: 'brand', id: brandId } as const;
      const after = { url: withoutQuery(notificationUrl), reason: why };
      await appendAudit(tx, {
        merchantId,
        at,
        by,
        action: 'webhooks.paused',
        target,
        before: null,
        after,
      });
      return true;
    }),
  );
  if (!paused) throw new Refusal(409, 'the notification address is already paused');
}
