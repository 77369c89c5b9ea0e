// A notification of a provider as the portal shows it: with the names of the provider and of the payment, without its
// body.
import { type Static, type TSchema, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import type { BrandId } from '../../../domain/merchants/brand.ts';
import type { StoredNotification } from '../../../storage/notifications/notification-store.ts';
import { readTransactions } from '../../../storage/transactions/read-transactions.ts';
import { Notification, toWireNotification } from '../../schemas/notification-schemas.ts';
import { providerName } from './provider-name.ts';

export const PortalNotification = Type.Object(
  {
    ...Notification.properties,
    provider: Type.String({ description: 'Name of the provider for people.' }),
    merchantReference: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Reference of the transaction, if it is known.',
    } as TSchema),
  },
  { title: 'PortalNotification', description: 'A provider notification in the list of a brand.' },
);

/** In the order of `found`. */
export async function shownNotifications(
  context: Pick<Context, 'sql' | 'providerKinds'>,
  { merchantId }: Pick<BrandId, 'merchantId'>,
  found: readonly StoredNotification[],
): Promise<Static<typeof PortalNotification>[]> {
  const ids = found.flatMap(({ transactionId }) => transactionId ?? []);
  const transactions = await readTransactions(context.sql, merchantId, [...new Set(ids)]);
  const references = new Map(transactions.map(({ id, merchantReference }) => [id, merchantReference]));
  return found.map((one) => ({
    ...toWireNotification(one),
    provider: providerName(context, one.provider),
    merchantReference: references.get(one.transactionId ?? '') ?? null,
  }));
}
