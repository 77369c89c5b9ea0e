// The shape of a provider's notification in answers to operators and in the portal (contract 13). It must never hold a
// body.
import { currencyDigits } from '@tollgate/provider-kit/currency';
import { type TSchema, Type } from 'typebox';
import { toWire } from '../../domain/money/money.ts';
import { NOTIFICATION_STATES } from '../../domain/notifications/news.ts';
import type { StoredNotification } from '../../storage/notifications/notification-store.ts';
import { choice, textOrNull, uuid } from './schema-fields.ts';

export const Notification = Type.Object(
  {
    notificationId: uuid('Id of the notification.'),
    accountId: uuid('The account at the provider that it came for; for the sandbox, the brand.'),
    kind: Type.String({ description: "The provider's word, such as `AUTHORISATION`." }),
    reference: textOrNull('Our reference in it: that of a charge or a refund.'),
    providerReference: textOrNull("The provider's id of the payment or refund that it is about."),
    transactionId: textOrNull('The transaction that it is about, if that is known.'),
    amount: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      description: 'The amount in it.',
    } as TSchema),
    currency: textOrNull('Its currency.'),
    occurredAt: textOrNull("When it happened, by the provider's clock."),
    receivedAt: Type.String({ format: 'date-time', description: 'When it first came.' }),
    deliveries: Type.Integer({ description: 'How often it came.' }),
    state: choice(
      NOTIFICATION_STATES,
      'waiting: its call has not ended yet, or an earlier notification is missing. applied. ignored: it changes ' +
        'nothing, or was dismissed. foreign: the reference is not ours. unmatched: no transaction of this account. ' +
        'conflict: it contradicts what is stored. A person decides the last two.',
    ),
    reason: textOrNull('Why it has this state; null: no reason is needed.'),
  },
  { title: 'ProviderNotification', description: "A provider's notification about a payment." },
);

export function toWireNotification(one: StoredNotification) {
  const { amountMinor, currency } = one;
  const isAmount = amountMinor !== null && currency !== null && currencyDigits(currency) !== undefined;
  return {
    notificationId: one.id,
    accountId: one.accountId,
    kind: one.kind,
    reference: one.reference,
    providerReference: one.providerReference,
    transactionId: one.transactionId,
    amount: isAmount ? toWire(amountMinor, currency) : null,
    currency,
    occurredAt: one.occurredAt?.toISOString() ?? null,
    receivedAt: one.receivedAt.toISOString(),
    deliveries: one.deliveries,
    state: one.state,
    reason: one.reason,
  };
}
