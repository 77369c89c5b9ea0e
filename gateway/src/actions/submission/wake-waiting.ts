// Makes the waiting notifications of a payment due now. They may wait for what was just committed: a payment that was
// made, as a dispute does, the end of the open attempt, an authorisation, or the end of a pending capture.
import { BANK_ID } from '../../domain/bank/bank-account.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { wakeNotifications } from '../../storage/notifications/notification-store.ts';
import type { Context } from '../context.ts';

export async function wakeWaiting(
  { sql, now, log }: Context,
  before: Transaction,
  { merchantId, id: transactionId, status }: Transaction,
): Promise<void> {
  if (!mayHaveNotifications(before)) return;
  const news = status === 'COMPLETED' ? 'payment' : null;
  // The change is committed, and waiting items are retried later anyway.
  await wakeNotifications(sql, { merchantId, transactionId, news }, now()).catch((error: unknown) =>
    log.warn(
      { err: error, transactionId },
      'the waiting notifications of a payment could not be woken; they are retried later',
    ),
  );
}

/** The sandbox and the banks send no notifications, so after a single attempt there no item can be waiting. */
const mayHaveNotifications = ({ provider, providerAccount, attempts }: Transaction): boolean =>
  attempts >= 2 || (providerAccount !== null && provider !== BANK_ID);
