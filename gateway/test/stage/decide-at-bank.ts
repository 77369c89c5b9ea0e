// For tests of actions: a shopper decides on the sandbox bank's page and comes back. The bank signs the decision, and
// the gateway resumes the return like any provider's. Tests over HTTP post to the page itself (press-at-bank.ts).
import type { ReturnParameters } from '@tollgate/provider-kit';
import type { Context } from '../../src/actions/context.ts';
import { resumeTransaction } from '../../src/actions/transactions/resume-transaction.ts';
import { chargeReference, type Transaction } from '../../src/domain/transactions/transaction.ts';
import {
  DECISION_PARAMETER,
  signDecision,
  type VisitDecision,
} from '../../src/domain/transactions/visit-decision.ts';

/** `transaction` is its state when the page was shown. Returns its state afterwards. */
export function decideAtBank(
  context: Context,
  transaction: Transaction,
  decision: VisitDecision,
): Promise<Transaction> {
  return resumeTransaction(context, transaction, resultOf(context, transaction, decision));
}

/** The result that the bank puts into the return address. */
export function resultOf(
  { vault }: Pick<Context, 'vault'>,
  transaction: Pick<Transaction, 'id' | 'attempts' | 'reroutes'>,
  decision: VisitDecision,
): ReturnParameters {
  const fingerprint = (text: string) => vault.fingerprint(text);
  return { [DECISION_PARAMETER]: signDecision(chargeReference(transaction), decision, fingerprint) };
}
