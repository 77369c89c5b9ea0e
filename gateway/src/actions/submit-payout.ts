// Sends an approved payout to the providers of its option, one after the other: the next one is asked only when the one
// before is known not to have acted; after an unknown outcome nobody else ever is. Called by approve-payout.ts alone, once
// the approval is durable, and with it the money set aside and the first provider. What fails gives the money back.
import type { Outcome } from '../domain/outcome.ts';
import type { PaymentData } from '../domain/payment-data/payment-data.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { Provider } from '../providers/provider.ts';
import { applyOnce, applyOutcome, reload } from './apply-outcome.ts';
import { askProvider } from './ask-provider.ts';
import type { Context } from './context.ts';
import { openPaymentData } from './keep-payment-fields.ts';

/** Answers the transaction as it stands afterwards. */
export async function submitPayout(
  context: Context,
  transaction: Transaction,
  providers: readonly Provider[],
): Promise<Transaction> {
  const recipient = await openPaymentData(context, transaction);
  let current = transaction;
  let outcome: Outcome = { kind: 'failed', errorCode: '1011' };
  for (const [index, provider] of providers.entries()) {
    if (index > 0) {
      // Durable before it hears of it: after a crash this is the one to ask.
      const rerouted = await applyOnce(
        context,
        current,
        { kind: 'rerouted', provider: provider.id },
        'gateway',
      );
      if (!rerouted) return await reload(context, transaction);
      current = rerouted;
    }
    outcome = await send(context, current, provider, recipient);
    if (outcome.kind !== 'failed') break;
  }
  return await applyOutcome(context, current, outcome, 'provider');
}

async function send(
  context: Context,
  transaction: Transaction,
  provider: Provider,
  recipient: PaymentData,
): Promise<Outcome> {
  // Storing took so long that the resolver may ask before this call would end, and be told that nothing was heard.
  // Then nothing must be sent any more; the resolver finds that out.
  const latest = (transaction.dueAt ?? context.now()).getTime() - provider.deadlineMs;
  if (context.now().getTime() > latest) return { kind: 'unknown' };
  return await askProvider(context, provider, (signal) => provider.payOut(transaction, recipient, signal));
}
