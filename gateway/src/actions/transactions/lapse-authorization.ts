// Ends an authorisation whose time to capture is over (contract 16): DECLINED 3002, or COMPLETED with what was captured
// before. First the provider is asked to void it, so that the payer gets the held money back. A void without an answer
// leaves the payment as it is, and the sweep tries again. While a capture is pending, nothing ends.
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { applyOutcome } from '../submission/apply-outcome.ts';
import { askAboutCharge } from '../submission/ask-about-charge.ts';
import { providerOf } from '../submission/provider-of.ts';

export async function lapseAuthorization(context: Context, transaction: Transaction): Promise<Transaction> {
  if (transaction.authorized!.pendingMinor > 0n) return transaction;
  if (!(await isVoided(context, transaction))) return transaction;
  const { version } = transaction;
  // If anything happened since it was read, the next sweep looks again.
  const stillFits = (current: Transaction) => current.version === version;
  return await applyOutcome(context, transaction, { kind: 'expired' }, { actor: 'expiry', stillFits });
}

async function isVoided(context: Context, transaction: Transaction): Promise<boolean> {
  const provider = providerOf(context, transaction);
  if (!provider?.capabilities.cancel) return true;
  const answer = await askAboutCharge(context, provider, transaction, {
    ask: (call) => provider.cancel(transaction, call),
    ofAnother: { kind: 'unknown' },
  });
  switch (answer.kind) {
    case 'declined':
    case 'failed':
    case 'expired':
      return true;
    default: {
      const { id: transactionId, brandId } = transaction;
      context.log.warn(
        { transactionId, brandId, answer: answer.kind },
        'the provider did not confirm the void of an authorisation that has lapsed; it is asked again',
      );
      return false;
    }
  }
}
