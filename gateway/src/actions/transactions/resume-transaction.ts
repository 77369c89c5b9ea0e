// A shopper came back from a page of the provider: bank, wallet, mandate or 3-D Secure (contract 13, Return). We ask
// the provider and apply its answer. Harmless to repeat. The parameters prove nothing: only the provider's answer
// counts. An answer that decides nothing changes nothing, because the shopper may still be on that page in another tab.
import type { ReturnParameters } from '@tollgate/provider-kit';
import { CODE } from '../../domain/errors/error-codes.ts';
import { ofAttempt } from '../../domain/transactions/attempt.ts';
import type { Outcome } from '../../domain/transactions/outcome.ts';
import { chargeReference, type Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { applyOutcome } from '../submission/apply-outcome.ts';
import { askAboutCharge } from '../submission/ask-about-charge.ts';
import { providerOf } from '../submission/provider-of.ts';

/**
 * True if the shopper was sent to a page of the provider, and has not come back as far as we know. Also true if the
 * shopper came back, but the provider has not answered.
 */
export function isReturnAwaited(transaction: Transaction): boolean {
  const { type, status, provider, resultType, errorCode } = transaction;
  const isThere = resultType === 'redirect' || resultType === 'form' || errorCode === CODE.outcomeUnknown;
  return type === 'PAYIN' && status === 'PROCESSING' && provider !== null && isThere;
}

/** Answers the transaction as it is afterwards. */
export async function resumeTransaction(
  context: Context,
  transaction: Transaction,
  parameters: ReturnParameters,
): Promise<Transaction> {
  if (!isReturnAwaited(transaction)) return transaction;
  const provider = providerOf(context, transaction);
  if (!provider) {
    const { id: transactionId, brandId, provider: missing } = transaction;
    context.log.error(
      { transactionId, brandId, provider: missing },
      'the provider of a return is not configured',
    );
    return transaction;
  }
  // If two answers arrive together, the first one counts. Money that has moved counts in any case.
  const apply = (said: Outcome) => {
    const outcome = ofAttempt(transaction, said);
    const stillFits = (current: Transaction) =>
      outcome.kind === 'completed' ||
      (isReturnAwaited(current) && chargeReference(current) === chargeReference(transaction));
    return applyOutcome(context, transaction, outcome, { actor: 'provider', stillFits });
  };
  // If we can ask the provider, the resolver asks it again. If it only sends notifications, it may already have taken
  // the payment, so the outcome is unknown until it tells us.
  const cannotBeAsked = provider.capabilities.inquiry === 'notifications-only';
  const saysSomething = ({ kind }: Outcome) => kind !== 'waiting' && (kind !== 'unknown' || cannotBeAsked);
  const outcome = await askAboutCharge<Outcome>(context, provider, transaction, {
    ask: (call) => provider.resume(transaction, parameters, call),
    ofAnother: { kind: 'waiting' },
    late: async (answer) => (saysSomething(answer) && answer.kind !== 'unknown' ? await apply(answer) : null),
  });
  return saysSomething(outcome) ? await apply(outcome) : transaction;
}
