// What the bank's adapter asks of the gateway. These rules stand in domain/bank and domain/payment-data, where
// statements and payment files use them too (contract 15).
import type { Credentials } from '@tollgate/provider-kit';

/** The details that payers see. */
export type BankAccount = Readonly<{ iban: string; holder: string; bic: string | null }>;

export interface BankRules {
  /** The fault of a value; null: the value is right. */
  ibanFault(value: string): string | null;
  holderFault(value: string): string | null;
  bicFault(value: string): string | null;
  /** null: there is no valid IBAN or no holder. */
  accountOf(credentials: Credentials): BankAccount | null;
  /** The country and the bank's number, as people read it on a statement. */
  bankCodeOf(iban: string): string;
  /** The most for one transfer. */
  mostMinor: bigint;
  /** The reference that a payer names. */
  referenceOf(transactionId: string): string;
  /** The text of the code that banking apps scan; null: the amount or a name does not fit into it. */
  codeOf(account: BankAccount, amountMinor: bigint, reference: string): string | null;
}
