// The details that a payer sees (contract 15): the account, the reference, and the QR code that banking apps scan
// (contract 6).
import { extractIBAN } from 'ibantools';
import type { BankAccount } from '../../domain/bank/bank-account.ts';
import { creditorReference } from '../../domain/bank/creditor-reference.ts';
import { epcCode } from '../../domain/bank/epc-code.ts';
import { toWire } from '../../domain/money/money.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { qrCodeResult } from '../qr-code.ts';

export function transferInstructions(
  { iban, holder, bic }: BankAccount,
  { id, amountMinor, currency }: Transaction,
  expiresAt: Date,
): Record<string, unknown> {
  const reference = creditorReference(id);
  const code = epcCode({ iban, holder, bic, amountMinor, reference });
  return {
    bankName: bic ?? bankCodeOf(iban),
    paymentDetails: {
      beneficiary: holder,
      iban,
      ...(bic !== null && { bic }),
      reference,
      amount: toWire(amountMinor, currency),
      currency,
      expiresAt: expiresAt.toISOString(),
    },
    ...(code !== null && qrCodeResult(code)),
  };
}

/** As people read it on a statement: the country and the bank's number. */
const bankCodeOf = (iban: string): string =>
  `${iban.slice(0, 2)} ${extractIBAN(iban).bankIdentifier ?? iban.slice(4, 8)}`;
