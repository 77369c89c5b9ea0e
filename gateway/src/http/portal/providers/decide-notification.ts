// A person decides about a notification that fits no payment, under /portal/api/brands/{brandId}/provider-notifications
// (contract 13, 14): the gateway tries it again, or dismisses it. The action is the operator's, with the user as the
// actor.
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import {
  decideNotification,
  type NotificationDecision,
} from '../../../actions/notifications/decide-notification.ts';
import type { PortalPermission } from '../../../domain/access/portal-permission.ts';
import type { Operation } from '../../operation.ts';
import { closed, uuid, visibleText } from '../../schemas/schema-fields.ts';
import { portalErrors } from '../portal-schemas.ts';
import { PortalNotification, shownNotifications } from './shown-notification.ts';

const Path = Type.Object({ brandId: uuid('The brand.'), notificationId: uuid('The notification.') });
const Body = closed({ reason: visibleText(255, 'Why, for the audit log.') });

interface Words {
  summary: string;
  description: string;
  permission: PortalPermission;
}

const operation = (decision: NotificationDecision, words: Words) =>
  ({
    operationId: `${decision}Notification`,
    tags: ['Portal providers'],
    ...words,
    access: 'portal',
    params: Path,
    body: Body,
    answers: { 200: { description: 'The notification.', schema: PortalNotification }, ...portalErrors(409) },
  }) satisfies Operation;

const RETRY = operation('retry', {
  summary: 'Try a notification again',
  description:
    'It is read and applied again, as if it had just come: once the cause was removed that made it `unmatched`, `conflict` or ' +
    '`waiting`.',
  permission: 'notifications.retry',
});
const DISMISS = operation('dismiss', {
  summary: 'Dismiss a notification',
  description: 'It needs no person any more and is never applied. Nothing changes in the payment.',
  permission: 'notifications.dismiss',
});

export function decidePortalNotificationRoutes(app: FastifyInstance, context: Context): void {
  for (const [decision, schema] of [
    ['retry', RETRY],
    ['dismiss', DISMISS],
  ] as const) {
    app.post<{ Params: Static<typeof Path>; Body: Static<typeof Body> }>(
      `/portal/api/brands/:brandId/provider-notifications/:notificationId/${decision}`,
      { schema },
      async ({ portal: { actor, brand }, params, body: { reason } }) => {
        const decided = { id: params.notificationId.toLowerCase(), decision, reason };
        const after = await decideNotification(context, actor, brand, decided);
        const [shown] = await shownNotifications(context, brand, [after]);
        return shown;
      },
    );
  }
}
