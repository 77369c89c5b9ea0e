// One webhook with its tries, or the reason why it cannot be shown: it does not exist, or it is in the archive of its
// month (docs/decisions/0091). It only reads.

import { nameOfMonth } from '../../domain/archive/month.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { archivedMonthOf } from '../../storage/archive/closed-months.ts';
import type { Sql } from '../../storage/database/database.ts';
import { type DeliveryDetails, findDelivery } from '../../storage/webhooks/find-delivery.ts';
import type { DeliveryKey } from '../../storage/webhooks/list-deliveries.ts';

export async function knownDelivery(sql: Sql, key: DeliveryKey): Promise<DeliveryDetails> {
  const delivery = await findDelivery(sql, key);
  if (delivery) return delivery;
  await refuseArchived(sql, key.transactionId);
  throw new Refusal(404, 'there is no such delivery');
}

/** 410 if the webhooks of this transaction are in the archive. */
export async function refuseArchived(sql: Sql, transactionId: string): Promise<void> {
  const month = await archivedMonthOf(sql, transactionId);
  if (month === null) return;
  throw new Refusal(
    410,
    `the webhooks of payments of ${nameOfMonth(month)} are in the archive; the operator of the gateway can restore that month`,
  );
}
