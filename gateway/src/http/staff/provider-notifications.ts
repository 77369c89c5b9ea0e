// A person decides about a notification of a provider that fits no payment (contract 13): the gateway tries it again,
// or dismisses it.

import type { Context } from '../../actions/context.ts';
import {
  decideNotification,
  type NotificationDecision,
} from '../../actions/notifications/decide-notification.ts';
import type { StoredNotification } from '../../storage/notifications/notification-store.ts';
import { notification, notificationDecision } from '../operator/provider-examples.ts';
import { PortalNotification, shownNotifications } from '../portal/providers/shown-notification.ts';
import { Notification, toWireNotification } from '../schemas/notification-schemas.ts';
import { closed, uuid, visibleText } from '../schemas/schema-fields.ts';
import { type Staff, staffCalls } from './staff-calls.ts';

function decisionCalls(decision: NotificationDecision, summary: string, description: string) {
  return staffCalls({
    under: 'brand',
    address: `POST /provider-notifications/:notificationId/${decision}`,
    ids: { notificationId: uuid('The notification.') },
    summary,
    description,
    body: closed({ reason: visibleText(255, 'Why, for the audit log.') }),
    answers: { 200: { description: 'The notification.', schema: Notification, examples: notification } },
    errors: { 409: 'The notification was applied, or has no effect: there is nothing to decide.' },
    operator: {
      operationId: `${decision}ProviderNotification`,
      examples: notificationDecision,
      show: (_context, stored) => toWireNotification(stored),
    },
    portal: {
      operationId: `${decision}Notification`,
      tags: ['Portal providers'],
      permission: `notifications.${decision}`,
      answers: { 200: { description: 'The notification.', schema: PortalNotification } },
      show: showInPortal,
    },
    handle: async (context, { actor, brand }, { params, body: { reason } }) =>
      await decideNotification(context, actor, brand, {
        id: params.notificationId.toLowerCase(),
        decision,
        reason,
      }),
  });
}

async function showInPortal(context: Context, stored: StoredNotification, { brand }: Staff) {
  const [shown] = await shownNotifications(context, brand, [stored]);
  return shown;
}

export const retryNotificationCalls = decisionCalls(
  'retry',
  'Retry a notification',
  'The notification is read and applied again, as if it had just arrived. For a notification that was `unmatched`, ' +
    '`conflict` or `waiting`, after its cause was removed.',
);
export const dismissNotificationCalls = decisionCalls(
  'dismiss',
  'Dismiss a notification',
  'The notification no longer needs a person and is never applied. Nothing changes in the payment.',
);
