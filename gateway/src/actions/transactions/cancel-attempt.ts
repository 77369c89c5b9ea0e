// Asks the provider to call off an attempt in the cashier, so that another attempt may follow. It changes nothing here.
// Only `declined`, `failed` and `expired` mean that nothing will be paid; after any other answer the attempt may still
// be paid.
import type { Outcome } from '../../domain/transactions/outcome.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { askAboutCharge } from '../submission/ask-about-charge.ts';
import { providerOf } from '../submission/provider-of.ts';
import { findKeptConfirmation } from '../submission/submit-confirmation.ts';

/** `kept`: the provider was not asked, because it cannot cancel, or because the shopper says that they have paid. */
export async function cancelAttempt(
  context: Context,
  transaction: Transaction,
): Promise<Outcome | { kind: 'kept' }> {
  const provider = providerOf(context, transaction);
  if (!provider?.capabilities.cancel) return { kind: 'kept' };
  // A shopper who submitted a proof says that they paid, and the provider may not know yet.
  if (await findKeptConfirmation(context, transaction)) return { kind: 'kept' };
  return await askAboutCharge(context, provider, transaction, {
    ask: (call) => provider.cancel(transaction, call),
    ofAnother: { kind: 'unknown' },
  });
}
