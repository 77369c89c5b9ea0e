// A shopper asks for the receipt of their completed pay-in by mail (docs/decisions/0138). It goes to the address that
// the merchant sent with the payment, never to another one, and once for each payment.
import { randomUUIDv7 } from 'node:crypto';
import type { Receipt } from '../../domain/inbox/mail.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { withRetries } from '../../storage/database/database.ts';
import { isTold, noteTold, queueMail } from '../../storage/inbox/mail-store.ts';
import type { Context } from '../context.ts';

const markOf = ({ id }: Transaction) => `receipt ${id}`;

/** The address, and whether the receipt goes there already. null: this payment's receipt cannot be mailed. */
export async function receiptMailOf(
  { sql, config }: Pick<Context, 'sql' | 'config'>,
  transaction: Transaction,
): Promise<{ address: string; isSent: boolean } | null> {
  const { type, status, amountMinor, details } = transaction;
  const address = details.customer?.email;
  if (config.mail === null || !address) return null;
  if (type !== 'PAYIN' || status !== 'COMPLETED' || amountMinor === 0n) return null;
  return { address, isSent: await isTold(sql, transaction, markOf(transaction)) };
}

/** False: it was asked for before. */
export async function mailReceipt(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  transaction: Transaction,
  receipt: Receipt,
): Promise<boolean> {
  const { merchantId, brandId, id: transactionId } = transaction;
  const at = now();
  const mail = {
    merchantId,
    transactionId,
    userId: null,
    brandId,
    kind: 'receipt',
    linkSealed: null,
  } as const;
  return await withRetries(() =>
    sql.begin(async (tx) => {
      if ((await noteTold(tx, transaction, [markOf(transaction)], at)) === 0) return false;
      await queueMail(tx, { ...mail, id: randomUUIDv7(), content: JSON.stringify(receipt) }, at);
      return true;
    }),
  );
}
