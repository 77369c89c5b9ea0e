// Seals the fields of a method until they are sent, and opens them again. Meanwhile nobody who reads the database may
// see a bank account or a card number.
import type { PaymentData } from '../../domain/payment-data/check-fields.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import type { Context } from '../context.ts';

/** null if there is nothing to keep. */
export function sealPaymentData(
  context: Pick<Context, 'vault'>,
  merchantId: string,
  paymentData: PaymentData,
): Buffer | null {
  if (Object.keys(paymentData).length === 0) return null;
  return context.vault.seal(JSON.stringify(paymentData), sealContext.paymentData(merchantId));
}

export async function openPaymentData(
  context: Pick<Context, 'vault'>,
  { merchantId, paymentDataSealed }: Pick<Transaction, 'merchantId' | 'paymentDataSealed'>,
): Promise<PaymentData> {
  if (paymentDataSealed === null) return {};
  const text = await context.vault.open(paymentDataSealed, sealContext.paymentData(merchantId));
  return JSON.parse(text.toString('utf8'));
}
