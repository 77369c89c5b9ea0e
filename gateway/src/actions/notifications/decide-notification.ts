// A person decides about a notification that does not fit (contract 13): it is tried again, or dismissed. Both are
// audited, and neither moves money itself.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { NotificationState } from '../../domain/notifications/news.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { withRetries } from '../../storage/database/database.ts';
import {
  findNotification,
  type StoredNotification,
  setNotification,
} from '../../storage/notifications/notification-store.ts';
import type { Context } from '../context.ts';

export type NotificationDecision = 'retry' | 'dismiss';

/** States that allow a decision. An applied item, or one without consequences, stays unchanged. */
const OPEN: readonly NotificationState[] = ['waiting', 'unmatched', 'conflict'];

/** Answers the notification as it is afterwards. Throws Refusal 404, or 409 if there is nothing to decide. */
export async function decideNotification(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  by: AuditActor,
  brand: { merchantId: string; brandId: string },
  { id, decision, reason }: { id: string; decision: NotificationDecision; reason: string },
): Promise<StoredNotification> {
  return await withRetries(() =>
    sql.begin(async (tx) => {
      const found = await findNotification(tx, brand, id);
      if (!found) throw new Refusal(404, 'notificationId: the brand has no such notification');
      const at = now();
      const next =
        decision === 'retry'
          ? ({ state: 'waiting', reason: null, dueAt: at } as const)
          : ({ state: 'ignored', reason: `dismissed: ${reason}`, dueAt: null } as const);
      const isOpen = OPEN.includes(found.state);
      if (!isOpen || !(await setNotification(tx, found, found.state, next))) {
        throw new Refusal(
          409,
          `notificationId: the notification is ${found.state}; there is nothing to decide`,
        );
      }
      const { accountId, kind, reference, providerReference, transactionId } = found;
      await appendAudit(tx, {
        merchantId: brand.merchantId,
        at,
        by,
        action: decision === 'retry' ? 'provider-notification.retried' : 'provider-notification.dismissed',
        target: { kind: 'brand', id: brand.brandId },
        before: { notificationId: id, state: found.state },
        after: {
          notificationId: id,
          state: next.state,
          reason,
          accountId,
          kind,
          reference,
          providerReference,
          transactionId,
        },
        personalFields: ['reason'],
      });
      return { ...found, ...next };
    }),
  );
}
