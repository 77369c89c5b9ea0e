// Sends one webhook once more because a person asked for it (contract 5): the same bytes, to the present address,
// signed anew if its secret has ended. The same commit writes the audit row and a second place in the stream of events;
// a worker sends within a moment.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { withRetries } from '../../storage/database/database.ts';
import type { DeliveryKey } from '../../storage/webhooks/list-deliveries.ts';
import { logResends } from '../../storage/webhooks/log-resends.ts';
import { longestHoldMs, resendEvents } from '../../storage/webhooks/resend-events.ts';
import type { Context } from '../context.ts';
import { knownDelivery } from './known-delivery.ts';

export async function resendWebhook(
  { sql, now, config }: Pick<Context, 'sql' | 'now' | 'config'>,
  by: AuditActor,
  key: DeliveryKey,
): Promise<void> {
  const delivery = await knownDelivery(sql, key);
  const at = now();
  const holdMs = longestHoldMs(config.webhookTimeoutMs);
  const moved = await withRetries(() =>
    sql.begin(async (tx) => {
      const resent = await resendEvents(tx, key, [key], { now: at, holdMs });
      if (resent.length === 0) return false;
      const { merchantId, transactionId, sequence } = key;
      await appendAudit(tx, {
        merchantId,
        at,
        by,
        action: 'webhook.resent',
        target: { kind: 'transaction', id: transactionId },
        before: { state: delivery.state, tries: delivery.tries },
        after: { eventId: delivery.eventId, eventType: delivery.eventType, sequence },
      });
      await logResends(tx, key, [key], at);
      return true;
    }),
  );
  if (moved) return;
  const isWaiting = delivery.state === 'waiting';
  throw new Refusal(
    409,
    isWaiting
      ? 'this event waits in the line of its address and is sent in its turn; resume the address if it is paused'
      : 'this event is being sent, or will be retried automatically within half a minute',
  );
}
