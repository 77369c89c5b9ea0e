// A payout that somebody makes in the portal, in the form or as a line of a file. It is created like every other payout
// (create-transaction.ts). Its maker is stored with it, for four eyes, and written into the audit log. Throws Refusal
// 400 with every fault, 409 if the reference is taken.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import { NO_DETAILS } from '../../domain/transactions/new-transaction.ts';
import type { Maker, Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { createTransaction } from '../transactions/create-transaction.ts';
import { checkPayout, type WrittenPayout } from './check-payout.ts';

export async function createPayout(
  context: Context,
  brand: Brand,
  written: WrittenPayout,
  { by, from = {} }: { by: AuditActor; from?: Pick<Maker, 'file' | 'fileId' | 'line'> },
): Promise<Transaction> {
  const checked = checkPayout(context, brand, written, context.now());
  if (Array.isArray(checked)) {
    throw new Refusal(
      400,
      checked.map(({ field, message }) => `${field}: ${message}`),
    );
  }
  const { paymentOptionId, currency, country, merchantReference, userId, email } = written;
  const { transaction } = await createTransaction(context, {
    type: 'PAYOUT',
    brand,
    by,
    origin: 'portal',
    optionId: paymentOptionId,
    currency,
    country,
    merchantReference,
    userId,
    paymentReference: null,
    ...checked,
    card: null,
    details: {
      ...NO_DETAILS,
      customer: email === null ? null : { email },
      ...(by.requestId !== null && { requestId: by.requestId }),
      maker: { userId: by.id, name: by.name, ...from },
    },
    idempotency: null,
  });
  return transaction;
}
