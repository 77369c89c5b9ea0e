// Ends an authorisation whose time to capture is over (contract 16): DECLINED 3002, or COMPLETED with what was captured
// before. First the provider is asked to void it, so that the payer gets the held money back. A void that the provider
// does not confirm leaves the payment as it is. The sweep asks again, with the pauses of inquiries. After the last
// question a person decides. Never ends a payment while a capture is pending: the end of that capture makes it due.
import { isUndecided } from '../../domain/records/transaction-actions.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { applyOutcome } from '../submission/apply-outcome.ts';
import { askAboutCharge } from '../submission/ask-about-charge.ts';
import { providerOf } from '../submission/provider-of.ts';

export async function lapseAuthorization(context: Context, transaction: Transaction): Promise<Transaction> {
  if (transaction.authorized!.pendingMinor > 0n) return transaction;
  const voided = await isVoided(context, transaction);
  const { version } = transaction;
  // If anything happened since it was read, the next sweep looks again.
  const stillFits = (current: Transaction) => current.version === version;
  const outcome = voided ? ({ kind: 'expired' } as const) : ({ kind: 'waiting' } as const);
  const after = await applyOutcome(context, transaction, outcome, { actor: 'expiry', stillFits });
  if (isUndecided(after)) {
    const { id: transactionId, brandId, inquiries } = after;
    context.log.warn(
      { transactionId, brandId, inquiries },
      'the provider never confirmed the void of an authorisation that has lapsed; a person decides',
    );
  }
  return after;
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
    default:
      return false;
  }
}
