// Asks the provider what became of a transaction and applies the answer: unknown and pending outcomes, and rows that a
// dying process left in INIT (contract 4). Unknown stays unknown: without an answer nothing is ever marked as failed.
import { CODE } from '../../domain/errors/error-codes.ts';
import { ofAttempt } from '../../domain/transactions/attempt.ts';
import type { Outcome } from '../../domain/transactions/outcome.ts';
import {
  chargeReference,
  isBeingSubmitted,
  isFinal,
  type Transaction,
} from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { applyOutcome } from '../submission/apply-outcome.ts';
import { askAboutCharge } from '../submission/ask-about-charge.ts';
import { providerOf } from '../submission/provider-of.ts';
import { submitKeptConfirmation } from '../submission/submit-confirmation.ts';

/** A file may wait for weeks, and an earlier inquiry would tell us nothing. */
const FILE_LOOK_MS = 30 * 86_400_000;

export async function resolveTransaction(context: Context, transaction: Transaction): Promise<Transaction> {
  const answer = await inquire(context, transaction);
  // A provider's answer does not count if another provider has the transaction meanwhile. If the transaction was never
  // sent, it may have continued since.
  const stillFits = (current: Transaction) =>
    answer.kind !== 'unheard' && chargeReference(current) === chargeReference(transaction);
  const outcome = heard(answer, transaction);
  const after = await applyOutcome(context, transaction, outcome, { actor: 'resolver', stillFits });
  if (!isFinal(after.status) && after.dueAt === null) {
    context.log.warn(
      { transactionId: after.id, brandId: after.brandId, inquiries: after.inquiries },
      'outcome still unknown after the last question; a human decides',
    );
  }
  return after;
}

/**
 * The provider's answer. A transaction without a provider, and a payout whose money was not set aside, were never sent.
 */
export async function inquire(
  context: Context,
  transaction: Transaction,
): Promise<Outcome | { kind: 'unheard' }> {
  const unsent = transaction.type === 'PAYOUT' && !transaction.moneyReserved;
  if (transaction.provider === null || unsent) return { kind: 'unheard' };
  const provider = providerOf(context, transaction);
  if (!provider) {
    context.log.error(
      { transactionId: transaction.id, provider: transaction.provider },
      'the provider of this transaction is not configured; its outcome stays unknown',
    );
    return { kind: 'unknown' };
  }
  if (provider.capabilities.inquiry === 'notifications-only') {
    const waitsForFile = transaction.type === 'PAYOUT' && provider.capabilities.payoutsByFile === true;
    return waitsForFile ? inFile(context) : outcomeWithoutReport(transaction);
  }
  const answer = await askAboutCharge<Outcome | { kind: 'unheard' }>(context, provider, transaction, {
    ask: (call) => provider.inquire(transaction, call),
    ofAnother: { kind: 'waiting' },
  });
  if (answer.kind !== 'waiting') return answer;
  // The payer has acted, but the provider may not know yet.
  return (await submitKeptConfirmation(context, transaction)) ?? answer;
}

/** An approved payout goes into the next file, even if a process died while it submitted the payout. */
const inFile = ({ now }: Context): Outcome => ({
  kind: 'pending',
  askAgainAt: new Date(now().getTime() + FILE_LOOK_MS),
});

/**
 * The outcome if the provider cannot be asked and has reported nothing yet. If a process died, it may have sent the
 * payment, so the outcome is unknown.
 */
function outcomeWithoutReport(transaction: Transaction): Outcome {
  const { errorCode, expiresAt } = transaction;
  if (errorCode === CODE.outcomeUnknown || isBeingSubmitted(transaction)) return { kind: 'unknown' };
  return expiresAt === null ? { kind: 'pending' } : { kind: 'waiting' };
}

/**
 * If the provider never received it, it was certainly not done. If the provider received it and the answer was lost
 * with its process, the payer never learned how to pay, so the outcome is unknown.
 */
function heard(answer: Outcome | { kind: 'unheard' }, transaction: Transaction): Outcome {
  if (answer.kind === 'unheard') return { kind: 'failed', errorCode: CODE.providerFailed };
  if (answer.kind === 'waiting' && isBeingSubmitted(transaction)) return { kind: 'unknown' };
  return ofAttempt(transaction, answer);
}
