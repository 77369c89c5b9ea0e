// A shopper decides on the page of the sandbox's bank and comes back from it, for tests of actions: the bank signs the decision,
// and the return is resumed like that of any provider. Tests over HTTP post to the page itself (press-at-bank.ts).
import type { Context } from '../../src/actions/context.ts';
import { resumeTransaction } from '../../src/actions/transactions/resume-transaction.ts';
import type { ReturnParameters } from '../../src/domain/transactions/return-token.ts';
import { chargeReference, type Transaction } from '../../src/domain/transactions/transaction.ts';
import {
  DECISION_PARAMETER,
  signDecision,
  type VisitDecision,
} from '../../src/domain/transactions/visit-decision.ts';

/** `transaction`: as it was when its page was shown. Answers it as it is afterwards. */
export function decideAtBank(
  context: Context,
  transaction: Transaction,
  decision: VisitDecision,
): Promise<Transaction> {
  return resumeTransaction(context, transaction, resultOf(context, transaction, decision));
}

/** What the bank sends the shopper back with. */
export function resultOf(
  { vault }: Pick<Context, 'vault'>,
  transaction: Pick<Transaction, 'id' | 'attempts' | 'reroutes'>,
  decision: VisitDecision,
): ReturnParameters {
  const fingerprint = (text: string) => vault.fingerprint(text);
  return { [DECISION_PARAMETER]: signDecision(chargeReference(transaction), decision, fingerprint) };
}
