// POST /operator/brands/{id}/provider-notifications/{notificationId}/retry and …/dismiss (contract 13): a person
// decides about a notification that fits no payment.
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { requireBrand } from '../../../actions/merchants/change-brand.ts';
import {
  decideNotification,
  type NotificationDecision,
} from '../../../actions/notifications/decide-notification.ts';
import type { Operation } from '../../operation.ts';
import { Notification, toWireNotification } from '../../schemas/notification-schemas.ts';
import { closed, uuid, visibleText } from '../../schemas/schema-fields.ts';
import { operatorErrors } from '../operator-schemas.ts';
import { notification, notificationDecision } from '../provider-examples.ts';

const Path = Type.Object({ id: uuid('The brand.'), notificationId: uuid('The notification.') });
const Body = closed({ reason: visibleText(255, 'Why, for the audit log.') });

const operation = (decision: NotificationDecision, summary: string, description: string) =>
  ({
    operationId: `${decision}ProviderNotification`,
    tags: ['Operator'],
    summary,
    description,
    access: 'operator',
    params: Path,
    body: Body,
    examples: notificationDecision,
    answers: {
      200: { description: 'The notification.', schema: Notification, examples: notification },
      ...operatorErrors({ 409: 'It was applied, or is of no consequence: there is nothing to decide.' }),
    },
  }) satisfies Operation;

const RETRY = operation(
  'retry',
  'Try a notification again',
  'It is read and applied again, as if it had just come: for one that was `unmatched`, `conflict` or `waiting` until its ' +
    'cause was removed.',
);
const DISMISS = operation(
  'dismiss',
  'Dismiss a notification',
  'It needs no person any more and is never applied. Nothing changes in the payment.',
);

export function decideNotificationRoutes(app: FastifyInstance, context: Context): void {
  for (const [decision, schema] of [
    ['retry', RETRY],
    ['dismiss', DISMISS],
  ] as const) {
    app.post<{ Params: { id: string; notificationId: string }; Body: Static<typeof Body> }>(
      `/operator/brands/:id/provider-notifications/:notificationId/${decision}`,
      { schema },
      async ({ params, operator, body }) => {
        const brand = await requireBrand(context.sql, params.id);
        const { notificationId: id } = params;
        const decided = { id, decision, reason: body.reason };
        return toWireNotification(await decideNotification(context, operator, brand, decided));
      },
    );
  }
}
