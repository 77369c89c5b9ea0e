// Authorises card pay-ins and captures them, by their actions.
import { createCapture } from '../../../src/actions/captures/create-capture.ts';
import type { Context } from '../../../src/actions/context.ts';
import { createTransaction } from '../../../src/actions/transactions/create-transaction.ts';
import { ROOT } from '../../../src/domain/audit/audit.ts';
import type { Capture } from '../../../src/domain/captures/capture.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import type { Actions } from '../open-actions.ts';

/** A manual pay-in of 25.00 EUR, as its first call left it. */
export async function authorize(
  { brand, read, request }: Actions,
  context: Context,
  cardNumber = '4242424242424242',
): Promise<Transaction> {
  const wanted = request(cardNumber);
  const details = { ...wanted.details, captureMode: 'manual' as const };
  const { result } = await createTransaction(context, { ...wanted, details });
  return await read({ merchantId: brand.merchantId, id: result.transactionId });
}

export const capture = (
  context: Context,
  payment: Transaction,
  amountMinor: bigint | null,
  { isFinal = true, captureReference = null as string | null } = {},
): Promise<Capture> => createCapture(context, ROOT, payment, { amountMinor, isFinal, captureReference });
